"""`scheduler.kubernetes.oidc`: the identity provider whose tokens the Kubernetes API accepts."""

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, StringConstraints

from generator.spec.base import SpecModel, own_error

_HOST = r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ISSUER = rf"https://(?P<host>{_HOST})(?::(?P<port>[1-9][0-9]{{0,4}}))?(?:/[A-Za-z0-9._~-]+)*/?"
_HTTPS = 443
_HIGHEST_PORT = 65535
_MOST = 200


def issuer_of(url: str) -> tuple[str, int]:
    """Return host and port of a provider's URL."""
    found = re.fullmatch(_ISSUER, url)
    if found is None:
        raise ValueError(url)
    return found["host"], int(found["port"] or _HTTPS)


def _issuer(value: Any) -> str:
    good = isinstance(value, str) and len(value) <= _MOST and re.fullmatch(_ISSUER, value)
    if not good or issuer_of(value)[1] > _HIGHEST_PORT:
        raise own_error(
            f"{str(value)[:60]!r} is not the URL of an identity provider; write it like https://login.example.net/realms/hpc"
        )
    return str(value)


IssuerUrl = Annotated[str, BeforeValidator(_issuer)]
"""The URL of an identity provider: https, a host, a path of plain names."""
Claim = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z][A-Za-z0-9_]{0,62}$")]
"""The name of a claim of a token."""


class OidcSpec(SpecModel):
    """An identity provider (OpenID Connect). Users and groups of its tokens have `oidc:` before their names, so that none has the name of another user of the API."""

    issuer: IssuerUrl
    """Its URL, as `iss` of its tokens has it. Control hosts fetch its keys there, and their distribution must trust its certificate."""
    client_id: Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$")]
    """The client that tokens must be issued for (`aud`)."""
    username_claim: Claim = "sub"
    """The claim with the user's name."""
    groups_claim: Claim = "groups"
    """The claim with the user's groups. Members of a tenant's group (`services.directory.tenants`), or of the group `workspace:TENANT` if there is none, have
    its workspace."""
