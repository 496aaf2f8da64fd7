"""Sizing on a baseline: a fabric of an earlier plan under a larger envelope. Leaves and spines are kept; uplinks are recabled only where no other candidate fits."""

from collections.abc import Iterator

from msgspec.structs import replace

from generator.model.baseline import BaselineFabric
from generator.model.baseline_seats import cages_taken, seat_on_baseline
from generator.model.demand import Demand
from generator.model.fabric_shape import FabricShape
from generator.model.faceplate import cages_for
from generator.model.leaf_budget import down_cages, full_uplinks, share
from generator.model.seats import Seating
from generator.model.tiers import Split, Upper, even_counts, three_tiers, two_tiers
from generator.model.topology.shape import Spread, Topology
from generator.model.trunks import trunks_on_baseline
from generator.model.upper_tiers import join_leaves, spine_split
from generator.source.diagnostic import Diagnostic


def size_on_baseline(demand: Demand, topology: Topology, baseline: BaselineFabric) -> FabricShape | None:
    """Size a fabric around its baseline; None where the baseline cannot be kept, and it must be sized from the spec alone."""
    spread = _spread(demand, topology, baseline)
    if spread is None:
        return None
    for seating, uplinks, peers, upper in _candidates(demand, topology, spread, baseline):
        leaves = seating.sus * seating.leaves_per_su
        trunks = (
            trunks_on_baseline(baseline, upper, uplinks, leaves) if baseline.upper and upper and not upper.group else {}
        )
        return FabricShape(
            demand=demand,
            topology=topology,
            seating=seating,
            uplinks=uplinks,
            peer_links=peers,
            upper=upper,
            reasons=_reasons(demand, baseline, seating, uplinks, upper),
            trunks=trunks,
        )
    return None


def _spread(demand: Demand, topology: Topology, baseline: BaselineFabric) -> Spread | None:
    """Return the spread of ports over as many leaves as the baseline has; None where the topology has none."""
    spreads = topology.spreads(demand.widest, demand.homes)
    return next((each for each in spreads if each.leaves == baseline.leaves_per_su), None)


def why_afresh(demand: Demand, topology: Topology, baseline: BaselineFabric) -> str:
    """Return why the baseline could not be kept, with the arithmetic of one leaf."""
    spread = _spread(demand, topology, baseline)
    if spread is None:
        return "its scalable units are of another number of leaves"
    first = {member.name: member.max for member in demand.members if member.manages}
    if any(most > sum(run.count for run in baseline.runs if run.member == name) for name, most in first.items()):
        return "the devices that manage the fabric take the last ports of its first unit, and more of them were added"
    taken, down = max(cages_taken(demand, spread, baseline)), share(demand).down_cages
    if taken > down:
        return f"a leaf has {taken} cages of hosts in use, and beside the uplinks that a larger fabric needs there is room for {down}"
    return "no number of spines carries its uplinks and divides them evenly"


_Candidate = tuple[Seating, int, int, Upper | None]
"""Seats, uplinks, peer links, and the tiers above."""


def _candidates(demand: Demand, topology: Topology, spread: Spread, baseline: BaselineFabric) -> Iterator[_Candidate]:
    """Yield candidates, the one that keeps most of the baseline first."""
    shared = share(demand)
    cages = len(demand.host_bank.cages) - demand.reserved
    taken = cages_for(baseline.uplinks, demand.leaf.breakout) if demand.same_bank else 0
    alone = cages - taken if baseline.uplinks else down_cages(demand, topology, spread, shared)[0]
    alone = min(alone, shared.down_cages) if baseline.upper else alone
    seating = seat_on_baseline(demand, spread, alone, baseline)
    if seating and seating.sus == baseline.sus and _as_stated(demand, baseline):
        yield seating, baseline.uplinks, baseline.peer_links, baseline.upper
        return
    if topology.one_su or not topology.uplinks or demand.spec.peer_links:
        return
    if baseline.upper and seating:
        leaves = seating.sus * seating.leaves_per_su
        upper = _more_leaves(demand, baseline, leaves) or _more_spines(demand, baseline, seating, leaves)
        if upper:
            yield seating, baseline.uplinks, 0, upper
        return
    if not baseline.upper and (first := _first_spines(demand, spread, shared, baseline)):
        yield first


def _as_stated(demand: Demand, baseline: BaselineFabric) -> bool:
    """Whether the spec states the spines and peer links of the baseline, or none."""
    spines = baseline.upper.spines if baseline.upper else 0
    return demand.spec.spines in {None, spines} and demand.spec.peer_links in {None, baseline.peer_links}


