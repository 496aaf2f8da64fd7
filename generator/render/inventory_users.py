"""What the inventory says of accounts: the variables that the role `users` reads, by group of hosts. Keys and sudo are files of the host."""

from collections.abc import Iterator
from typing import Any

from generator.plan.hosts.users import accounts_of
from generator.plan.plan import Plan
from generator.plan.records import Host


def user_facts(plan: Plan, host: Host) -> Iterator[tuple[str, Any]]:
    """Give the accounts of a host as they are to be; nothing where the spec names none."""
    accounts = accounts_of(plan, host)
    if accounts.groups:
        yield "users_groups", [{"name": each.name, "gid": each.gid} for each in accounts.groups]
    if accounts.present:
        yield (
            "users_accounts",
            [
                {
                    "name": each.name,
                    "uid": each.uid,
                    "who": each.who,
                    "groups": list(each.groups),
                    "home": each.home,
                    "sudo": each.sudo,
                }
                for each in accounts.present
            ],
        )
        yield "users_makes_homes", accounts.makes_homes
    if accounts.absent:
        yield "users_absent", list(accounts.absent)
