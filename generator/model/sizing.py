"""The size of a fabric: scalable units, leaves, spines and cores for the whole envelope, with the reasons."""

from dataclasses import dataclass, field, replace

from generator.model.demand import Demand
from generator.model.faceplate import cages_for, ports_in
from generator.model.seats import Seating, seat_all
from generator.model.tiers import Split, Upper, even_counts, split, three_tiers, two_tiers, uplinks_for
from generator.model.topology import topologies
from generator.model.topology.shape import Spread, Topology
from generator.source.diagnostic import Diagnostic

_PEER_CAGES = 2
"""A pair of leaves is joined over two cages, so that no single transceiver is its only link."""
_MIN_UPLINKS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class FabricShape:
    """A sized fabric. Counts are the envelope's; `reasons` says which rule decided each of them."""

    demand: Demand
    topology: Topology
    seating: Seating
    uplinks: int
    """Uplinks (or, in a pair, peer links) that each leaf keeps."""
    peer_links: int
    upper: Upper | None
    reasons: dict[str, str] = field(default_factory=dict)
    carrier: str = ""
    """The fabric on whose switches this one has its ports, where it has none of its own."""

    @property
    def name(self) -> str:
        """Name of the fabric."""
        return self.demand.name

    @property
    def planes(self) -> int:
        """Parallel fabrics, all alike; `seating`, `uplinks`, `peer_links` and `upper` speak of one of them."""
        return self.demand.planes

    def in_plane(self, tier: str) -> int:
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

    def pod_of(self, leaf: int) -> int:
        """The pod of a leaf within its plane, from 0."""
        return leaf % self.in_plane("leaf") // self.upper.pod_leaves if self.upper else 0


def size_fabric(demand: Demand) -> FabricShape | list[Diagnostic]:
    """Size a fabric from its envelope alone; what its topology is follows from that too, where the spec is silent."""
    if demand.spec.topology:
        return _explained(_size(demand, topologies()[demand.spec.topology]), "stated")
    if demand.name != "compute":
        return _explained(_size(demand, topologies()["fat-tree"]), f"what a {demand.name} fabric is by default")
    rails = max(len(member.ports) for member in demand.members)
    if rails == 1:
        return _explained(
            _size(demand, topologies()["fat-tree"]), "hosts have one port, so there are no rails to keep apart"
        )
    sized = _size(demand, topologies()["rail-optimized"])
    if isinstance(sized, FabricShape) and sized.in_plane("leaf") == 1:
        why = "the host ports of one leaf hold everything, and its other ports stay free for a larger fabric"
        return _explained(replace(sized, topology=topologies()["single-switch"]), why)
    return _explained(sized, f"hosts have {rails} rails and need more than the host ports of one leaf")


def _explained(sized: FabricShape | list[Diagnostic], why: str) -> FabricShape | list[Diagnostic]:
    """Note why the fabric has its topology."""
    if isinstance(sized, FabricShape):
        return replace(sized, reasons={"topology": f"{sized.topology.name}: {why}", **sized.reasons})
    return sized


def _size(demand: Demand, topology: Topology) -> FabricShape | list[Diagnostic]:
    ports = max(len(member.ports) for member in demand.members)
    homes = demand.spec.leaves_per_host or (2 if demand.name in {"storage", "frontend"} else 1)
    cages = len(demand.host_bank.cages) - demand.reserved
    shared = _shared(demand)
    spread = None
    for spread in topology.spreads(ports, homes):
        down, peers = _down_cages(demand, topology, spread, cages, shared)
        seating = seat_all(demand, spread, down)
        if seating and seating.sus == 1:
            return _single_su(demand, topology, spread, seating, shared, peers)
        if seating and _holds_stated(demand, seating) and not topology.one_su:
            return _many_sus(demand, topology, spread, seating, shared)
    assert spread is not None
    seating = None if topology.one_su else seat_all(demand, spread, shared.down_cages)
    if seating is None:
        return [_does_not_fit(demand, topology, cages)]
    if demand.spec.su_hosts:
        return [_su_too_large(demand, demand.spec.su_hosts, seating)]
    return _many_sus(demand, topology, spread, seating, shared)


def _holds_stated(demand: Demand, seating: Seating) -> bool:
    """Whether the first scalable unit really holds the stated number of hosts."""
    hosts = sum(member.max for member in demand.members if not member.manages)
    return demand.spec.su_hosts is not None and _seated(demand, seating, 0) >= min(demand.spec.su_hosts, hosts)


def _seated(demand: Demand, seating: Seating, su: int) -> int:
    """Hosts of a scalable unit, without those who manage the fabric."""
    managing = {member.name for member in demand.members if member.manages}
    return sum(run.count for run in seating.in_su(su) if run.member not in managing)


def _su_too_large(demand: Demand, asked: int, seating: Seating) -> Diagnostic:
    fit = _seated(demand, seating, 0)
    return Diagnostic(
        code="su-too-large",
        loc=("fabrics", demand.name, "su_hosts"),
        message=f"a scalable unit of {asked} hosts does not fit the leaves of {demand.name}: beside its uplinks, one "
        f"{demand.leaf.model.model} has ports for {fit}, {asked - fit} too few",
        help=f"set su_hosts to {fit} or less, leave it out, or choose a leaf with more ports",
    )


