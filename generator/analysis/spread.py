"""Bandwidth that a folded Clos carries for any traffic: proven on the graph, or not claimed.

Let every leaf send its traffic over its uplinks in proportion to their bandwidth, and every spine likewise to the cores.
Where the leaves of a pod divide their uplinks over its spines in one proportion, a spine's share of the pod's uplinks is its share of the leaves' uplinks, and every pod meets the cores in one proportion, this routing fills all links of a switch
or pod alike. So a leaf whose hosts send and receive no more than `share` of their line rate at once is never the
bottleneck, nor is its pod: share = min(1, uplinks / hosts of the leaf, uplinks / hosts of the pod).
"""

from collections.abc import Mapping

from generator.analysis.graph import SwitchGraph

_CLOSE = 1e-6


def even_shares(graph: SwitchGraph) -> list[float] | None:
    """Return the proven share of its hosts' line rate that each switch carries, 0 to 1; None where the graph is not an even Clos."""
    pods = _pods(graph)
    if pods is None:
        return None
    cores = graph.of_rank(2)
    shares = [1.0] * len(graph.names)
    to_cores: Mapping[int, float] | None = None
    for leaves, spines in pods:
        weights = _weights(graph, leaves, spines)
        if weights is None:
            return None
        pod_share = 1.0
        if cores:
            to_cores_of = {spine: _to_rank(graph, spine, 2) for spine in spines}
            total = sum(sum(around.values()) for around in to_cores_of.values())
            meets = _meets(to_cores_of, weights, total)
            if meets is None or (to_cores is not None and not _same(meets, to_cores)):
                return None
            to_cores = meets
            pod_share = _part(total, sum(graph.down_gbps[leaf] for leaf in leaves))
        for leaf in leaves:
            up = graph.up_gbps[leaf]
            joined = bool(spines) or up > 0
            alone = len(leaves) == 1 and len(pods) == 1
            shares[leaf] = 1.0 if alone and not joined else min(_part(up, graph.down_gbps[leaf]), pod_share)
    return shares


def _part(room: float, asked: float) -> float:
    return min(1.0, room / asked) if asked else 1.0


def _pods(graph: SwitchGraph) -> list[tuple[list[int], list[int]]] | None:
    """Return the leaves and spines of each part below the cores; None for islands or hosts above the leaves."""
    if any(graph.ranks[port.switch] for port in graph.ports):
        return None
    found: list[tuple[list[int], list[int]]] = []
    seen: set[int] = set()
    for start in graph.of_rank(0):
        if start in seen:
            continue
        members, queue = {start}, [start]
        while queue:
            for far in graph.gbps[queue.pop()]:
                if graph.ranks[far] < 2 and far not in members:
                    members.add(far)
                    queue.append(far)
        seen |= members
        leaves = sorted(switch for switch in members if graph.ranks[switch] == 0)
        found.append((leaves, sorted(members - set(leaves))))
    islands = len(found) > 1 and not graph.of_rank(2)
    return None if islands else found


def _weights(graph: SwitchGraph, leaves: list[int], spines: list[int]) -> dict[int, float] | None:
    """Return each spine's part of a leaf's uplinks where it is the same for all leaves of the pod; a joined pair needs none."""
    if not spines:
        return {} if len(leaves) <= 2 else None
    first: dict[int, float] | None = None
    for leaf in leaves:
        total = graph.up_gbps[leaf]
        if not total or any(graph.ranks[far] != 1 for far in graph.gbps[leaf]):
            return None
        mine = {far: gbps / total for far, gbps in graph.gbps[leaf].items()}
        if first is None:
            first = mine
        elif not _same(mine, first):
            return None
    return first


def _to_rank(graph: SwitchGraph, switch: int, rank: int) -> dict[int, float]:
    return {far: gbps for far, gbps in graph.gbps[switch].items() if graph.ranks[far] == rank}


def _meets(
    to_cores_of: Mapping[int, Mapping[int, float]], weights: Mapping[int, float], total: float
) -> dict[int, float] | None:
    """Return the share of a pod's uplinks to each core; None where a spine's share of them is not the share that its leaves send there."""
    found: dict[int, float] = {}
    for spine, around in to_cores_of.items():
        if not total or abs(sum(around.values()) / total - weights.get(spine, 0.0)) > _CLOSE:
            return None
        for core, gbps in around.items():
            found[core] = found.get(core, 0.0) + gbps / total
    return found


def _same(one: Mapping[int, float], other: Mapping[int, float]) -> bool:
    return one.keys() == other.keys() and all(abs(part - other[far]) <= _CLOSE for far, part in one.items())
