"""The baseline: the choices of an earlier plan that a later one keeps when its envelope is another.

Inside one envelope every number follows from the spec alone. An envelope that was raised would give other numbers; so those of the earlier plan are
read from its `plan.json` and kept, and new things take what is free.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from generator.model.blocks import Block, Blocks, lay
from generator.model.device import Place, SwitchTier
from generator.model.naming import Naming
from generator.model.room import RackSlot
from generator.model.runs import Run
from generator.model.tiers import Upper

Ends = tuple[int, int]
"""Where an uplink ends: spine within its pod, and that spine's port towards the leaves, both from 0."""


class BaselineFabric(Struct, frozen=True, kw_only=True):
    """One fabric of the earlier plan. If the switch models have changed, its seats are not used; its numbers are kept."""

    models: tuple[str, str, str]
    """Of leaf, spine and core."""
    host_gbps: float
    uplink_gbps: float
    leaves_per_su: int
    sus_per_pod: int
    """Scalable units of one pod in addresses."""
    carrier: str
    """The fabric whose switches carried it; empty where it had switches of its own."""
    runs: tuple[Run, ...]
    uplinks: int
    uplink_steps: tuple[int, ...]
    peer_links: int
    upper: Upper | None
    trunks: Mapping[tuple[int, int], Ends] = field(default_factory=dict)
    """Ends of uplinks by (leaf, uplink), where they differ from the formula."""
    managed: Mapping[tuple[SwitchTier, int], tuple[int, int]] = field(default_factory=dict)
    """Own management of an out-of-band fabric: (tier, ordinal) to (leaf, cage as an index from the end)."""
    optics: Mapping[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """Transceivers by kind of link and pair of cages."""
    allowed: float | None = None
    """The oversubscription that its spec allowed; nothing where its plan does not say it (formats before 3)."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """The reason for each of its counts; it still holds for an unchanged fabric."""

    @property
    def tiers(self) -> int:
        """Tiers of switches that it had, 1 to 3."""
        return 1 if self.upper is None else 3 if self.upper.group else 2

    @property
    def sus(self) -> int:
        """Scalable units that it had."""
        return max(run.su for run in self.runs) + 1 if self.runs else 0


def steps_to(uplinks: int, baseline: BaselineFabric | None) -> tuple[int, ...]:
    """Return the uplinks of a leaf by the plans that added them: those of the baseline, then the new ones; empty where one plan added them all."""
    if baseline is None or not 0 < baseline.uplinks <= uplinks:
        return ()
    stood = baseline.uplink_steps or (baseline.uplinks,)
    steps = (*stood, uplinks - baseline.uplinks) if uplinks > baseline.uplinks else stood
    return steps if len(steps) > 1 else ()


class BaselineStack(Struct, frozen=True, kw_only=True):
    """The state of a stack in pairs of racks: racks of both sides, next free units, devices in the last racks."""

    racks: tuple[tuple[str, ...], tuple[str, ...]]
    edges: tuple[int | None, int | None]
    counts: tuple[int, int]


class BaselineRow(Struct, frozen=True, kw_only=True):
    """Hosts `first` to `first + count` of a group, `per_rack` to a rack."""

    group: str
    first: int
    count: int
    per_rack: int
    height_u: int
    units: tuple[int, ...]
    """The lowest unit of each host of a rack."""
    racks: tuple[str, ...]


class BaselineFloor(Struct, frozen=True, kw_only=True):
    """The floor plan of the earlier plan, for its whole envelope."""

    slots: tuple[RackSlot, ...] = ()
    rows: tuple[BaselineRow, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    """The group of each host that has a place, as far as it is known."""
    stacks: Mapping[str, BaselineStack] = field(default_factory=dict)
    released: bool = False
    """Whether groups were released: their racks and units are free."""
    free: tuple[RackSlot, ...] = ()
    """Racks that released groups have left."""


class Baseline(Struct, frozen=True, kw_only=True):
    """All choices of the earlier plan; empty without one."""

    digits: Mapping[str, int] = field(default_factory=dict)
    """Digits of the ordinals in names, by what they name: a group, a tier of a plane, a kind of cable."""
    names: Mapping[str, Naming] = field(default_factory=dict)
    """Names that the site has pinned, by kind of device."""
    blocks: Mapping[str, Sequence[Block]] = field(default_factory=dict)
    fabrics: Mapping[str, BaselineFabric] = field(default_factory=dict)
    floor: BaselineFloor = BaselineFloor()
    layouts: Mapping[str, tuple[str, tuple[tuple[str, int], ...]]] = field(default_factory=dict)
    """By pool: its prefix, and the bits of its fields."""
    turns: Mapping[str, int] = field(default_factory=dict)
    """The feed and phase at which the cords of each kind of device (a group, or a tier of a fabric) begin (`plan/power/turns`)."""
    pdus: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    """Places of managed power strips by rack: out-of-band leaf, first place there, and how many."""
    cni: str = ""
    """The CNI of its Kubernetes cluster; empty where it had none, or does not state one."""

    @property
    def sizes(self) -> Mapping[str, int]:
        """Return how many hosts of each group it has numbers for."""
        rows = [row for name, blocks in self.blocks.items() if name.startswith("role.") for row in blocks]
        return {
            kind: sum(row.count for row in rows if row.kind == kind) for kind in dict.fromkeys(row.kind for row in rows)
        }

    def blocks_of(self, name: str, sizes: Sequence[tuple[str, int]]) -> Blocks:
        """Return the blocks of a name: those of the baseline, then new ones behind them."""
        return lay(sizes, self.blocks.get(name, ()))


NO_BASELINE = Baseline()