def _shared(demand: Demand) -> Split:
    """The leaf's cages between hosts and uplinks at the allowed ratio."""
    ratio = demand.spec.oversubscription
    if demand.same_bank:
        return split(
            len(demand.host_bank.cages) - demand.reserved,
            demand.host_breakout,
            demand.leaf.breakout,
            demand.host_gbps,
            demand.uplink_gbps,
            ratio,
        )
    down = len(demand.host_bank.cages) - demand.reserved
    ports = ports_in(down, demand.host_breakout)
    need = max(_MIN_UPLINKS, uplinks_for(ports, demand.host_gbps, demand.uplink_gbps, ratio))
    return Split(down, ports, min(need, demand.leaf.radix))


def _down_cages(demand: Demand, topology: Topology, spread: Spread, cages: int, shared: Split) -> tuple[int, int]:
    """Host cages of a leaf if this spread held everything, and the peer links of a pair."""
    if not topology.uplinks or (spread.leaves == 1 and not topology.reserve):
        return cages, 0
    dual_homed = spread.leaves == 2 and not topology.reserve
    if dual_homed and demand.spec.spines is None:
        peers = demand.spec.peer_links or _PEER_CAGES * demand.leaf.breakout.ports
        taken = cages_for(peers, demand.leaf.breakout) if demand.same_bank else 0
        return cages - taken, peers
    return shared.down_cages, demand.spec.peer_links or _full_uplinks(demand, shared, spread)


def _full_uplinks(demand: Demand, shared: Split, spread: Spread, seating: Seating | None = None) -> int:
    """Uplinks of a leaf whose scalable unit is full: by the radix, by the stated size of an SU, or by whole NVLink domains."""
    per_leaf = max(spread.leaf_of.count(leaf) for leaf in range(spread.leaves))
    su_hosts = demand.spec.su_hosts or (_whole_domains(demand, seating) if seating else None)
    if su_hosts is None:
        return shared.up_ports
    need = uplinks_for(per_leaf * su_hosts, demand.host_gbps, demand.uplink_gbps, demand.spec.oversubscription)
    return max(min(need, shared.up_ports), min(_MIN_UPLINKS, shared.up_ports))


def _whole_domains(demand: Demand, seating: Seating) -> int | None:
    """The fullest scalable unit, where all of them hold whole NVLink domains and nothing else is seated."""
    sizes = {member.name: member.block for member in demand.members if not member.manages}
    if 1 in sizes.values() or seating.sus == 1 or any(run.first % sizes.get(run.member, 1) for run in seating.runs):
        return None
    return max(sum(run.count for run in seating.in_su(su) if run.member in sizes) for su in range(seating.sus))


def _single_su(
    demand: Demand, topology: Topology, spread: Spread, seating: Seating, shared: Split, peers: int
) -> FabricShape | list[Diagnostic]:
    reasons = {"leaves": f"{spread.why}: {spread.leaves} for up to {demand.hosts_max} devices in one scalable unit"}
    if not topology.uplinks or (spread.leaves == 1 and demand.spec.spines is None):
        reasons["spines"] = "none: " + ("the leaves are islands" if spread.leaves > 1 else "one leaf holds everything")
        return _joined(demand, topology, seating, 0, 0, reasons)
    if spread.leaves == 2 and demand.spec.spines is None:
        return _joined(demand, topology, seating, peers, peers, reasons)
    return _with_spines(demand, topology, seating, _full_uplinks(demand, shared, spread), reasons)


def _many_sus(
    demand: Demand, topology: Topology, spread: Spread, seating: Seating, shared: Split
) -> FabricShape | list[Diagnostic]:
    uplinks = _full_uplinks(demand, shared, spread, seating)
    leaves = seating.sus * seating.leaves_per_su
    reasons = {
        "leaves": f"{spread.why}: {leaves} in {seating.sus} scalable units of {seating.leaves_per_su}, each leaf with "
        f"{shared.down_ports} ports for hosts and {uplinks} uplinks"
    }
    if leaves == 2 and demand.spec.spines is None:
        return _joined(demand, topology, seating, uplinks, demand.spec.peer_links or uplinks, reasons)
    return _with_spines(demand, topology, seating, uplinks, reasons)


def _joined(
    demand: Demand, topology: Topology, seating: Seating, uplinks: int, peers: int, reasons: dict[str, str]
) -> FabricShape:
    """A fabric without spines: two leaves joined directly, or leaves that nothing joins."""
    if peers:
        reasons = {**reasons, "spines": f"none: two leaves are joined directly by {peers} links"}
    return FabricShape(
        demand=demand,
        topology=topology,
        seating=seating,
        uplinks=uplinks,
        peer_links=peers,
        upper=None,
        reasons=reasons,
    )


