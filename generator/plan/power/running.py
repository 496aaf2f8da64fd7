"""State of devices while some of their supplies have no power, or without cooling.

A device runs at full load while as many of its supplies have power as it needs, and at reduced load while some have. Where no document states the number
of its supplies, or of those that it needs, its state is unknown once it loses a part of them.
"""

from collections.abc import Collection, Mapping

from msgspec import Struct

from generator.catalog.entry import SupplyFact
from generator.catalog.model import Host as HostModel
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.power.feeds import cords_of, device_draws
from generator.plan.power.heat import PUMPED
from generator.plan.power.loads import counted_whole, device_loads, installed_models, rack_products

FULL, REDUCED, OFF, UNKNOWN = "full", "reduced", "off", "unknown"
States = Mapping[str, str]
"""The state of devices by name; one that is missing runs at full load."""


class _Fed(Struct, frozen=True):
    """A device on its cords, of which the first feed and phase follow from `start`; `supplies` is None where no document states them."""

    rack: str
    supplies: SupplyFact | None
    start: int


def without_feeds(plan: Plan, lost: Mapping[str, tuple[int, ...]]) -> States:
    """Take some feeds from some racks, and return what every device there does then."""
    feeds = plan.site.power.feeds
    return {name: _state(each, lost[each.rack], feeds) for name, each in _fed(plan).items() if each.rack in lost}


def without_coolant(plan: Plan, racks: Collection[str]) -> States:
    """Stop the liquid-cooled hosts of some racks."""
    hot = (host.name for host in plan.hosts if host.rack in racks and _liquid_cooled(plan, host.model))
    return dict.fromkeys(hot, OFF)


def running_kw(plan: Plan, states: States) -> float:
    """Return the load of the devices that are not off, kW, at full load. A rack that is a product counts while one of its hosts runs."""
    loads, products = device_loads(plan), rack_products(plan)
    running = [device for device in plan.devices if states.get(device.name) != OFF]
    whole = {(device.rack, device.model) for device in running} & products.keys()
    return (sum(loads[device.name].power_w for device in running) + sum(products[rack] for rack in whole)) / 1000


def _state(device: _Fed, lost: tuple[int, ...], feeds: int) -> str:
    fact = device.supplies
    if len(lost) == feeds:
        return OFF
    if fact is None:
        return UNKNOWN
    rows = cords_of(fact.count, device.start, feeds)
    left = fact.count - sum(sum(rows[feed]) for feed in lost)
    if left in {0, fact.count}:
        return FULL if left else OFF
    if fact.needed is None:
        return UNKNOWN
    return FULL if left >= fact.needed else REDUCED


@once
def _fed(plan: Plan) -> dict[str, _Fed]:
    """Return the supplies of every device; those of a rack that is a product are its own."""
    models, whole, draws = installed_models(plan), counted_whole(plan), device_draws(plan, device_loads(plan))
    shelves = {rack: plan.hardware.get(HostModel, model).rack_supplies for rack, model in rack_products(plan)}
    found = {}
    for device in plan.devices:
        if (device.rack, device.model) in whole:
            found[device.name] = _Fed(device.rack, shelves[device.rack], 0)
        else:
            found[device.name] = _Fed(device.rack, models[device.model].supplies, draws[device.name].start)
    return found


def _liquid_cooled(plan: Plan, model: str) -> bool:
    return plan.hardware.get(HostModel, model).cooling in PUMPED
