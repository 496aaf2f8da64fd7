"""Keys that hosts and BMCs send to be signed: of what is sent, the key alone, if it is one that holds."""

from __future__ import annotations

from typing import TypeAlias

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

LONGEST = 1 << 16
"""Characters of a foreign text that are read."""
_CURVES = (ec.SECP256R1, ec.SECP384R1, ec.SECP521R1)
_RSA_BITS = 2048
"""The shortest RSA key that is signed (NIST SP 800-131A Rev. 2, section 3)."""
Public: TypeAlias = "ec.EllipticCurvePublicKey | rsa.RSAPublicKey"


class AuthorityError(Exception):
    """The folder is not one that an authority may be in, or what is there is none; the message has the fix."""


def public(text: str) -> ec.EllipticCurvePublicKey:
    """Read a host's key, which the host may say anything in place of."""
    try:
        key = serialization.load_pem_public_key(text[:LONGEST].encode())
    except (ValueError, TypeError) as error:
        raise AuthorityError("the host answered with something other than a public key") from error
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        raise AuthorityError("the key of the host is not on the curve P-256")
    return key


def requested(text: str) -> Public:
    """Return the key of a BMC's request, which the BMC may say anything in place of; the request has to be signed by it."""
    try:
        request = x509.load_pem_x509_csr(text[:LONGEST].encode())
        proven, key = request.is_signature_valid, request.public_key()
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise AuthorityError("the BMC answered with something other than a certificate request") from error
    if not proven:
        raise AuthorityError("the request of the BMC is not signed by its own key")
    if isinstance(key, rsa.RSAPublicKey):
        if key.key_size < _RSA_BITS:
            raise AuthorityError(f"the BMC made an RSA key of {key.key_size} bits; {_RSA_BITS} are the least")
    elif not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, _CURVES):
        raise AuthorityError("the key of the BMC is neither RSA nor on the curves P-256, P-384 and P-521")
    return key
