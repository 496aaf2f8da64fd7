"""Redundant switches: of two that share a device below, or that a cable joins, one stays in service while the other is out."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from generator.change.records import Row
from generator.change.tables import PlanRows


def stand_ins(plan: PlanRows, wanted: Collection[str]) -> Mapping[str, set[str]]:
    """Return, for some switches, those that must be up while one of them is out: no two of them are in one step."""
    uppers: dict[str, set[str]] = {}
    joined: dict[str, set[str]] = {}
    for link in plan["links"] if len(wanted) > 1 else ():
        lower, upper = link["a"]["device"], link["b"]["device"]
        if upper in wanted:
            uppers.setdefault(lower, set()).add(upper)
            joined.setdefault(lower, set()).add(upper)
            joined.setdefault(upper, set()).add(lower)
    for names in uppers.values():
        for name in names:
            joined[name] |= names
    return {name: others - {name} for name, others in joined.items()}


def apart(plan: PlanRows, switches: Sequence[Row]) -> Iterator[tuple[str, ...]]:
    """Divide switches into parts, upper tiers first, so that no part has two upper switches of one device, or two switches that a cable joins."""
    joined = stand_ins(plan, {row["name"] for row in switches})
    for tier in ("core", "spine", "leaf"):
        parts: list[set[str]] = []
        for name in (row["name"] for row in switches if row["tier"] == tier):
            free = next((part for part in parts if not part & joined.get(name, set())), None)
            if free is None:
                parts.append({name})
            else:
                free.add(name)
        yield from (tuple(row["name"] for row in switches if row["name"] in part) for part in parts)
