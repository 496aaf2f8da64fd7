"""Power by rack and in all: the vendors' maxima, of what is installed; what is not known is named, not guessed."""

from dataclasses import dataclass, field

from generator.catalog.model import Host as HostModel
from generator.catalog.model import Optic
from generator.catalog.model import Switch as SwitchModel
from generator.plan.plan import Plan


@dataclass(slots=True)
class RackLoad:
    """A rack's load in W, and the devices and transceivers in it whose power nobody published."""

    power_w: float = 0.0
    unknown: list[str] = field(default_factory=list)
    unknown_optics: int = 0


def rack_loads(plan: Plan) -> dict[str, RackLoad]:
    """Add up every rack: hosts and switches at their maximum (typical where no maximum is published), switch transceivers on top where known.

    A vendor's figure for a whole host includes its own transceivers; a switch's does not.
    """
    loads = {rack.name: RackLoad() for rack in plan.racks}
    for device in plan.devices:
        if device.power_w is None:
            loads[device.rack].unknown.append(device.name)
        else:
            loads[device.rack].power_w += device.power_w
    switches = {switch.name for switch in plan.switches}
    for (name, rack, _cage), optic in optics(plan).items():
        entry = plan.catalog.find(Optic, optic)
        if name in switches and entry and entry.power_w:
            loads[rack].power_w += entry.power_w
        elif name in switches:
            loads[rack].unknown_optics += 1
    return loads


def typical_models(plan: Plan) -> list[str]:
    """Models whose maximum nobody published: sums use their typical draw, and documents say so."""
    hosts = {host.model: plan.catalog.get(HostModel, host.model).power_w for host in plan.hosts}
    switches = {switch.model: plan.catalog.get(SwitchModel, switch.model).power_w for switch in plan.switches}
    return sorted(
        model for model, power in (hosts | switches).items() if power.max is None and power.typical is not None
    )


def optics(plan: Plan) -> dict[tuple[str, str, str], str]:
    """Every transceiver once: (device, rack, cage) and its model."""
    found = {}
    for link in plan.links:
        for end in (link.a, link.b):
            if end.optic:
                found[end.device, end.rack, end.cage] = end.optic
    return found
