"""Accounts on hosts: numbers and names that no other account has, a login that stays, and access by SSH."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding, repeated, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.users import SYSTEM_NAMES, AccountSpec

_FIRST, _LAST = 2000, 59_999


@spec_rule(
    title="A uid or gid that is used twice",
    why="Two names with one number are one owner to the file system, to NFS and to Slurm. An account's own group has the number of its uid.",
    fix="Give one of them another number. The number of a person who has left stays reserved, as files still have it.",
)
def user_number_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """Accounts and groups have unique numbers."""
    users = spec.users
    holders: list[tuple[int, Loc]] = [(each.uid, ("accounts", name, "uid")) for name, each in users.accounts.items()]
    holders += [(number, ("groups", name)) for name, number in users.groups.items()]
    taken = {number for number, _ in holders}
    for number, first, later in repeated(holders):
        free = next(each for each in (*range(number, _LAST + 1), *range(_FIRST, number)) if each not in taken)
        other, name = (f"{str(loc[0]).removesuffix('s')} {loc[1]}" for loc in (first, later))
        yield Finding(
            message=f"{other} and {name} both have the number {number}",
            loc=("users", *later),
            notes=(Note("the other is here", ("users", *first)),),
            help=f"use a free number, such as {free}",
        )


@spec_rule(
    title="An account or group with a name that is taken",
    why="Distributions, packages and images create their own accounts and groups, and every account has a group of its name.",
    fix="Choose another name.",
)
def user_name_taken(spec: ClusterSpec) -> Iterator[Finding]:
    """Names of accounts are not reserved by systems."""
    for kind, names in (("accounts", spec.users.accounts), ("groups", spec.users.groups)):
        for name in names:
            why = ""
            if name in SYSTEM_NAMES or name.startswith("systemd-"):
                why = "is one that the system or a package creates"
            elif kind == "groups" and name in spec.users.accounts:
                why = f"is that of the account {name}, which has a group of its own"
            if why:
                yield KeyFinding(
                    message=f"the name {name} in users.{kind} {why}",
                    loc=("users", kind, name),
                    help=f"choose another name, such as {name}-people" if kind == "groups" else "choose another name",
                )


@spec_rule(
    title="An account in an unknown group",
    why="With a misspelt group, an account would silently be missing.",
    fix="Name a key of `users.groups` in `groups`, and of `hosts` in `hosts`.",
    names=("hosts", "users.groups"),
)
def user_party_unknown(spec: ClusterSpec) -> Iterator[Finding]:
    """Groups of accounts are in `users.groups`, groups of hosts in `hosts`."""
    for name, account in spec.users.accounts.items():
        for key, named, known, where in (
            ("groups", account.groups, spec.users.groups, "users.groups"),
            ("hosts", account.hosts or (), spec.hosts, "hosts"),
        ):
            for index, each in enumerate(named):
                if each not in known:
                    yield Finding(
                        message=f"the account {name} names {each}, which is not in {where}",
                        loc=("users", "accounts", name, key, index),
                        help=f"use one of {', '.join(sorted(known))}"
                        if known
                        else f"remove it, or add it to {where} with a gid",
                    )


@spec_rule(
    title="An account that nobody can log in to",
    why="Accounts have no passwords, and hosts accept only keys.",
    fix="Add the line of a `.pub` file to `keys`, or set `state: absent`.",
)
def user_without_key(spec: ClusterSpec) -> Iterator[Finding]:
    """Who is present has a key."""
    for name, account in spec.users.accounts.items():
        if account.state == "present" and not account.keys:
            yield KeyFinding(
                message=f"the account {name} has no keys",
                loc=("users", "accounts", name),
                help='add `keys: ["ssh-ed25519 AAAA... ada@desk"]`, the line of a .pub file, or `state: absent`',
            )


@spec_rule(
    title="An operator account that the playbooks cannot use",
    why="A run that locks out its own account cannot be followed by another.",
    fix="Give it `sudo: true` and a key, on all hosts; or remove `operator` if the playbooks use an account of the image.",
    absent=("users.accounts",),
)
def operator_locked_out(spec: ClusterSpec) -> Iterator[Finding]:
    """The operator's account exists on all hosts, and may become root."""
    operator = spec.users.operator
    account = spec.users.accounts.get(operator) if operator else None
    if operator and account is None:
        yield Finding(
            message=f"the playbooks log in as {operator}, which is not in users.accounts",
            loc=("users", "operator"),
            help="name one of users.accounts, or remove operator where the playbooks use an account of the image",
        )
    if operator and account and (lacks := list(_lacks(spec, account))):
        yield Finding(
            message=f"the playbooks log in as {operator}, which {' and '.join(lacks)}",
            loc=("users", "operator"),
            notes=(Note("the account is here", ("users", "accounts", operator)),),
            help=f"make users.accounts.{operator} present, with sudo: true and without hosts; or remove operator",
        )


def _lacks(spec: ClusterSpec, account: AccountSpec) -> Iterator[str]:
    if account.state == "absent":
        yield "is absent"
    if not account.sudo:
        yield "has no sudo"
    if account.hosts is not None and (missing := sorted(set(spec.hosts) - set(account.hosts))):
        yield f"is not on {', '.join(missing)}"


@spec_rule(
    title="SSH access for an unknown group or on unknown hosts",
    why="sshd accepts nobody through an unknown group, and hosts of a misspelt host group would accept everyone.",
    fix="Name a group of hosts, and groups of `users.groups`.",
    names=("hosts", "users.groups"),
)
def ssh_group_unknown(spec: ClusterSpec) -> Iterator[Finding]:
    """Keys of `users.ssh_groups` are groups of hosts, and their values are groups of accounts."""
    for hosts, groups in sorted(spec.users.ssh_groups.items()):
        place = ("users", "ssh_groups", hosts)
        if hosts not in spec.hosts:
            message = f"SSH access is stated for the hosts {hosts}, and there is no such group of hosts"
            yield Finding(message=message, loc=place, at_key=True, help=f"use one of {', '.join(sorted(spec.hosts))}")
        for index, group in enumerate(groups):
            if group not in spec.users.groups:
                known = ", ".join(sorted(spec.users.groups))
                yield Finding(
                    message=f"the group {group} has SSH access on {hosts}, and it is not in users.groups",
                    loc=(*place, index),
                    help=f"use one of {known}" if known else "state it in users.groups with its gid",
                )
