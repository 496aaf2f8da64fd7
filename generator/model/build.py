"""build: makes a `Cluster` from a spec and the catalog. Every choice here follows from the envelope, never from `count`."""

from functools import partial

from msgspec.structs import replace

import generator.model.rules  # noqa: F401  (registers the rules that sizing can break)
from generator.catalog.load import Catalog
from generator.catalog.model import Switch
from generator.model.baseline import NO_BASELINE, Baseline
from generator.model.carrying import Carrying
from generator.model.circuit import unknown_pdu
from generator.model.cluster import Cluster
from generator.model.converged import size_converged
from generator.model.demand import Demand, Tier, make_demand
from generator.model.derived import derive
from generator.model.device import TIERS, Host, Link, SwitchTier
from generator.model.device import Switch as SwitchDevice
from generator.model.fabric_shape import FabricShape
from generator.model.floor import FloorPlan
from generator.model.floor_plan import make_floor_plan
from generator.model.groups import HostGroup
from generator.model.members import count_planes, host_members, switch_members
from generator.model.naming import namings
from generator.model.neighbours import management_batches
from generator.model.pinned import find_pinned
from generator.model.pinned_trunks import pin_links
from generator.model.planes import Installed, installed_switches, planes_of, switch_name, switch_stem
from generator.model.rack_limits import rack_limits
from generator.model.remarks import remarks
from generator.model.resolve import resolve_groups, resolve_switches
from generator.model.sizing import size_fabric
from generator.model.spine_advice import possible_spines
from generator.model.wiring import reserve, wire
from generator.source.diagnostic import Diagnostic, Problems, Severity
from generator.spec.base import FabricName
from generator.spec.checks import check_spec
from generator.spec.checks.envelope import cluster_too_large
from generator.spec.cluster import ClusterSpec
from generator.spec.fabrics import FabricSpec


def check(spec: ClusterSpec, catalog: Catalog) -> list[Diagnostic]:
    """Report problems of the names in a spec and of its demands, without building anything."""
    problems = Problems(list(cluster_too_large(spec)))
    if problems.errors:
        return problems.errors
    spec = derive(spec, catalog).spec
    problems.add(*check_spec(spec))
    problems.add(*unknown_pdu(spec.power, catalog))
    resolve_groups(spec, catalog, problems)
    for name, fabric in spec.fabrics.given().items():
        resolve_switches(name, fabric, catalog, problems)
    return problems.errors


def build(spec: ClusterSpec, catalog: Catalog, baseline: Baseline = NO_BASELINE) -> Cluster:
    """Return the cluster of a spec; what a `baseline` has is kept where possible.

    Raises:
        SpecError: every problem of names, sizes and shapes that can be seen together.
    """
    problems = Problems(list(cluster_too_large(spec)))
    problems.stop_at_errors()  # looking for further problems would take too long
    carrying = derive(spec, catalog)
    spec = carrying.spec
    problems.add(*check_spec(spec))
    problems.add(*unknown_pdu(spec.power, catalog))
    baseline = replace(baseline, names=namings(spec.pins))
    groups = resolve_groups(spec, catalog, problems, baseline)
    complete = {group.name for group in groups} >= set(spec.hosts)
    shapes = _shapes(spec, catalog, groups, problems, baseline, complete=complete)
    problems.stop_at_errors()
    shapes = _explained(shapes, carrying)
    pinned = find_pinned(spec.pins, groups, shapes, problems)
    dealt = pin_links(pinned, shapes, problems)
    problems.stop_at_errors()
    floor = make_floor_plan(rack_limits(spec, catalog), groups, shapes, baseline.floor, pinned, problems)
    problems.stop_at_errors()
    hosts = tuple(_hosts(groups, shapes, floor))
    switches: list[SwitchDevice] = []
    links: list[Link] = []
    reserved: list[Link] = []
    for shape in shapes.values():
        installed = installed_switches(shape)
        switches += _switches(shape, installed, floor) if not shape.carrier else []
        wired = tuple(wire(shape, installed, dealt[shape.name]))
        links += wired
        reserved += reserve(shape, installed, wired, dealt[shape.name])
    warnings = [p for p in problems.found if p.severity is Severity.WARNING]
    warnings += remarks(groups, shapes, switches, carrying)
    return Cluster(
        spec=spec,
        catalog=catalog,
        groups=tuple(groups),
        shapes=shapes,
        floor=floor,
        hosts=hosts,
        switches=tuple(switches),
        links=tuple(links),
        reserved=tuple(reserved),
        baseline=baseline,
        pinned=pinned,
        dealt=dealt,
        carrying=carrying,
        warnings=tuple(warnings),
    )


