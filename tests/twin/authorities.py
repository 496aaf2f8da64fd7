"""Certificates that no run of ours makes: of another authority, and such that have ended."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def authority(folder: Path, *, create: bool = False) -> Any:
    """Open an authority as the playbooks do."""
    found = import_module("ansible_collections.clustergen.cluster.plugins.plugin_utils.authority")
    return found.opened(str(folder), "atlas", str(folder.parent / "no-tree"), create=create)


def ending(folder: Path, like: str, *, days: int) -> str:
    """Sign a certificate again by the authority of a folder, so that it ends in so many days; negative: it has ended."""
    found = x509.load_pem_x509_certificate(like.encode())
    (issuer,) = x509.load_pem_x509_certificates((folder / "authority.crt").read_bytes())
    end = datetime.now(UTC) + timedelta(days=days)
    made = x509.CertificateBuilder(
        issuer.subject, found.subject, found.public_key(), x509.random_serial_number(), end - timedelta(days=90), end
    )
    for extension in found.extensions:
        made = made.add_extension(extension.value, critical=extension.critical)
    key: Any = serialization.load_pem_private_key((folder / "authority.key").read_bytes(), password=None)
    return made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM).decode()


def subjects(certificate: str) -> Sequence[str]:
    """Return for whom a certificate is: names, then addresses."""
    found = x509.load_pem_x509_certificate(certificate.encode())
    stated = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [str(each.value) for each in stated]
