"""The authority of a folder: which of its certificates counts where the one of its key was renewed."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.twin.authorities import authority, ending

pytestmark = pytest.mark.proof


@pytest.mark.parametrize("first", ["old", "new"])
def test_a_certificate_that_was_renewed_for_the_same_key_counts(first: str, tmp_path: Path) -> None:
    """In either order: an authority of the site keeps its key, and both certificates are in the file until the old one is removed."""
    folder = tmp_path / "authority"
    new = authority(folder, create=True).bundle
    old = ending(folder, new, days=40)
    (folder / "authority.crt").write_text(old + new if first == "old" else new + old, "ascii")
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    text = key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()
    made = authority(folder).signed(text, ["gpu01"], ["192.0.2.9"], 365)
    end = x509.load_pem_x509_certificate(made.encode()).not_valid_after_utc
    assert end - datetime.now(UTC) > timedelta(days=364)
    assert authority(folder).lacks(made, text, ["gpu01"], ["192.0.2.9"], 45) == ""
