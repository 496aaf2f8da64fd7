"""The directory: numbers that only its people have, an authority that is stated, and groups and hosts that exist."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule, spec_warning
from generator.spec.cluster import ClusterSpec
from generator.spec.directory import DirectorySpec
from generator.spec.users import SYSTEM_NAMES

_HERE = ("services", "directory")
_SYSTEM = (60_001, 65_535)
"""Numbers that systemd uses below 17 bits: home directories, containers' users, dynamic users, nobody (systemd, Users,
Groups, UIDs and GIDs)."""
_MAPPED = (200_000, 2_000_200_000)
"""The range of numbers that SSSD derives from SIDs (sssd-ldap(5), ldap_idmap_range_min and ldap_idmap_range_max)."""


@spec_rule(
    title="A directory without an authority",
    why="A host that does not verify its directory takes users, passwords and keys from whoever answers in its place.",
    fix="Set `ca: vault` and provide the certificate of the authority that signs the servers' certificates, or `ca: system`.",
)
def directory_ca_missing(spec: ClusterSpec) -> Iterator[Finding]:
    """The authority of the servers' certificates is stated."""
    directory = spec.services.directory
    if directory is not None and directory.ca is None:
        yield KeyFinding(
            message="no authority is stated for the certificates of the directory's servers",
            loc=_HERE,
            help="set ca: vault and provide its certificate with the secrets, or ca: system if the distribution trusts it",
        )


@spec_rule(
    title="Numbers of the directory that others have",
    why="Files, NFS and Slurm identify people by number: two users with one number are one user.",
    fix="Set `first_id` and `last_id` to the numbers of the directory's people, and give accounts of `users` others.",
)
def directory_ids_overlap(spec: ClusterSpec) -> Iterator[Finding]:
    """No account or group of `users` has a number of the directory, nor has the system."""
    directory = spec.services.directory
    if directory is None:
        return
    first, last = directory.first_id, directory.last_id
    said = f"the directory has the numbers {first} to {last}"
    if first > last:
        yield Finding(
            message=f"{said}: none, as {first} is more than {last}",
            loc=_placed(directory, "first_id"),
            help=f"set last_id to {first} or more",
        )
        return
    low, high = _SYSTEM
    if first <= high and low <= last:
        yield Finding(
            message=f"{said}, and {max(first, low)} to {min(last, high)} of them are the system's",
            loc=_placed(directory, "first_id" if first > low else "last_id"),
            help=f"use numbers from 2000 to {low - 1}, or from {high + 1} on: set {f'last_id to {low - 1}' if first < low else f'first_id to {high + 1}'}",
        )
    numbers: list[tuple[str, int, Loc]] = [
        (f"the account {name}", each.uid, ("users", "accounts", name, "uid"))
        for name, each in spec.users.accounts.items()
    ]
    numbers += [(f"the group {name}", gid, ("users", "groups", name)) for name, gid in spec.users.groups.items()]
    for what, number, loc in numbers:
        if first <= number <= last:
            yield Finding(
                message=f"{what} has the number {number}, and {said}",
                loc=loc,
                notes=(Note("the directory is here", _placed(directory, "first_id")),),
                help=f"use a number below {first}" if first > 2000 else f"set first_id to {number + 1}",
            )


def _placed(directory: DirectorySpec, key: str) -> Loc:
    return (*_HERE, key) if key in directory.model_fields_set else _HERE


