"""Sites, racks, device types, devices, interfaces, cables and power.

Columns are those of netbox/dcim/forms/bulk_import.py, values those of netbox/dcim/choices.py (netbox-community/netbox, releases 4.4 to 4.6).
"""

from collections.abc import Iterator
from math import ceil

from generator.catalog.model import Cable, Host, Switch
from generator.exports.netbox.pdus import ROLE, pdu_cables, pdu_devices, pdu_types, pdu_vendors
from generator.exports.netbox.table import ROOM, STATUS, Table, role, slug
from generator.plan.plan import Plan
from generator.plan.power.feeds import left_at_worst
from generator.plan.power.loads import device_loads, installed_models

_TYPES = {
    "dac": "dac-passive",
    "acc": "dac-active",
    "aec": "dac-active",
    "aoc": "aoc",
    "om4": "mmf-om4",
    "os2": "smf-os2",
}
_INTERFACE = "dcim.interface"
_GREY = "9e9e9e"
"""NetBox's own default colour of a role, which its import requires."""
_FEED = (
    "site", "power_panel", "location", "rack", "name", "status", "type", "supply", "phase", "voltage", "amperage", "max_utilization",
)  # fmt: skip


def organisation(plan: Plan) -> Iterator[Table]:
    """Yield what devices refer to: site, makers, roles, systems, racks and device types."""
    models = installed_models(plan)
    vendors = sorted({entry.vendor for entry in models.values()} | pdu_vendors(plan))
    roles = dict.fromkeys((*map(role, plan.devices), *([ROLE] if plan.pdus else [])))
    systems = sorted({switch.os for switch in plan.switches if switch.os})
    yield Table("sites", ("name", "slug", "status"), [(plan.name, slug(plan.name), "active")])
    yield Table("locations", ("site", "name", "slug", "status"), [(plan.name, ROOM, slug(ROOM), "active")])
    yield Table("manufacturers", ("name", "slug"), [(name, slug(name)) for name in vendors])
    yield Table("device-roles", ("name", "slug", "color"), [(name, slug(name), _GREY) for name in roles])
    if systems:
        yield Table("platforms", ("name", "slug"), [(name, slug(name)) for name in systems])
    racks = [(plan.name, ROOM, rack.name, "active", 19, rack.units) for rack in plan.racks]
    yield Table("racks", ("site", "location", "name", "status", "width", "u_height"), racks)
    yield Table(
        "device-types",
        ("manufacturer", "model", "slug", "u_height", "is_full_depth", "weight", "weight_unit"),
        [*(_type(plan, name, entry) for name, entry in sorted(models.items())), *pdu_types(plan)],
    )


def _type(plan: Plan, name: str, entry: Host | Switch) -> tuple[object, ...]:
    height = next(device.height_u for device in plan.devices if device.model == name)
    return entry.vendor, entry.title, name, height, "true", entry.weight_kg, "kg" if entry.weight_kg else ""


def devices(plan: Plan) -> Iterator[Table]:
    """Yield every device in its place; facts of the hardware are from `assets.yaml`."""
    models = installed_models(plan)
    rows = []
    for each in plan.devices:
        entry, assets = models[each.model], plan.site.assets.get(each.name)
        serial = (assets.serial or "") if assets else ""
        system = getattr(each, "os", "") or ""
        place = (plan.name, ROOM, each.rack, each.unit, "front")
        rows.append((each.name, role(each), entry.vendor, entry.title, system, serial, STATUS[each.state], *place))
    head = ("name", "role", "manufacturer", "device_type", "platform", "serial", "status")
    yield Table("devices", (*head, "site", "location", "rack", "position", "face"), [*rows, *pdu_devices(plan)])


def cables(plan: Plan) -> Iterator[Table]:
    """Yield a cable for each link: a splitter is one cable for each leg, with the same label."""
    kinds = {each.cable: plan.hardware.get(Cable, each.model) for each in plan.cables}
    planned = {device.name for device in plan.devices if device.state == "planned"}
    rows = []
    for link in plan.links:
        ends = (link.a.device, _INTERFACE, link.a.interface, link.b.device, _INTERFACE, link.b.interface)
        kind = kinds[link.cable]
        status = "planned" if planned & {link.a.device, link.b.device} else "connected"
        length = (link.length_m, "m") if link.length_m else ("", "")
        rows.append((*ends, _TYPES.get(kind.fibre or kind.kind, ""), status, link.cable, *length, link.part))
    rows += pdu_cables(plan, _INTERFACE)
    sides = tuple(f"side_{side}_{what}" for side in "ab" for what in ("device", "type", "name"))
    yield Table("cables", (*sides, "type", "status", "label", "length", "length_unit", "description"), rows)


def power(plan: Plan) -> Iterator[Table]:
    """Yield panels and feeds where the circuit is known, and supplies where their number is.

    NetBox's arithmetic (netbox/dcim/models/power.py) is volts x amps x utilisation, times the root of 3 for three phases. Where the spec states no circuit there are
    no feeds; where no document states a device's power, its supplies have no draw. Cords are not exported: a plan has no outlet of a strip.
    """
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
