"""Use of the site's directory by a host: where it searches, and the groups that may log in.

Hosts do not join the directory, whatever its kind: a keytab of each host would be one more secret, and a bind over verified TLS proves the server as well
as the user's password (sssd-ldap(5), `auth_provider`).
"""

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from msgspec import Struct

from generator.plan.hosts.configured import system_of
from generator.plan.hosts.exports import servers_of
from generator.plan.hosts.nfs_pairs import pair_of
from generator.plan.hosts.records import Family
from generator.plan.hosts.setup import family_of
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.spec.directory import DirectorySpec
from generator.spec.users import SYSTEM_NAMES

CA_FILE = "/etc/clustergen/directory-ca.pem"
_TRUSTED: dict[Family, str] = {
    "ubuntu": "/etc/ssl/certs/ca-certificates.crt",
    "debian": "/etc/ssl/certs/ca-certificates.crt",
    "redhat": "/etc/pki/tls/certs/ca-bundle.crt",
}
"""Where a distribution has the certificates that it trusts (ca-certificates)."""
_SCHEMAS = {"freeipa": "IPA", "active-directory": "AD"}
_OF_MEMBERS = {"names": "rfc2307", "dns": "rfc2307bis"}
_NOT_DISABLED = {
    "freeipa": "(!(nsAccountLock=TRUE))",
    "active-directory": "(!(userAccountControl:1.2.840.113556.1.4.803:=2))",
}
"""The filter for users who are not disabled. A login by key needs no bind, which would detect it (389 Directory Server, `nsAccountLock`; MS-ADTS 2.2.16, ADS_UF_ACCOUNTDISABLE,
and 3.1.1.3.4.4.1, LDAP_MATCHING_RULE_BIT_AND)."""
_PACKAGES: dict[Family, tuple[str, ...]] = {
    "ubuntu": ("libnss-sss", "libpam-sss", "sssd-ldap"),
    "debian": ("libnss-sss", "libpam-sss", "sssd-ldap"),
    "redhat": ("authselect", "oddjob-mkhomedir", "sssd-ldap"),
}
"""SSSD with LDAP, and the packages for names and logins; in Red Hat's family `authselect` with home directories needs oddjobd."""


class HostDirectory(Struct, frozen=True, kw_only=True):
    """The directory as one host has it. Equal hosts have equal records."""

    uris: tuple[str, ...]
    start_tls: bool
    base: str
    user_base: str
    """Where users are searched, and which of them; empty if it is `base` and all."""
    group_base: str
    schema: str
    bind_dn: str
    ca_file: str
    first_id: int
    last_id: int
    maps_ids: bool
    """Whether numbers are made of SIDs."""
    home: str
    local: tuple[str, ...]
    """Accounts of the host itself, of its system and of its image: the directory does not override them."""
    local_groups: tuple[str, ...]
    """Its own groups, likewise: a member of a directory group called sudo would be root by the rules of the distribution."""
    allowed: tuple[str, ...]
    """Groups whose members may log in; empty for nobody."""
    sudo: tuple[str, ...]
    ssh_keys: bool
    homes: tuple[str, ...]
    """On a host that exports the home directories: groups whose members get one there. Root of a client is nobody on it (root_squash), so no login can make them."""
    pair: bool
    """Whether these home directories are on a pair of hosts, of which one has them mounted at a time."""
    packages: tuple[str, ...]


def directory_of(plan: Plan, host: Host) -> HostDirectory | None:
    """Return the directory for a host; None where the site states none."""
    spec = plan.site.services.directory
    if spec is None:
        return None
    family = family_of(system_of(plan, host))
    accounts = [each.name for each in plan.users.accounts]
    return HostDirectory(
        uris=spec.uris,
        start_tls=any(uri.startswith("ldap:") for uri in spec.uris),
        base=spec.base,
        user_base=_users_of(spec),
        group_base=spec.group_base or "",
        schema=_SCHEMAS.get(spec.kind) or _OF_MEMBERS[spec.group_members or "names"],
        bind_dn=spec.bind_dn or "",
        ca_file=_TRUSTED[family] if spec.ca == "system" else CA_FILE,
        first_id=spec.first_id,
        last_id=spec.last_id,
        maps_ids=spec.kind == "active-directory",
        home=plan.users.home,
        local=tuple(sorted({*SYSTEM_NAMES, *accounts})),
        local_groups=tuple(sorted({*SYSTEM_NAMES, *accounts, *(each.name for each in plan.users.groups)})),
        allowed=allowed_groups(plan, host),
        sudo=tuple(sorted(set(spec.sudo))),
        ssh_keys=spec.ssh_keys,
        homes=tuple(_people(spec)) if _exports_homes(plan, host) else (),
        pair=pair_of(plan, host) is not None,
        packages=_PACKAGES[family],
    )


def _users_of(spec: DirectorySpec) -> str:
    """Return where users are searched, as SSSD takes it with a filter: `base?scope?filter` (sssd-ldap(5), `ldap_search_base`)."""
    chosen = _NOT_DISABLED.get(spec.kind, spec.user_filter)
    base = spec.user_base or (spec.base if chosen else "")
    return f"{base}?subtree?{chosen}" if chosen else base


def allowed_groups(plan: Plan, host: Host) -> tuple[str, ...]:
    """Return the directory groups whose members may log in to a host, sorted."""
    spec = plan.site.services.directory
    return (
        ()
        if spec is None
        else tuple(sorted({*spec.sudo, *spec.access.get(host.group, ()), *_of_tenants(spec, plan, host)}))
    )


def _people(spec: DirectorySpec) -> Iterable[str]:
    """Return every group whose members may log in to some host, sorted."""
    named = (group for groups in spec.access.values() for group in groups)
    return sorted({*spec.sudo, *spec.tenants.values(), *named})


def _exports_homes(plan: Plan, host: Host) -> bool:
    """Whether a host is one of those that export the folder of the home directories to others."""
    home = PurePosixPath(plan.users.home)
    return any(
        home.is_relative_to(tier.mount) and host.name in servers_of(plan, tier)
        for tier in plan.tiers
        if tier.kind == "nfs" and tier.mount
    )


def _of_tenants(spec: DirectorySpec, plan: Plan, host: Host) -> Iterator[str]:
    """Yield the groups of tenants that have a host, and those of all tenants where people log in."""
    mine = plan.tenants.get(host.name)
    for tenant, group in spec.tenants.items():
        if tenant == mine or (mine is None and host.role == "login"):
            yield group
