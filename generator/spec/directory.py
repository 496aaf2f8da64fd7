"""`services.directory`: the site's directory of people, which hosts ask for users and groups."""

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StrictInt, StringConstraints

from generator.spec.base import Flag, Slug, SpecModel, own_error

_HOST = r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_URI = rf"(?P<scheme>ldaps?)://(?P<host>{_HOST})(?::(?P<port>[1-9][0-9]{{0,4}}))?"
_PORTS = {"ldap": 389, "ldaps": 636}
_HIGHEST_PORT = 65535
_MOST = 200
_PART = r"[A-Za-z][A-Za-z0-9-]{0,30}=[A-Za-z0-9][A-Za-z0-9 ._@-]{0,62}"
_DN = rf"{_PART}(?:,{_PART})*"


_FILTER = r"\([A-Za-z0-9 ()&|!=:.,*<>~_-]+\)"


def server_of(uri: str) -> tuple[str, str, int]:
    """Return scheme, host and port of a server's URI."""
    found = re.fullmatch(_URI, uri)
    if found is None:
        raise ValueError(uri)
    return found["scheme"], found["host"], int(found["port"] or _PORTS[found["scheme"]])


def _uri(value: Any) -> str:
    good = isinstance(value, str) and len(value) <= _MOST and re.fullmatch(_URI, value)
    if not good or server_of(value)[2] > _HIGHEST_PORT:
        raise own_error(
            f"{str(value)[:60]!r} is not the URI of a directory server; write it like ldaps://ldap1.example.net"
        )
    return str(value)


def _dn(value: Any) -> str:
    if not isinstance(value, str) or len(value) > _MOST or not re.fullmatch(_DN, value):
        raise own_error(
            f"{str(value)[:60]!r} is not a distinguished name of plain words; write it like ou=people,dc=example,dc=net"
        )
    return value


def _filter(value: Any) -> str:
    good = isinstance(value, str) and len(value) <= _MOST and re.fullmatch(_FILTER, value) and _is_nested(value)
    if not good:
        raise own_error(
            f"{str(value)[:60]!r} is not an LDAP filter in parentheses; write it like (!(loginDisabled=TRUE))"
        )
    return str(value)


def _is_nested(text: str) -> bool:
    """Whether the first parenthesis of a text is closed by its last character, and every one between them is closed."""
    depth = 0
    for index, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth <= 0 and index < len(text) - 1:
            return False
    return depth == 0


LdapUri = Annotated[str, BeforeValidator(_uri)]
"""The URI of a directory server: `ldaps://HOST`, or `ldap://HOST`, which is encrypted by StartTLS."""
DirectoryName = Annotated[str, BeforeValidator(_dn)]
"""A distinguished name (RFC 4514) of plain words."""
LdapFilter = Annotated[str, BeforeValidator(_filter)]
"""A filter of LDAP (RFC 4515) in parentheses."""
GroupName = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z][A-Za-z0-9_.-]{0,62}$")]
"""A group of the directory: letters, digits, dots, dashes and underscores, at most 63; sshd and sudo separate groups by blanks."""
DirectoryNumber = Annotated[StrictInt, Field(ge=2000, le=2_147_483_647)]
"""A uid or gid of the directory. Below are those of the system and of images' first users; numbers from 2^31 are negative in many programs
(systemd, Users, Groups, UIDs and GIDs)."""


class DirectorySpec(SpecModel):
    """The site's directory of people: SSSD on the hosts gets users and groups from it. The accounts of `users` are on the hosts themselves and log in without it."""

    kind: Literal["ldap", "freeipa", "active-directory"]
    """What the directory is. Hosts do not join it: they search it as `bind_dn`, and verify passwords by a bind as the user. With `active-directory`, uids
    are computed from the SIDs of users, in SSSD's default range: hosts with another range would compute others."""
    uris: Annotated[tuple[LdapUri, ...], Field(min_length=1)]
    """Its servers, in the order in which they are asked. Connections are always encrypted: by TLS (`ldaps://`) or StartTLS (`ldap://`)."""
    base: DirectoryName
    """The DN below which users and groups are searched."""
    user_base: DirectoryName | None = None
    """The DN below which users are searched, if it is not `base`."""
    user_filter: LdapFilter | None = None
    """With `kind: ldap`, the filter of users who are not disabled, such as `(!(loginDisabled=TRUE))`; hosts see no others.
    If left out, users that the directory has disabled log in by their keys. Filters of `freeipa` and `active-directory` are built in."""
    group_base: DirectoryName | None = None
    """The DN below which groups are searched, if it is not `base`."""
    group_members: Literal["names", "dns"] | None = None
    """With `kind: ldap`, how groups list their members: by name (`memberUid`, RFC 2307; the default), or by DN (`member`, RFC 2307bis)."""
    bind_dn: DirectoryName | None = None
    """The account by which hosts search. Its password is a secret that you provide (`directory_password`). If left out, hosts search anonymously."""
    ca: Literal["vault", "system"] | None = None
    """Which authority signs the servers' certificates. `vault`: the one whose certificate you provide with the secrets (`directory_ca`).
    `system`: any that the hosts' distribution trusts."""
    first_id: DirectoryNumber = 65_536
    """The lowest uid and gid that hosts accept from the directory; entries with others do not exist for them."""
    last_id: DirectoryNumber = 2_000_200_000
    """The highest uid and gid that hosts accept from the directory."""
    access: dict[Slug, tuple[GroupName, ...]] = {}
    """By group of hosts, the directory groups whose members may log in there, such as `login: [hpc-users]`. On other hosts only those of `sudo` and
    `tenants` may."""
    tenants: dict[Slug, GroupName] = {}
    """By tenant, the directory group of its people. They may log in to login hosts and to the tenant's own hosts, are users of the tenant's Slurm account, and are
    members of its Kubernetes workspace."""
    sudo: tuple[GroupName, ...] = ()
    """Directory groups whose members may log in to every host, and become root with their password."""
    ssh_keys: Flag = False
    """Whether sshd accepts the public SSH keys that the directory has for a user (`sshPublicKey`; FreeIPA: `ipaSshPubKey`; Active Directory:
    `altSecurityIdentities`), and no keys in their home directories. If `false`, it accepts those in home directories alone, which somebody has to place before the first login.
    Passwords are never accepted by sshd."""