def _shapes(
    spec: ClusterSpec,
    catalog: Catalog,
    groups: list[HostGroup],
    problems: Problems,
    baseline: Baseline,
    *,
    complete: bool,
) -> dict[str, FabricShape]:
    shapes: dict[str, FabricShape] = {}
    together: dict[str, Demand] = {}
    carried = spec.fabrics.compute.carries if spec.fabrics.compute else ()
    choices: dict[str, tuple[Switch, str | None]] | None = None
    for name, fabric in spec.fabrics.named():
        if name not in carried:  # carried fabrics use the switches of compute, which comes first
            choices = resolve_switches(name, fabric, catalog, problems)
        if choices is None or not complete:
            continue
        demand = _demand(name, fabric, choices, groups, shapes, catalog, problems, baseline)
        if demand is None:
            continue
        demand = replace(demand, baseline=baseline, possible_spines=partial(possible_spines, catalog))
        if carried and name in {"compute", *carried}:
            together[name] = demand
            shapes |= _sized(size_converged(together), problems) if _complete(together, carried, groups) else {}
        else:
            sized = size_fabric(demand)
            shapes |= _sized({name: sized} if isinstance(sized, FabricShape) else sized, problems)
    return shapes


def _explained(shapes: dict[str, FabricShape], carrying: Carrying) -> dict[str, FabricShape]:
    """Add the reason to the shape of a derived pair."""
    if not carrying.derived:
        return shapes
    compute = shapes["compute"]
    return {**shapes, "compute": replace(compute, reasons={**compute.reasons, "carries": carrying.why})}


def _complete(together: dict[str, Demand], carried: tuple[str, ...], groups: list[HostGroup]) -> bool:
    """Whether every fabric of a converged pair on which a host has a port has a demand."""
    wanted = {name for name in ("compute", *carried) if any(group.ports_on(name) for group in groups)}
    return together.keys() >= wanted


def _sized(found: dict[str, FabricShape] | list[Diagnostic], problems: Problems) -> dict[str, FabricShape]:
    """Return the shapes that could be sized, and add a problem for each other fabric."""
    if isinstance(found, dict):
        return found
    problems.add(*found)
    return {}


def _demand(
    name: FabricName,
    fabric: FabricSpec,
    choices: dict[str, tuple[Switch, str | None]],
    groups: list[HostGroup],
    shapes: dict[str, FabricShape],
    catalog: Catalog,
    problems: Problems,
    baseline: Baseline,
) -> Demand | None:
    """Return the demand of a fabric; None where no host has a port on it, or where `problems` has the reason."""
    leaf, os = choices["leaf"]
    planes = count_planes(name, fabric, groups)
    members = host_members(name, fabric, groups, leaf, os, catalog, problems, planes)
    if name == "oob":
        members += switch_members(_management(shapes), leaf, os, baseline.names)
    if not members:
        return None
    demand = make_demand(name, fabric, tuple(members), choices, planes)
    if not isinstance(demand, Demand):
        problems.add(*demand)
        return None
    return replace(demand, batches=management_batches(members, shapes)) if name == "oob" else demand


def _management(shapes: dict[str, FabricShape]) -> list[tuple[str, str, str, int, int, tuple[int, ...]]]:
    """Every switch of the other fabrics, by plane and tier: it has a management port to be cabled."""
    return [
        (
            name,
            switch_stem(shape, plane.number),
            tier,
            shape.digits(tier, shape.first.in_plane(tier)),
            size,
            plane.of(tier),
        )
        for name, shape in shapes.items()
        if not shape.carrier
        for plane in planes_of(shape, installed_switches(shape))
        for tier in TIERS
        for size in (shape.in_plane(tier),)
    ]


def _hosts(groups: list[HostGroup], shapes: dict[str, FabricShape], floor: FloorPlan) -> list[Host]:
    compute = shapes.get("compute")
    seated = {run.member for run in compute.seating.runs} if compute else set()
    return [
        Host(
            name=group.host_name(ordinal),
            group=group.name,
            ordinal=ordinal,
            role=group.role,
            model=group.model,
            place=floor.host(group.name, ordinal),
            su=compute.seating.run_of(group.name, ordinal).su if compute and group.name in seated else None,
            domain=group.domain_of(ordinal),
            origin=group.origin,
        )
        for group in groups
        for ordinal in group.installed
    ]


def _switches(shape: FabricShape, installed: Installed, floor: FloorPlan) -> list[SwitchDevice]:
    found = []
    tiers: dict[SwitchTier, Tier] = {"leaf": shape.demand.leaf, "spine": shape.demand.spine, "core": shape.demand.core}
    for tier, kind in tiers.items():
        for ordinal in installed.of(tier):
            plane, local = divmod(ordinal, shape.in_plane(tier))
            pod = shape.pod_of(ordinal) if tier == "leaf" else 0
            if tier == "spine" and shape.upper:
                pod = local // shape.upper.spines
            found.append(
                SwitchDevice(
                    name=switch_name(shape, tier, ordinal),
                    fabric=shape.name,
                    tier=tier,
                    ordinal=ordinal,
                    plane=plane,
                    model=kind.model,
                    os=kind.os,
                    place=floor.switch(shape.name, tier, ordinal),
                    su=local // shape.seating.leaves_per_su if tier == "leaf" else None,
                    pod=pod,
                    carries=(shape.name, *shape.demand.spec.carries),
                    origin=("fabrics", shape.name, tier if getattr(shape.demand.spec, tier) else "leaf"),
                )
            )
    return found
