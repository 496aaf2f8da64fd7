"""A converged pair: two leaves, joined directly, that carry compute, storage and frontend of the smallest clusters together.

The pair is the compute fabric's; the other fabrics have ports on it and no switches of their own (NVIDIA Enterprise
reference architectures: one pair of switches for all traffic of the smallest configurations).
"""

from dataclasses import replace

from generator.model.demand import Demand
from generator.model.faceplate import Bank, cages_for, ports_in
from generator.model.seats import Seating, seat_behind
from generator.model.sizing import FabricShape
from generator.model.tiers import uplinks_for
from generator.model.topology import topologies
from generator.model.topology.shape import Spread
from generator.source.diagnostic import Diagnostic

LEAVES = 2


def size_converged(demands: dict[str, Demand]) -> dict[str, FabricShape] | list[Diagnostic]:
    """Seat every fabric on the pair, the carrier's first; `demands` begins with the carrier's."""
    carrier = next(iter(demands.values()))
    rails = max(len(member.ports) for member in carrier.members)
    halves = Spread(LEAVES, tuple(port * LEAVES // rails for port in range(rails)), "half of the rails on each leaf")
    peers = carrier.spec.peer_links or _peers(carrier, halves)
    used: dict[Bank, list[int]] = {}
    shapes: dict[str, FabricShape] = {}
    for name, demand in demands.items():
        ports = max(len(member.ports) for member in demand.members)
        sides = Spread(LEAVES, tuple(port % LEAVES for port in range(ports)), "the ports of a host on both leaves")
        spread = halves if demand is carrier else sides
        taken = used.setdefault(demand.host_bank, [0] * LEAVES)
        seating = seat_behind(demand, spread, _down_cages(carrier, demand, peers), taken)
        if seating is None:
            return [_does_not_fit(carrier, demands, peers)]
        shapes[name] = _shape(demand, seating, spread, carrier, peers)
    return shapes


def _peers(carrier: Demand, spread: Spread) -> int:
    """Links between the two: as many as carry what the rails of one leaf send to those of the other."""
    ports = sum(
        member.max * sum(spread.leaf_of[index] == 0 for index in range(len(member.ports))) for member in carrier.members
    )
    need = uplinks_for(ports, carrier.host_gbps, carrier.uplink_gbps, carrier.spec.oversubscription)
    return max(need, LEAVES * carrier.leaf.breakout.ports)


def _down_cages(carrier: Demand, demand: Demand, peers: int) -> int:
    """Host cages of a leaf in the bank of a fabric's hosts, behind the carrier's peer links and what stays free."""
    shared = demand.host_bank is carrier.leaf.bank
    return len(demand.host_bank.cages) - demand.reserved - (cages_for(peers, carrier.leaf.breakout) if shared else 0)


def _shape(demand: Demand, seating: Seating, spread: Spread, carrier: Demand, peers: int) -> FabricShape:
    mine = demand is carrier
    topology = topologies()["rail-optimized" if mine else "fat-tree"]
    carried = ", ".join(carrier.spec.carries)
    reasons = {
        "topology": f"{topology.name}: a converged pair, which carries {carried} too"
        if mine
        else f"{topology.name}: on the pair of {carrier.name}",
        "leaves": f"{spread.why}, {LEAVES} leaves for {demand.hosts_max} devices",
        "spines": f"none: two leaves are joined directly by {peers} links",
    }
    return FabricShape(
        demand=demand if mine else replace(demand, leaf=carrier.leaf),
        topology=topology,
        seating=seating,
        uplinks=peers if mine else 0,
        peer_links=peers if mine else 0,
        upper=None,
        reasons=reasons,
        carrier="" if mine else carrier.name,
    )


def _does_not_fit(carrier: Demand, demands: dict[str, Demand], peers: int) -> Diagnostic:
    need = sum(m.max * len(m.ports) for demand in demands.values() for m in demand.members)
    room = ports_in(_down_cages(carrier, carrier, peers), carrier.host_breakout)
    return Diagnostic(
        code="pair-too-small",
        loc=("fabrics", carrier.name, "carries"),
        message=f"{need} ports of {', '.join(demands)} do not fit a pair of {carrier.leaf.model.model}: beside {peers} links between the two, "
        f"they have {LEAVES} x {room} ports at {carrier.host_gbps:g} Gb/s"
        + (
            f", {need - LEAVES * room} too few"
            if need > LEAVES * room
            else ", and ports of another speed take cages of their own"
        ),
        help="give storage or frontend a leaf of its own, allow a higher oversubscription, or lower the envelope",
    )
