"""What the model stage has to say without stopping: unknown heights, ports left over, switches out of reach."""

from collections.abc import Sequence

from generator.model.device import Switch
from generator.model.floor_plan import ASSUMED_SWITCH_U, host_height
from generator.model.groups import HostGroup
from generator.model.members import split_of
from generator.model.sizing import FabricShape
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
            split = [port for port in group.ports_on(fabric) if split_of(shape.demand.spec, port) > shape.demand.planes]
            if split:
                port = split[0]
                speed = port.speed_gbps / port.ethernet_ports
                found.append(
                    _warn(
                        "planes-wanted",
                        (*group.origin, "model"),
                        f"each rail of {group.model.model} is {port.ethernet_ports} x {speed:g} Gb/s on Ethernet, and {fabric} has one plane: "
                        f"{port.ethernet_ports - 1} of {port.ethernet_ports} ports stay dark",
                        "parallel planes are not planned yet; use technology: infiniband for the whole rail",
                    )
                )
    return found


def _warn(code: str, loc: tuple[str | int, ...], message: str, advice: str) -> Diagnostic:
    return Diagnostic(code=code, loc=loc, message=message, help=advice, severity=Severity.WARNING)