def _first_spines(demand: Demand, spread: Spread, shared: Split, baseline: BaselineFabric) -> _Candidate | None:
    """Add spines above leaves without any, whose last ports were free; a pair loses the cables between its leaves."""
    seating = seat_on_baseline(demand, spread, shared.down_cages, baseline)
    if seating is None:
        return None
    joined = join_leaves(demand, seating, full_uplinks(demand, shared, spread, seating))
    return None if isinstance(joined, Diagnostic) else (seating, joined.uplinks, 0, joined.upper)


def _more_leaves(demand: Demand, baseline: BaselineFabric, leaves: int) -> Upper | None:
    """More leaves below the spines of the baseline: on their free ports, in further pods, or in pods that a tier of cores joins."""
    upper, radix = baseline.upper, demand.spine.radix
    assert upper is not None
    if demand.spec.spines and not upper.group and demand.spec.spines != upper.spines:
        return None
    if upper.group:
        pods = -(-leaves // upper.pod_leaves)
        return replace(upper, pods=pods) if pods * upper.core_per_pair <= demand.core.radix else None
    if leaves * upper.per_pair <= radix:
        return replace(upper, pod_leaves=leaves)
    shared = spine_split(demand)
    pod_leaves = shared.down_ports // upper.per_pair // baseline.leaves_per_su * baseline.leaves_per_su
    if baseline.trunks or pod_leaves < baseline.sus * baseline.leaves_per_su or not shared.up_ports:
        return None
    pods = -(-leaves // pod_leaves)
    group = next(even_counts(pods, shared.up_ports, demand.core.radix), None)
    if group is None:
        return None
    return Upper(pods, pod_leaves, upper.spines, upper.per_pair, shared.up_ports, group, shared.up_ports // group)


def _more_spines(demand: Demand, baseline: BaselineFabric, seating: Seating, leaves: int) -> Upper | None:
    """More spines over the uplinks that leaves have: part of their cables has to move."""
    if demand.spec.spines:
        per_pair, rest = divmod(baseline.uplinks, demand.spec.spines)
        fits = not rest and leaves * per_pair <= demand.spine.radix
        return Upper(1, leaves, demand.spec.spines, per_pair) if fits else None
    flat = two_tiers(leaves, baseline.uplinks, demand.spine.radix)
    if flat:
        return flat
    shared = spine_split(demand)
    return three_tiers(leaves, seating.leaves_per_su, baseline.uplinks, shared, demand.core.radix)


def _reasons(
    demand: Demand, baseline: BaselineFabric, seating: Seating, uplinks: int, upper: Upper | None
) -> dict[str, str]:
    if (seating.sus, uplinks, upper) == (baseline.sus, baseline.uplinks, baseline.upper):
        return dict(baseline.reasons)
    more, leaves = seating.sus - baseline.sus, seating.sus * seating.leaves_per_su
    units = f"{baseline.sus} scalable unit{'s' if baseline.sus != 1 else ''} of {seating.leaves_per_su}"
    follow = f", {more} more follow{'s' if more == 1 else ''}" if more else ""
    reasons = {"leaves": f"{leaves}: {units} as the earlier plan had {'it' if baseline.sus == 1 else 'them'}{follow}"}
    if upper is None:
        return {**reasons, "spines": "none, as in the earlier plan"}
    if baseline.upper is None:
        why = f"the earlier plan had none; {upper.spines} carry {leaves} x {uplinks} uplinks and divide them evenly"
    elif demand.spec.spines:
        why = "stated"
    elif replace(upper, pods=1, pod_leaves=1) == replace(baseline.upper, pods=1, pod_leaves=1):
        why = "those of the earlier plan have ports for all leaves"
    elif upper.group:
        tiers = f"{upper.pods} pods of {upper.spines} spines, and groups of {upper.group} cores"
        why = f"{leaves} leaves x {uplinks} uplinks take {tiers}; the earlier plan had pods of {baseline.upper.spines} and groups of {baseline.upper.group}"
    else:
        radix, need = demand.spine.radix, leaves * uplinks
        ports = f"{baseline.upper.spines} x {radix} = {baseline.upper.spines * radix} ports"
        why = f"those of the earlier plan have {ports}, {leaves} leaves x {uplinks} uplinks need {need}, and {upper.spines} a pod divide them evenly"
    return {
        **reasons,
        "uplinks": f"{uplinks} a leaf, as the earlier plan has them",
        "spines": f"{upper.spines * upper.pods}: {why}",
    }
