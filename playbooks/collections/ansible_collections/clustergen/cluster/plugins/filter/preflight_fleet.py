# Copyright the clustergen authors. Licensed under Apache-2.0.

"""What one host cannot know of itself: whose chassis or card it has, and in what it differs from the others of its group.

What no document states (firmware, a GPU's PCI id, what a module of memory holds) is compared among equal hosts: where more than half of at least three
agree, another host is the odd one. Firmware is told and fails nobody; hardware that differs does.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Row = dict[str, Any]
Facts = dict[str, Any]
_FEWEST = 3
"""Hosts of a group below which nobody can say which of them is the odd one."""


def fleet_differences(rows: list[Row], seen: Mapping[str, Facts]) -> list[Row]:
    """Return all rows: those of the hosts, with the name of the host that a serial number or a card was meant for, and the odd ones of each group.

    `seen` has for each host its `group`, the `found` hardware, and the `serial` and `macs` (by port) that the inventory has; it is
    empty for a host that was not reached.
    """
    seen = {name: each for name, each in seen.items() if each}
    owners = {each["serial"]: name for name, each in seen.items() if each.get("serial")}
    for name, each in seen.items():
        owners |= {mac.lower(): f"{name} {port}" for port, mac in each.get("macs", {}).items()}
    told = [{**row, "hint": _whose(row, owners)} for row in rows]
    groups: dict[str, list[str]] = {}
    for name, each in seen.items():
        groups.setdefault(each["group"], []).append(name)
    odd = [row for group, names in groups.items() for row in _odd(group, {name: seen[name]["found"] for name in names})]
    return sorted([*told, *odd], key=lambda row: (row["host"], not row["fault"]))


def not_stated_by_group(seen: Mapping[str, Facts]) -> list[str]:
    """Return what was not judged, once for each group."""
    told = {each["group"]: each["not_stated"] for each in seen.values() if each}
    return [f"{group}: {', '.join(lacking)}" for group, lacking in sorted(told.items()) if lacking]


def _whose(row: Row, owners: Mapping[str, str]) -> str:
    owner = owners.get(row["found"], "")
    hint = str(row["hint"])
    if not owner or owner.split()[0] == row["host"] or not row["what"].startswith(("serial number", "MAC address")):
        return hint
    return f"this is {owner}'s: check whether the two are swapped, and swap them or their entries in assets.yaml"


def _odd(group: str, hosts: Mapping[str, Facts]) -> Iterator[Row]:
    for what, fault, of in _COMPARED:
        values = {name: value for name, found in hosts.items() if (value := of(found))}
        counts = Counter(values.values())
        if len(counts) < 2:
            continue
        usual, count = counts.most_common(1)[0]
        clear = len(values) >= _FEWEST and count * 2 > len(values)
        for name, value in values.items():
            if not clear or value != usual:
                like = f"{usual} ({count} of {len(values)} in {group})" if clear else f"the same in all of {group}"
                hint = (
                    "hosts of one group should be equal"
                    if clear
                    else "the hosts of this group differ, and no value is usual"
                )
                yield {
                    "host": name,
                    "what": what,
                    "planned": like,
                    "found": value,
                    "hint": hint,
                    "fault": fault and clear,
                }


def _gpu_models(found: Facts) -> str:
    return ", ".join(sorted({f"{gpu['vendor']}:{gpu['device']}" for gpu in found["gpus"]}))


def _memory(found: Facts) -> str:
    """Return the modules by size, or what the kernel has to the nearest 16 GiB: equal hosts differ by some MiB of it."""
    modules = Counter(found["memory"]["modules"])
    step = 1 << 34
    if modules:
        return " + ".join(f"{count} x {size >> 30} GiB" for size, count in sorted(modules.items()))
    return f"about {round(found['memory']['bytes'] / step) * 16} GiB"


def _firmware(found: Facts) -> str:
    told = {f"{nic['vendor']}:{nic['device']} {nic['firmware']}" for nic in found["nics"] if nic["firmware"]}
    return ", ".join(sorted(told))


_COMPARED: tuple[tuple[str, bool, Callable[[Facts], str]], ...] = (
    ("GPU models, within the group", True, _gpu_models),
    ("memory, within the group", True, _memory),
    ("NIC firmware, within the group", False, _firmware),
)


class FilterModule:
    """What Ansible takes from this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Name the filters."""
        return {"fleet_differences": fleet_differences, "not_stated_by_group": not_stated_by_group}
