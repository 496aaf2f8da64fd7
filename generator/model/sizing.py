"""The size of a fabric: scalable units, leaves, spines and cores for the whole envelope, with the reasons."""

from msgspec.structs import replace

from generator.model.baseline_seats import with_coordinates
from generator.model.baseline_sizing import size_on_baseline, why_afresh
from generator.model.demand import Demand
from generator.model.fabric_shape import FabricShape
from generator.model.faceplate import ports_in
from generator.model.leaf_budget import Uplinks, down_cages, full_uplinks, share
from generator.model.peer_room import refuse_peers
from generator.model.seats import Seating, seat_all, seat_in_one
from generator.model.tiers import Split
from generator.model.topology import topologies
from generator.model.topology.shape import Spread, Topology
from generator.model.upper_tiers import join_leaves
from generator.source.diagnostic import Diagnostic


def size_fabric(demand: Demand) -> FabricShape | list[Diagnostic]:
    """Size a fabric from its envelope and its baseline; derive its topology as well, if the spec does not state one."""
    topology, why = _topology(demand)
    kept = (
        size_on_baseline(demand, topology, demand.baseline_fabric)
        if demand.baseline_fabric and not demand.baseline_fabric.carrier
        else None
    )
    sized = kept or _size(demand, topology)
    if demand.baseline_fabric and kept is None and isinstance(sized, FabricShape):
        sized = replace(
            sized,
            seating=with_coordinates(sized.seating, demand.baseline_fabric),
            reasons={**sized.reasons, "standing": why_afresh(demand, topology, demand.baseline_fabric)},
        )
    alone = (
        isinstance(sized, FabricShape) and topology.rails and not demand.spec.topology and sized.in_plane("leaf") == 1
    )
    if alone:
        assert isinstance(sized, FabricShape)
        why = "the host ports of one leaf hold everything, and its other ports stay free for a larger fabric"
        return _explained(replace(sized, topology=topologies()["single-switch"]), why)
    return _explained(sized, why)


def _topology(demand: Demand) -> tuple[Topology, str]:
    """Return the topology and the reason."""
    if demand.spec.topology:
        return topologies()[demand.spec.topology], "set in the spec"
    if demand.name != "compute":
        return topologies()["fat-tree"], f"the default of the {demand.name} fabric"
    rails = max(len(member.ports) for member in demand.members)
    if rails == 1:
        return topologies()["fat-tree"], "hosts have one port, so there are no rails to keep apart"
    return topologies()["rail-optimized"], f"hosts have {rails} rails and need more than the host ports of one leaf"


def _explained(sized: FabricShape | list[Diagnostic], why: str) -> FabricShape | list[Diagnostic]:
    """Add the reasons for the topology and the planes."""
    if not isinstance(sized, FabricShape):
        return sized
    planes = (
        "set in the spec"
        if sized.demand.spec.planes
        else "the number of parts into which the vendors of its hosts split a port of this technology"
    )
    first = {"topology": f"{sized.topology.name}: {why}", "planes": f"{sized.planes}: {planes}"}
    return replace(sized, reasons={**first, **sized.reasons})


def _size(demand: Demand, topology: Topology) -> FabricShape | list[Diagnostic]:
    cages = len(demand.host_bank.cages) - demand.reserved
    shared = share(demand)
    spread = None
    for spread in topology.spreads(demand.widest, demand.homes):
        down, peers = down_cages(demand, topology, spread, shared)
        seating = (seat_all if demand.spec.su_hosts else seat_in_one)(demand, spread, down)
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
    """Whether the first scalable unit holds the stated number of hosts."""
    hosts = sum(member.max for member in demand.members if not member.manages)
    return demand.spec.su_hosts is not None and _seated(demand, seating, 0) >= min(demand.spec.su_hosts, hosts)


def _seated(demand: Demand, seating: Seating, su: int) -> int:
    """Hosts of a scalable unit, without the managers of the fabric."""
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


