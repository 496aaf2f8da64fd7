"""A converged pair: two leaves, joined directly, that carry compute, storage and frontend of the smallest clusters together.

The pair is the compute fabric's; the other fabrics have ports on it and no switches of their own (NVIDIA Enterprise
reference architectures: one pair of switches for all traffic of the smallest configurations).
"""

from msgspec.structs import replace

from generator.model.baseline import BaselineFabric, steps_to
from generator.model.baseline_seats import cages_taken, seat_on_baseline, with_coordinates
from generator.model.demand import Demand
from generator.model.fabric_shape import FabricShape
from generator.model.faceplate import Bank, cages_for, ports_in
from generator.model.member import Member
from generator.model.seats import Seating, seat_behind
from generator.model.tiers import uplinks_for
from generator.model.topology import topologies
from generator.model.topology.shape import Spread
from generator.source.diagnostic import Diagnostic

LEAVES = 2


def size_converged(demands: dict[str, Demand]) -> dict[str, FabricShape] | list[Diagnostic]:
    """Seat every fabric on the pair, the carrier's first; `demands` begins with the carrier's."""
    carrier = next(iter(demands.values()))
    return _seated(demands) or [_does_not_fit(carrier, demands, carrier.spec.peer_links or _peers(carrier))]


def _seated(demands: dict[str, Demand]) -> dict[str, FabricShape] | None:
    """Return the shapes, or nothing where the pair is too small."""
    carrier = next(iter(demands.values()))
    baseline_pair = _baseline_of(carrier, carrier)
    peers = carrier.spec.peer_links or max(_peers(carrier), baseline_pair.peer_links if baseline_pair else 0)
    used: dict[Bank, list[int]] = {}
    shapes: dict[str, FabricShape] = {}
    for demand in demands.values():  # devices of the baseline have their cages before new ones are seated
        taken = used.setdefault(demand.host_bank, [0] * LEAVES)
        if baseline := _baseline_of(demand, carrier):
            kept = cages_taken(demand, _spread(demand, carrier), baseline)
            taken[:] = [max(pair) for pair in zip(taken, kept, strict=True)]
    for name, demand in demands.items():
        spread, down = _spread(demand, carrier), _down_cages(carrier, demand, peers)
        taken = used[demand.host_bank]
        baseline = _baseline_of(demand, carrier)
        seating = (
            seat_on_baseline(demand, spread, down, baseline, taken)
            if baseline
            else seat_behind(demand, spread, down, taken)
        )
        if seating is None or seating.sus > 1:
            return None
        if baseline is None and demand.baseline_fabric:
            seating = with_coordinates(seating, demand.baseline_fabric)
        shapes[name] = _shape(demand, seating, spread, carrier, peers)
    return shapes


def _baseline_of(demand: Demand, carrier: Demand) -> BaselineFabric | None:
    """Return the baseline of a fabric if it was on this pair; None if it was on other leaves."""
    baseline = demand.baseline_fabric
    if baseline is None or baseline.carrier != ("" if demand is carrier else carrier.name):
        return None
    pair = baseline.upper is None and baseline.leaves_per_su == LEAVES and baseline.sus == 1
    return baseline if pair and (baseline.carrier or baseline.peer_links) else None


def _spread(demand: Demand, carrier: Demand) -> Spread:
    ports = max(len(member.ports) for member in demand.members)
    if demand is carrier:
        return Spread(LEAVES, tuple(port * LEAVES // ports for port in range(ports)), "half of the rails on each leaf")
    return Spread(LEAVES, tuple(port % LEAVES for port in range(ports)), "the ports of a host on both leaves")


def _peers(carrier: Demand) -> int:
    """Links between the two leaves: enough for what the rails of one leaf send to those of the other."""
    spread = _spread(carrier, carrier)
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
        uplink_steps=steps_to(peers, _baseline_of(carrier, carrier)) if mine else (),
        peer_links=peers if mine else 0,
        upper=None,
        reasons=reasons,
        carrier="" if mine else carrier.name,
    )


def _does_not_fit(carrier: Demand, demands: dict[str, Demand], peers: int) -> Diagnostic:
    fit = most_that_fits(demands)
    less = f"plan at most {fit[1]} hosts of {fit[0]}" if fit[1] else "choose a leaf with more ports"
    need, room = _host_ports(demands) + LEAVES * peers, _room(carrier)
    return Diagnostic(
        code="pair-too-small",
        loc=("fabrics", carrier.name, "carries"),
        message=f"{', '.join(demands)} have {_host_ports(demands)} host ports, and the two leaves are joined by {peers} links: {need} ports on a pair of "
        f"{carrier.leaf.model.model}, which has {room} at {carrier.host_gbps:g} Gb/s"
        + (
            f", {need - room} too few"
            if need > room
            else "; each group and each speed begins on a cage of its own, and too few whole cages are left"
        ),
        help=f"{less}, or remove `carries` and give each fabric leaves of its own",
    )


def count_ports(demands: dict[str, Demand]) -> str:
    """Return as text how many ports of a pair its fabrics take."""
    carrier = next(iter(demands.values()))
    peers = carrier.spec.peer_links or _peers(carrier)
    each = ", ".join(f"{name} {sum(m.max * len(m.ports) for m in demand.members)}" for name, demand in demands.items())
    return (
        f"{each} host ports and {LEAVES} x {peers} for the links between the leaves are {_host_ports(demands) + LEAVES * peers} of the "
        f"{_room(carrier)} that two {carrier.leaf.model.model} have at {carrier.host_gbps:g} Gb/s"
    )


def _host_ports(demands: dict[str, Demand]) -> int:
    return sum(m.max * len(m.ports) for demand in demands.values() for m in demand.members)


def _room(carrier: Demand) -> int:
    return LEAVES * ports_in(len(carrier.host_bank.cages) - carrier.reserved, carrier.host_breakout)


def most_that_fits(demands: dict[str, Demand]) -> tuple[str, int]:
    """Return the largest member of the carrier, and how many of it fit on the pair at most: 0 where none does."""
    carrier = next(iter(demands.values()))
    largest = max((m for m in carrier.members if m.computes), key=lambda m: m.max, default=carrier.members[0])
    low, high = 0, largest.max - 1
    while low < high:
        middle = (low + high + 1) // 2
        fewer = {
            name: replace(d, members=tuple(_fewer(m, largest.name, middle) for m in d.members))
            for name, d in demands.items()
        }
        low, high = (middle, high) if _seated(fewer) else (low, middle - 1)
    return largest.name, low


def _fewer(member: Member, name: str, count: int) -> Member:
    return replace(member, max=count, installed=()) if member.name == name else member
