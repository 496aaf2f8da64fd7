"""Trunks: where each uplink of a leaf ends, among the spines of its pod.

By the formula, a leaf's uplinks go to spine after spine, `per_pair` to each, and leaf n takes the n-th share of a spine's ports. When spines are
added to a fabric, as many cables as possible stay; the others move to the lowest free ports.
"""

from collections.abc import Mapping

from generator.model.baseline import BaselineFabric, Ends
from generator.model.tiers import Upper


def formula(upper: Upper, leaf: int, uplink: int) -> Ends:
    """Return the spine within the pod, and its port, by the formula."""
    spine, extra = divmod(uplink, upper.per_pair)
    return spine, leaf % upper.pod_leaves * upper.per_pair + extra


def trunks_on_baseline(
    baseline: BaselineFabric, upper: Upper, uplinks: int, leaves: int
) -> dict[tuple[int, int], Ends]:
    """Return the ends of every uplink of a grown fabric of two tiers; empty where all of them follow the formula."""
    assert baseline.upper is not None
    kept = _kept(baseline, upper, uplinks)
    taken: list[set[int]] = [set() for _ in range(upper.spines)]
    for spine, port in kept.values():
        taken[spine].add(port)
    free = [
        iter([p for p in range(leaves * upper.per_pair + max(used, default=0) + 1) if p not in used]) for used in taken
    ]
    found: dict[tuple[int, int], Ends] = {}
    for leaf in range(leaves):
        room = dict.fromkeys(range(upper.spines), upper.per_pair)
        for uplink in range(uplinks):
            if (leaf, uplink) in kept:
                room[kept[leaf, uplink][0]] -= 1
        for uplink in range(uplinks):
            if (leaf, uplink) in kept:
                found[leaf, uplink] = kept[leaf, uplink]
                continue
            spine = next(each for each, left in room.items() if left)
            room[spine] -= 1
            found[leaf, uplink] = spine, next(free[spine])
    regular = all(ends == formula(upper, leaf, uplink) for (leaf, uplink), ends in found.items())
    return {} if regular else found


def _kept(baseline: BaselineFabric, upper: Upper, uplinks: int) -> Mapping[tuple[int, int], Ends]:
    """Return the uplinks that stay: up to `per_pair` of a leaf on each spine that it had."""
    assert baseline.upper is not None
    kept: dict[tuple[int, int], Ends] = {}
    for leaf in range(baseline.sus * baseline.leaves_per_su):
        room = dict.fromkeys(range(min(upper.spines, baseline.upper.spines)), upper.per_pair)
        for uplink in range(min(uplinks, baseline.uplinks)):
            ends = baseline.trunks.get((leaf, uplink)) or formula(baseline.upper, leaf, uplink)
            if room.get(ends[0]):
                room[ends[0]] -= 1
                kept[leaf, uplink] = ends
    return kept
