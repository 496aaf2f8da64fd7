"""The floor as it is laid out: a rack and a unit for every seat of the envelope, by coordinate."""

from bisect import bisect_right, insort
from collections.abc import Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from generator.model.device import Place, SwitchTier
from generator.model.fabric_shape import FabricShape
from generator.model.groups import HostGroup
from generator.model.held import Held, units_of
from generator.model.planes import switch_name
from generator.model.rack_limits import PerRack
from generator.model.room import HostStack, Pairs, RackSlot
from generator.model.runs import Run

ASSUMED_HOST_U = {
    "compute": 8,
    "storage": 2,
    "control": 1,
    "login": 1,
    "manager": 1,
    "gateway": 2,
    "border": 2,
    "nvsw": 1,
}
ASSUMED_SWITCH_U = 2
"""Height where the catalog has none; a warning says so."""


def host_height(group: HostGroup) -> int:
    """Rack units of a host."""
    return group.model.height_u or ASSUMED_HOST_U[group.role]


def switch_height(shape: FabricShape, tier: SwitchTier) -> int:
    """Rack units of the switches of a tier."""
    chosen = {"leaf": shape.demand.leaf, "spine": shape.demand.spine, "core": shape.demand.core}[tier]
    return chosen.model.height_u or ASSUMED_SWITCH_U


class HostRun(Struct, frozen=True):
    """Hosts `first` to `first + count` of a group, and the rack of each stack of them."""

    first: int
    count: int
    stack: HostStack
    racks: dict[int, RackSlot]


class FloorPlan(Struct):
    """Places by coordinate: ask for any device of the envelope."""

    racks: list[RackSlot]
    hosts: Mapping[str, tuple[str, int]]
    """The group and ordinal of every host of the envelope, by name."""
    per_rack: dict[str, PerRack] = field(default_factory=dict)
    """Hosts in one rack of each compute group, and why."""
    host_runs: dict[str, list[HostRun]] = field(default_factory=dict)
    """In the order in which they were laid out."""
    host_places: dict[tuple[str, int], Place] = field(default_factory=dict)
    switch_places: dict[tuple[str, SwitchTier, int], Place] = field(default_factory=dict)
    switch_names: dict[str, tuple[str, SwitchTier, int]] = field(default_factory=dict)
    stacks: dict[str, Pairs] = field(default_factory=dict)
    """Stacks of the devices outside the compute rows: switches of all fabrics, and hosts."""
    first_slot: int = 0
    """Racks of an earlier plan."""
    held: Held = field(default_factory=Held)
    """Rack units of devices of an earlier plan that may return."""
    _by_first: dict[str, list[HostRun]] = field(default_factory=dict)

    def add_run(self, group: str, run: HostRun) -> None:
        """Record the racks of further hosts of a compute group."""
        self.host_runs.setdefault(group, []).append(run)
        insort(self._by_first.setdefault(group, []), run, key=lambda each: each.first)

    def place_switch(self, shape: FabricShape, tier: SwitchTier, ordinal: int, place: Place) -> None:
        """Record the place of a switch of the envelope."""
        self.switch_places[shape.name, tier, ordinal] = place
        self.switch_names[switch_name(shape, tier, ordinal)] = (shape.name, tier, ordinal)

    @property
    def on_baseline(self) -> bool:
        """Whether it is laid out behind the floor of an earlier plan."""
        return self.first_slot > 0

    def is_placed(self, fabric: str, tier: SwitchTier, ordinal: int) -> bool:
        """Whether a switch of the envelope already has a place."""
        return (fabric, tier, ordinal) in self.switch_places

    def placed(self, group: str) -> int:
        """Hosts of a compute group that have racks already: the first so many."""
        return max((run.first + run.count for run in self.host_runs.get(group, ())), default=0)

    def not_placed(self, runs: Sequence[Run]) -> list[Run]:
        """Return runs of compute hosts without the hosts that already have racks."""
        firsts = [(run, max(run.first, self.placed(run.member))) for run in runs]
        return [
            replace(run, first=at, count=run.first + run.count - at) for run, at in firsts if run.first + run.count > at
        ]

    def host(self, group: str, ordinal: int) -> Place:
        """Where a host of the envelope stands."""
        if (group, ordinal) in self.host_places:
            return self.host_places[group, ordinal]
        runs = self._by_first[group]
        run = runs[bisect_right(runs, ordinal, key=lambda run: run.first) - 1]
        return run.stack.place(run.racks, run.first, ordinal)

    def taken(self) -> set[tuple[str, int]]:
        """Return the rack units of all devices of the envelope."""
        places = (*(self.host(*seat) for seat in self.hosts.values()), *self.switch_places.values())
        return {unit for place in places for unit in units_of(place)}

    def by_name(self, device: str) -> Place:
        """Where a device of the envelope stands, by the name that it has or will have."""
        if device in self.switch_names:
            return self.switch_places[self.switch_names[device]]
        return self.host(*self.hosts[device])

    def group_of(self, device: str) -> str:
        """The group of a host, by its name; empty for a switch."""
        return self.hosts.get(device, ("", 0))[0]

    def switch(self, fabric: str, tier: SwitchTier, ordinal: int) -> Place:
        """Where a switch of the envelope stands."""
        return self.switch_places[fabric, tier, ordinal]
