"""Labels of racks, devices and panels that a change adds, moves, exchanges or renames, or that get another form, by the rack where they will be."""

from collections.abc import Iterator

from generator.change.difference import Difference
from generator.change.places import devices_in
from generator.change.records import Row
from generator.change.tables import PlanRows
from generator.plan.cabling.records import panel_name
from generator.plan.records import Host, Switch
from generator.plan.sections import CHOICES
from generator.render.cabling.device_labels import Named, named_device, named_panel, named_rack
from generator.render.change.record import record

_ON_THE_LABEL = ("name", "rack", "unit", "model")


def new_racks(found: Difference) -> Iterator[Row]:
    """Yield the racks that the earlier plan does not have."""
    there = {row["name"] for row in found.old["racks"]}
    yield from (row for row in found.new["racks"] if row["name"] not in there)


def name_labels(found: Difference, form: str | None) -> dict[str, list[Named]]:
    """Return the labels of each rack as its sheet has them: its own, those of devices from the lowest unit up, of panels; `form` is that of the site's labels."""
    renamed = {*found.renames.devices.values(), *found.renames.racks.values()}
    every = {row["name"] for row in found.new["racks"]}
    racks = every if found.labels.every else {row["name"] for row in new_racks(found)} | every & renamed
    labels = {
        row["name"]: [named_rack(row["name"], found.new["name"])] for row in found.new["racks"] if row["name"] in racks
    }
    there = {row["name"]: _label(row) for row in devices_in(found.old)}
    titles = _titles(found.new)
    kinds: tuple[tuple[str, type[Host | Switch]], ...] = (("hosts", Host), ("switches", Switch))
    devices = [(record(kind, row), row) for table, kind in kinds for row in found.new[table]]
    for device, row in sorted(devices, key=lambda each: (each[1]["unit"], each[1]["name"])):
        anew = found.labels.places or device.name in renamed or device.rack in racks
        if anew or there.get(device.name) != _label(row):
            what = titles.get(device.model, device.model)
            labels.setdefault(device.rack, []).append(named_device(device, what, form))
    stood = {_panel(row) for row in found.old.get("harnesses", ())}
    for device_name, rack in sorted({_panel(row) for row in found.new.get("harnesses", ())}):
        moved = (device_name, rack) not in stood
        if found.labels.every or moved or device_name in renamed or rack in racks:
            labels.setdefault(rack, []).append(named_panel(panel_name(device_name), rack))
    return labels


def _titles(plan: PlanRows) -> dict[str, str]:
    """Return the titles of models; none where the plan does not include its hardware."""
    hardware = plan.get(CHOICES, {}).get("hardware", {})
    models = {**hardware.get("hosts", {}), **hardware.get("switches", {})}
    return {name: model["title"] for name, model in models.items()}


def _panel(row: Row) -> tuple[str, str]:
    """Return the device of a harness, whose panel its tails end in, and the rack of both."""
    return row["device"], row["rack"]


def _label(row: Row) -> tuple[object, ...]:
    return tuple(row[field] for field in _ON_THE_LABEL)
