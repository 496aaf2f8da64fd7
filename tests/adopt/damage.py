"""Records of a site lost, swapped or renamed, whatever form it is exported in: the plan is harmed, and the forms' own exporters print it."""

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

_ADDRESSED = ("INTERFACE", "VLAN_INTERFACE", "LOOPBACK_INTERFACE", "MGMT_INTERFACE")
Harm = Callable[[Sequence[Any], int, random.Random], list[Any]]


class Site(Struct):
    """What exporters read of a plan: devices, links and addresses, in any state."""

    plan: Any
    links: list[Any]
    addresses: list[Any]
    devices: list[Any]
    subnets: list[Any]

    def __getattr__(self, name: str) -> Any:
        """Return the rest as in the plan."""
        return getattr(self.plan, name)


def _swap_links(one: Any, other: Any) -> tuple[Any, Any]:
    return replace(one, b=other.b), replace(other, b=one.b)


def _swap_addresses(one: Any, other: Any) -> tuple[Any, Any]:
    return replace(one, address=other.address), replace(other, address=one.address)


def _swap_places(one: Any, other: Any) -> tuple[Any, Any]:
    return replace(one, rack=other.rack, unit=other.unit), replace(other, rack=one.rack, unit=one.unit)


def lost(rows: Sequence[Any], count: int, dice: random.Random) -> list[Any]:
    """Leave rows out."""
    gone = set(dice.sample(range(len(rows)), count))
    return [row for n, row in enumerate(rows) if n not in gone]


def swapped(rows: Sequence[Any], count: int, dice: random.Random) -> list[Any]:
    """Exchange the upper ends of links, the addresses of interfaces, the places of devices."""
    found = list(rows)
    swap = _swap_links if hasattr(rows[0], "b") else _swap_addresses if hasattr(rows[0], "use") else _swap_places
    for _ in range(count):
        one, other = dice.sample(range(len(found)), 2)
        found[one], found[other] = swap(found[one], found[other])
    return found


def renamed(rows: Sequence[Any], count: int, dice: random.Random) -> list[Any]:
    """Misspell devices, or call them as others are called."""
    found = list(rows)
    for n in dice.sample(range(len(found)), count):
        row = found[n]
        if hasattr(row, "b"):
            name = _other([each.a.device for each in rows], row.a.device, dice)
            node = getattr(row.a, "node", "")
            more = {"node": node.replace(row.a.device, name, 1)} if node else {}
            found[n] = replace(row, a=replace(row.a, device=name, **more))
        elif hasattr(row, "use"):
            found[n] = replace(row, device=_other([each.device for each in rows], row.device, dice))
        else:
            found[n] = replace(row, name=f"{row.name}x")
    return found


def _other(names: list[str], name: str, dice: random.Random) -> str:
    return dice.choice(names) if dice.random() < 0.5 else f"{name}x"


def harmed(plan: Any, harm: Harm, share: int, seed: str) -> Site:
    """Return a plan of which a share of every list is harmed."""
    dice = random.Random(seed)

    def some(rows: Sequence[Any]) -> list[Any]:
        return harm(rows, max(1, len(rows) * share // 100), dice) if rows else []

    subnets = [replace(each, links=tuple(some(each.links))) for each in plan.subnets]
    return Site(plan, some(plan.links), some(plan.addresses), some(plan.devices), subnets)


def harmed_tables(text: str, harm: str, share: int, seed: str) -> str:
    """Return a config_db.json of which a share of the rows with addresses is lost, swapped or on another interface."""
    data, dice = json.loads(text), random.Random(seed)
    rows = [(table, key) for table in _ADDRESSED for key in data.get(table, {}) if "|" in key]
    count = max(1, len(rows) * share // 100)
    for table, key in dice.sample(rows, min(count, len(rows))):
        name, address = key.split("|", 1)
        body = data[table].pop(key, {})
        if harm == "swapped":
            other = dice.choice([each for each in rows if each[0] == table])[1]
            data[table].pop(other, None)
            data[table] |= {f"{name}|{other.split('|', 1)[1]}": body, f"{other.split('|', 1)[0]}|{address}": body}
        elif harm == "renamed":
            data[table][f"{name}9|{address}"] = body
    return json.dumps(data, indent=1)


def harmed_lines(text: str, harm: str, share: int, seed: str, names: Sequence[str]) -> str:
    """Return a text of which a share of the lines that name devices is lost, or has its names swapped or misspelt."""
    lines, dice = text.splitlines(), random.Random(seed)
    mine = [n for n, line in enumerate(lines) if any(re.search(rf"\b{name}\b", line) for name in names)]
    for n in dice.sample(mine, max(1, len(mine) * share // 100)):
        name = next(each for each in names if re.search(rf"\b{each}\b", lines[n]))
        other = {"lost": "", "renamed": f"{name}x", "swapped": dice.choice(names)}[harm]
        lines[n] = "#" if harm == "lost" else re.sub(rf"\b{name}\b", other, lines[n])
    return "\n".join(lines) + "\n"
