"""The baseline: the choices of an earlier plan that a later one keeps when its envelope is another.

Inside one envelope every number follows from the spec alone. An envelope that was raised would give other numbers; so the
earlier plan's own are read from its `plan.json`, stand as they are, and what is new goes where there is room.
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
    """One fabric of the earlier plan. Models that are others now make its seats worthless; its numbers stand all the same."""

    models: tuple[str, str, str]
    """Of leaf, spine and core."""
    host_gbps: float
    uplink_gbps: float
    leaves_per_su: int
    sus_per_pod: int
    """Scalable units of one pod in addresses."""
    carrier: str
    """The fabric on whose switches it had its ports, where it had none of its own."""
    runs: tuple[Run, ...]
    uplinks: int
    uplink_steps: tuple[int, ...]
    peer_links: int
    upper: Upper | None
    trunks: Mapping[tuple[int, int], Ends] = field(default_factory=dict)
    """By (leaf, uplink), where they are not as the formula has them."""
    managed: Mapping[tuple[SwitchTier, int], tuple[int, int]] = field(default_factory=dict)
    """Own management of an out-of-band fabric: (tier, ordinal) to (leaf, cage as an index from the end)."""
    optics: Mapping[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """Transceivers by kind of link and pair of cages."""
    allowed: float | None = None
    """The oversubscription that its spec allowed; nothing where its plan does not say it (formats before 3)."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Why its counts are what they are: still true of a fabric that is as it was."""

    @property
    def tiers(self) -> int:
        """Tiers of switches that it had, 1 to 3."""
        return 1 if self.upper is None else 3 if self.upper.group else 2

    @property
    def sus(self) -> int:
        """Scalable units that it had."""
        return max(run.su for run in self.runs) + 1 if self.runs else 0


def steps_to(uplinks: int, baseline: BaselineFabric | None) -> tuple[int, ...]:
    """Return the steps in which a leaf came to so many uplinks: those that stand, and what comes to them; nothing where they came at once."""
    if baseline is None or not 0 < baseline.uplinks <= uplinks:
        return ()
    stood = baseline.uplink_steps or (baseline.uplinks,)
    steps = (*stood, uplinks - baseline.uplinks) if uplinks > baseline.uplinks else stood
    return steps if len(steps) > 1 else ()


class BaselineStack(Struct, frozen=True, kw_only=True):
    """A stack of devices in pairs of racks as it was left: racks of both sides, next free units, devices in the last ones."""

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
    """The room as it was laid out, for the whole of the earlier envelope."""

    slots: tuple[RackSlot, ...] = ()
    rows: tuple[BaselineRow, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)
    stacks: Mapping[str, BaselineStack] = field(default_factory=dict)
    released: bool = False
    """Whether groups were released: what nothing stands in is free."""
    free: tuple[RackSlot, ...] = ()
    """Racks that released groups have left."""


class Baseline(Struct, frozen=True, kw_only=True):
    """All choices of the earlier plan; none by default, where there is no earlier plan."""

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
    """Where the cords of each kind of device begin: a group, or a tier of a fabric (`plan/power/turns`)."""
    pdus: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    """Places of managed power strips by rack: out-of-band leaf, first place there, and how many."""
    cni: str = ""
    """Who joined pods of Kubernetes; empty where there was none, or nothing says who."""

    @property
    def sizes(self) -> Mapping[str, int]:
        """Return how many hosts of each group it has numbers for."""
        rows = [row for name, blocks in self.blocks.items() if name.startswith("role.") for row in blocks]
        return {
            kind: sum(row.count for row in rows if row.kind == kind) for kind in dict.fromkeys(row.kind for row in rows)
        }

    def blocks_of(self, name: str, sizes: Sequence[tuple[str, int]]) -> Blocks:
        """Lay blocks by a name, behind those that it had."""
        return lay(sizes, self.blocks.get(name, ()))


NO_BASELINE = Baseline()
