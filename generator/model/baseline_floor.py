"""Racks on a baseline: the floor of the earlier plan. New devices take the free units of its last racks, then new rows."""

from collections.abc import Mapping, Sequence

from generator.model.baseline import BaselineFloor, BaselineRow, BaselineStack
from generator.model.device import TIERS, Place
from generator.model.fabric_shape import FabricShape
from generator.model.floor import FloorPlan, HostRun, host_height, switch_height
from generator.model.groups import HostGroup
from generator.model.held import held_of
from generator.model.planes import envelope_switches, switch_name
from generator.model.rack_limits import PerRack
from generator.model.room import Floor, HostStack, Pairs
from generator.model.units import fit_up


def restore(
    plan: FloorPlan,
    floor: Floor,
    groups: Sequence[HostGroup],
    shapes: dict[str, FabricShape],
    baseline: BaselineFloor,
) -> None:
    """Place what had a place in the earlier plan there; racks that follow begin a row."""
    plan.first_slot = len(baseline.slots)
    floor.row, floor.position = max(slot.row for slot in baseline.slots) + 1, 0
    by_name = {group.name: group for group in groups}
    last = {row.group: row for row in baseline.rows}
    for row in baseline.rows:
        if row.group in by_name:
            run = _host_run(floor, by_name[row.group], row, fill=row is last[row.group])
            plan.add_run(row.group, run)
            plan.per_rack[row.group] = PerRack(
                count=row.per_rack, reason="as the earlier plan has it", rule="existing devices keep their places"
            )
    for group in groups:
        for ordinal in range(group.max):
            place = baseline.places.get(group.host_name(ordinal))
            if place and place.height_u == host_height(group):
                plan.host_places[group.name, ordinal] = place
    for shape in (each for each in shapes.values() if not each.carrier):
        every = envelope_switches(shape)
        for tier in TIERS:
            for ordinal in every.of(tier):
                place = baseline.places.get(switch_name(shape, tier, ordinal))
                if place and place.height_u == switch_height(shape, tier):
                    plan.place_switch(shape, tier, ordinal, place)
    switches = {
        switch_name(shape, tier, ordinal)
        for shape in shapes.values()
        if not shape.carrier
        for tier in TIERS
        for ordinal in envelope_switches(shape).of(tier)
    }
    plan.held = held_of(baseline, by_name, plan.hosts.keys() | switches)
    for name, stack in baseline.stacks.items():
        _refill(plan.stacks[name], floor, stack)


def left_units(
    plan: FloorPlan, floor: Floor, pairs: Pairs, gaps: Mapping[str, int], ordinal: int, height_u: int
) -> Place | None:
    """Return the lowest units that a released group has left on one side of a stack; nothing where there are none. `gaps`: units that stay empty above hosts, by group."""
    side, spec = ordinal % 2, floor.spec
    racks = {slot.name: slot for slot in pairs.racks[side]}
    taken: dict[str, set[int]] = {name: set() for name in racks}
    hosts = ((place, gaps[group]) for (group, _), place in plan.host_places.items())
    for place, gap in (*hosts, *((place, 0) for place in plan.switch_places.values())):
        if place.rack in taken:
            taken[place.rack] |= set(range(place.unit, place.unit + place.height_u + gap))
    for rack, kept in plan.held.units:
        if rack in taken:
            taken[rack].add(kept)
    for name, slot in racks.items():
        edge = pairs.edges[side] if slot is pairs.racks[side][-1] else None
        end = edge if edge is not None else spec.units + 1
        low = spec.first_unit
        while (unit := fit_up(spec, low, height_u)) is not None and unit + height_u <= end:
            if taken[name].isdisjoint(range(unit, unit + height_u)):
                return Place(rack=name, row=slot.row, position=slot.position, unit=unit, height_u=height_u)
            low = unit + 1
    return None


def _host_run(floor: Floor, group: HostGroup, row: BaselineRow, *, fill: bool) -> HostRun:
    """Return a row of racks of the earlier plan; the `fill` of the last rack of the last row is where new hosts begin."""
    slots = {slot.name: slot for slot in floor.slots}
    stack = HostStack(floor, row.per_rack, host_height(group), group.spec.gap_units)
    if stack.height_u == row.height_u:
        stack.units = row.units
    racks = {row.first + turn * row.per_rack: slots[rack] for turn, rack in enumerate(row.racks)}
    room = len(row.racks) * row.per_rack if fill else row.count
    return HostRun(row.first, max(row.count, min(room, group.max - row.first)), stack, racks)


def _refill(pairs: Pairs, floor: Floor, stack: BaselineStack) -> None:
    """Continue a stack where the earlier plan ended it."""
    slots = {slot.name: slot for slot in floor.slots}
    pairs.racks = [[slots[rack] for rack in side] for side in stack.racks]
    pairs.edges, pairs.counts = list(stack.edges), list(stack.counts)
