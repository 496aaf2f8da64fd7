"""Affected devices: hosts to drain, switches to take out of service, and hosts that schedulers gain and lose."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from generator.change.records import Change, Kind
from generator.change.tables import PlanRows

GRAVE = (Kind.EFFECT, Kind.REMOVED)
MANAGEMENT = "oob"
"""The fabric that no job uses: its changes drain no host."""
_OF_DEVICE = {"addresses": "device", "harnesses": "device", "lags": "host", "asns": "holder"}
_OF_FABRIC = frozenset({"roce", "marking"})
_OF_MANAGEMENT = frozenset({"bmc", "management", "management_length", "management_gateway"})
"""Fields of devices, and uses of addresses, that only management uses."""
_ASIDE = _OF_MANAGEMENT | {"state"}
"""Fields whose change takes no device out of service; a state itself does."""


class Drain(Struct, frozen=True):
    """A switch to take out of service, the tables of the changes, and the hosts that have links to it."""

    switch: str
    why: tuple[str, ...]
    hosts: tuple[str, ...]


class Joins(Struct, frozen=True):
    """Hosts that join or leave a scheduler, or stay in it with another part."""

    scheduler: str
    join: tuple[str, ...]
    leave: tuple[str, ...]
    other: tuple[str, ...]


def touched(old: PlanRows, new: PlanRows, changes: Iterable[Change]) -> dict[str, tuple[str, ...]]:
    """Return every device of both plans that a change with effect or a removal concerns as a whole, with the tables of these changes.

    Hosts come first. A change of one link concerns its host; the switch at its other end stays in service, also if it only announces one prefix
    less, or a filter changes.
    """
    found: dict[str, dict[str, None]] = {}
    of_fabric = _by_fabric(old)
    for change in changes:
        if change.kind in GRAVE:
            for device in _devices(change, of_fabric):
                found.setdefault(device, {})[change.table] = None
    stay = {row["name"] for section in ("hosts", "switches") for row in new[section]}
    names = [row["name"] for section in ("hosts", "switches") for row in old[section]]
    return {name: tuple(found[name]) for name in names if name in found and name in stay}


def whole(found: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Return the devices that change themselves, not only at one of their links."""
    return {name for name, why in found.items() if set(why) - {"links", "ports", "lags"}}


def _devices(change: Change, of_fabric: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    row = change.before or change.row
    if change.table in ("hosts", "switches"):
        if change.kind is Kind.EFFECT and any(field.name not in _ASIDE for field in change.fields if field.effect):
            yield row["name"]
    elif change.table in ("links", "ports"):
        if row["kind"] == "host_leaf" and row["fabric"] != MANAGEMENT:
            yield row["a"]["device"] if change.table == "links" else row["peer"]
    elif change.table in _OF_DEVICE:
        if row.get("use") not in (*_OF_MANAGEMENT, "link"):  # of a link, which has its own change
            yield row[_OF_DEVICE[change.table]]
    elif change.table in _OF_FABRIC:
        yield from of_fabric.get(row["fabric"], ())


def _by_fabric(plan: PlanRows) -> dict[str, tuple[str, ...]]:
    """Name the switches that have ports of each fabric."""
    found: dict[str, list[str]] = {}
    for row in plan["switches"]:
        for fabric in row["carries"]:
            found.setdefault(fabric, []).append(row["name"])
    return {fabric: tuple(names) for fabric, names in found.items()}


def drains(old: PlanRows, found: Mapping[str, tuple[str, ...]]) -> tuple[Drain, ...]:
    """Return the switches to take out of service, with the hosts behind them."""
    hosts = {row["name"] for row in old["hosts"]}
    behind: dict[str, dict[str, None]] = {}
    for link in old["links"]:
        if link["kind"] == "host_leaf" and link["b"]["device"] in found and link["a"]["device"] in hosts:
            behind.setdefault(link["b"]["device"], {})[link["a"]["device"]] = None
    return tuple(Drain(name, why, tuple(behind.get(name, ()))) for name, why in found.items() if name not in hosts)


def joins(changes: Iterable[Change]) -> list[Joins]:
    """Return the hosts that every scheduler gains and loses."""
    found: dict[str, tuple[list[str], list[str], list[str]]] = {}
    for change in changes:
        if change.table == "schedulers":
            join, leave, other = found.setdefault(change.row["scheduler"], ([], [], []))
            place = {Kind.ADDED: join, Kind.REMOVED: leave}.get(change.kind, other)
            place.append(change.row["host"])
    return [Joins(name, tuple(join), tuple(leave), tuple(other)) for name, (join, leave, other) in found.items()]
