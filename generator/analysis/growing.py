"""The members that grow with a fabric, and their unit: hosts of its largest group, or out of band the ports of all devices."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.model.baseline import NO_BASELINE
from generator.model.converged import size_converged
from generator.model.demand import Demand
from generator.model.fabric_shape import FabricShape
from generator.model.member import Member
from generator.model.runs import Run
from generator.model.seats import Seating
from generator.model.sizing import size_fabric
from generator.plan.draft import Draft
from generator.plan.growth import Step

Demands = dict[str, Demand]
"""A fabric's demand, and those of the fabrics that it carries; the carrier's comes first."""


class Growing(Struct, frozen=True, kw_only=True):
    """The members that grow together, counted in `unit`; `gpus` in each of them. `alone`: one group grows, all others stay."""

    unit: str
    short: str
    members: tuple[Member, ...]
    gpus: int
    alone: bool

    @property
    def installed(self) -> int:
        """How many there are today."""
        return sum(len(member.installed) * self._each(member) for member in self.members)

    @property
    def max(self) -> int:
        """How many the envelope has."""
        return sum(member.max * self._each(member) for member in self.members)

    def step(self, what: str, devices: int, takes: str, *, computed: bool = True) -> Step:
        """Return one limit for a size."""
        return Step(what=what, devices=devices, gpus=self.gpus * devices, takes=takes, computed=computed)

    def seats(self, runs: Sequence[Run]) -> int:
        """Count what of these runs grows."""
        each = {member.name: self._each(member) for member in self.members}
        return sum(run.count * each.get(run.member, 0) for run in runs)

    def units(self, seating: Seating) -> list[int]:
        """Count what grows in every scalable unit, without those where it is 0."""
        return [count for su in range(seating.sus) if (count := self.seats(seating.in_su(su)))]

    def only(self, runs: Sequence[Run]) -> bool:
        """Whether nothing else is seated in these runs."""
        names = {member.name for member in self.members}
        return all(run.member in names for run in runs)

    def sized(self, demand: Demand, count: int) -> FabricShape | None:
        """Size a fabric for this many."""
        shape = size_fabric(replace(self._grown(demand, count), batches=()))
        return shape if isinstance(shape, FabricShape) else None

    def paired(self, demands: Demands, count: int) -> dict[str, FabricShape] | None:
        """Size a converged pair for this many."""
        shapes = size_converged({name: self._grown(demand, count) for name, demand in demands.items()})
        return shapes if isinstance(shapes, dict) else None

    def _grown(self, demand: Demand, count: int) -> Demand:
        first = self.members[0]
        if self.alone:
            members = tuple(replace(each, max=count) if each.name == first.name else each for each in demand.members)
        else:
            members = (replace(first, ports=first.ports[:1], max=count),)
        return replace(demand, members=members, baseline=NO_BASELINE)  # as if it were planned without a baseline

    def _each(self, member: Member) -> int:
        return 1 if self.alone else len(member.ports)


def growing(plan: Draft, shape: FabricShape) -> Growing:
    """Return what grows in a fabric: out of band everything, in others the group with most ports."""
    if shape.name == "oob":
        return Growing(unit="ports of devices", short="ports", members=shape.demand.members, gpus=0, alone=False)
    member = max(shape.demand.members, key=lambda each: (each.max * len(each.ports), each.computes))
    group = next((each for each in plan.cluster.groups if each.name == member.name), None)
    gpus = group.model.gpu_count if group else 0
    return Growing(unit=f"hosts of {member.name}", short=member.name, members=(member,), gpus=gpus, alone=True)
