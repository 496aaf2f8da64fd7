"""The demand of a fabric: its members, switches and speeds."""

from collections.abc import Callable

from msgspec import Struct

from generator.catalog.model import Breakout, Switch
from generator.model.baseline import NO_BASELINE, Baseline, BaselineFabric
from generator.model.device import TIERS
from generator.model.faceplate import Bank, bank_for, cages_for, fastest, uplink_bank
from generator.model.member import Batch, Member
from generator.model.tiers import Split, split
from generator.source.diagnostic import Diagnostic
from generator.spec.base import FabricName
from generator.spec.fabrics import FabricSpec


class Tier(Struct, frozen=True, kw_only=True):
    """The switch of one tier: its model, system, and how its cages are divided at the fabric's speeds."""

    model: Switch
    os: str | None
    bank: Bank
    breakout: Breakout
    """Towards the tier above (leaf), or in every direction (spine, core)."""

    @property
    def radix(self) -> int:
        """Ports at the uplink speed."""
        return len(self.bank.cages) * self.breakout.ports


def _no_spines(demand: "Demand") -> tuple[Tier, ...]:
    del demand
    return ()


class Demand(Struct, frozen=True, kw_only=True):
    """A fabric before its size is known; `members` have the ports of one plane.

    `reserved` host cages of each leaf stay free of hosts; with `own_management` the last two of them take the neighbours'
    management ports.
    """

    name: FabricName
    spec: FabricSpec
    members: tuple[Member, ...]
    host_gbps: float
    uplink_gbps: float
    host_bank: Bank
    leaf: Tier
    spine: Tier
    core: Tier
    reserved: int = 0
    own_management: bool = False
    planes: int = 1
    batches: tuple[Batch, ...] = ()
    """The order of seating where devices of several members share rows; empty: member after member."""
    baseline: Baseline = NO_BASELINE
    """What an earlier plan has fixed."""
    possible_spines: Callable[["Demand"], tuple[Tier, ...]] = _no_spines
    """Finds switches of the catalog that a problem may name as spines, where the leaf's own model cannot be one: only then are they read."""

    @property
    def baseline_fabric(self) -> BaselineFabric | None:
        """The baseline of this fabric, if its switches and speeds are still the same."""
        stood = self.baseline.fabrics.get(self.name)
        if stood is None or stood.host_gbps != self.host_gbps:
            return None
        models = (self.leaf.model.model, self.spine.model.model, self.core.model.model)
        joined = stood.upper is not None or stood.peer_links
        alike = stood.models[: stood.tiers] == models[: stood.tiers]
        return stood if alike and (not joined or stood.uplink_gbps == self.uplink_gbps) else None

    @property
    def hosts_max(self) -> int:
        """Seats of the envelope."""
        return sum(member.max for member in self.members)

    @property
    def widest(self) -> int:
        """Ports of the member that has most of them."""
        return max(len(member.ports) for member in self.members)

    @property
    def homes(self) -> int:
        """Leaves that a host's ports are spread over in a fat tree."""
        return self.spec.leaves_per_host or (2 if self.name in {"storage", "frontend"} else 1)

    @property
    def same_bank(self) -> bool:
        """Whether hosts and uplinks share one kind of cage."""
        return self.host_bank is self.leaf.bank

    @property
    def host_breakout(self) -> Breakout:
        """How cages are divided for the fastest host links."""
        return max((p for m in self.members for p in m.ports), key=lambda p: p.speed_gbps).breakout


def make_tier(model: Switch, os: str | None, speed_gbps: float) -> Tier | None:
    """Return a switch as a tier, with uplinks in its fastest cages or else in those that have the speed; None where none has it."""
    fastest = uplink_bank(model, os)
    bank = fastest if fastest.breakout(speed_gbps) else bank_for(model, os, speed_gbps) or fastest
    breakout = bank.breakout(speed_gbps)
    return Tier(model=model, os=os, bank=bank, breakout=breakout) if breakout else None


def shared_ports(spine: Tier, speed_gbps: float, ratio: float) -> Split:
    """Share a spine's ports between leaves and cores at a ratio of their bandwidth."""
    return split(len(spine.bank.cages), spine.breakout, spine.breakout, speed_gbps, speed_gbps, ratio)


def make_demand(
    name: FabricName,
    spec: FabricSpec,
    members: tuple[Member, ...],
    chosen: dict[str, tuple[Switch, str | None]],
    planes: int,
) -> Demand | list[Diagnostic]:
    """Return the demand of a fabric with its speeds and cages, or the problem."""
    loc = ("fabrics", name)
    first = max((port for member in members for port in member.ports), key=lambda port: port.speed_gbps)
    host_gbps = first.speed_gbps
    model, os = chosen["leaf"]
    host_bank = bank_for(model, os, host_gbps)
    assert host_bank is not None  # the speed was chosen from this very switch
    uplink_gbps = spec.uplink_speed_gbps or _uplink_speed(uplink_bank(model, os), host_gbps, first.form_factor)
    tiers = {tier: make_tier(*chosen[tier], uplink_gbps) for tier in TIERS}
    lacking = [
        Diagnostic(
            code="no-common-speed",
            loc=(*loc, "uplink_speed_gbps") if spec.uplink_speed_gbps else (*loc, tier, "model"),
            message=f"{chosen[tier][0].model} has no {uplink_gbps:g} Gb/s ports for the links between switches of {name}",
            help=f"set fabrics.{name}.uplink_speed_gbps to a speed that all its switches have, or choose other switches",
        )
        for tier, found in tiers.items()
        if found is None
    ]
    if lacking:
        return lacking
    leaf, spine, core = tiers["leaf"], tiers["spine"], tiers["core"]
    assert leaf and spine and core
    own = 2 if name == "oob" else 0
    widest = max((p for m in members for p in m.ports), key=lambda p: p.speed_gbps).breakout
    return Demand(
        name=name,
        spec=spec,
        members=members,
        host_gbps=host_gbps,
        uplink_gbps=uplink_gbps,
        host_bank=host_bank,
        leaf=leaf,
        spine=spine,
        core=core,
        reserved=own + cages_for(spec.reserve_ports, widest),
        own_management=bool(own),
        planes=planes,
    )


def _uplink_speed(bank: Bank, host_gbps: float, form_factor: str) -> float:
    """The host links' speed where dividing a cage for it wastes nothing, else the fastest that a port has."""
    breakout = bank.breakout(host_gbps, form_factor)
    if breakout and breakout.ports * host_gbps == bank.capacity_gbps:
        return host_gbps
    return fastest(bank)
