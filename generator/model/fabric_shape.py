"""The shape of a fabric: the result of its sizing, and the numbers of its switches and links."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from generator.model.baseline import Ends
from generator.model.blocks import Blocks, lay
from generator.model.demand import Demand
from generator.model.device import LinkKind, SwitchTier
from generator.model.member import digits_for
from generator.model.seats import Seating
from generator.model.tiers import Upper
from generator.model.topology.shape import Topology
from generator.model.trunks import formula
from generator.spec.base import FabricName

Numbered = SwitchTier | Literal["pods", "host_leaf"]
"""What has numbers of its own in a fabric."""


class FabricShape(Struct, frozen=True, kw_only=True, dict=True):
    """A sized fabric. Counts are the envelope's; `reasons` says which rule decided each of them."""

    demand: Demand
    topology: Topology
    seating: Seating
    uplinks: int
    """Uplinks (or, in a pair, peer links) that each leaf keeps."""
    peer_links: int
    upper: Upper | None
    reasons: dict[str, str] = field(default_factory=dict)
    trunks: Mapping[tuple[int, int], Ends] = field(default_factory=dict)
    """Where uplinks end, by (leaf, uplink), in a fabric whose spines grew, whose cables differ from the formula."""
    uplink_steps: tuple[int, ...] = ()
    """Uplinks by the plans that added them, where several did; later ones are on the cages before the earlier ones."""
    carrier: str = ""
    """The fabric whose switches carry this one; empty where it has switches of its own."""

    @cached_property
    def _numbers(self) -> dict[str, Blocks]:
        """Results of `numbers`; a copy does not take them over."""
        return {}

    @property
    def name(self) -> FabricName:
        """Name of the fabric."""
        return self.demand.name

    @cached_property
    def first(self) -> "FabricShape":
        """The fabric without the devices that are seated last: it determines the names and numbers of all others."""
        late = {member.name for member in self.demand.members if member.late}
        runs = tuple(run for run in self.seating.runs if run.member not in late)
        if not late or not runs:
            return self
        members = tuple(member for member in self.demand.members if not member.late)
        sus = max(run.su for run in runs) + 1
        return replace(
            self,
            demand=replace(self.demand, members=members),
            seating=Seating(runs, sus, self.seating.leaves_per_su),
        )

    @property
    def planes(self) -> int:
        """Parallel fabrics, all alike; `seating`, `uplinks`, `peer_links` and `upper` speak of one of them."""
        return self.demand.planes

    @property
    def planes_there(self) -> int:
        """Planes that are installed."""
        return min(self.planes, self.demand.spec.planes_installed or self.planes)

    @property
    def spines_there(self) -> int:
        """Spines that are installed in each pod that is."""
        spines = self.upper.spines if self.upper else 0
        return min(spines, self.demand.spec.spines_installed or spines)

    @property
    def uplinks_there(self) -> int:
        """Connected uplinks (or peer links) of each leaf."""
        return self.spines_there * self.upper.per_pair if self.upper else self.uplinks

    @property
    def sus_per_pod(self) -> int:
        """Scalable units of one pod in addresses: as they are joined, unless an earlier plan has numbered them otherwise."""
        leaves = self.upper.pod_leaves if self.upper else self.in_plane("leaf")
        joined = leaves // self.seating.leaves_per_su
        stood = self.demand.baseline.fabrics.get(self.name)
        if stood is None:
            return joined
        return stood.sus_per_pod if stood.sus > stood.sus_per_pod else max(joined, stood.sus_per_pod)

    def in_plane(self, tier: SwitchTier) -> int:
        """Switches of a tier ("leaf", "spine", "core") in one plane of the envelope."""
        if tier == "leaf":
            return self.seating.sus * self.seating.leaves_per_su
        if self.upper is None:
            return 0
        return self.upper.spines * (self.upper.pods if tier == "spine" else self.upper.group)

    @property
    def leaves(self) -> int:
        """Leaves of the envelope, all planes."""
        return self.planes * self.in_plane("leaf")

    @property
    def spines(self) -> int:
        """Spines of the envelope, all pods, all planes."""
        return self.planes * self.in_plane("spine")

    @property
    def cores(self) -> int:
        """Cores of the envelope, all planes."""
        return self.planes * self.in_plane("core")

    @property
    def tiers(self) -> int:
        """1 to 3."""
        return 3 if self.cores else 2 if self.spines else 1

    def leaves_of(self, su: int) -> list[int]:
        """The leaves of a scalable unit, plane after plane."""
        per_su, size = self.seating.leaves_per_su, self.in_plane("leaf")
        return [plane * size + su * per_su + leaf for plane in range(self.planes) for leaf in range(per_su)]

    def trunk(self, leaf: int, uplink: int) -> Ends:
        """Return where an uplink of a leaf (within its plane) ends: spine within the pod, and that spine's port."""
        assert self.upper is not None
        return self.trunks[leaf, uplink] if self.trunks else formula(self.upper, leaf, uplink)

    def spine_trunk(self, spine: int, uplink: int) -> Ends:
        """Return where an uplink of a spine (within its plane) ends: core within the group of its place in the pod, and that core's port."""
        assert self.upper is not None
        core, extra = divmod(uplink, self.upper.core_per_pair)
        return core, spine // self.upper.spines * self.upper.core_per_pair + extra

    def number(self, tier: SwitchTier, ordinal: int) -> int:
        """Return a switch's number within its tier: its ordinal, unless planes grew after they were numbered."""
        plane, local = divmod(ordinal, self.in_plane(tier))
        return self.numbers(tier).number(str(plane), local)

    def numbers(self, what: Numbered) -> Blocks:
        """Return the numbers of a tier's switches, of "pods", or of the links of hosts ("host_leaf"), plane after plane."""
        if what not in self._numbers:
            first = self.demand.baseline.blocks_of(f"{self.name}.{what}", self.first.sizes(what))
            self._numbers[what] = first if self.first is self else lay(self.sizes(what), first.rows)
        return self._numbers[what]

    def host_link_number(self, plane: int, whose: str, place: int) -> int:
        """Return the index of a host link: the n-th (from 0) of a member's in a plane, or of the management ports of `own leaf` or `own spine`."""
        return self.numbers("host_leaf").number(_block(plane, whose), place)

    def host_link(self, index: int) -> tuple[int, str, int]:
        """Return the owner of the link with an index, as the arguments of `host_link_number`."""
        block, place = self.numbers("host_leaf").of(index)
        return (*self._owners[block], place)

    @cached_property
    def _owners(self) -> dict[str, tuple[int, str]]:
        """Blocks of host links by name: the plane, and the member, or `own leaf` or `own spine` for management ports."""
        whose = [member.name for member in self.demand.members] + [f"own {tier}" for tier in ("leaf", "spine")]
        return {_block(plane, each): (plane, each) for plane in range(self.planes) for each in whose}

    def sizes(self, what: Numbered) -> list[tuple[str, int]]:
        """Return how many there are of each kind of what `numbers` numbers, plane after plane."""
        return [size for plane in range(self.planes) for size in self._sizes(what, plane)]

    def _sizes(self, what: Numbered, plane: int) -> list[tuple[str, int]]:
        if what == "pods":
            return [(str(plane), self.upper.pods if self.upper else 1)]
        if what != "host_leaf":
            return [(str(plane), self.in_plane(what))]
        members = sorted(self.demand.members, key=lambda member: member.order)
        hosts = [(_block(plane, member.name), member.max * len(member.ports)) for member in members]
        own = (("leaf", self.leaves), ("spine", self.spines)) if self.demand.own_management else ()
        return hosts + [(_block(plane, f"own {tier}"), count) for tier, count in own]

    def digits(self, what: SwitchTier | LinkKind, count: int) -> int:
        """Digits of the ordinals in names of this fabric, as many as its envelope (as `first` has it) or the earlier plan has."""
        return self.demand.baseline.digits.get(f"{self.name}.{what}") or digits_for(count)

    def pod_of(self, leaf: int) -> int:
        """The pod of a leaf within its plane, from 0."""
        return leaf % self.in_plane("leaf") // self.upper.pod_leaves if self.upper else 0


def _block(plane: int, whose: str) -> str:
    """Name a block of host links, as `plan.json` has it."""
    return f"{plane} {whose}"
