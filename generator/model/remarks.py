"""What the model stage has to say without stopping: unknown heights, ports left over, switches out of reach."""

from collections.abc import Sequence
from dataclasses import replace

from generator.model.device import Switch
from generator.model.floor_plan import ASSUMED_SWITCH_U, host_height
from generator.model.groups import HostGroup
from generator.model.members import split_of
from generator.model.sizing import FabricShape, size_fabric
from generator.source.diagnostic import Diagnostic, Severity


def remarks(
    groups: Sequence[HostGroup], shapes: dict[str, FabricShape], switches: Sequence[Switch]
) -> list[Diagnostic]:
    """Collect the warnings."""
    return [
        *_heights(groups, switches),
        *_unused(groups, shapes),
        *_unmanaged(shapes, switches),
        *_planes(groups, shapes),
        *_domains(groups, shapes),
        *_managers(shapes),
    ]


def _heights(groups: Sequence[HostGroup], switches: Sequence[Switch]) -> list[Diagnostic]:
    found = [
        _warn(
            "unknown-height",
            (*g.origin, "model"),
            f"no document of the catalog gives the height of {g.model.model}; it is planned with {host_height(g)} units",
            "state height_u in a catalog file of your own",
        )
        for g in groups
        if g.model.height_u is None
    ]
    models = {s.model.model: s for s in switches if s.model.height_u is None}
    found += [
        _warn(
            "unknown-height",
            (*s.origin, "model"),
            f"no document of the catalog gives the height of {name}; it is planned with {ASSUMED_SWITCH_U} units",
            "state height_u in a catalog file of your own",
        )
        for name, s in sorted(models.items())
    ]
    return found


def _unused(groups: Sequence[HostGroup], shapes: dict[str, FabricShape]) -> list[Diagnostic]:
    found = []
    for group in groups:
        for fabric in ("compute", "storage", "frontend", "oob"):
            ports = group.ports_on(fabric)
            if ports and fabric not in shapes:
                names = ", ".join(port.name for port in ports)
                found.append(
                    _warn(
                        "unused-ports",
                        (*group.origin, "model"),
                        f"{names} of {group.name} stay uncabled: the spec has no {fabric} fabric",
                        f"add fabrics.{fabric}, or leave them unused",
                    )
                )
    return found


def _unmanaged(shapes: dict[str, FabricShape], switches: Sequence[Switch]) -> list[Diagnostic]:
    leaves = [s for s in switches if s.fabric == "oob" and s.tier == "leaf"]
    if "oob" not in shapes or len(leaves) != 1:
        return []
    return [
        _warn(
            "unmanaged-switch",
            ("fabrics", "oob"),
            f"{leaves[0].name} is the only out-of-band leaf: its own management port stays uncabled",
            "reach it by its console, or over its VLAN interfaces",
        )
    ]


def _planes(groups: Sequence[HostGroup], shapes: dict[str, FabricShape]) -> list[Diagnostic]:
    found = []
    for fabric, shape in shapes.items():
        for group in groups:
            split = [
                port
                for port in group.ports_on(fabric)
                if split_of(shape.demand.spec, port, shape.planes) > shape.planes
            ]
            if split:
                port = split[0]
                speed = port.speed_gbps / port.ethernet_ports
                found.append(
                    _warn(
                        "planes-wanted",
                        (*group.origin, "model"),
                        f"each rail of {group.model.model} is {port.ethernet_ports} x {speed:g} Gb/s on Ethernet, and {fabric} has "
                        f"{shape.planes} plane{'s' if shape.planes > 1 else ''}: {port.ethernet_ports - shape.planes} of {port.ethernet_ports} ports stay dark",
                        f"set fabrics.{fabric}.planes to {port.ethernet_ports}",
                    )
                )
    return found


def _domains(groups: Sequence[HostGroup], shapes: dict[str, FabricShape]) -> list[Diagnostic]:
    """Say where the stated size of a scalable unit cuts an NVLink domain."""
    compute = shapes.get("compute")
    found = []
    for group in groups if compute else ():
        assert compute is not None
        size = group.model.nvlink_domain_hosts or 1
        cut = [run for run in compute.seating.of(group.name) if run.first % size]
        if cut and compute.demand.spec.su_hosts:
            found.append(
                _warn(
                    "domain-cut",
                    ("fabrics", "compute", "su_hosts"),
                    f"scalable unit {cut[0].su + 1} begins with {group.host_name(cut[0].first)}, inside an NVLink domain of {size} hosts",
                    f"make fabrics.compute.su_hosts a multiple of {size}, or leave it out",
                )
            )
    return found


def _managers(shapes: dict[str, FabricShape]) -> list[Diagnostic]:
    """Say where the ports of those who manage a fabric push it over a border (NVIDIA RA-11333-001 leaves a host out instead)."""
    found = []
    for name, shape in shapes.items():
        managing = [member for member in shape.demand.members if member.manages]
        others = tuple(member for member in shape.demand.members if not member.manages)
        alone = size_fabric(replace(shape.demand, members=others)) if managing and others else None
        if isinstance(alone, FabricShape) and alone.leaves < shape.leaves:
            ports = sum(member.max * len(member.ports) for member in managing)
            fit = sum(run.count for run in shape.seating.runs if run.su < alone.seating.sus)
            fit -= sum(member.max for member in managing)
            found.append(
                _warn(
                    "manager-costs-leaves",
                    managing[0].origin,
                    f"the {ports} ports of {managing[0].name} do not fit beside {alone.demand.hosts_max} hosts on {alone.leaves} leaves of {name}: "
                    f"{shape.leaves - alone.leaves} more leaves and {shape.spines - alone.spines} more spines are planned",
                    f"plan for at most {fit} hosts, which leaves them a port, or raise the envelope to fill the new scalable unit",
                )
            )
    return found


def _warn(code: str, loc: tuple[str | int, ...], message: str, advice: str) -> Diagnostic:
    return Diagnostic(code=code, loc=loc, message=message, help=advice, severity=Severity.WARNING)
