"""The figures at the top, each with the arithmetic behind it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from generator.analysis.analyse import FabricAnalysis
from generator.analysis.hops import NO_PATH
from generator.catalog.model import Host
from generator.plan.counts import counted
from generator.plan.plan import Plan
from generator.plan.power import rack_loads, typical_models
from generator.plan.power.budget import make_budget
from generator.render.drawing.key import APPLIANCES
from generator.render.report.tables import number, percent, ratio

Figure = tuple[str, str, str, str]
"""Its name, its value, its unit, and its derivation."""


def headlines(plan: Plan, summary: Mapping[str, Any], fabrics: Mapping[str, FabricAnalysis]) -> list[Figure]:
    """Return the figures of the cluster, then those of its compute fabric (the first fabric where there is none)."""
    found = [*_cluster(plan, summary)]
    main = fabrics.get("compute") or next(iter(fabrics.values()), None)
    if main and main.bisections:
        found += _fabric(plan, main)
    return found


def _cluster(plan: Plan, summary: Mapping[str, Any]) -> Iterator[Figure]:
    gpus = {group: plan.hardware.get(Host, group.model).gpu_count for group in plan.groups.values()}
    sums = " + ".join(f"{g.count:,} {g.name} x {count}" for g, count in gpus.items() if count) or "no host with GPUs"
    yield ("GPUs", f"{summary['gpus']:,}", "", f"{sums}; the envelope has {summary['gpus_max']:,}")
    tiers = Counter(f"{switch.fabric} {switch.tier}" for switch in plan.switches)
    named = ", ".join(f"{count:,} {what}" for what, count in tiers.items())
    yield ("switches", f"{len(plan.switches):,}", "", named or "none yet")
    hosts = Counter(host.role for host in plan.hosts)
    named = ", ".join(f"{count:,} {APPLIANCES.get(role, role)}" for role, count in hosts.items())
    yield ("hosts", f"{len(plan.hosts):,}", f"in {counted(summary['racks'], 'rack')}", named or "none yet")
    power = summary["power_kw"]
    pue = plan.site.power.pue
    typical = typical_models(plan)
    unknown = sum(len(load.unknown) for load in rack_loads(plan).values())
    bounds = [f"only typical power is published of {', '.join(typical)}"] if typical else []
    bounds += [f"{counted(unknown, 'device')} without a figure not counted"] if unknown else []
    circuits = make_budget(plan).provisioned_w
    bounds += [f"circuits carry up to {number(circuits / 1000)} kW"] if circuits is not None else []
    sums = "; ".join(("sum of the published figures of all devices and switch transceivers", *bounds))
    how = f"{sums}; x {pue:g} (PUE) = {number(power['facility'])} kW for the facility"
    yield "IT power, published" if typical or unknown else "IT power at most", number(power["it_max"]), "kW", how


def _fabric(plan: Plan, main: FabricAnalysis) -> Iterator[Figure]:
    name = main.fabric.name
    reading, full, gbps, floor = main.bisections[0]
    graphs = [plane.graph for plane in main.planes]
    ports = Counter(port.gbps for graph in graphs for port in graph.ports)
    sums = " + ".join(f"{count:,} ports x {speed:g} Gb/s" for speed, count in sorted(ports.items(), reverse=True))
    kind = "exact" if gbps - floor <= 1e-6 * full else f"no division has less than {number(floor)} Gb/s"
    yield (
        f"{name} bisection, between {reading}",
        number(gbps / 1000),
        "Tb/s",
        f"({sums}) / 2 = {number(full)} Gb/s is full; the worst division has {number(gbps)} Gb/s, {percent(gbps / full)} % ({kind})",
    )
    gpus = sum(host.gpus for host in plan.hosts)
    if name == "compute" and gpus:
        rails = sum(port.gbps for graph in graphs for port in graph.own_ports)
        yield ("into the fabric, per GPU", number(rails / gpus), "Gb/s", f"{number(rails)} Gb/s / {gpus:,} GPUs")
    leaf = [each for plane in main.planes for each in plane.ratios if each.tier == "leaf" and each.when == "envelope"]
    if leaf:
        worst = max((each.most for each in leaf), key=lambda each: each.value)
        up = "to the other leaf" if main.fabric.peer_links else "up"
        how = f"{worst.switch}: {number(worst.down_gbps)} Gb/s to its own hosts / {number(worst.up_gbps)} Gb/s {up}, with all ports of the envelope in use"
        if not worst.crosses:
            how = f"every host is on both leaves: the {number(worst.up_gbps)} Gb/s between the two carry traffic only after a port fails"
        yield (f"{name} leaf oversubscription", ratio(worst.value), "", how)
    hops = main.planes[0].hops.every
    lengths = {switches: pairs for switches, pairs in hops.items() if switches != NO_PATH}
    if lengths:
        pairs = sum(lengths.values())
        parts = ", ".join(f"{switches} on {percent(count / pairs)} %" for switches, count in lengths.items())
        yield (
            f"{name} longest path",
            str(max(lengths)),
            counted(max(lengths), "switch", "switches").split()[1],
            f"of all pairs of ports: {parts}",
        )
