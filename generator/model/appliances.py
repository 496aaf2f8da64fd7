"""Models that can manage an InfiniBand fabric: those with a port that fits its leaf, and the problem where none has one."""

from collections.abc import Iterable, Iterator

from generator.catalog.load import Catalog
from generator.catalog.model import Host, HostPort, Switch
from generator.model.faceplate import banks, speeds
from generator.model.groups import HostGroup
from generator.model.members import port_speeds
from generator.source.diagnostic import Diagnostic, Severity
from generator.spec.fabrics import FabricSpec


def joining_speed(model: Host, leaf: Switch, wanted_gbps: float | None, catalog: Catalog) -> float:
    """Return the highest speed, Gb/s, at which some cable of the catalog joins all compute ports of a host to a leaf; 0 for none."""
    ports = [port for port in model.ports if port.fabric == "compute"]
    for speed in speeds(leaf, None):
        cages = {bank.form_factor for bank in banks(leaf, None) if bank.breakout(speed)}
        asked = wanted_gbps is None or wanted_gbps == speed
        if (
            asked
            and ports
            and all(speed in port_speeds(port, catalog) and _cabled(port, cages, speed, catalog) for port in ports)
        ):
            return speed
    return 0.0


def ufm_appliances(catalog: Catalog) -> list[Host]:
    """Return the host models that are sold with UFM."""
    return [model for model in catalog.every(Host) if model.subnet_manager == "ufm"]


def fitting_appliance(spec: FabricSpec, leaf: Switch, catalog: Catalog) -> Host | None:
    """Choose the appliance that gets the fastest port on a leaf; among equals by name."""
    ranked = ((joining_speed(model, leaf, spec.host_speed_gbps, catalog), model) for model in ufm_appliances(catalog))
    return max(((speed, model) for speed, model in ranked if speed), key=lambda each: each[0], default=(0, None))[1]


def fitting_servers(spec: FabricSpec, leaf: Switch, catalog: Catalog) -> Iterator[Host]:
    """Yield the server models of role manager that have a port that fits the leaf."""
    for model in catalog.every(Host):
        made_for_it = model.role == "manager" and model.subnet_manager is None
        if made_for_it and joining_speed(model, leaf, spec.host_speed_gbps, catalog):
            yield model


def manager_advice(fabric: str, spec: FabricSpec, leaf: Switch, catalog: Catalog) -> str:
    """Return advice: the host group to add as manager of a fabric, with a model of the catalog where one fits."""
    model = next((each.model for each in fitting_servers(spec, leaf, catalog)), "")
    manages = f", manages: {fabric}" if fabric != "compute" else ""
    if model:
        return f"add a host group of role manager with a port on {fabric}, such as `sm: {{model: {model}, count: 2{manages}}}`"
    speeds_asked = [spec.host_speed_gbps] if spec.host_speed_gbps else speeds(leaf, None)
    return f"add a host group of role manager with a port on {fabric} at {_gbps(speeds_asked)} Gb/s, from a catalog file of your own"


def ufm_unfit(fabric: str, spec: FabricSpec, leaf: Switch, catalog: Catalog) -> Iterator[Diagnostic]:
    """Problem of a fabric for which no appliance and no server of the catalog fits, with what exists and what works. None if the leaf lacks the stated speed."""
    if spec.host_speed_gbps and spec.host_speed_gbps not in speeds(leaf, None):
        return
    yield Diagnostic(
        code="ufm-unfit",
        loc=("fabrics", fabric, "manager"),
        message=f"{_no_appliance(spec, leaf, catalog)}; nor does a server of it that is made to manage",
        help=f"{manager_advice(fabric, spec, leaf, catalog)}, and install UFM on it; or set manager: opensm",
    )


def ufm_on_servers(fabric: str, spec: FabricSpec, leaf: Switch, model: Host, catalog: Catalog) -> Diagnostic:
    """Return the remark that servers replace the appliances."""
    return Diagnostic(
        code="ufm-on-servers",
        severity=Severity.WARNING,
        loc=("fabrics", fabric, "manager"),
        message=f"{_no_appliance(spec, leaf, catalog)}; two {model.model} are planned, on which UFM Enterprise is to be installed",
        help="install it on them, name hosts of role manager of your own, or set manager: opensm",
    )


def _no_appliance(spec: FabricSpec, leaf: Switch, catalog: Catalog) -> str:
    there = "; ".join(f"{model.model} has {_ports(model)}" for model in ufm_appliances(catalog)) or "it has none"
    asked = f"; {spec.host_speed_gbps:g} Gb/s is requested" if spec.host_speed_gbps else ""
    return f"no UFM appliance of the catalog has a port for {leaf.model}, which offers {_gbps(speeds(leaf, None))} Gb/s in {_cages(leaf)}{asked}: {there}"


def manager_planes(fabric: str, spec: FabricSpec, managers: Iterable[HostGroup]) -> Diagnostic:
    """Return the remark that the managers of a fabric with several planes have a port in one of them only."""
    names = [group.name for group in managers]
    who = f"hosts.{names[0]}" if names else "a UFM appliance"
    other = f"remove hosts.{names[0]}" if names else "set manager: opensm"
    return Diagnostic(
        code="manager-planes",
        loc=("fabrics", fabric, "planes"),
        message=f"{fabric} has {spec.planes} planes, each a subnet that needs a manager, and no InfiniBand port of {who} is split over them",
        help=f"remove `planes`; or {other}, which leaves managing to hosts with a port in every plane",
    )


def _cabled(port: HostPort, cages: set[str], speed_gbps: float, catalog: Catalog) -> bool:
    """Whether the catalog has a cable from the port's cage to one of the leaf's."""
    return any(
        port.form_factor in near.form_factors and cages & set(far.form_factors)
        for cable in catalog.cables
        if cable.speed_gbps == speed_gbps and "infiniband" in cable.technologies
        for near, far in ((cable.ends[0], cable.ends[-1]), (cable.ends[-1], cable.ends[0]))
    )


def _ports(model: Host) -> str:
    ports = {(port.speed_gbps, port.form_factor): None for port in model.ports if port.fabric == "compute"}
    return ", ".join(f"{speed:g} Gb/s in {cage}" for speed, cage in ports) or "no compute port"


def _cages(leaf: Switch) -> str:
    return ", ".join(dict.fromkeys(bank.form_factor for bank in banks(leaf, None)))


def _gbps(values: list[float]) -> str:
    return ", ".join(f"{value:g}" for value in values)
