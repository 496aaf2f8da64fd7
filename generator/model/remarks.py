"""Warnings of the model stage: unknown heights, ports left over, switches out of reach."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from generator.model.carrying import Carrying
from generator.model.device import Switch
from generator.model.fabric_shape import FabricShape
from generator.model.floor import ASSUMED_SWITCH_U, host_height
from generator.model.groups import HostGroup
from generator.model.members import split_of
from generator.model.sizing import size_fabric
from generator.model.sparse_tiers import sparse_tiers
from generator.source.diagnostic import Diagnostic, Severity

_FEWER = 9
"""One more than the number of hosts that may be left out to free ports for the managers of a fabric."""


def remarks(
    groups: Sequence[HostGroup], shapes: dict[str, FabricShape], switches: Sequence[Switch], carrying: Carrying
) -> list[Diagnostic]:
    """Collect the warnings."""
    return [
        *_heights(groups, switches),
        *([carrying.warning] if carrying.warning else []),
        *_unused(groups, shapes, carrying),
        *_unmanaged(shapes, switches),
        *_planes(groups, shapes),
        *_domains(groups, shapes),
        *_managers(shapes),
        *_idle_spines(shapes),
        *sparse_tiers(shapes),
    ]


def _heights(groups: Sequence[HostGroup], switches: Sequence[Switch]) -> Iterator[Diagnostic]:
    unknown = [((*g.origin, "model"), g.model.model, host_height(g)) for g in groups if g.model.height_u is None]
    models = {s.model.model: (*s.origin, "model") for s in switches if s.model.height_u is None}
    unknown += [(loc, name, ASSUMED_SWITCH_U) for name, loc in sorted(models.items())]
    for loc, name, height_u in unknown:
        yield _warn(
            "unknown-height",
            loc,
            f"no document of the catalog gives the height of {name}; it is planned with {height_u} units",
            "state height_u in a catalog file of your own",
        )


def _unused(groups: Sequence[HostGroup], shapes: dict[str, FabricShape], carrying: Carrying) -> Iterator[Diagnostic]:
    pair = f", let a pair of compute leaves carry it (fabrics.compute.carries: [{', '.join(carrying.could)}])"
    for group in groups:
        for fabric in ("compute", "storage", "frontend", "oob"):
            ports = group.ports_on(fabric)
            if ports and fabric not in shapes and fabric not in carrying.lacking:
                names = ", ".join(port.name for port in ports)
                yield _warn(
                    "unused-ports",
                    (*group.origin, "model"),
                    f"{names} of {group.name} {'stays' if len(ports) == 1 else 'stay'} uncabled: the spec has no {fabric} fabric",
                    f"add fabrics.{fabric}{pair if fabric in carrying.could else ''}, or leave them unused",
                )


def _unmanaged(shapes: dict[str, FabricShape], switches: Sequence[Switch]) -> Iterator[Diagnostic]:
    leaves = [s for s in switches if s.fabric == "oob" and s.tier == "leaf"]
    if "oob" in shapes and len(leaves) == 1:
        yield _warn(
            "unmanaged-switch",
            ("fabrics", "oob"),
            f"{leaves[0].name} is the only out-of-band leaf: its own management port stays uncabled",
            "reach it by its console, or over its VLAN interfaces",
        )


def _planes(groups: Sequence[HostGroup], shapes: dict[str, FabricShape]) -> Iterator[Diagnostic]:
    """Remarks on hosts whose maker splits a port over more planes than the fabric has."""
    for fabric, shape in shapes.items():
        for group in groups:
            ports = group.ports_on(fabric)
            split = [port for port in ports if split_of(shape.demand.spec, port, shape.planes) > shape.planes]
            if split:
                port, planes = split[0], shape.planes
                speed, dark = port.speed_gbps / port.ethernet_ports, port.ethernet_ports - planes
                yield _warn(
                    "planes-wanted",
                    (*group.origin, "model"),
                    f"each rail of {group.model.model} is {port.ethernet_ports} x {speed:g} Gb/s on Ethernet, and {fabric} has "
                    f"{planes} plane{'s' if planes > 1 else ''}: {dark} of {port.ethernet_ports} ports stay unused",
                    _more_planes(fabric, shape, port.ethernet_ports, [g for g in groups if g is not group]),
                )


def _more_planes(fabric: str, shape: FabricShape, planes: int, others: Sequence[HostGroup]) -> str:
    """Return the fix: more planes, unless the topology or another group's ports do not allow them."""
    if shape.demand.spec.carries:
        return "a converged pair has one plane: give storage and frontend leaves of their own, and leave `carries` out"
    whole = [g for g in others if any(p.ethernet_ports < planes for p in g.ports_on(fabric))]
    if whole:
        return f"{whole[0].name} shares the fabric, and its ports are not made to be split: plan a cluster for each, or accept it"
    return f"set fabrics.{fabric}.planes to {planes}"


