"""Labels of racks and devices that a change adds, moves, exchanges or renames, by the rack where they will be."""

from collections.abc import Iterator

from generator.change.difference import Difference
from generator.change.places import devices_in
from generator.change.records import Row
from generator.plan.records import Host, Switch
from generator.render.cabling.device_labels import Named, named_device, named_rack
from generator.render.change.record import record

_ON_THE_LABEL = ("name", "rack", "unit", "model")


def new_racks(found: Difference) -> Iterator[Row]:
    """Yield the racks that the earlier plan does not have."""
    there = {row["name"] for row in found.old["racks"]}
    yield from (row for row in found.new["racks"] if row["name"] not in there)


def name_labels(found: Difference, form: str | None) -> dict[str, list[Named]]:
    """Return the labels of each rack, its own first; `form` is that of the site's labels."""
    renamed = {*found.renames.devices.values(), *found.renames.racks.values()}
    racks = {row["name"] for row in new_racks(found)} | {row["name"] for row in found.new["racks"]} & renamed
    labels = {
        row["name"]: [named_rack(row["name"], found.new["name"])] for row in found.new["racks"] if row["name"] in racks
    }
    there = {row["name"]: _label(row) for row in devices_in(found.old)}
    kinds: tuple[tuple[str, type[Host | Switch]], ...] = (("hosts", Host), ("switches", Switch))
    for table, kind in kinds:
        for row in found.new[table]:
            if row["name"] in renamed or row["rack"] in racks or there.get(row["name"]) != _label(row):
                labels.setdefault(row["rack"], []).append(named_device(record(kind, row), row["model"], form))
    return labels


def _label(row: Row) -> tuple[object, ...]:
    return tuple(row[field] for field in _ON_THE_LABEL)
