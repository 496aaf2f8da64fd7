"""Room of a pair of leaves for the links that join them."""

from generator.model.demand import Demand
from generator.model.faceplate import ports_in
from generator.model.seats import Seating
from generator.source.diagnostic import Diagnostic


def refuse_peers(demand: Demand, seating: Seating, peers: int) -> list[Diagnostic]:
    """Return the problem of links for which the fullest leaf has no ports beside its hosts and what is reserved; empty where they fit."""
    room = _room(demand, seating)
    if peers <= room:
        return []
    shared = " beside its hosts" if demand.same_bank else ""
    kept = f" and the {demand.spec.reserve_ports} of reserve_ports" if shared and demand.spec.reserve_ports else ""
    problem = Diagnostic(
        code="peer-links-too-many",
        loc=("fabrics", demand.name, "peer_links") if demand.spec.peer_links else ("fabrics", demand.name),
        at_key=demand.spec.peer_links is None,
        message=f"the two leaves of {demand.name} are to be joined by {peers} links, and one {demand.leaf.model.model} has {room} ports for them at "
        f"{demand.uplink_gbps:g} Gb/s{shared}{kept}",
        help=f"set peer_links to {room} or less, or choose a leaf with more ports"
        if room
        else "choose a leaf with more ports",
    )
    return [problem]


def _room(demand: Demand, seating: Seating) -> int:
    """Count the ports at the uplink's speed that are left on the fullest leaf."""
    cages = len(demand.leaf.bank.cages)
    if demand.same_bank:
        cages -= demand.reserved + _used(seating)
    return ports_in(max(cages, 0), demand.leaf.breakout)


def _used(seating: Seating) -> int:
    """Return the number of cages up to the last one with a host, on any leaf."""
    ends = [
        zone.first_cage + -(-(zone.first_port + run.count) // zone.ports_per_cage) * zone.step
        for run in seating.given
        for zone in run.zones
    ]
    return max(ends, default=0)
