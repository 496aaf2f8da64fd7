"""The effect of one lost link between two switches on the remaining links, with equal and with weighted paths.

All others still send that switch its old share, over fewer links: of `whole` links one is lost, so each remaining one carries whole / (whole - 1)
times its load. With weights (BGP link bandwidth, RFC 10005) the share of that switch falls, and all remaining links of the fabric carry the same. Weights are whole numbers: FRR before 10, and Cumulus Linux by its documents (BGP Weighted Equal Cost Multipath), put each path in hundredths of all, rounded down and at least 1; later releases of FRR in 255 parts of the largest (pull request 14553).
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from generator.analysis.graph import RANKS, SwitchGraph
from generator.catalog.model import SwitchSystem
from generator.plan.fabrics import Fabric
from generator.plan.plan import Plan

HUNDREDTHS = 100


class LostLink(Struct, frozen=True, kw_only=True):
    """One link of `whole` between two switches is lost, of `all` that share the traffic; a switch beyond has `paths`, `through` of them over the switch that lost it.

    `plain`, `weighted` and `rounded` are the load of the fullest link afterwards over that of before: with equal paths, with exact weights, in hundredths.
    """

    name: str
    whole: int
    all: int
    paths: int
    through: int

    @property
    def plain(self) -> float:
        """With equal paths; a switch without any link left is no longer used, and the others share its traffic."""
        return self.whole / (self.whole - 1) if self.whole > 1 else self.weighted

    @property
    def weighted(self) -> float:
        """With exact weights."""
        return self.all / (self.all - 1) if self.all > 1 else 0.0

    @property
    def rounded(self) -> float:
        """With weights rounded to hundredths."""
        if self.whole == 1:
            return self.weighted
        beside = self.paths - self.through
        weights = hundredths([self.whole - 1] * self.through + [self.whole] * beside)
        less, full, sent = weights[0], weights[-1], sum(weights)
        through = self.through * less / sent / (self.whole - 1)
        others = beside * full / sent / (self.all - self.whole) if beside else 0.0
        return max(through, others) * self.all


def hundredths(links: Iterable[int]) -> list[int]:
    """Return the weight of each path from the links behind it: its share in hundredths, rounded down, and at least 1."""
    counted = list(links)
    return [max(1, HUNDREDTHS * each // sum(counted)) for each in counted]


def lost_links(graphs: Iterable[SwitchGraph]) -> list[LostLink]:
    """Return the worst loss between each two tiers, leaves first; empty where there is one tier."""
    worst: dict[int, LostLink] = {}
    for graph in graphs:
        for rank, found in _losses(graph):
            if rank not in worst or found.plain > worst[rank].plain:
                worst[rank] = found
    return [found for _, found in sorted(worst.items())]


def _losses(graph: SwitchGraph) -> Iterator[tuple[int, LostLink]]:
    seen: set[tuple[int, int]] = set()
    for switch, rank in enumerate(graph.ranks):
        above = {far: count for far, count in graph.links[switch].items() if graph.ranks[far] == rank + 1}
        if not above or (rank, id(graph.links[switch])) in seen:
            continue
        seen.add((rank, id(graph.links[switch])))
        uplinks = sum(above.values())
        if rank == RANKS["leaf"]:
            far, least = min(above.items(), key=lambda each: each[1] if each[1] > 1 else uplinks)
            yield (
                rank,
                LostLink(
                    name=f"{graph.names[switch]} and {graph.names[far]}",
                    whole=least,
                    all=uplinks,
                    paths=uplinks,
                    through=least,
                ),
            )
        else:
            yield from _below(graph, switch, uplinks, next(iter(above)))


def _below(graph: SwitchGraph, spine: int, uplinks: int, core: int) -> Iterator[tuple[int, LostLink]]:
    """Yield the effect on a leaf of an uplink that its spine lost."""
    leaf, links = next(
        ((far, n) for far, n in graph.links[spine].items() if graph.ranks[far] == RANKS["leaf"]), (None, 0)
    )
    if leaf is not None:
        beside = [far for far in graph.links[leaf] if graph.ranks[far] == RANKS["spine"]]
        every = sum(n for far in beside for up, n in graph.links[far].items() if graph.ranks[up] == RANKS["core"])
        paths = sum(graph.links[leaf][far] for far in beside)
        names = f"{graph.names[spine]} and {graph.names[core]}"
        yield RANKS["spine"], LostLink(name=names, whole=uplinks, all=every, paths=paths, through=links)


class Weighs(Struct, frozen=True, kw_only=True):
    """Whether the switches of a system in a fabric use weighted paths, whether they could, and the note of the catalog; `since` is the first release that can, or empty."""

    system: str
    version: str
    weighs: bool
    since: str
    because: str
    by_load: bool
    """Whether they select among their own ports by load."""


def weighing(plan: Plan, fabric: Fabric, by_load: Iterable[str]) -> tuple[Weighs, ...]:
    """Return this for every system and release of a fabric's switches; `by_load` has the switches that select by load."""
    loaded = frozenset(by_load)
    found: dict[tuple[str, str], bool] = {}
    for switch in plan.switches:
        if switch.os and switch.fabric == fabric.name:
            key = switch.os, switch.version
            found[key] = found.get(key, False) or switch.name in loaded
    rows = []
    for (os, version), chosen in sorted(found.items()):
        system = plan.hardware.get(SwitchSystem, os)
        fact = system.features.get("weighted-ecmp")
        rows.append(
            Weighs(
                system=system.title,
                version=version,
                weighs=fabric.weighted,
                since=(fact.since or "") if fact else "",
                because=fact.because if fact else "no document at hand",
                by_load=chosen,
            )
        )
    return tuple(rows)
