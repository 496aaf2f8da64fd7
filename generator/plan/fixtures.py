"""Fixtures of a rack that is sold as a product: NVLink switch trays, power shelves."""

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from generator.catalog.model import Host, RackFixture
from generator.model.groups import HostGroup
from generator.model.rack_places import fixture_places
from generator.plan.groups import Group
from generator.plan.plan import Plan


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
    """Place the fixtures of one rack, except those that are devices of the plan."""
    per_rack = plan.site.per_rack
    count = per_rack[group.name].count if group.name in per_rack else 1
    places = fixture_places(plan.site.racks, _fixtures(plan, group), count, group.height_u, group.gap_units)
    for place in places:
        if place.fixture.model is None:
            yield place.fixture.what, place.number, place.unit, place.fixture.height_u, place.stated
