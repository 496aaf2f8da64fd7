"""Answers in sentences to the questions of this package, for `clustergen explain`."""

from collections.abc import Callable, Iterator

from generator.analysis.analyse import FabricAnalysis, analyse_fabric
from generator.analysis.close import close
from generator.analysis.hops import NO_PATH
from generator.plan.draft import Draft

JOINED = "no traffic has to cross, as every host is on both leaves; the {links} between the two carry traffic only after a port fails"
"""The text for a pair whose leaves share all hosts."""


def answer(plan: Draft, fabric: str, question: str) -> tuple[list[str], str] | None:
    """Answer `bisection`, `oversubscription`, `hops`, `failures`, `lost`, `growth` or `spare` of a fabric, with the rule that it follows from."""
    if question not in QUESTIONS or fabric not in plan.fabrics:
        return None
    say, rule = QUESTIONS[question]
    home = plan.fabrics[fabric].carrier or fabric
    lines = [f"{fabric} uses the switches of {home}"] if home != fabric else []
    found = [f"{home}.{question}: {line}" for line in say(analyse_fabric(close(plan), fabric))]
    return [*lines, *(found or [f"{home}.{question}: no cable of this fabric is installed yet"])], rule


def _bisection(fabric: FabricAnalysis) -> Iterator[str]:
    for reading, full, gbps, floor in fabric.bisections:
        proof = (
            "exact" if gbps - floor <= 1e-6 * full else f"an upper bound; no division has less than {floor:,.12g} Gb/s"
        )
        words = next(b.worst.words for plane in fabric.planes for b in plane.bisections if b.reading == reading)
        yield (
            f"between halves of the {reading} {gbps:,.12g} of {full:,.12g} Gb/s, {100 * gbps / full:.3g} % ({proof}); "
            f"worst division: {words}"
        )


def _oversubscription(fabric: FabricAnalysis) -> Iterator[str]:
    for plane in fabric.planes:
        of = f", plane {plane.graph.plane}" if len(fabric.planes) > 1 else ""
        for each in plane.ratios:
            most = each.most
            if not each.crosses:
                yield f"{each.tier}{of}, {each.when}: 1, {JOINED.format(links=f'{most.up_gbps:,.12g} Gb/s')}"
                continue
            yield (
                f"{each.tier}{of}, {each.when}: {each.least.value:.3g} to {most.value:.3g}; highest at {most.switch}, "
                f"{most.down_gbps:,.12g} Gb/s to hosts / {most.up_gbps:,.12g} Gb/s of uplinks"
            )


def _hops(fabric: FabricAnalysis) -> Iterator[str]:
    for plane in fabric.planes[:1]:
        for what, pairs in (("of one rail", plane.hops.same_rail), ("any", plane.hops.every)):
            for switches, count in pairs.items():
                path = (
                    "no path" if switches == NO_PATH else f"{switches} switch{'es' if switches > 1 else ''} on the path"
                )
                yield f"pairs of ports, {what}: {count:,} with {path}"


def _failures(fabric: FabricAnalysis) -> Iterator[str]:
    for each in fabric.failures:
        lost = ", ".join(f"{loss.gbps:,.12g} Gb/s between halves of the {loss.reading}" for loss in each.losses)
        others = f" and {', '.join(f'{count:,} of {group}' for group, count in each.apart)}" if each.apart else ""
        many = "devices" if fabric.fabric.name == "oob" else "hosts"
        yield (
            f"one {each.kind} of {each.count:,}, worst case {each.worst}: {fabric.population.words} losing a port: {each.hosts_touched:,} "
            f"({100 * each.host_part:.3g} % of the bandwidth of each){others}; {many} cut off: {each.hosts_cut_off:,}; lost bandwidth: {lost}"
        )


def _growth(fabric: FabricAnalysis) -> Iterator[str]:
    for step in fabric.growth.steps:
        yield f"{step.what}: {step.devices:,} {fabric.growth.short} ({step.takes})"
    yield from (f"to grow further: {line}" for line in fabric.growth.after)


def _spare(fabric: FabricAnalysis) -> Iterator[str]:
    for each in fabric.spare:
        ports = (
            ", ".join(f"{count:,} ports at {speed:g} Gb/s" for speed, count in each.free_ports if count) or "no port"
        )
        uses = "; ".join(
            f"{use.used:,} ports {use.kind} used, {use.kept:,} reserved for the envelope" for use in each.uses
        )
        yield (
            f"{each.tier}, {each.model} {each.form_factor}: {each.free:,} of {each.cages:,} cages free, {ports}; {uses or 'none used'}"
        )


def _lost(fabric: FabricAnalysis) -> Iterator[str]:
    for each in fabric.lost:
        if each.whole == 1:
            yield (
                f"if the only link between {each.name} fails, of {each.all} links: that path is withdrawn, and the other {each.all - 1} carry "
                f"{each.weighted:.3f} times their load before, with and without weights"
            )
            continue
        yield (
            f"if one of {each.whole} links between {each.name} fails, of {each.all} that share the traffic: without weights the other {each.whole - 1} carry "
            f"{each.plain:.3f} times their load before ({each.whole}/{each.whole - 1}), with weights all {each.all - 1} carry {each.weighted:.3f} times "
            f"({each.all}/{each.all - 1}); where weights are hundredths of all {each.paths} paths, the most loaded link carries {each.rounded:.3f} times"
        )
    for row in fabric.weighing if fabric.lost else ():
        home = f"fabrics.{fabric.fabric.name}.weighted"
        can = f"has weights since {row.since}" if row.since else f"has none ({row.because})"
        does = f"uses weights ({home})" if row.weighs else f"gives all paths the same weight; {row.system} {can}"
        load = "; it balances its own ports by load, but detects a lost link behind the next switch only by weights or pause frames"
        yield f"{row.system} {row.version} {does}{load if row.by_load else ''}"


QUESTIONS: dict[str, tuple[Callable[[FabricAnalysis], Iterator[str]], str]] = {
    "bisection": (
        _bisection,
        "the lowest maximum flow between two halves of the host ports, on the graph of installed links",
    ),
    "oversubscription": (_oversubscription, "bandwidth to hosts divided by bandwidth of uplinks, switch by switch"),
    "hops": (_hops, "switches on the shortest path between ports of two hosts, all pairs counted"),
    "failures": (_failures, "the worst single failure of each kind, on the graph of installed links"),
    "lost": (_lost, "the remaining links behind a switch, divided by the links that its neighbours still count on"),
    "growth": (
        _growth,
        "the arithmetic that sized the fabric, for the largest group, or out of band for the ports of all devices",
    ),
    "spare": (_spare, "fabric cages of installed switches that the envelope does not use"),
}
"""Questions about a fabric: the function that answers, and the rule that the answer follows from."""
