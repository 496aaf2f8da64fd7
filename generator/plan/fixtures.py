"""What else stands in a rack that is a product of its own: NVLink switch trays, power shelves."""

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from generator.catalog.model import Host, RackFixture
from generator.model.groups import HostGroup
from generator.model.units import fit_up, stack
from generator.plan.groups import Group
from generator.plan.plan import Plan
from generator.spec.racks import RacksSpec


class Fixture(Struct, frozen=True, kw_only=True):
    """One fixture at its units; `stated` says whether a document places it there, or clustergen."""

    rack: str
    what: str
    number: int
    unit: int
    height_u: int
    stated: bool


def plan_fixtures(plan: Plan) -> Iterator[Fixture]:
    """Yield the fixtures of every rack with a host of such a product, rack by rack, from the lowest unit up."""
    groups = {name: group for name, group in plan.groups.items() if _fixtures(plan, group)}
    racks: dict[str, Group] = {}
    for host in plan.hosts if groups else ():
        if host.group in groups:
            racks.setdefault(host.rack, groups[host.group])
    placed = cache(lambda name: tuple(_places(plan, groups[name])))
    for rack, group in racks.items():
        for what, number, unit, height_u, stated in placed(group.name):
            yield Fixture(rack=rack, what=what, number=number, unit=unit, height_u=height_u, stated=stated)


def fixture_units(group: HostGroup) -> int:
    """Rack units that the fixtures of a rack of these hosts take."""
    return sum(fixture.count * fixture.height_u for fixture in group.model.rack_fixtures)


def _fixtures(plan: Plan, group: Group) -> tuple[RackFixture, ...]:
    return plan.hardware.get(Host, group.model).rack_fixtures


def _places(plan: Plan, group: Group) -> Iterator[tuple[str, int, int, int, bool]]:
    """Place the fixtures of one rack: where a document says, else one above the other over the hosts."""
    spec, height = plan.site.racks, group.height_u
    per_rack = plan.site.per_rack
    count = per_rack[group.name].count if group.name in per_rack else 1
    hosts = stack(spec, count, height, group.gap_units)
    low = hosts[-1] + height if hosts else spec.first_unit
    for fixture in _fixtures(plan, group):
        for number in range(fixture.count):
            if fixture.units:
                yield fixture.what, number + 1, fixture.units[number], fixture.height_u, True
                continue
            unit = _next(spec, low, fixture.height_u)
            yield fixture.what, number + 1, unit, fixture.height_u, False
            low = unit + fixture.height_u


def _next(spec: RacksSpec, low: int, height_u: int) -> int:
    """The next free unit; a rack that does not hold them all is refused by a rule."""
    return fit_up(spec, low, height_u) or low
