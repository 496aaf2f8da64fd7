"""A private authority in a folder of the controller: its key, its certificates, and what it signs."""

from __future__ import annotations

import fcntl
import os
import re
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from ansible_collections.clustergen.cluster.plugins.plugin_utils.public_keys import (
    LONGEST,
    AuthorityError,
    Public,
    public,
    requested,
)
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

KEY, CERTIFICATES = "authority.key", "authority.crt"
_YEARS = 10
_EARLY = timedelta(hours=1)
"""How far the clock of a host may be behind that of the controller."""
_COMMON_NAME = 64
"""The longest common name (RFC 5280, ub-common-name): of a long domain, the host's name alone."""
_NAME = re.compile(r"[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?")
_USES = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement", "key_cert_sign", "crl_sign", "encipher_only", "decipher_only")  # fmt: skip
_BOTH_ENDS = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]


if TYPE_CHECKING:
    from collections.abc import Iterator


class Authority:
    """The key that signs, its certificate, and every certificate that hosts are to believe: several while one follows another."""

    def __init__(self, key: ec.EllipticCurvePrivateKey, bundle: str) -> None:
        """Find the certificate of the key among those of the folder."""
        self._key, self.bundle = key, bundle
        own = [
            each for each in x509.load_pem_x509_certificates(bundle.encode()) if each.public_key() == key.public_key()
        ]
        if not own:
            raise AuthorityError(f"{CERTIFICATES} has no certificate of {KEY}")
        # A certificate may be renewed for the same key: hosts have both of them until the old one is removed
        self._certificate = max(own, key=lambda each: each.not_valid_after_utc)

    def lacks(self, certificate: str, key: str, names: list[str], addresses: list[str], days: int) -> str:
        """Return why a host needs a certificate; empty where the one that it has serves for so many days. `key` is empty for a BMC, whose connection proves it."""
        if not certificate:
            return "has none"
        try:
            found = x509.load_pem_x509_certificate(certificate[:LONGEST].encode())
            found.verify_directly_issued_by(self._certificate)
        except (ValueError, TypeError, InvalidSignature):
            return "is not signed by the authority"
        if key and found.public_key() != public(key):
            return "is not for the key of the host"
        if found.not_valid_after_utc - datetime.now(UTC) < timedelta(days=days):
            return f"ends on {found.not_valid_after_utc:%Y-%m-%d}"
        try:
            stated = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except (ValueError, x509.ExtensionNotFound):
            return "is for no name"
        return "" if stated == _subjects(names, addresses) else "is for other names or addresses"

    def signed(self, key: str, names: list[str], addresses: list[str], days: int) -> str:
        """Return a certificate for a host's key. Of what the host sent, it has the key alone."""
        return self._issued(public(key), _BOTH_ENDS, names, addresses, days)

    def signed_request(self, request: str, names: list[str], addresses: list[str], days: int) -> str:
        """Return a certificate of a server alone for the key of a BMC's request. Of the request, it has the key alone."""
        return self._issued(requested(request), _BOTH_ENDS[:1], names, addresses, days)

    def _issued(
        self, key: Public, purposes: list[x509.ObjectIdentifier], names: list[str], addresses: list[str], days: int
    ) -> str:
        now = datetime.now(UTC)
        end = min(now + timedelta(days=days), self._certificate.not_valid_after_utc)
        if end - now < timedelta(days=days) / 2:
            raise AuthorityError(
                f"the authority ends on {end:%Y-%m-%d}, before the certificates that it would sign: make the next one (docs/tls.md)"
            )
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        # key exchange by RSA is all that TLS 1.2 of an old BMC may have
        uses = ["digital_signature", *(["key_encipherment"] if isinstance(key, rsa.RSAPublicKey) else [])]
        subject = next(each for each in names if len(each) <= _COMMON_NAME)
        made = _begun(subject, self._certificate.subject, key, now - _EARLY, end)
        made = made.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        made = made.add_extension(_usage(*uses), critical=True)
        made = made.add_extension(x509.ExtendedKeyUsage(purposes), critical=False)
        made = made.add_extension(_subjects(names, addresses), critical=False)
        return _pem(made.add_extension(issuer, critical=False).sign(self._key, hashes.SHA256()))


def opened(folder: str, cluster: str, tree: str, *, create: bool) -> Authority | None:
    """Return the authority of a folder, which is made where the folder has none; without `create` there is then nothing.

    Raises:
        AuthorityError: the folder is in the tree, or others may enter it, or half of an authority is in it.
    """
    place = Path(folder).expanduser().resolve()
    if place.is_relative_to(Path(tree).resolve()):
        raise AuthorityError(f"{place} is in the rendered tree, which holds no keys: name a folder outside of it")
    if not place.exists():
        if not create:
            return None
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    if place.stat().st_mode & 0o077 or place.stat().st_uid != os.geteuid():
        raise AuthorityError(
            f"others can enter {place}, which has the key of the authority: chmod 700 {place}, as its owner"
        )
    with _alone(place):
        there = [(place / name).exists() for name in (KEY, CERTIFICATES)]
        if not any(there):
            if not create:
                return None
            _make(place, cluster)
        elif not all(there):
            raise AuthorityError(f"{place} must have both {KEY} and {CERTIFICATES}, or neither")
        return _read(place)


@contextmanager
def _alone(place: Path) -> Iterator[None]:
    """Hosts are served by processes of their own: one of them makes the authority."""
    handle = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _read(place: Path) -> Authority:
    try:
        key = serialization.load_pem_private_key((place / KEY).read_bytes(), None)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise AuthorityError(f"{place / KEY} is not a key on an elliptic curve")
        return Authority(key, (place / CERTIFICATES).read_text(encoding="ascii"))
    except (ValueError, TypeError) as error:
        raise AuthorityError(f"{place} has no key or certificate that can be read") from error


def _make(place: Path, cluster: str) -> None:
    """Make a key and its certificate, the key first: what a run that was killed leaves is named, not used."""
    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.now(UTC)
    name = f"{cluster} authority {now:%Y-%m-%d}"
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    made = _begun(name, subject, key.public_key(), now - _EARLY, now + timedelta(days=365 * _YEARS))
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    made = made.add_extension(_usage("key_cert_sign", "crl_sign"), critical=True)
    made = made.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    _write(place / KEY, private, 0o600)
    _write(place / CERTIFICATES, _pem(made.sign(key, hashes.SHA256())).encode(), 0o644)


def _write(path: Path, data: bytes, mode: int) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(data)


def _begun(name: str, issuer: x509.Name, key: object, start: datetime, end: datetime) -> x509.CertificateBuilder:
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(end)
    )


def _usage(*wanted: str) -> x509.KeyUsage:
    return x509.KeyUsage(**{use: use in wanted for use in _USES})


def _subjects(names: list[str], addresses: list[str]) -> x509.SubjectAlternativeName:
    if odd := [name for name in names if not _NAME.fullmatch(name)]:
        raise AuthorityError(f"{odd[0]!r} is not the name of a host")
    return x509.SubjectAlternativeName(
        [*map(x509.DNSName, names), *(x509.IPAddress(ip_address(each)) for each in addresses)]
    )


def _pem(certificate: x509.Certificate) -> str:
    return certificate.public_bytes(serialization.Encoding.PEM).decode()
