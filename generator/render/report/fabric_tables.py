"""The tables of one fabric: bisection, oversubscription, hops and paths."""

from collections.abc import Iterable, Iterator
from typing import Any

from generator.analysis.analyse import FabricAnalysis, PlaneAnalysis
from generator.analysis.bisection import Tried
from generator.analysis.graph import HostPort, SwitchGraph
from generator.analysis.hops import NO_PATH
from generator.analysis.oversubscription import TierRatio
from generator.analysis.paths import Path
from generator.render.report.tables import bar, number, percent, ratio, table

_HOP_COLOURS = {NO_PATH: "bad", 1: "one", 2: "two", 3: "two", 4: "three", 5: "three"}
READINGS = {"hosts": "halves of the hosts", "ports": "halves of the ports, which may divide hosts"}


def bisection_table(fabric: FabricAnalysis) -> dict[str, Any]:
    """Both readings over all planes, and every halving that was tried."""
    rows = []
    for reading, full, gbps, floor in fabric.bisections:
        exact = gbps - floor <= 1e-6 * full
        tried = [each for plane in fabric.planes for each in plane.bisections if each.reading == reading]
        worst = min(tried, key=lambda each: each.part)
        divisions = "; ".join(_halving(each) for each in worst.tried)
        rows.append(
            [
                READINGS[reading],
                number(full),
                number(gbps),
                percent(gbps / full),
                bar([("carried", gbps, "one")], full),
                "exact" if exact else f"at least {number(floor)}",
                divisions + ("" if len(fabric.planes) == 1 else f" (plane {_plane_of(fabric, worst.tried)})"),
            ]
        )
    columns = (
        "halves | #full, Gb/s | #worst, Gb/s | #of full, % | | proof, Gb/s | ~divisions tried, Gb/s in one direction"
    )
    return table("Bisection bandwidth", columns, rows)


def _halving(tried: Tried) -> str:
    """One halving; where only some ports take part, with what would be full for them."""
    halving, gbps = tried
    of = f" of {number(halving.full_gbps)}, counting only ports with a rail" if halving.rails else ""
    return f"{halving.words}: {number(gbps)}{of}"


def _plane_of(fabric: FabricAnalysis, tried: object) -> int:
    return next(p.graph.plane for p in fabric.planes for each in p.bisections if each.tried == tried)


def ratio_table(fabric: FabricAnalysis) -> dict[str, Any]:
    """Oversubscription by tier, for each plane that differs from the first."""
    rows = [
        [f"{each.tier}{planes}", each.when, f"{each.switches:,}", *_extreme(each)]
        for planes, plane in _differing(fabric.planes)
        for each in plane.ratios
    ]
    columns = (
        "tier | links | #switches | #lowest | #highest | #to hosts, Gb/s | #uplinks, Gb/s | ~switch with the highest"
    )
    note = "Bandwidth to hosts divided by bandwidth of uplinks: 1:1 is non-blocking; below 1, the uplinks have more bandwidth than the hosts can use."
    crosses = all(each.crosses for plane in fabric.planes for each in plane.ratios)
    if fabric.fabric.peer_links:
        note += " The uplinks of a pair are its links to the other leaf: "
        note += (
            "traffic between ports of one leaf does not use them."
            if crosses
            else "every host is on both leaves, so they carry traffic only after a port fails."
        )
    if fabric.fabric.carries:
        note += f" The ports of {' and '.join(fabric.fabric.carries)} are not counted: they are on both leaves."
    return table("Oversubscription by tier", columns, rows, note)


def _extreme(each: TierRatio) -> list[str]:
    most = each.most
    if not each.crosses:
        return [ratio(1), ratio(1), number(most.down_gbps), number(most.up_gbps), "all equal: no traffic has to cross"]
    others = "all equal" if each.alike == each.switches else f"{most.switch}, one of {each.alike:,} with this value"
    which = most.switch if each.alike == 1 else others
    return [ratio(each.least.value), ratio(most.value), number(most.down_gbps), number(most.up_gbps), which]


def _differing(planes: Iterable[PlaneAnalysis]) -> Iterator[tuple[str, PlaneAnalysis]]:
    """Yield the planes whose ratios are not those of one before, with their text."""
    alike: dict[tuple[Any, ...], list[PlaneAnalysis]] = {}
    for plane in planes:
        key = tuple((r.tier, r.when, r.switches, r.least.value, r.most.value, r.alike) for r in plane.ratios)
        alike.setdefault(key, []).append(plane)
    for mine in alike.values():
        numbers = ", ".join(str(plane.graph.plane) for plane in mine)
        yield f", planes {numbers}" if len(mine) > 1 else f", plane {numbers}" if len(alike) > 1 else "", mine[0]


def hop_table(fabric: FabricAnalysis) -> dict[str, Any]:
    """Pairs of ports by the switches on their path, in the first plane."""
    hops = fabric.planes[0].hops
    rows = []
    for what, pairs in (("one rail", hops.same_rail), ("any two ports", hops.every)):
        total = sum(pairs.values())
        for switches, count in pairs.items():
            length = "no way" if switches == NO_PATH else str(switches)
            drawn = bar([(f"{length} switches", count, _HOP_COLOURS.get(switches, "three"))], total)
            rows.append([what, length, f"{count:,}", percent(count / total), drawn])
    note = "Every pair of ports of two different hosts" + (" of one plane." if len(fabric.planes) > 1 else ".")
    return table("Switches between two hosts", "pairs | #switches | #pairs of ports | #of them, % | ", rows, note)


def path_table(fabric: FabricAnalysis, inside: str) -> dict[str, Any]:
    """Every kind of pair of the first host; `inside` is the path where the fabric has none."""
    plane = fabric.planes[0]
    rows = [_path_row(plane.graph, path, inside) for path in plane.paths]
    columns = "rail | distance | ~from | ~to | #switches | #shortest paths, by link | switches that share the load"
    note = ""
    if any(path.rail == "other" for path in plane.paths):
        note = (
            "Rail-aligned traffic stays on one rail. Cross-rail traffic may also change rails inside the host first "
            f"(NCCL calls it PXN), over {inside}, and then take the rail-aligned path."
        )
    return table("Rail-aligned and cross-rail paths" if note else "Paths between hosts", columns, rows, note)


def _path_row(graph: SwitchGraph, path: Path, inside: str) -> list[str]:
    ends = [_port(path.a), _port(path.b)]
    rail = {"same": "same", "other": "other"}.get(path.rail, "-")
    if path.switches == NO_PATH:
        return [rail, path.far, *ends, "-", "-", f"none: only through {inside}"]
    tiers = " > ".join(f"{count} x {tier}" if count > 1 else tier for tier, count in path.tiers)
    if path.switches == 1:
        tiers = graph.names[path.a.switch]
    return [rail, path.far, *ends, str(path.switches), f"{path.count:,}", tiers]


def _port(port: HostPort) -> str:
    return port.device if port.rail is None else f"{port.device} rail {port.rail}"
