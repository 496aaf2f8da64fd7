"""Places in racks that hosts have: of the devices that come with these racks, and of the leaves that manage them."""

from collections.abc import Iterator, Mapping, Sequence

from generator.model.device import Place
from generator.model.fabric_shape import FabricShape
from generator.model.floor import FloorPlan, host_height, switch_height
from generator.model.groups import HostGroup
from generator.model.rack_places import FixturePlace, fixture_places
from generator.model.room import Floor, Pairs
from generator.model.units import fit_down


def late_leaves(shapes: Mapping[str, FabricShape]) -> Iterator[tuple[str, int]]:
    """Yield the leaves that connect only devices that come with racks: fabric and ordinal."""
    for name, shape in shapes.items():
        for ordinal in range(shape.first.leaves, 0 if shape.carrier else shape.leaves):
            yield name, ordinal


def place_in_racks(
    plan: FloorPlan, floor: Floor, groups: Sequence[HostGroup], shapes: Mapping[str, FabricShape]
) -> None:
    """Assign the units of devices that come with racks, and put each leaf of these devices at the top of one of their racks.

    A leaf for which no such rack has room stands in a rack behind all others.
    """
    by_name = {group.name: group for group in groups}
    for group in (each for each in groups if each.share):
        for ordinal in (n for n in range(group.max) if (group.name, n) not in plan.host_places):
            plan.host_places[group.name, ordinal] = _beside(plan, floor, group, by_name, ordinal)
    tops: dict[str, int] = {}
    for place in plan.held.places.values():
        tops[place.rack] = min(tops.get(place.rack, floor.spec.units), place.unit - 1)
    behind = Pairs(floor, "switches", downwards=True, most=floor.spec.switches_per_rack)
    for name, ordinal in late_leaves(shapes):
        shape = shapes[name]
        height = switch_height(shape, "leaf")
        if plan.is_placed(name, "leaf", ordinal):
            place = plan.switch(name, "leaf", ordinal)
            tops[place.rack] = min(tops.get(place.rack, floor.spec.units), place.unit - 1)
            continue
        found = _top(plan, floor, shape, by_name, ordinal, height, tops)
        plan.place_switch(shape, "leaf", ordinal, found or behind.add(ordinal, height))


def _beside(plan: FloorPlan, floor: Floor, group: HostGroup, by_name: Mapping[str, HostGroup], ordinal: int) -> Place:
    """Return the place of a device in the rack of its hosts."""
    share = group.share
    assert share is not None
    rack, number = divmod(ordinal, share.devices)
    hosts = by_name[share.group]
    first = plan.host(hosts.name, min(rack * share.hosts, hosts.max - 1))
    unit = next(
        place.unit
        for place in fixtures_of(plan, floor, hosts)
        if place.kind == share.fixture and place.number == number + 1
    )
    return Place(rack=first.rack, row=first.row, position=first.position, unit=unit, height_u=host_height(group))


def fixtures_of(plan: FloorPlan, floor: Floor, hosts: HostGroup) -> Iterator[FixturePlace]:
    """Yield the fixtures of a rack of hosts at their units."""
    per_rack = plan.per_rack[hosts.name].count
    return fixture_places(floor.spec, hosts.model.rack_fixtures, per_rack, host_height(hosts), hosts.spec.gap_units)


def _top(
    plan: FloorPlan,
    floor: Floor,
    shape: FabricShape,
    by_name: Mapping[str, HostGroup],
    ordinal: int,
    height_u: int,
    tops: dict[str, int],
) -> Place | None:
    """Take the highest free units of the rack in the middle of what a leaf serves; None where that rack is full."""
    seated = shape.seating.in_su(ordinal // shape.seating.leaves_per_su)
    places = [(run.member, run.first + n) for run in seated for n in range(run.count)]
    middle = plan.host(*places[len(places) // 2])
    share = by_name[places[0][0]].share
    assert share is not None
    hosts = by_name[share.group]
    taken = [place.unit + place.fixture.height_u for place in fixtures_of(plan, floor, hosts)]
    unit = fit_down(floor.spec, tops.get(middle.rack, floor.spec.units), height_u)
    if unit is None or unit < max(taken):
        return None
    tops[middle.rack] = unit - 1
    return Place(rack=middle.rack, row=middle.row, position=middle.position, unit=unit, height_u=height_u)
