"""Columns of a fabric panel: a scalable unit each while they are few, then runs of units that are alike."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import groupby

from msgspec import Struct

from generator.plan.fabrics import Fabric
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.drawing.bundles import Bundles
from generator.render.drawing.words import bundle, ranges, span

MOST = 12
"""The most columns of a panel."""


class Seats(Struct, frozen=True):
    """Devices of one group in one scalable unit: how many are installed, and how many are in the envelope."""

    group: str
    devices: tuple[str, ...]
    max: int
    ports: str

    @property
    def alike(self) -> tuple[str, int, int]:
        """Key of units that look the same."""
        return (self.group, len(self.devices), self.max)


class Unit(Struct, frozen=True):
    """A scalable unit that is installed: its pod, leaves and devices."""

    su: int
    pod: int
    leaves: tuple[Switch, ...]
    seats: tuple[Seats, ...]

    @property
    def alike(self) -> Hashable:
        """Key of units that look the same."""
        return (len(self.leaves), tuple(seats.alike for seats in self.seats))


class Column(Struct, frozen=True):
    """Neighbouring units drawn as one."""

    units: tuple[Unit, ...]

    @property
    def title(self) -> str:
        """`SU 1`, or `SU 1-8`."""
        return "SU " + ranges(unit.su + 1 for unit in self.units)

    @property
    def leaves(self) -> list[Switch]:
        """All leaves, in order."""
        return [leaf for unit in self.units for leaf in unit.leaves]

    @property
    def pods(self) -> list[int]:
        """Its pods, from 0."""
        return sorted({unit.pod for unit in self.units})

    def lines(self) -> list[str]:
        """Return the devices cabled to it, an entry for each group."""
        by_group: dict[str, list[Seats]] = {}
        for unit in self.units:
            for seats in unit.seats:
                by_group.setdefault(seats.group, []).append(seats)
        return [_line(every, len(self.units)) for every in by_group.values()]


def _line(every: Sequence[Seats], units: int) -> str:
    first = every[0]
    names = sorted(name for seats in every for name in seats.devices)
    most = sum(seats.max for seats in every)
    of = f" of {most}" if most > len(names) else ""
    alike = len(every) == units > 1 and len({seats.alike for seats in every}) == 1
    each = f" ({len(first.devices)} in each SU)" if alike else ""
    ports = f", {first.ports} each" if first.ports else ""
    return f"{len(names)}{of} {first.group}{each}{ports}: {span(names)}"


def installed_units(plan: Plan, fabric: Fabric, bundles: Bundles) -> list[Unit]:
    """Find the scalable units of a fabric that have leaves today, with their leaves in plane 0."""
    leaves: dict[int, list[Switch]] = {}
    for switch in plan.switches:
        if fabric.name in switch.carries and switch.tier == "leaf" and switch.plane == 0:
            leaves.setdefault(switch.su or 0, []).append(switch)
    room = {(each.su, each.member): each.count for each in fabric.rooms}
    ports = {member.name: bundle(Counter(member.speeds_gbps)) for member in fabric.members}
    return [
        Unit(
            su,
            mine[0].pod,
            tuple(mine),
            tuple(
                Seats(group, tuple(devices), room.get((su, group), 0), ports.get(group, ""))
                for group, devices in bundles.devices.get(su, {}).items()
            ),
        )
        for su, mine in leaves.items()
    ]


def columns_of(units: Sequence[Unit]) -> list[Column]:
    """Fold units until they fit: not at all, alike ones of a pod, alike ones, whole pods, and the rest in one."""
    keys: tuple[Callable[[Unit], Hashable], ...] = (
        lambda unit: unit.su,
        lambda unit: (unit.pod, unit.alike),
        lambda unit: unit.alike,
        lambda unit: unit.pod,
    )
    columns: list[Column] = []
    for key in keys:
        columns = [Column(tuple(run)) for _, run in groupby(units, key)]
        if len(columns) <= MOST:
            return columns
    rest = tuple(unit for column in columns[MOST - 1 :] for unit in column.units)
    return [*columns[: MOST - 1], Column(rest)]
