"""labels: a sheet of labels for every rack, to print, cut and wrap around the cables; those of racks and devices as a table, too."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter

from generator.plan.cabling.plugs import plugs_of
from generator.plan.cabling.records import Harness
from generator.plan.plan import Plan
from generator.plan.power.cords import Cord, cords_by_rack
from generator.render.artifact import Artifact
from generator.render.cabling.device_labels import DeviceLabel, Named, device_labels, named_things, own_label
from generator.render.cabling.label_code import code_size, coded, coder
from generator.render.cabling.label_sheet import (
    COLOURS,
    Label,
    cage_fabrics,
    cord_labels,
    harness_labels,
    legend,
    plug_label,
    strip_label,
)
from generator.render.cabling.pdu_cables import PDU_LABELS, rack_labels
from generator.render.escape import markup
from generator.render.lines import csv_table
from generator.render.paper import page_style
from generator.render.templates import Templates

NAME = "labels"
_TABLE = "cabling/device-labels.csv"
_COLUMNS = DeviceLabel.__struct_fields__


def paths(plan: Plan) -> Iterable[str]:
    """One sheet a rack, and a table."""
    yield _TABLE
    for rack in plan.racks:
        yield f"cabling/labels/{rack.name}.html"


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print the labels of the plugs in each rack, device by device from the top; one label is one line of the file."""
    yield Artifact(_TABLE, csv_table(_COLUMNS, map(attrgetter(*_COLUMNS), device_labels(plan))))
    size, name = plan.site.cabling.label, markup(plan.name)
    harnesses: dict[str, list[Harness]] = {}
    for harness in plan.harnesses:
        harnesses.setdefault(harness.device, []).append(harness)
    fabrics = cage_fabrics(plan.links) if harnesses else {}
    cords, code, meanings = cords_by_rack(plan), coder(size), list(legend(plan.links))
    things: dict[str, list[Named]] = {}
    for each in named_things(plan):
        things.setdefault(each.rack, []).append(each)
    for rack, plugs in plugs_of(plan).items():
        devices = []
        for (unit, device), mine in groupby(plugs, key=lambda plug: (plug.near.unit, plug.near.device)):
            labels = [label for each in harnesses.get(device, ()) for label in harness_labels(each, fabrics)]
            labels += [plug_label(plug, size.form) for plug in mine]
            devices.append((f"U{unit:02d} {markup(device)}", list(coded(labels, code))))
        if strips := list(coded(rack_labels(plan, rack), code)):
            devices.append((PDU_LABELS, strips))
        text = templates.render(
            "cabling/labels.html.j2",
            cluster=name,
            rack=markup(rack),
            page=page_style(across=False, name=f"{rack} labels"),
            width_mm=f"{size.width_mm:g}",
            height_mm=f"{size.height_mm:g}",
            devices=devices,
            colours=COLOURS,
            legend=meanings,
            arrow=size.form is None,
            code_mm=code_size(size),
            cords=list(coded(_power(things[rack], cords[rack]), code)),
            panels=[(markup(each.device), code(each.code)) for each in things[rack] if each.kind == "panel"],
            own=[own_label(each, code) for each in things[rack] if each.kind not in {"panel", "pdu"}],
        )
        yield Artifact(f"cabling/labels/{rack}.html", text)


def _power(things: Iterable[Named], cords: Iterable[Cord]) -> Iterator[Label]:
    """Yield the labels of a rack's PDUs, then those of both ends of its cords."""
    for each in things:
        if each.kind == "pdu":
            yield strip_label(each.device, each.rack)
    for cord in cords:
        yield from cord_labels(cord)
