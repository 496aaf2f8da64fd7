# Copyright the clustergen authors. Licensed under Apache-2.0.

"""What has to be done on a host so that its accounts are those of the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

SHELL, NO_SHELL = "/bin/bash", "/usr/sbin/nologin"
_FIRST = 2000
"""Below are accounts of the system and of its image; what is locked is never one of these."""
Row = list[str]


def account_steps(
    passwd: Sequence[str],
    group: Sequence[str],
    accounts: Sequence[Mapping[str, Any]],
    groups: Sequence[Mapping[str, Any]],
    left: Sequence[str],
) -> dict[str, list[Any]]:
    """Hold lines of passwd(5) and group(5) against the plan: `groups` to make, `accounts` to make or change, names to `lock`, and `faults`.

    A number is never changed: files would keep the old one. Groups that are not the plan's keep their members.
    """
    there = {row[0]: row for row in _rows(passwd)}
    known = {row[0]: row for row in _rows(group)}
    wanted = [*groups, *({"name": each["name"], "gid": each["uid"]} for each in accounts)]
    ours = {each["name"] for each in wanted}
    planned = [_planned(each, known, ours) for each in accounts]
    return {
        "faults": [*_account_faults(there, accounts), *_group_faults(known, wanted), *_system_faults(there, left)],
        "groups": [each for each in wanted if each["name"] not in known],
        "accounts": [each for each in planned if _differs(each, there, known)],
        "lock": [name for name in left if name in there and there[name][6] != NO_SHELL],
    }


def _rows(lines: Sequence[str]) -> Iterator[Row]:
    return (line.split(":") for line in lines if line)


def _planned(account: Mapping[str, Any], known: Mapping[str, Row], ours: set[str]) -> dict[str, Any]:
    name = account["name"]
    others = [row[0] for row in known.values() if name in row[3].split(",") and row[0] not in ours]
    return {
        "name": name,
        "uid": account["uid"],
        "groups": sorted({*account["groups"], *others}),
        "who": account["who"],
        "home": account["home"],
        "shell": SHELL,
    }


def _differs(planned: Mapping[str, Any], there: Mapping[str, Row], known: Mapping[str, Row]) -> bool:
    row = there.get(planned["name"])
    if row is None:
        return True
    groups = sorted(each[0] for each in known.values() if planned["name"] in each[3].split(","))
    number = str(planned["uid"])
    want = [number, planned["who"], planned["home"], planned["shell"], planned["groups"]]
    return [row[3], row[4], row[5], row[6], groups] != want


def _account_faults(there: Mapping[str, Row], accounts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    holders = {row[2]: name for name, row in there.items()}
    for account in accounts:
        name, number = account["name"], str(account["uid"])
        if name in there and there[name][2] != number:
            yield (
                f"{name} has the uid {there[name][2]} here, but the plan has {number}: change the owner of its files while it is logged out "
                f"(usermod --uid {number} {name}; chown its files outside of its home), or set uid: {there[name][2]}"
            )
        elif holders.get(number, name) != name:
            yield f"{holders[number]} has the uid {number} here, which the plan assigns to {name}: set another one for {name}"


def _group_faults(known: Mapping[str, Row], wanted: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    holders = {row[2]: name for name, row in known.items()}
    for group in wanted:
        name, number = group["name"], str(group["gid"])
        if name in known and known[name][2] != number:
            yield f"the group {name} has the gid {known[name][2]} here, but the plan has {number}: run groupmod --gid {number} {name}, or set {known[name][2]}"
        elif holders.get(number, name) != name:
            yield f"the group {holders[number]} has the gid {number} here, which the plan assigns to {name}: set another one for {name}"


def _system_faults(there: Mapping[str, Row], left: Sequence[str]) -> Iterator[str]:
    for name in left:
        if name in there and int(there[name][2]) < _FIRST:
            yield f"{name} cannot be locked: its uid {there[name][2]} belongs to an account of the system or the image"


class FilterModule:
    """The filter, for Ansible."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Return the filters by name."""
        return {"account_steps": account_steps}
