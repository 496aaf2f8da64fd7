"""build: spec and catalog in, a `Cluster` out. Every choice here follows from the envelope, never from `count`."""

import importlib
from dataclasses import replace

from generator.catalog.load import Catalog
from generator.model.cluster import Cluster
from generator.model.demand import Demand, make_demand
from generator.model.device import Host, Link, Switch
from generator.model.floor_plan import FloorPlan, make_floor_plan
from generator.model.groups import HostGroup
from generator.model.members import count_planes, host_members, switch_members
from generator.model.neighbours import management_batches
from generator.model.planes import Installed, installed_switches, planes_of, switch_name, switch_stem
from generator.model.remarks import remarks
from generator.model.resolve import resolve_groups, resolve_switches
from generator.model.sizing import FabricShape, size_fabric
from generator.model.wiring import reserve, wire
from generator.source.diagnostic import Diagnostic, Problems, Severity
from generator.spec.checks import check_spec
from generator.spec.cluster import ClusterSpec

importlib.import_module("generator.model.rules")


def check(spec: ClusterSpec, catalog: Catalog) -> list[Diagnostic]:
    """Say what is wrong with the names of a spec and with what it demands, without building anything."""
    problems = Problems()
    problems.add(*check_spec(spec))
    resolve_groups(spec, catalog, problems)
    for name, fabric in spec.fabrics.given().items():
        resolve_switches(name, fabric, catalog, problems)
    return problems.errors


def build(spec: ClusterSpec, catalog: Catalog) -> Cluster:
    """Give the meaning of a spec.

    Raises:
        SpecError: every problem of names, sizes and shapes that can be seen together.
    """
    problems = Problems()
    problems.add(*check_spec(spec))
    groups = resolve_groups(spec, catalog, problems)
    complete = {group.name for group in groups} >= set(spec.hosts)
    shapes = _shapes(spec, catalog, groups, problems, complete=complete)
    problems.stop_at_errors()
    floor = make_floor_plan(spec.racks, groups, shapes)
    hosts = tuple(_hosts(groups, shapes, floor))
    switches: list[Switch] = []
    links: list[Link] = []
    reserved: list[Link] = []
    for shape in shapes.values():
        installed = installed_switches(shape)
        switches += _switches(shape, installed, floor)
        links += wire(shape, installed)
        reserved += reserve(shape, installed)
    warnings = [p for p in problems.found if p.severity is Severity.WARNING]
    warnings += remarks(groups, shapes, switches)
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
        warnings=tuple(warnings),
    )


def _shapes(
    spec: ClusterSpec, catalog: Catalog, groups: list[HostGroup], problems: Problems, *, complete: bool
) -> dict[str, FabricShape]:
    shapes: dict[str, FabricShape] = {}
    for name, fabric in spec.fabrics.given().items():
        chosen = resolve_switches(name, fabric, catalog, problems)
        if chosen is None or not complete:
            continue
        leaf, os = chosen["leaf"]
        planes = count_planes(name, fabric, groups)
        members = host_members(name, fabric, groups, leaf, os, catalog, problems, planes)
        if name == "oob":
            members += switch_members(_management(shapes), leaf, os)
        if not members:
            continue
        demand = make_demand(name, fabric, tuple(members), chosen, planes)
        if name == "oob" and isinstance(demand, Demand):
            demand = replace(demand, batches=management_batches(members, shapes))
        sized = size_fabric(demand) if isinstance(demand, Demand) else demand
        if isinstance(sized, FabricShape):
            shapes[name] = sized
        else:
            problems.add(*sized)
    return shapes


def _management(shapes: dict[str, FabricShape]) -> list[tuple[str, str, str, int, tuple[int, ...]]]:
    """Every switch of the other fabrics, by plane and tier: it has a management port to be cabled."""
    return [
        (name, switch_stem(shape, plane.number), tier, shape.in_plane(tier), getattr(plane, tiers))
        for name, shape in shapes.items()
        for plane in planes_of(shape, installed_switches(shape))
        for tier, tiers in (("leaf", "leaves"), ("spine", "spines"), ("core", "cores"))
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


def _switches(shape: FabricShape, installed: Installed, floor: FloorPlan) -> list[Switch]:
    found = []
    tiers = {"leaf": shape.demand.leaf, "spine": shape.demand.spine, "core": shape.demand.core}
    for tier, kind in tiers.items():
        for ordinal in installed.of(tier):
            plane, local = divmod(ordinal, shape.in_plane(tier))
            pod = shape.pod_of(ordinal) if tier == "leaf" else 0
            if tier == "spine" and shape.upper:
                pod = local // shape.upper.spines
            found.append(
                Switch(
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
                    origin=("fabrics", shape.name, tier if getattr(shape.demand.spec, tier) else "leaf"),
                )
            )
    return found
