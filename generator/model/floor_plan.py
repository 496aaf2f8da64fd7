"""The floor plan: every seat of the envelope gets a rack and a unit, before anything is installed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.model.device import Place
from generator.model.groups import HostGroup
from generator.model.neighbours import Nearby, leaves_near_hosts
from generator.model.planes import switch_name
from generator.model.rack_limits import PerRack, RackLimits, hosts_per_rack
from generator.model.room import Floor, HostStack, OneRack, Pairs, RackSlot
from generator.model.sizing import FabricShape

ASSUMED_HOST_U = {"compute": 8, "storage": 2, "control": 1, "login": 1, "manager": 1, "gateway": 2, "border": 2}
ASSUMED_SWITCH_U = 2
"""Heights that are planned with where the catalog has none; a warning says so."""
_FEW_SUS = 4
"""Up to here the service row comes first; beyond, it stands in the middle, where no way is longer than half the hall."""


@dataclass(frozen=True, slots=True)
class _HostRun:
    first: int
    count: int
    stack: HostStack
    racks: dict[int, RackSlot]


@dataclass(slots=True)
class FloorPlan:
    """Places by coordinate: ask for any device of the envelope."""

    racks: list[RackSlot]
    groups: frozenset[str]
    per_rack: dict[str, PerRack] = field(default_factory=dict)
    """Hosts in one rack of each compute group, and why."""
    host_runs: dict[str, list[_HostRun]] = field(default_factory=dict)
    host_places: dict[tuple[str, int], Place] = field(default_factory=dict)
    switch_places: dict[tuple[str, str, int], Place] = field(default_factory=dict)
    switch_names: dict[str, tuple[str, str, int]] = field(default_factory=dict)

    def stand(self, shape: FabricShape, tier: str, ordinal: int, place: Place) -> None:
        """Give a switch of the envelope its place."""
        self.switch_places[shape.name, tier, ordinal] = place
        self.switch_names[switch_name(shape, tier, ordinal)] = (shape.name, tier, ordinal)

    def host(self, group: str, ordinal: int) -> Place:
        """Where a host of the envelope stands."""
        if (group, ordinal) in self.host_places:
            return self.host_places[group, ordinal]
        run = next(run for run in self.host_runs[group] if run.first <= ordinal < run.first + run.count)
        return run.stack.place(run.racks, run.first, ordinal)

    def by_name(self, device: str) -> Place:
        """Where a device of the envelope stands, by the name that it has or will have."""
        if device in self.switch_names:
            return self.switch_places[self.switch_names[device]]
        return self.host(self.group_of(device), int(device[len(device.rstrip("0123456789")) :]) - 1)

    def group_of(self, device: str) -> str:
        """The group that a host's name belongs to."""
        stem = device.rstrip("0123456789")
        return stem if stem in self.groups else stem.removesuffix("-")

    def switch(self, fabric: str, tier: str, ordinal: int) -> Place:
        """Where a switch of the envelope stands."""
        return self.switch_places[fabric, tier, ordinal]


def host_height(group: HostGroup) -> int:
    """Rack units of a host."""
    return group.model.height_u or ASSUMED_HOST_U[group.role]


def make_floor_plan(limits: RackLimits, groups: Sequence[HostGroup], shapes: dict[str, FabricShape]) -> FloorPlan:
    """Lay out the whole envelope."""
    floor = Floor(limits.racks)
    plan = FloorPlan(floor.slots, frozenset(group.name for group in groups))
    compute = shapes.get("compute")
    nearby = leaves_near_hosts(shapes)
    sus = compute.seating.sus if compute else 0
    before = sus // 2 if sus > _FEW_SUS else 0
    computing = [group for group in groups if group.role == "compute"]
    plan.per_rack.update((group.name, hosts_per_rack(limits, group, host_height(group))) for group in computing)
    _compute_rows(plan, floor, computing, shapes, nearby, range(before))
    floor.new_row()
    elsewhere = {place for places in nearby.values() for place in places}
    network = Pairs(floor, "switches", downwards=True, most=floor.spec.switches_per_rack)
    for fabric, shape in ((name, shape) for name, shape in shapes.items() if not shape.carrier):
        for tier, count in (("core", shape.cores), ("spine", shape.spines), ("leaf", shape.leaves)):
            for ordinal in range(count if fabric != "compute" or tier != "leaf" else 0):
                if tier != "leaf" or (fabric, ordinal) not in elsewhere:
                    plan.stand(shape, tier, ordinal, network.add(ordinal, switch_height(shape, tier)))
    service = Pairs(floor, "hosts", downwards=False)
    for group in (g for g in groups if g.role != "compute"):
        for ordinal in range(group.max):
            plan.host_places[group.name, ordinal] = service.add(ordinal, host_height(group), group.spec.gap_units)
    _compute_rows(plan, floor, computing, shapes, nearby, range(before, sus))
    seated = {run.member for run in compute.seating.runs} if compute else set()
    for group in computing:
        if group.name not in seated:
            floor.new_row()
            _take_racks(plan, floor, group, 0, group.max)
    return plan


def switch_height(shape: FabricShape, tier: str) -> int:
    """Rack units of the switches of a tier."""
    chosen = {"leaf": shape.demand.leaf, "spine": shape.demand.spine, "core": shape.demand.core}[tier]
    return chosen.model.height_u or ASSUMED_SWITCH_U


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
        need = sum(-(-run.count // plan.per_rack[run.member].count) for run in runs) + 1 + 2 * (su in nearby)
        if floor.position + need > floor.spec.per_row:
            floor.new_row()
        for run in runs:
            _take_racks(plan, floor, by_name[run.member], run.first, run.count)
        rails = compute.topology.rails and not compute.demand.spec.carries
        network = (
            OneRack(floor) if rails else Pairs(floor, "switches", downwards=True, most=floor.spec.switches_per_rack)
        )
        for leaf in compute.leaves_of(su):
            plan.stand(compute, "leaf", leaf, network.add(leaf, switch_height(compute, "leaf")))
        others = Pairs(floor, "switches", downwards=True, most=floor.spec.switches_per_rack)
        for fabric, leaf in nearby.get(su, ()):
            plan.stand(shapes[fabric], "leaf", leaf, others.add(leaf, switch_height(shapes[fabric], "leaf")))


def _take_racks(plan: FloorPlan, floor: Floor, group: HostGroup, first: int, count: int) -> None:
    """Take racks for a run of hosts; an NVLink domain stands whole beside the unit that its first host is in."""
    block = group.model.nvlink_domain_hosts or 1
    first, end = -(-first // block) * block, min(-(-(first + count) // block) * block, group.max)
    count = end - first
    if count <= 0:
        return
    stack = HostStack(floor, plan.per_rack[group.name].count, host_height(group), group.spec.gap_units)
    plan.host_runs.setdefault(group.name, []).append(_HostRun(first, count, stack, stack.run(first, count)))
