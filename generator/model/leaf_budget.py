"""The budget of a leaf: how its cages are shared between hosts, uplinks and, in a pair, the links to the other leaf."""

from msgspec import Struct

from generator.model.demand import Demand
from generator.model.faceplate import cages_for, ports_in
from generator.model.seats import Seating
from generator.model.tiers import Split, power_within, split, uplinks_for
from generator.model.topology.shape import Spread, Topology

_PEER_CAGES = 2
"""A pair of leaves is joined over two cages, so that no single transceiver is its only link."""
_MIN_UPLINKS = 2
_ROUND = 16
"""Uplinks may be rounded up by a sixteenth of the radix at most, to a number that divides over few spines."""


class Uplinks(Struct, frozen=True):
    """Uplinks of a leaf: `need` for its hosts, and `most`, up to which they may be rounded to divide evenly."""

    need: int
    most: int


def share(demand: Demand) -> Split:
    """Share the leaf's cages between hosts and uplinks at the allowed ratio."""
    ratio = demand.spec.oversubscription
    cages = len(demand.host_bank.cages) - demand.reserved
    if demand.same_bank:
        return split(cages, demand.host_breakout, demand.leaf.breakout, demand.host_gbps, demand.uplink_gbps, ratio)
    ports = ports_in(cages, demand.host_breakout)
    need = max(_MIN_UPLINKS, uplinks_for(ports, demand.host_gbps, demand.uplink_gbps, ratio))
    return Split(cages, ports, min(need, demand.leaf.radix), demand.leaf.radix)


def down_cages(demand: Demand, topology: Topology, spread: Spread, shared: Split) -> tuple[int, int]:
    """Host cages of a leaf if this spread held everything, and the peer links of a pair."""
    cages = len(demand.host_bank.cages) - demand.reserved
    if not topology.uplinks or (spread.leaves == 1 and not topology.reserve):
        return cages, 0
    dual_homed = spread.leaves == 2 and not topology.reserve
    if dual_homed and demand.spec.spines is None:
        peers = demand.spec.peer_links or _PEER_CAGES * demand.leaf.breakout.ports
        taken = cages_for(peers, demand.leaf.breakout) if demand.same_bank else 0
        return cages - taken, peers
    return shared.down_cages, demand.spec.peer_links or full_uplinks(demand, shared, spread).need


def full_uplinks(demand: Demand, shared: Split, spread: Spread, seating: Seating | None = None) -> Uplinks:
    """Uplinks of a leaf whose scalable unit is full: by the radix, by the stated size of an SU, or by whole NVLink domains."""
    su_hosts = demand.spec.su_hosts or (_whole_domains(demand, seating) if seating else None)
    need = shared.up_ports
    if su_hosts is not None:
        per_leaf = max(spread.leaf_of.count(leaf) for leaf in range(spread.leaves))
        managing = sum(member.max * len(member.ports) for member in demand.members if member.manages)
        ports = per_leaf * su_hosts + -(-managing // spread.leaves)
        asked = uplinks_for(ports, demand.host_gbps, demand.uplink_gbps, demand.spec.oversubscription)
        need = max(min(asked, need), min(_MIN_UPLINKS, need))
    return Uplinks(need, min(shared.up_most, _rounded(need, demand.leaf.radix)))


def _rounded(uplinks: int, radix: int) -> int:
    """Round up to a multiple of the largest power of two within a sixteenth of the radix."""
    step = power_within(radix // _ROUND)
    return -(-uplinks // step) * step


def _whole_domains(demand: Demand, seating: Seating) -> int | None:
    """The fullest scalable unit, where all of them hold whole NVLink domains and nothing else is seated."""
    sizes = {member.name: member.block for member in demand.members if not member.manages}
    if 1 in sizes.values() or seating.sus == 1 or any(run.first % sizes.get(run.member, 1) for run in seating.runs):
        return None
    return max(sum(run.count for run in seating.in_su(su) if run.member in sizes) for su in range(seating.sus))