def _single_su(
    demand: Demand, topology: Topology, spread: Spread, seating: Seating, shared: Split, peers: int
) -> FabricShape | list[Diagnostic]:
    reasons = {"leaves": f"{spread.why}: {spread.leaves} for up to {demand.hosts_max} devices in one scalable unit"}
    if not topology.uplinks or (spread.leaves == 1 and demand.spec.spines is None):
        reasons["spines"] = "none: " + ("the leaves are islands" if spread.leaves > 1 else "one leaf holds everything")
        return _joined(demand, topology, seating, 0, 0, reasons)
    if spread.leaves == 2 and demand.spec.spines is None:
        return _joined(demand, topology, seating, peers, peers, reasons)
    return _with_spines(demand, topology, seating, full_uplinks(demand, shared, spread), reasons)


def _many_sus(
    demand: Demand, topology: Topology, spread: Spread, seating: Seating, shared: Split
) -> FabricShape | list[Diagnostic]:
    uplinks = full_uplinks(demand, shared, spread, seating)
    leaves = seating.sus * seating.leaves_per_su
    reasons = {
        "leaves": f"{spread.why}: {leaves} in {seating.sus} scalable units of {seating.leaves_per_su}, each leaf with "
        f"{shared.down_ports} ports for hosts and {uplinks.need} uplinks" + _cut_domains(demand, seating)
    }
    if leaves == 2 and demand.spec.spines is None:
        peers = demand.spec.peer_links or uplinks.need
        return _joined(demand, topology, seating, max(uplinks.need, peers), peers, reasons)
    return _with_spines(demand, topology, seating, uplinks, reasons)


def _cut_domains(demand: Demand, seating: Seating) -> str:
    """Return the remark on NVLink domains that are in two scalable units, where units were filled to save leaves."""
    blocks = {member.name: member.block for member in demand.members}
    cut = sum(run.first % blocks[run.member] > 0 for run in seating.runs)
    return (
        f"; {cut} NVLink domains are in two units, which saves leaves (state su_hosts to keep them whole)"
        if cut
        else ""
    )


def _joined(
    demand: Demand, topology: Topology, seating: Seating, uplinks: int, peers: int, reasons: dict[str, str]
) -> FabricShape | list[Diagnostic]:
    """A fabric without spines: two leaves joined directly, or separate leaves."""
    if problems := refuse_peers(demand, seating, peers):
        return problems
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
    demand: Demand, topology: Topology, seating: Seating, uplinks: Uplinks, reasons: dict[str, str]
) -> FabricShape | list[Diagnostic]:
    joined = join_leaves(demand, seating, uplinks)
    if isinstance(joined, Diagnostic):
        return [joined]
    return FabricShape(
        demand=demand,
        topology=topology,
        seating=seating,
        uplinks=joined.uplinks,
        peer_links=0,
        upper=joined.upper,
        reasons={**reasons, **joined.reasons},
    )


def _does_not_fit(demand: Demand, topology: Topology, cages: int) -> Diagnostic:
    ports = ports_in(max(cages, 0), demand.host_breakout)
    kept = demand.spec.reserve_ports
    beside = f" beside the {kept} of reserve_ports" if kept else ""
    lower = f"lower fabrics.{demand.name}.reserve_ports, or " if kept else ""
    most = max(len(member.ports) for member in demand.members)
    fit = ports if topology.rails else ports // most
    need = demand.hosts_max if topology.rails else sum(m.max * len(m.ports) for m in demand.members)
    return Diagnostic(
        code="topology-too-small",
        loc=("fabrics", demand.name),
        at_key=True,
        message=f"{demand.hosts_max} devices with up to {most} ports each do not fit a "
        f"{topology.title} {demand.name} fabric: one {demand.leaf.model.model} has {ports} ports at "
        f"{demand.host_gbps:g} Gb/s{beside}, and they need {need} on one: {need - ports} too many",
        help=f"choose topology rail-optimized or fat-tree, a larger leaf, or at most {fit} devices"
        if fit
        else f"{lower}choose a larger leaf",
    )
