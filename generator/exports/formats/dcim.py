"""DCIM: racks, devices and connections as three tables, for tools whose import maps columns by hand.

No tool's own form is meant: columns have the unit in their name, and one row is one rack, one device, one cable between two ports (a splitter has a row for
each leg). `power_w` is the maker's maximum, or its typical draw where no maximum is published; empty where nothing is.
"""

from collections.abc import Iterator

from generator.catalog.model import Host, Switch
from generator.exports.export import Asked, Export
from generator.plan.cabling.records import Link
from generator.plan.plan import Plan
from generator.plan.power.loads import device_loads, installed_models
from generator.plan.records import Host as PlannedHost
from generator.render.artifact import Artifact
from generator.render.lines import csv_table

_RACK = ("rack", "row", "position", "units")
_DEVICE = (
    "name", "kind", "group", "manufacturer", "model", "serial", "rack", "unit", "height_u", "weight_kg", "power_w", "supplies", "state", "management",
)  # fmt: skip
_CONNECTION = (
    "cable", "fabric", "a_device", "a_port", "b_device", "b_port", "medium", "length_m", "part", "speed_gbps",
)  # fmt: skip


def _files(plan: Plan, asked: Asked) -> Iterator[Artifact]:
    yield Artifact("racks.csv", csv_table(_RACK, [(r.name, r.row, r.position, r.units) for r in plan.racks]))
    yield Artifact("devices.csv", csv_table(_DEVICE, list(_devices(plan))))
    rows = [
        (*_ends(each), each.medium, each.length_m, each.part, each.speed_gbps)
        for each in plan.links
        if asked.has(each.fabric)
    ]
    yield Artifact("connections.csv", csv_table(_CONNECTION, rows))


def _ends(link: Link) -> tuple[str, ...]:
    return link.cable, link.fabric, link.a.device, link.a.interface, link.b.device, link.b.interface


def _devices(plan: Plan) -> Iterator[tuple[object, ...]]:
    models: dict[str, Host | Switch] = installed_models(plan)
    loads = device_loads(plan)
    for each in plan.devices:
        entry, assets = models[each.model], plan.site.assets.get(each.name)
        yield (
            each.name,
            "host" if isinstance(each, PlannedHost) else "switch",
            each.group if isinstance(each, PlannedHost) else f"{each.fabric}-{each.tier}",
            entry.vendor,
            entry.title,
            (assets.serial or "") if assets else "",
            each.rack,
            each.unit,
            each.height_u,
            entry.weight_kg,
            loads[each.name].box_w,
            entry.supplies.count if entry.supplies else None,
            each.state,
            each.management,
        )


EXPORT = Export("dcim", "tables of racks, devices and connections (CSV)", _files, folder=True)