def _with_spines(
    demand: Demand, topology: Topology, seating: Seating, uplinks: int, reasons: dict[str, str]
) -> FabricShape | list[Diagnostic]:
    leaves = seating.sus * seating.leaves_per_su
    upper = _stated(demand, leaves, uplinks) if demand.spec.spines else _derived(demand, seating, uplinks)
    if isinstance(upper, Diagnostic):
        return [upper]
    links = f"{upper.per_pair} link{'s' if upper.per_pair > 1 else ''} from each leaf to each spine"
    reasons["spines"] = (
        f"{upper.spines}: the smallest number that carries {leaves} x {uplinks} uplinks on {demand.spine.radix} ports and "
        f"divides {uplinks} evenly ({links})"
    )
    if upper.group:
        reasons["spines"] = (
            f"{upper.spines * upper.pods}: {upper.pods} pods of {upper.spines}; a pod's spines carry {upper.pod_leaves} x {uplinks} "
            f"uplinks on the half of their {demand.spine.radix} ports that looks down ({links} of its pod)"
        )
    if demand.spec.spines:
        reasons["spines"] = f"{demand.spec.spines}: stated, and {uplinks} uplinks divide evenly over them"
    if upper.group:
        reasons["cores"] = (
            f"{upper.spines * upper.group}: spine n of each of {upper.pods} pods has {upper.spine_uplinks} uplinks to "
            f"the {upper.group} cores of group n"
        )
    return FabricShape(
        demand=demand, topology=topology, seating=seating, uplinks=uplinks, peer_links=0, upper=upper, reasons=reasons
    )


def _derived(demand: Demand, seating: Seating, uplinks: int) -> Upper | Diagnostic:
    leaves = seating.sus * seating.leaves_per_su
    flat = two_tiers(leaves, uplinks, demand.spine.radix)
    if flat:
        return flat
    spine = demand.spine
    speed = demand.uplink_gbps
    if not demand.same_bank and demand.spec.spine is None:
        return Diagnostic(
            code="spine-needed",
            loc=("fabrics", demand.name),
            at_key=True,
            message=f"{leaves} leaves of {demand.name} have {uplinks} uplinks each, and a {spine.model.model} as their spine has only "
            f"{spine.radix} ports at {speed:g} Gb/s",
            help=f"add a spine with at least {leaves} ports at {speed:g} Gb/s to fabrics.{demand.name}, such as `spine: {{model: sn4600c}}`, and `spines: 2`",
        )
    shared = split(
        len(spine.bank.cages), spine.breakout, spine.breakout, speed, speed, demand.spec.spine_oversubscription
    )
    deep = three_tiers(leaves, seating.leaves_per_su, uplinks, shared, demand.core.radix)
    if deep:
        return deep
    return Diagnostic(
        code="too-many-leaves",
        loc=("fabrics", demand.name, "leaf", "model"),
        message=f"{demand.name} needs {leaves} leaves with {uplinks} uplinks each, and {spine.model.model} has "
        f"{spine.radix} ports at {speed:g} Gb/s: neither two nor three tiers of it join them",
        help=f"set fabrics.{demand.name}.spine.model to a switch with at least {leaves} ports at {speed:g} Gb/s",
    )


def _stated(demand: Demand, leaves: int, uplinks: int) -> Upper | Diagnostic:
    spines = demand.spec.spines or 1
    loc = ("fabrics", demand.name, "spines")
    fits = [str(count) for count in even_counts(leaves, uplinks, demand.spine.radix)]
    advice = f"use one of {', '.join(fits)}" if fits else "leave `spines` out, so that a third tier can be derived"
    if spines > uplinks or uplinks % spines:
        return Diagnostic(
            code="uneven-uplinks",
            loc=loc,
            help=advice,
            message=f"each leaf of {demand.name} has {uplinks} uplinks, which do not divide evenly over {spines} spines",
        )
    per_pair = uplinks // spines
    if leaves * per_pair > demand.spine.radix:
        return Diagnostic(
            code="spine-too-small",
            loc=loc,
            help=advice,
            message=f"{leaves} leaves with {per_pair} links to each of {spines} spines need {leaves * per_pair} ports on a "
            f"spine, and {demand.spine.model.model} has {demand.spine.radix} at {demand.uplink_gbps:g} Gb/s",
        )
    return Upper(1, leaves, spines, per_pair)


def _does_not_fit(demand: Demand, topology: Topology, cages: int) -> Diagnostic:
    ports = ports_in(cages, demand.host_breakout)
    most = max(len(member.ports) for member in demand.members)
    fit = ports if topology.name == "rail-only" else ports // most
    need = demand.hosts_max if topology.name == "rail-only" else sum(m.max * len(m.ports) for m in demand.members)
    return Diagnostic(
        code="topology-too-small",
        loc=("fabrics", demand.name),
        at_key=True,
        message=f"{demand.hosts_max} devices with up to {most} ports each do not fit a "
        f"{topology.title} {demand.name} fabric: one {demand.leaf.model.model} has {ports} ports at "
        f"{demand.host_gbps:g} Gb/s, and they need {need} on one: {need - ports} too many",
        help=f"choose topology rail-optimized or fat-tree, a larger leaf, or at most {fit} devices",
    )
