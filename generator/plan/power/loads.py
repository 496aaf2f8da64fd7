"""Power of installed devices and racks: the vendors' maxima; unknown figures are listed, not guessed."""

from collections.abc import Iterator

from msgspec import Struct, field

from generator.catalog.model import Cable
from generator.catalog.model import Host as HostModel
from generator.catalog.model import Switch as SwitchModel
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.source.span import Loc

_ACTIVE = frozenset({"acc", "aoc"})
"""Kinds of cables that burn power in a cage."""


class DeviceLoad(Struct):
    """The power of one device, W: the box (None where not known), and the pieces in its cages in addition.

    `unknown_optics` counts transceivers and active cable ends whose power no document gives.
    """

    rack: str
    model: str
    box_w: float | None
    optics_w: float = 0.0
    unknown_optics: int = 0

    @property
    def power_w(self) -> float:
        """Everything of it that is known, W."""
        return (self.box_w or 0.0) + self.optics_w


class RackLoad(Struct):
    """A rack's load in W, and the devices and transceivers in it whose power is not published."""

    power_w: float = 0.0
    unknown: list[str] = field(default_factory=list)
    unknown_optics: int = 0


@once
def device_loads(plan: Plan) -> dict[str, DeviceLoad]:
    """Return every device's load: at its maximum, at its typical draw where no maximum is published.

    A vendor's figure for a whole host includes its own transceivers; a switch's does not, unless the catalog says so.
    """
    loads = {device.name: DeviceLoad(device.rack, device.model, device.power_w) for device in plan.devices}
    bare = bare_switches(plan)
    for device, _model, watts in cage_powers(plan):
        if device not in bare:
            continue
        if watts is None:
            loads[device].unknown_optics += 1
        else:
            loads[device].optics_w += watts
    return loads


def cage_powers(plan: Plan) -> Iterator[tuple[str, str, float | None]]:
    """Yield the pieces in cages that draw power: (device, model, W); W is None where no document gives a figure.

    An active cable is counted at each of its ends.
    """
    watts = {model: optic.power_w for model, optic in plan.hardware.optics.items()}
    for device, seated in plan.optics.items():
        for model in seated.values():
            yield device, model, watts[model]
    active = {cable.cable: cable.model for cable in plan.cables if cable.medium in _ACTIVE}
    ends = {model: plan.hardware.get(Cable, model).power_w for model in set(active.values())}
    seen = set()
    for link in plan.links if active else ():
        if link.cable in active:
            for end in (link.a, link.b):
                if (link.cable, end.device, end.cage) not in seen:
                    seen.add((link.cable, end.device, end.cage))
                    yield end.device, active[link.cable], ends[active[link.cable]]


def bare_switches(plan: Plan) -> frozenset[str]:
    """Return the switches whose figure excludes the pieces in their cages."""
    models = installed_models(plan)
    whole = {
        name for name, model in models.items() if model.power_w.max is not None and model.power_w.max_includes_optics
    }
    return frozenset(switch.name for switch in plan.switches if switch.model not in whole)


def rack_products(plan: Plan) -> dict[tuple[str, str], float]:
    """Return the power of every rack that is a product of its own, W, by rack and host model.

    Such a rack is delivered whole, so its figure counts from the first host on. It is used for hosts whose own power is not known.
    """
    figures = {host.model: plan.hardware.get(HostModel, host.model).rack_power_w for host in plan.hosts}
    watts = {model: fact.max or fact.typical for model, fact in figures.items()}
    found = {}
    for host in plan.hosts:
        figure = watts[host.model]
        if host.power_w is None and figure is not None:
            found[host.rack, host.model] = figure
    return found


def unpowered(plan: Plan) -> dict[str, Loc]:
    """Return the models whose power no document states, each with the place of a device in the spec. Devices of racks that are sold whole are not among them, as the rack has a figure."""
    whole = counted_whole(plan)
    alone = (each for each in reversed(plan.devices) if (each.rack, each.model) not in whole)
    return dict(sorted({each.model: each.origin for each in alone if each.power_w is None}.items()))


def counted_whole(plan: Plan) -> frozenset[tuple[str, str]]:
    """Return the devices that the figure of a rack includes, by rack and model: its hosts, and those that it comes with."""
    products = rack_products(plan)
    fixtures = {model: plan.hardware.get(HostModel, model).rack_fixtures for _rack, model in products}
    inside = ((rack, part.model) for rack, model in products for part in fixtures[model] if part.model)
    return frozenset((*products, *inside))


def rack_loads(plan: Plan, devices: dict[str, DeviceLoad] | None = None) -> dict[str, RackLoad]:
    """Add up every rack. `devices` spares a second look at every link where it is at hand."""
    devices = device_loads(plan) if devices is None else devices
    products, counted = rack_products(plan), counted_whole(plan)
    loads = {rack.name: RackLoad() for rack in plan.racks}
    for name, device in devices.items():
        load = loads[device.rack]
        load.power_w += device.power_w
        load.unknown_optics += device.unknown_optics
        if device.box_w is None and (device.rack, device.model) not in counted:
            load.unknown.append(name)
    for (rack, _model), watts in products.items():
        loads[rack].power_w += watts
    return loads


def typical_models(plan: Plan) -> list[str]:
    """Models without a published maximum: sums use their typical draw, which documents mention."""
    facts = {name: model.power_w for name, model in installed_models(plan).items()}
    return sorted(name for name, fact in facts.items() if fact.max is None and fact.typical is not None)


def installed_models(plan: Plan) -> dict[str, HostModel | SwitchModel]:
    """Return the catalog's entry of every host and switch model that is installed, by name."""
    hosts = {name: plan.hardware.get(HostModel, name) for name in {host.model for host in plan.hosts}}
    return hosts | {name: plan.hardware.get(SwitchModel, name) for name in {switch.model for switch in plan.switches}}
