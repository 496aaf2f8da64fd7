"""How sheets of paper name the devices of a rack: the model as on its box, and the units."""

from collections.abc import Iterable

from generator.catalog.model import CatalogEntry
from generator.catalog.model import Host as HostModel
from generator.catalog.model import Switch as SwitchModel
from generator.plan.plan import Plan
from generator.plan.records import Host, Switch
from generator.render.escape import markup


def devices_of(plan: Plan) -> dict[str, list[Host | Switch]]:
    """Return the devices of every rack, from the lowest unit up."""
    found: dict[str, list[Host | Switch]] = {rack.name: [] for rack in plan.racks}
    for device in plan.devices:
        found[device.rack].append(device)
    return {rack: sorted(mine, key=lambda device: (device.unit, device.name)) for rack, mine in found.items()}


def model_titles(plan: Plan) -> dict[str, str]:
    """The name on the box of every model that is installed."""
    kinds: tuple[tuple[type[CatalogEntry], Iterable[Host | Switch]], ...] = (
        (HostModel, plan.hosts),
        (SwitchModel, plan.switches),
    )
    return {
        model: markup(plan.hardware.get(kind, model).title)
        for kind, devices in kinds
        for model in sorted({device.model for device in devices})
    }


def unit_range(device: Host | Switch) -> str:
    """Name the units that a device takes."""
    top = device.unit + device.height_u - 1
    return f"U{device.unit:02d}" if top == device.unit else f"U{device.unit:02d}-U{top:02d}"
