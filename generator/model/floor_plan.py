"""The floor plan: every seat of the envelope gets a rack and a unit, before anything is installed."""

from collections.abc import Sequence

from msgspec.structs import replace

from generator.model.baseline import BaselineFloor
from generator.model.baseline_floor import left_units, restore
from generator.model.device import SwitchTier
from generator.model.fabric_shape import FabricShape
from generator.model.floor import FloorPlan, HostRun, host_height, switch_height
from generator.model.groups import HostGroup
from generator.model.in_racks import late_leaves, place_in_racks
from generator.model.neighbours import Nearby, leaves_near_hosts
from generator.model.pinned import Pinned
from generator.model.pinned_places import pin_places, refused_labels
from generator.model.rack_limits import RackLimits, hosts_per_rack
from generator.model.room import Floor, HostStack, OneRack, Pairs
from generator.source.diagnostic import Problems

_FEW_SUS = 4
"""Up to here the service row comes first; beyond, it is in the middle, so that no cable is longer than half the hall."""


def make_floor_plan(
    limits: RackLimits,
    groups: Sequence[HostGroup],
    shapes: dict[str, FabricShape],
    baseline: BaselineFloor,
    pinned: Pinned,
    problems: Problems,
) -> FloorPlan:
    """Lay out the whole envelope, behind the floor of a baseline if there is one; then apply the pinned places."""
    floor = Floor(limits.racks, slots=list(baseline.slots), labels=pinned.spec.racks, free=list(baseline.free))
    hosts = {group.host_name(ordinal): (group.name, ordinal) for group in groups for ordinal in range(group.max)}
    plan = FloorPlan(floor.slots, hosts)
    plan.stacks["switches"] = Pairs(floor, "switches", downwards=True, most=floor.spec.switches_per_rack)
    plan.stacks["hosts"] = Pairs(floor, "hosts", downwards=False)
    if baseline.slots:
        restore(plan, floor, groups, shapes, baseline)
    compute = shapes.get("compute")
    nearby = leaves_near_hosts(shapes)
    sus = compute.seating.sus if compute else 0
    before = sus // 2 if sus > _FEW_SUS and not baseline.slots else 0
    computing = [group for group in groups if group.role == "compute"]
    for group in computing:
        plan.per_rack.setdefault(group.name, hosts_per_rack(limits, group, host_height(group)))
    _compute_rows(plan, floor, computing, shapes, nearby, range(before))
    floor.new_row()
    near_others = {place for places in nearby.values() for place in places} | set(late_leaves(shapes))
    network = plan.stacks["switches"]
    for fabric, shape in ((name, shape) for name, shape in shapes.items() if not shape.carrier):
        counts: dict[SwitchTier, int] = {"core": shape.cores, "spine": shape.spines, "leaf": shape.leaves}
        for tier, count in counts.items():
            for ordinal in range(count if fabric != "compute" or tier != "leaf" else 0):
                if (tier != "leaf" or (fabric, ordinal) not in near_others) and not plan.is_placed(
                    fabric, tier, ordinal
                ):
                    plan.place_switch(shape, tier, ordinal, network.add(ordinal, switch_height(shape, tier)))
    service, gaps = plan.stacks["hosts"], {group.name: group.spec.gap_units for group in groups}
    for group in (g for g in groups if g.role != "compute" and g.share is None):
        height, gap = host_height(group), group.spec.gap_units
        for ordinal in (n for n in range(group.max) if (group.name, n) not in plan.host_places):
            left = left_units(plan, floor, service, gaps, ordinal, height + gap) if baseline.released else None
            place = replace(left, height_u=height) if left else service.add(ordinal, height, gap)
            plan.host_places[group.name, ordinal] = place
    _compute_rows(plan, floor, computing, shapes, nearby, range(before, sus))
    seated = {run.member for run in compute.seating.runs} if compute else set()
    for group in computing:
        if group.name not in seated:
            floor.new_row()
            take_racks(plan, floor, group, plan.placed(group.name), group.max - plan.placed(group.name))
    place_in_racks(plan, floor, groups, shapes)
    problems.add(*(refused_labels(floor) or pin_places(plan, floor, groups, pinned, baseline)))
    if plan.held.places or plan.held.rows:
        plan.held = plan.held.without(plan.taken())
    return plan


def _compute_rows(
    plan: FloorPlan,
    floor: Floor,
    groups: list[HostGroup],
    shapes: dict[str, FabricShape],
    nearby: Nearby,
    sus: range,
) -> None:
    """Lay out scalable units one after the other; one that would be cut by the end of a row begins the next."""
    by_name = {group.name: group for group in groups}
    floor.new_row()
    for su in sus:
        compute = shapes["compute"]
        runs = [run for run in compute.seating.in_su(su) if run.member in by_name]
        runs = plan.not_placed(runs) if plan.on_baseline else runs
        places = [("compute", leaf) for leaf in compute.leaves_of(su) if not plan.is_placed("compute", "leaf", leaf)]
        beside = [(fabric, leaf) for fabric, leaf in nearby.get(su, ()) if not plan.is_placed(fabric, "leaf", leaf)]
        if plan.on_baseline and not runs + places + beside:
            continue
        need = sum(-(-run.count // plan.per_rack[run.member].count) for run in runs) + 1 + 2 * (su in nearby)
        if floor.position + need > floor.spec.per_row:
            floor.new_row()
        for run in runs:
            take_racks(plan, floor, by_name[run.member], run.first, run.count)
        rails = compute.topology.rails and not compute.demand.spec.carries
        network = (
            OneRack(floor) if rails else Pairs(floor, "switches", downwards=True, most=floor.spec.switches_per_rack)
        )
        for _, leaf in places:
            plan.place_switch(compute, "leaf", leaf, network.add(leaf, switch_height(compute, "leaf")))
        others = Pairs(floor, "switches", downwards=True, most=floor.spec.switches_per_rack)
        for fabric, leaf in beside:
            plan.place_switch(shapes[fabric], "leaf", leaf, others.add(leaf, switch_height(shapes[fabric], "leaf")))


def take_racks(plan: FloorPlan, floor: Floor, group: HostGroup, first: int, count: int) -> None:
    """Take racks for a run of hosts; an NVLink domain is placed whole beside the unit of its first host."""
    block = group.model.nvlink_domain_hosts or 1
    first, end = -(-first // block) * block, min(-(-(first + count) // block) * block, group.max)
    count = end - first
    if count <= 0:
        return
    stack = HostStack(floor, plan.per_rack[group.name].count, host_height(group), group.spec.gap_units)
    plan.add_run(group.name, HostRun(first, count, stack, stack.run(first, count)))
