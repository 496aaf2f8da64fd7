"""Accounts of administrators: the accounts of each host, and their home directories.

Numbers are stated in the spec, so they stay when other accounts are added or removed.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath

from msgspec import Struct

from generator.plan.clients import is_client
from generator.plan.hosts.accounts import Account, AccountGroup, Users
from generator.plan.hosts.configured import system_of
from generator.plan.hosts.directory import allowed_groups
from generator.plan.hosts.setup import family_of
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier
from generator.spec.cluster import ClusterSpec


class HostAccounts(Struct, frozen=True, kw_only=True):
    """The accounts of one host: those that exist, those that are refused by name, and whether home directories are created there or mounted."""

    present: tuple[Account, ...]
    absent: tuple[str, ...]
    groups: tuple[AccountGroup, ...]
    makes_homes: bool
    allowed: tuple[str, ...]
    """The only groups whose members sshd admits; empty where it admits every account."""
    keys_in_directory: bool
    """Whether sshd reads keys of other users from the directory."""


def plan_accounts(spec: ClusterSpec) -> Iterator[Account]:
    """Yield every account, by name."""
    for name, account in sorted(spec.users.accounts.items()):
        yield Account(
            name=name,
            uid=account.uid,
            gid=account.uid,
            groups=tuple(sorted(set(account.groups))),
            sudo=account.sudo,
            keys=tuple(sorted(set(account.keys))),
            hosts=tuple(sorted(spec.hosts if account.hosts is None else set(account.hosts))),
            home=f"{spec.users.home}/{name}",
            who=account.who,
            state=account.state,
        )


def plan_account_groups(spec: ClusterSpec) -> Iterator[AccountGroup]:
    """Yield every group of accounts, by name."""
    for name, gid in sorted(spec.users.groups.items()):
        yield AccountGroup(name=name, gid=gid)


def plan_users(spec: ClusterSpec) -> Users:
    """Return every account and group, by name."""
    accounts, groups = tuple(plan_accounts(spec)), tuple(plan_account_groups(spec))
    return Users(accounts=accounts, groups=groups, home=spec.users.home, ssh_groups=_ssh_groups(spec))


def _ssh_groups(spec: ClusterSpec) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((name, tuple(sorted(set(groups)))) for name, groups in sorted(spec.users.ssh_groups.items()))


def accounts_of(plan: Plan, host: Host) -> HostAccounts:
    """Return the accounts of a host."""
    every = plan.users.accounts
    present = tuple(each for each in every if each.state == "present" and host.group in each.hosts)
    directory = plan.site.services.directory
    stated = dict(plan.users.ssh_groups).get(host.group)
    return HostAccounts(
        present=present,
        absent=tuple(each.name for each in every if each.state == "absent"),
        groups=plan.users.groups,
        makes_homes=home_tier(plan, host) is None,
        allowed=() if stated is None else (*_operators(plan, host, present), *stated, *allowed_groups(plan, host)),
        keys_in_directory=directory is not None and directory.ssh_keys,
    )


def _operators(plan: Plan, host: Host, present: tuple[Account, ...]) -> Iterator[str]:
    """Yield the groups of administrators of a host: root's, that of the image's first user (sudo or wheel), and the own groups of accounts with sudo."""
    yield from ("root", "wheel" if family_of(system_of(plan, host)) == "redhat" else "sudo")
    yield from (each.name for each in present if each.sudo)


def home_tier(plan: Plan, host: Host) -> Tier | None:
    """Return the tier that home directories of a host come with, if any: the one that is mounted on their folder, or above it."""
    home = PurePosixPath(plan.users.home)
    for tier in plan.tiers:
        if is_client(tier, host) and home.is_relative_to(tier.mount):
            return tier
    return None