def _domains(groups: Sequence[HostGroup], shapes: dict[str, FabricShape]) -> Iterator[Diagnostic]:
    """Remarks on NVLink domains that the stated size of a scalable unit divides."""
    compute = shapes.get("compute")
    if compute is None or not compute.demand.spec.su_hosts:
        return
    for group in groups:
        size = group.model.nvlink_domain_hosts or 1
        cut = [run for run in compute.seating.of(group.name) if run.first % size]
        if cut:
            yield _warn(
                "domain-cut",
                ("fabrics", "compute", "su_hosts"),
                f"scalable unit {cut[0].su + 1} begins with {group.host_name(cut[0].first)}, inside an NVLink domain of {size} hosts",
                f"make fabrics.compute.su_hosts a multiple of {size}, or leave it out",
            )


def _managers(shapes: dict[str, FabricShape]) -> Iterator[Diagnostic]:
    """Remarks on fabrics that need more switches because of the ports of their managers (NVIDIA RA-11333-001 leaves a host out instead)."""
    for name, shape in shapes.items():
        managing = [member for member in shape.demand.members if member.manages]
        others = tuple(member for member in shape.demand.members if not member.manages)
        alone = size_fabric(replace(shape.demand, members=others)) if managing and others else None
        if isinstance(alone, FabricShape) and alone.leaves < shape.leaves:
            ports = sum(member.max * len(member.ports) for member in managing)
            yield _warn(
                "manager-costs-leaves",
                managing[0].origin,
                f"the {ports} ports of {managing[0].name} do not fit beside {alone.demand.hosts_max} hosts on {alone.leaves} leaves of {name}: "
                f"{shape.leaves - alone.leaves} more leaves and {shape.spines - alone.spines} more spines are planned",
                _room_for_managers(shape, alone),
            )


def _room_for_managers(shape: FabricShape, alone: FabricShape) -> str:
    """Return the fix that frees ports for managers without more leaves: a few hosts fewer, in all or in each unit."""
    largest = max((m for m in shape.demand.members if not m.manages), key=lambda m: m.max)
    for fewer in range(1, min(_FEWER, largest.max)):
        less = replace(largest, max=largest.max - fewer, installed=())
        members = tuple(less if m.name == largest.name else m for m in shape.demand.members)
        sized = size_fabric(replace(shape.demand, members=members))
        if isinstance(sized, FabricShape) and sized.leaves <= alone.leaves:
            return f"plan at most {less.max} hosts of {largest.name}, so that their ports fit, or raise the envelope to use the added switches"
    if shape.demand.spec.su_hosts:
        return f"lower fabrics.{shape.name}.su_hosts, so that each leaf of the first unit keeps a port for them"
    return "raise the envelope to fill what was added"


def _idle_spines(shapes: dict[str, FabricShape]) -> Iterator[Diagnostic]:
    """Remarks on stated spines that have no leaves to connect."""
    for name, shape in shapes.items():
        if shape.demand.spec.spines and shape.in_plane("leaf") == 1:
            yield _warn(
                "spines-idle",
                ("fabrics", name, "spines"),
                f"one leaf has ports for everything on {name}, and {shape.demand.spec.spines} spines are stated: they connect it to no other leaf",
                "remove `spines`, unless you will raise the envelope later",
            )


def _warn(code: str, loc: tuple[str | int, ...], message: str, advice: str) -> Diagnostic:
    return Diagnostic(code=code, loc=loc, message=message, help=advice, severity=Severity.WARNING)
