"""Spines and cores of a fabric: derived from its leaves, or stated and checked."""

from msgspec import Struct

from generator.model.demand import Demand, shared_ports
from generator.model.leaf_budget import Uplinks
from generator.model.seats import Seating
from generator.model.spine_advice import spine_advice
from generator.model.tiers import Split, Upper, even_counts, three_tiers, two_tiers
from generator.source.diagnostic import Diagnostic


class Joined(Struct, frozen=True):
    """The tiers above the leaves, with the uplinks that each leaf has for them, and the reason for each count."""

    upper: Upper
    uplinks: int
    reasons: dict[str, str]


def join_leaves(demand: Demand, seating: Seating, uplinks: Uplinks) -> Joined | Diagnostic:
    """Return the tiers above the leaves of one plane: those with the fewest spines, and of these with the fewest uplinks."""
    leaves = seating.sus * seating.leaves_per_su
    found = _stated(demand, leaves, uplinks) if demand.spec.spines else _derived(demand, seating, uplinks)
    if isinstance(found, Diagnostic):
        return found
    upper, count = found
    return Joined(upper, count, _reasons(demand, leaves, upper, count, uplinks.need))


def _reasons(demand: Demand, leaves: int, upper: Upper, uplinks: int, need: int) -> dict[str, str]:
    links = f"{_plural(upper.per_pair, 'link')} from each leaf to each spine"
    more = (
        f"{need} carry its hosts, and {uplinks} divide evenly over fewer spines"
        if uplinks > need
        else "as many as its hosts need"
    )
    reasons = {"uplinks": f"{uplinks} a leaf: {more} at {demand.spec.oversubscription:g}:1"}
    if demand.spec.spines:
        return {**reasons, "spines": f"{demand.spec.spines}: stated, and {uplinks} uplinks divide evenly over them"}
    if not upper.group:
        why = f"the smallest number that carries {leaves} x {uplinks} uplinks on {demand.spine.radix} ports and divides {uplinks} evenly ({links})"
        return {**reasons, "spines": f"{upper.spines}: {why}"}
    down = demand.spine.radix - upper.spine_uplinks
    return {
        **reasons,
        "spines": f"{upper.spines * upper.pods}: {upper.pods} pods of {upper.spines}; a pod's spines carry {upper.pod_leaves} x {uplinks} uplinks "
        f"on the {down} of their {demand.spine.radix} ports that are left beside {upper.spine_uplinks} to the cores ({links} of its pod)",
        "cores": f"{upper.spines * upper.group}: spine n of each of {upper.pods} pods has {_plural(upper.spine_uplinks, 'uplink')} to "
        f"the {_plural(upper.group, 'core')} of group n",
    }


def _derived(demand: Demand, seating: Seating, uplinks: Uplinks) -> tuple[Upper, int] | Diagnostic:
    leaves = seating.sus * seating.leaves_per_su
    counts = range(uplinks.need, uplinks.most + 1)
    spine, speed = demand.spine, demand.uplink_gbps
    flat = [(upper, count) for count in counts if (upper := two_tiers(leaves, count, spine.radix))]
    if flat:
        return min(flat, key=lambda found: (found[0].spines, found[1]))
    if not demand.same_bank and demand.spec.spine is None:
        return Diagnostic(
            code="spine-needed",
            loc=("fabrics", demand.name),
            at_key=True,
            message=f"{leaves} leaves of {demand.name} have {uplinks.need} uplinks each, and a {spine.model.model} as their spine has only "
            f"{spine.radix} ports at {speed:g} Gb/s",
            help=spine_advice(demand, leaves, seating.leaves_per_su, uplinks),
        )
    shared = spine_split(demand)
    deep = [
        (upper, count)
        for count in counts
        if (upper := three_tiers(leaves, seating.leaves_per_su, count, shared, demand.core.radix))
    ]
    if deep:
        return min(deep, key=lambda found: (found[0].spines * (found[0].pods + found[0].group), found[1]))
    return Diagnostic(
        code="too-many-leaves",
        loc=("fabrics", demand.name, "leaf", "model"),
        message=f"{demand.name} needs {leaves} leaves with {uplinks.need} uplinks each, and {spine.model.model} has "
        f"{spine.radix} ports at {speed:g} Gb/s: neither two tiers of it join them (k^2/2 = {spine.radix**2 // 2} ports) nor three (k^3/4 = {spine.radix**3 // 4})",
        help=f"allow a higher fabrics.{demand.name}.oversubscription, choose switches with more ports than {spine.radix}, or lower the envelope",
    )


def spine_split(demand: Demand) -> Split:
    """Share a spine's ports between leaves and cores at the allowed ratio."""
    return shared_ports(demand.spine, demand.uplink_gbps, demand.spec.spine_oversubscription)


def _stated(demand: Demand, leaves: int, uplinks: Uplinks) -> tuple[Upper, int] | Diagnostic:
    spines = demand.spec.spines or 1
    counts = range(uplinks.need, uplinks.most + 1)
    count = next((count for count in counts if count % spines == 0), None)
    loc = ("fabrics", demand.name, "spines")
    fits = sorted({fit for each in counts for fit in even_counts(leaves, each, demand.spine.radix)})
    advice = (
        f"use one of {', '.join(map(str, fits))}" if fits else "leave `spines` out, so that a third tier can be derived"
    )
    if count is None:
        return Diagnostic(
            code="uneven-uplinks",
            loc=loc,
            help=advice,
            message=f"each leaf of {demand.name} has {uplinks.need} uplinks, which do not divide evenly over {spines} spines",
        )
    per_pair = count // spines
    if leaves * per_pair > demand.spine.radix:
        return Diagnostic(
            code="spine-too-small",
            loc=loc,
            help=advice,
            message=f"{leaves} leaves with {per_pair} links to each of {spines} spines need {leaves * per_pair} ports on a "
            f"spine, and {demand.spine.model.model} has {demand.spine.radix} at {demand.uplink_gbps:g} Gb/s",
        )
    return Upper(1, leaves, spines, per_pair), count


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' if count != 1 else ''}"