@spec_rule(
    title="Keys of the directory that do not fit its kind",
    why="SSSD computes the numbers of Active Directory's users from their SIDs, in a range that is the same on all hosts of a site; FreeIPA and Active Directory list members by DN.",
    fix="Leave `first_id`, `last_id`, `group_members` and `user_filter` out, or use `kind: ldap`.",
)
def directory_kind_keys(spec: ClusterSpec) -> Iterator[Finding]:
    """Numbers that are computed are accepted, and members are listed as the kind does it."""
    directory = spec.services.directory
    if directory is None:
        return
    if directory.group_members is not None and directory.kind != "ldap":
        yield Finding(
            message=f"group_members is stated for kind: {directory.kind}, whose groups list their members by DN",
            loc=(*_HERE, "group_members"),
            help="remove group_members, or set kind: ldap",
        )
    if directory.user_filter is not None and directory.kind != "ldap":
        yield Finding(
            message=f"user_filter is stated for kind: {directory.kind}, whose disabled users have a filter already",
            loc=(*_HERE, "user_filter"),
            help="remove user_filter, or set kind: ldap",
        )
    low, high = _MAPPED
    if directory.kind == "active-directory" and (directory.first_id > low or directory.last_id < high):
        key = "first_id" if directory.first_id > low else "last_id"
        yield Finding(
            message=f"SSSD gives users of Active Directory numbers from {low} to {high}, and hosts accept {directory.first_id} to {directory.last_id}",
            loc=(*_HERE, key),
            help=f"remove {key}",
        )


@spec_rule(
    title="A directory's access to unknown hosts or tenants",
    why="Nobody would log in through a misspelt group of hosts, and people of a misspelt tenant would have no access.",
    fix="Name groups of `hosts` in `access`, and keys of `tenants` in `tenants`.",
    names=("hosts", "tenants"),
)
def directory_party_unknown(spec: ClusterSpec) -> Iterator[Finding]:
    """Keys of `access` are groups of hosts, and those of `tenants` are tenants."""
    directory = spec.services.directory
    if directory is None:
        return
    for key, named, known in (("access", directory.access, spec.hosts), ("tenants", directory.tenants, spec.tenants)):
        for name in sorted(set(named) - set(known)):
            yield Finding(
                message=f"services.directory.{key} names {name}, which is not in {'hosts' if key == 'access' else 'tenants'}",
                loc=(*_HERE, key, name),
                at_key=True,
                help=f"use one of {', '.join(sorted(known))}" if known else "remove it, or state tenants",
            )


@spec_rule(
    title="A group of the directory with the name of a group of the hosts",
    why="Hosts look into their own files first: the name means their own group, and members of the directory's group have no access.",
    fix="Use another name for one of the two groups.",
)
def directory_group_local(spec: ClusterSpec) -> Iterator[Finding]:
    """No directory group with access has the name of a group or an account of `users`, or of systems."""
    directory = spec.services.directory
    if directory is None:
        return
    local: dict[str, Loc] = {name: ("users", "accounts", name) for name in spec.users.accounts}
    local |= {name: ("users", "groups", name) for name in spec.users.groups}
    named: list[tuple[str, Loc]] = [(group, (*_HERE, "sudo", index)) for index, group in enumerate(directory.sudo)]
    named += [(group, (*_HERE, "tenants", name)) for name, group in directory.tenants.items()]
    named += [
        (group, (*_HERE, "access", hosts, index))
        for hosts, groups in directory.access.items()
        for index, group in enumerate(groups)
    ]
    folded = {name.lower(): name for name in local}  # many directories, and sudo by default, ignore case
    for group, loc in named:
        if group.lower() in SYSTEM_NAMES:
            yield Finding(
                message=f"the directory's group {group} has the name of a group or an account of the hosts' systems, which hosts never look up in the directory",
                loc=loc,
                help=f"use another group of the directory, such as {group}-people",
            )
        elif (same := folded.get(group.lower())) is not None:
            yield Finding(
                message=f"the directory's group {group} has the name of a group that the hosts have themselves",
                loc=loc,
                notes=(Note("that one is here", local[same]),),
                help="rename one of the two",
            )


@spec_warning(
    title="A directory through which nobody logs in",
    why="Only members of stated groups may log in to a host.",
    fix="State groups in `access`, `tenants` or `sudo`.",
)
def directory_without_access(spec: ClusterSpec) -> Iterator[Finding]:
    """Some group may log in somewhere."""
    directory = spec.services.directory
    if directory is not None and not (directory.sudo or directory.tenants or any(directory.access.values())):
        yield KeyFinding(
            message="no user of the directory may log in to any host",
            loc=_HERE,
            help="state groups, such as access: {login: [hpc-users]}",
        )
