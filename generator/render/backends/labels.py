"""labels: a sheet of cable labels for every rack, to print, cut and wrap around the cables."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from generator.plan.cabling.plugs import plugs_of
from generator.plan.cabling.records import Harness
from generator.plan.plan import Plan
from generator.plan.power.cords import Cord, cords_by_rack, pdu_names, pdu_racks
from generator.plan.records import Host, Switch
from generator.render.artifact import Artifact
from generator.render.cabling.label_code import Code, code_size, coded, coder
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
from generator.render.cabling.rack_devices import devices_of, model_titles, unit_range
from generator.render.escape import markup
from generator.render.templates import Templates

NAME = "labels"


def paths(plan: Plan) -> Iterable[str]:
    """One sheet a rack."""
    return (f"cabling/labels/{rack.name}.html" for rack in plan.racks)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print the labels of the plugs in each rack, device by device from the top; one label is one line of the file."""
    size, name = plan.site.cabling.label, markup(plan.name)
    harnesses: dict[str, list[Harness]] = {}
    for harness in plan.harnesses:
        harnesses.setdefault(harness.device, []).append(harness)
    fabrics = cage_fabrics(plan.links) if harnesses else {}
    cords, strips = cords_by_rack(plan), frozenset(pdu_racks(plan))
    code = coder(size)
    meanings, standing, titles = list(legend(plan.links)), devices_of(plan), model_titles(plan)
    for rack, plugs in plugs_of(plan).items():
        devices = []
        for (unit, device), mine in groupby(plugs, key=lambda plug: (plug.near.unit, plug.near.device)):
            labels = [label for each in harnesses.get(device, ()) for label in harness_labels(each, fabrics)]
            labels += [plug_label(plug, size.form) for plug in mine]
            devices.append((f"U{unit:02d} {markup(device)}", list(coded(labels, code))))
        text = templates.render(
            "cabling/labels.html.j2",
            cluster=name,
            rack=markup(rack),
            width_mm=f"{size.width_mm:g}",
            height_mm=f"{size.height_mm:g}",
            devices=devices,
            colours=COLOURS,
            legend=meanings,
            arrow=size.form is None,
            code_mm=code_size(size),
            cords=list(coded(_power(plan, rack, strips, cords[rack]), code)),
            panels=[
                (markup(panel), code(f"{panel} rack {rack}"))
                for panel in sorted(
                    {each.panel for device in standing[rack] for each in harnesses.get(device.name, ())}
                )
            ],
            own=[(markup(rack), f"rack {markup(rack)}", name, code(rack)), *_devices(standing[rack], titles, code)],
        )
        yield Artifact(f"cabling/labels/{rack}.html", text)


def _power(plan: Plan, rack: str, having: frozenset[str], cords: Iterable[Cord]) -> Iterator[Label]:
    """Yield the labels of a rack's PDUs, then those of both ends of its cords."""
    for name in pdu_names(plan, rack) if rack in having else ():
        yield strip_label(name, rack)
    for cord in cords:
        yield from cord_labels(cord)


def _devices(
    devices: Iterable[Host | Switch], titles: Mapping[str, str], code: Code
) -> Iterator[tuple[str, str, str, str]]:
    for device in devices:
        yield (
            markup(device.name),
            f"{markup(device.rack)} {unit_range(device)}",
            titles[device.model],
            code(f"{device.name} {device.rack} {unit_range(device)}"),
        )
