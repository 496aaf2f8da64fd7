"""Further sizing: a fabric of an earlier plan under a larger envelope. What stands is kept; spines are recabled only where nothing else will do."""

from collections.abc import Iterator
from dataclasses import replace

from generator.model.demand import Demand
from generator.model.fabric_shape import FabricShape
from generator.model.faceplate import cages_for
from generator.model.further_seats import cages_taken, seat_further
from generator.model.leaf_budget import down_cages, full_uplinks, share
from generator.model.seats import Seating
from generator.model.standing import StandingFabric
from generator.model.tiers import Split, Upper, even_counts, three_tiers, two_tiers
from generator.model.topology.shape import Spread, Topology
from generator.model.trunks import further_trunks
from generator.model.upper_tiers import join_leaves, spine_split
from generator.source.diagnostic import Diagnostic


def size_further(demand: Demand, topology: Topology, stands: StandingFabric) -> FabricShape | None:
    """Size a fabric around what stands of it; nothing where that cannot be, and it has to be sized afresh."""
    spread = _spread(demand, topology, stands)
    if spread is None:
        return None
    for seating, uplinks, peers, upper in _candidates(demand, topology, spread, stands):
        leaves = seating.sus * seating.leaves_per_su
        trunks = further_trunks(stands, upper, uplinks, leaves) if stands.upper and upper and not upper.group else {}
        return FabricShape(
            demand=demand,
            topology=topology,
            seating=seating,
            uplinks=uplinks,
            peer_links=peers,
            upper=upper,
            reasons=_reasons(demand, stands, seating, uplinks, upper),
            trunks=trunks,
        )
    return None


def _spread(demand: Demand, topology: Topology, stands: StandingFabric) -> Spread | None:
    """Find the way of spreading ports over as many leaves as stand; nothing where the topology has none."""
    spreads = topology.spreads(demand.widest, demand.homes)
    return next((each for each in spreads if each.leaves == stands.leaves_per_su), None)


def why_afresh(demand: Demand, topology: Topology, stands: StandingFabric) -> str:
    """Say why what stands could not be kept, with the arithmetic, as far as one leaf shows it."""
    spread = _spread(demand, topology, stands)
    if spread is None:
        return "its scalable units are of another number of leaves"
    first = {member.name: member.max for member in demand.members if member.manages}
    if any(most > sum(run.count for run in stands.runs if run.member == name) for name, most in first.items()):
        return "those who run the fabric take the last ports of its first unit, and more of them came"
    taken, down = max(cages_taken(demand, spread, stands)), share(demand).down_cages
    if taken > down:
        return f"a leaf has {taken} cages of hosts in use, and beside the uplinks that a larger fabric needs there is room for {down}"
    return "no number of spines carries its uplinks and divides them evenly"


_Candidate = tuple[Seating, int, int, Upper | None]
"""Seats, uplinks, peer links, and the tiers above."""


def _candidates(demand: Demand, topology: Topology, spread: Spread, stands: StandingFabric) -> Iterator[_Candidate]:
    """Give what keeps most first."""
    shared = share(demand)
    cages = len(demand.host_bank.cages) - demand.reserved
    taken = cages_for(stands.uplinks, demand.leaf.breakout) if demand.same_bank else 0
    alone = cages - taken if stands.uplinks else down_cages(demand, topology, spread, shared)[0]
    alone = min(alone, shared.down_cages) if stands.upper else alone
    seating = seat_further(demand, spread, alone, stands)
    if seating and seating.sus == stands.sus and _as_stated(demand, stands):
        yield seating, stands.uplinks, stands.peer_links, stands.upper
        return
    if topology.one_su or not topology.uplinks or demand.spec.peer_links:
        return
    if stands.upper and seating:
        leaves = seating.sus * seating.leaves_per_su
        upper = _more_leaves(demand, stands, leaves) or _more_spines(demand, stands, seating, leaves)
        if upper:
            yield seating, stands.uplinks, 0, upper
        return
    if not stands.upper and (first := _first_spines(demand, spread, shared, stands)):
        yield first


def _as_stated(demand: Demand, stands: StandingFabric) -> bool:
    """Whether the spec asks for the spines and peer links that stand, or leaves them as they are."""
    spines = stands.upper.spines if stands.upper else 0
    return demand.spec.spines in {None, spines} and demand.spec.peer_links in {None, stands.peer_links}


