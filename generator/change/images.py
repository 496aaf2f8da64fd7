"""Another release of a switch's system: its image is installed beside the present one and booted, one switch at a time.

Upper tiers come first, as in the waves of `switches.yml`: a bad image there costs capacity, on a leaf it costs ports of hosts. Out-of-band switches come
last, those of control hosts at the end, as all others are reached through them.
"""

from collections.abc import Collection, Iterable, Sequence

from generator.catalog.load import Catalog
from generator.catalog.model import SwitchSystem
from generator.change.records import Change, Row
from generator.change.sequence import Group
from generator.change.step import StepKind
from generator.change.tables import PlanRows
from generator.change.touched import MANAGEMENT

KIND: StepKind = "release"
_UPPER_FIRST = ("core", "spine", "leaf")
_CONTROL = "control"
_AFTER_ALL = 6
"""A rank behind those of all other work, as the files of new cables and neighbours do not wait for an image."""


def images(changes: Iterable[Change]) -> dict[str, tuple[str, ...]]:
    """Return the switches that get another release of their system: the system, a release that must run in between, and the new one."""
    found: dict[str, tuple[str, ...]] = {}
    for change in changes:
        if change.table == "switches" and not change.whole and change.before is not None and change.after is not None:
            names = {field.name for field in change.fields}
            if "version" in names and not names & {"os", "model"}:
                found[change.key[0]] = _way(change.before, change.after)
    return found


def _way(before: Row, after: Row) -> tuple[str, ...]:
    system, was, now = after["os"], before["version"], after["version"]
    facts = Catalog().find(SwitchSystem, system)
    oldest = facts.upgrades_from.get(now, "") if facts else ""
    return (system, oldest, now) if oldest and _numbers(was) < _numbers(oldest) else (system, now)


def _numbers(release: str) -> tuple[int, ...]:
    """Return the numbers of a release, to compare it; none where it is not made of them."""
    parts = release.split(".")
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else ()


def put_last(groups: Iterable[Group], old: PlanRows, changes: Sequence[Change], busy: Collection[str]) -> None:
    """Give switches that change by their release alone steps of their own kind behind all others; not where they have work on cables, or must be configured before it (`busy`)."""
    alone = {
        change.key[0]
        for change in changes
        if change.table == "switches" and {field.name for field in change.fields if field.effect} == {"version"}
    }
    alone &= images(changes).keys() - set(busy)
    rows = {row["name"]: row for row in old["switches"]}
    ours = _on_the_way(old)
    for group in groups:
        if group.kind == "switch" and not group.tasks and alone.issuperset(group.devices):
            row = rows[group.devices[0]]
            group.kind, group.rank = KIND, (_AFTER_ALL + _turn(row, ours), group.rank[1])


def _turn(switch: Row, on_the_way: Collection[str]) -> int:
    tiers = len(_UPPER_FIRST)
    if switch["fabric"] != MANAGEMENT:
        return _UPPER_FIRST.index(switch["tier"])
    return tiers + (switch["name"] in on_the_way)


def _on_the_way(plan: PlanRows) -> set[str]:
    """Return the out-of-band switches that control hosts reach all others through: their leaves, and upper tiers."""
    hosts = {row["name"] for row in plan["hosts"] if row["role"] == _CONTROL}
    upper = {row["name"] for row in plan["switches"] if row["fabric"] == MANAGEMENT and row["tier"] != "leaf"}
    return upper | {
        link["b"]["device"] for link in plan["links"] if link["fabric"] == MANAGEMENT and link["a"]["device"] in hosts
    }
