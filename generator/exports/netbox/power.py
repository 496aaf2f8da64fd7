"""Power: a panel for each feed, a power feed for each strip of each rack, and the supplies of each device.

NetBox's arithmetic (netbox/dcim/models/power.py) is volts x amps x utilisation, times the root of 3 for three phases. Where the spec states no circuit there are
no feeds; where no document states a device's power, its supplies have no draw. Cords are not exported: a plan has no outlet of a strip.
"""

from collections.abc import Iterator
from math import ceil

from generator.exports.netbox.table import ROOM, Table
from generator.plan.plan import Plan
from generator.plan.power.feeds import left_at_worst
from generator.plan.power.loads import device_loads, installed_models

_FEED = (
    "site", "power_panel", "location", "rack", "name", "status", "type", "supply", "phase", "voltage", "amperage", "max_utilization",
)  # fmt: skip


def power(plan: Plan) -> Iterator[Table]:
    """Yield panels and feeds where the circuit is known, and supplies where their number is."""
    yield from _feeds(plan)
    models, loads = installed_models(plan), device_loads(plan)
    rows = []
    for each in plan.devices:
        supplies = models[each.model].supplies
        if supplies is None:
            continue
        watts = loads[each.name].power_w if loads[each.name].box_w is not None else 0
        left = max(left_at_worst(supplies.count, plan.site.power), 1)
        draws = (ceil(watts / left), ceil(watts / supplies.count)) if watts else (None, None)
        rows += [(each.name, f"PSU{number}", *draws) for number in range(1, supplies.count + 1)]
    if rows:
        yield Table("power-ports", ("device", "name", "maximum_draw", "allocated_draw"), rows)


def _feeds(plan: Plan) -> Iterator[Table]:
    circuit, room = plan.site.circuit, plan.site.power
    if circuit is None:
        return
    yield Table("power-panels", ("site", "name"), [(plan.name, f"Feed {feed}") for feed in room.feed_names])
    phase = "three-phase" if circuit.phases == 3 else "single-phase"
    rows = []
    for rack in plan.racks:
        for feed in room.feed_names:
            kind = "primary" if feed == room.feed_names[0] else "redundant"
            for strip in range(1, room.pdus_per_feed + 1):
                name = f"{rack.name}-{feed}{strip}"
                head = (plan.name, f"Feed {feed}", ROOM, rack.name, name, "active", kind, "ac", phase)
                rows.append((*head, circuit.volts, circuit.amps, round(100 * circuit.derating)))
    yield Table("power-feeds", _FEED, rows)
