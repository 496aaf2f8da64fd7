"""Power and heat of racks with the whole envelope installed: installed devices, and published figures of later ones, without transceivers."""

from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.model import Host as HostModel
from generator.catalog.model import Switch as SwitchModel
from generator.model.rack_limits import liquid_share
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.power.heat import rack_heat
from generator.plan.power.loads import device_loads, rack_loads, rack_products


class EnvelopeRack(Struct):
    """A rack of the envelope, kW."""

    power_kw: float = 0.0
    liquid_kw: float = 0.0


@once
def envelope_racks(plan: Plan) -> dict[str, EnvelopeRack]:
    """Return every rack of the envelope."""
    devices = device_loads(plan)
    heats = rack_heat(plan, devices)
    found = {slot.name: EnvelopeRack() for slot in plan.site.slots}
    for rack, load in rack_loads(plan, devices).items():
        found[rack] = EnvelopeRack(load.power_w / 1000, heats[rack].liquid_w / 1000)
    for rack, watts, share in _to_come(plan):
        full = found.setdefault(rack, EnvelopeRack())
        full.power_kw += watts / 1000
        full.liquid_kw += watts * share / 1000
    return found


def _to_come(plan: Plan) -> Iterator[tuple[str, float, float]]:
    """Yield what comes into racks: its rack, W, and the share of it in liquid, 0 where no document states it."""
    products = set(rack_products(plan))
    for place in plan.free_places:
        host = plan.hardware.find(HostModel, place.model)
        entry = host or plan.hardware.get(SwitchModel, place.model)
        share = (liquid_share(host) or 0.0) if host else 0.0
        watts = entry.power_w.max or entry.power_w.typical
        if watts is None and host and (place.rack, place.model) not in products:
            products.add((place.rack, place.model))
            watts = host.rack_power_w.max or host.rack_power_w.typical
        if watts:
            yield place.rack, watts, share