def _first_spines(demand: Demand, spread: Spread, shared: Split, stands: StandingFabric) -> _Candidate | None:
    """Join leaves that nothing joined so far, as their last ports were free; those of a pair lose the cables between them."""
    seating = seat_further(demand, spread, shared.down_cages, stands)
    if seating is None:
        return None
    joined = join_leaves(demand, seating, full_uplinks(demand, shared, spread, seating))
    return None if isinstance(joined, Diagnostic) else (seating, joined.uplinks, 0, joined.upper)


def _more_leaves(demand: Demand, stands: StandingFabric, leaves: int) -> Upper | None:
    """More leaves on the spines that stand: on their free ports, in further pods, or in pods that a tier of cores joins."""
    upper, radix = stands.upper, demand.spine.radix
    assert upper is not None
    if demand.spec.spines and not upper.group and demand.spec.spines != upper.spines:
        return None
    if upper.group:
        pods = -(-leaves // upper.pod_leaves)
        return replace(upper, pods=pods) if pods * upper.core_per_pair <= demand.core.radix else None
    if leaves * upper.per_pair <= radix:
        return replace(upper, pod_leaves=leaves)
    shared = spine_split(demand)
    pod_leaves = shared.down_ports // upper.per_pair // stands.leaves_per_su * stands.leaves_per_su
    if stands.trunks or pod_leaves < stands.sus * stands.leaves_per_su or not shared.up_ports:
        return None
    pods = -(-leaves // pod_leaves)
    group = next(even_counts(pods, shared.up_ports, demand.core.radix), None)
    if group is None:
        return None
    return Upper(pods, pod_leaves, upper.spines, upper.per_pair, shared.up_ports, group, shared.up_ports // group)


def _more_spines(demand: Demand, stands: StandingFabric, seating: Seating, leaves: int) -> Upper | None:
    """More spines over the uplinks that leaves have: part of their cables has to move."""
    if demand.spec.spines:
        per_pair, rest = divmod(stands.uplinks, demand.spec.spines)
        fits = not rest and leaves * per_pair <= demand.spine.radix
        return Upper(1, leaves, demand.spec.spines, per_pair) if fits else None
    flat = two_tiers(leaves, stands.uplinks, demand.spine.radix)
    if flat:
        return flat
    shared = spine_split(demand)
    return three_tiers(leaves, seating.leaves_per_su, stands.uplinks, shared, demand.core.radix)


def _reasons(
    demand: Demand, stands: StandingFabric, seating: Seating, uplinks: int, upper: Upper | None
) -> dict[str, str]:
    if (seating.sus, uplinks, upper) == (stands.sus, stands.uplinks, stands.upper):
        return dict(stands.reasons)
    more, leaves = seating.sus - stands.sus, seating.sus * seating.leaves_per_su
    units = f"{stands.sus} scalable unit{'s' if stands.sus != 1 else ''} of {seating.leaves_per_su}"
    follow = f", {more} more follow{'s' if more == 1 else ''}" if more else ""
    reasons = {"leaves": f"{leaves}: {units} as the earlier plan had {'it' if stands.sus == 1 else 'them'}{follow}"}
    if upper is None:
        return {**reasons, "spines": "none, as in the earlier plan"}
    if stands.upper is None:
        why = f"the earlier plan had none; {upper.spines} carry {leaves} x {uplinks} uplinks and divide them evenly"
    elif demand.spec.spines:
        why = "stated"
    elif replace(upper, pods=1, pod_leaves=1) == replace(stands.upper, pods=1, pod_leaves=1):
        why = "those of the earlier plan have ports for all leaves"
    elif upper.group:
        tiers = f"{upper.pods} pods of {upper.spines} spines, and groups of {upper.group} cores"
        why = f"{leaves} leaves x {uplinks} uplinks take {tiers}; the earlier plan had pods of {stands.upper.spines} and groups of {stands.upper.group}"
    else:
        radix, need = demand.spine.radix, leaves * uplinks
        ports = f"{stands.upper.spines} x {radix} = {stands.upper.spines * radix} ports"
        why = f"those of the earlier plan have {ports}, {leaves} leaves x {uplinks} uplinks need {need}, and {upper.spines} a pod divide them evenly"
    return {
        **reasons,
        "uplinks": f"{uplinks} a leaf, as the earlier plan has them",
        "spines": f"{upper.spines * upper.pods}: {why}",
    }
