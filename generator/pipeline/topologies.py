"""The topologies that the compute fabric could have, planned for the whole envelope and compared: for `clustergen explain SPEC compute.topology`."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from generator.analysis.analyse import FabricAnalysis, analyse_fabric
from generator.analysis.close import close
from generator.analysis.hops import NO_PATH
from generator.model.build import build
from generator.pipeline.make import make_plan
from generator.plan.draft import Draft
from generator.plan.money.bill import priced_bill
from generator.plan.plan import Plan
from generator.source.diagnostic import Severity, SpecError
from generator.spec.cluster import ClusterSpec
from generator.spec.pins import NO_PINS
from generator.workload.size import Size, SizeError
from generator.workload.workloads import Workload, workloads_in

_COMPARED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("rail-optimized", {"topology": "rail-optimized", "planes": 1}),
    ("fat-tree", {"topology": "fat-tree", "planes": 1}),
    ("rail-only", {"topology": "rail-only", "planes": 1}),
    ("two planes", {"topology": "rail-optimized", "planes": 2}),
)
_FREE = ("spines", "spines_installed", "planes_installed", "su_hosts", "peer_links", "leaves_per_host")
"""Counts of a fabric that belong to the topology of the spec: for others they are derived."""


def compare_topologies(plan: Draft) -> list[str]:
    """Return lines on each topology: switches, transceivers, bisection, paths, a lost leaf, the collectives of each workload, and money where prices are stated."""
    if plan.spec.fabrics.compute is None:
        return []
    head = "compared for the whole envelope, without pins; all else as the spec has it:"
    return [head, *(line for name, keys in _COMPARED for line in _choice(plan, name, keys))]


def _choice(plan: Draft, name: str, keys: dict[str, Any]) -> Iterator[str]:
    try:
        made = make_plan(build(_with(plan.spec, keys), plan.catalog))
    except SpecError as error:
        errors = (each for each in error.problems if each.severity is Severity.ERROR)  # warnings come before them
        reason = next(errors, error.problems[0])
        yield f"{name}: refused: {reason.message}"
        return
    closed = close(made)
    yield f"{name}: {_switches(closed)}"
    yield f"  {_optics(closed)}"
    found = analyse_fabric(closed, "compute")
    yield from (f"  {line}" for line in _fabric(found))
    for each, workload in workloads_in(made.spec, made.catalog):
        if isinstance(workload, Workload):
            yield f"  {each}: {_collectives(workload, _ratio(found))}"
    if closed.money:
        yield f"  {_money(closed)}"


def _with(spec: ClusterSpec, keys: dict[str, Any]) -> ClusterSpec:
    """Return the spec with all of its envelope installed and another shape of its compute fabric; nothing is pinned or waits."""
    compute = spec.fabrics.compute
    assert compute is not None
    hosts = {name: group.model_copy(update={"count": group.max or group.count}) for name, group in spec.hosts.items()}
    free = dict.fromkeys(_FREE)
    fabrics = spec.fabrics.model_copy(update={"compute": compute.model_copy(update=free | keys)})
    fields = type(spec).model_fields
    apart = {
        name: fields[name].get_default(call_default_factory=True) for name in ("states", "assets", "rename", "release")
    }
    return spec.model_copy(update={"hosts": hosts, "fabrics": fabrics, "pins": NO_PINS, **apart})


def _switches(plan: Plan) -> str:
    tiers: Counter[str] = Counter(switch.tier for switch in plan.switches if switch.fabric == "compute")
    many = {"leaf": "leaves", "spine": "spines", "core": "cores"}
    counts = ", ".join(
        f"{tiers[tier]:,} {tier if tiers[tier] == 1 else word}" for tier, word in many.items() if tiers[tier]
    )
    return counts or "no switches of its own"


def _optics(plan: Plan) -> str:
    """Count transceivers and cables of the fabric; a transceiver may hold two ports."""
    links = [link for link in plan.links if link.fabric == "compute"]
    optics = {(end.device, end.cage) for link in links for end in (link.a, link.b) if end.optic}
    cables = Counter(link.kind for link in {link.cable: link for link in links}.values())
    between = sum(count for kind, count in cables.items() if kind != "host_leaf")
    return f"{len(optics):,} transceivers, {cables['host_leaf']:,} cables to hosts, {between:,} between switches"


def _fabric(found: FabricAnalysis) -> Iterator[str]:
    for reading, full, gbps, _ in found.bisections:
        yield f"bisection between halves of the {reading}: {gbps:,.12g} of {full:,.12g} Gb/s, {100 * gbps / full:.3g} %"
    hops = found.planes[0].hops
    for what, pairs in (("ports of one rail", hops.same_rail), ("any two ports", hops.every)):
        lengths = [switches for switches in pairs if switches != NO_PATH]
        apart = f"; {pairs[NO_PATH]:,} pairs have no way but the links inside a host" if pairs.get(NO_PATH) else ""
        if lengths:
            yield f"between {what}: {min(lengths)} to {max(lengths)} switches{apart}"
    for each in found.failures:
        if each.kind in {"leaf", "plane"}:
            lost = max(each.losses, key=lambda loss: loss.gbps, default=None)
            part = (
                f", {100 * lost.gbps / lost.before_gbps:.3g} % of the bisection between halves of the {lost.reading}"
                if lost and lost.before_gbps
                else ""
            )
            yield (
                f"a lost {each.kind}: {each.hosts_touched:,} hosts lose {100 * each.host_part:.3g} % of their bandwidth, "
                f"{each.hosts_cut_off:,} are cut off{part}"
            )


def _ratio(found: FabricAnalysis) -> float:
    """Return the oversubscription of what crosses leaves, as the sizing of workloads takes it; 1 where nothing has to cross."""
    every = [
        ratio for plane in found.planes for ratio in plane.ratios if ratio.tier == "leaf" and ratio.when == "envelope"
    ]
    return max((ratio.most.value for ratio in every if ratio.crosses and ratio.most.up_gbps), default=1.0)


def _collectives(workload: Workload, ratio: float) -> str:
    """Return the time of the collectives of a step over a fabric of this oversubscription."""
    machine = replace(workload.machine, oversubscription=max(1.0, ratio))
    try:
        size: Size = replace(workload, machine=machine).on(workload.gpus_max)
    except SizeError as error:
        return f"not known: {'; '.join(error.problems)}"
    step = size.best.step
    times = ", ".join(f"{kind} {seconds:.3g} s" for kind, seconds in step.collectives_s.items()) or "none"
    return (
        f"split {size.best.split} on {size.gpus:,} GPUs; collectives of a step of {step.seconds:.3g} s: {times}; "
        f"{100 * step.exposed:.2g} % of it waits for links"
    )


def _money(plan: Plan) -> str:
    money = plan.money[0]
    bill = priced_bill(plan, money)
    missing = sum(line.missing for line in bill)
    total = sum(line.total for line in bill)
    without = f", {missing} lines without a price" if missing else ""
    return f"all pieces of the cluster with their spares: {total:,.0f} {money.currency} before discount{without}"
