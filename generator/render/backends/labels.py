"""labels: a sheet of cable labels for every rack, to print, cut and wrap around the cables."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from generator.plan.cabling.plugs import plugs_of
from generator.plan.cabling.records import Harness
from generator.plan.plan import Plan
from generator.plan.records import Host, Switch
from generator.render.artifact import Artifact
from generator.render.cabling.label_sheet import COLOURS, cage_fabrics, harness_label, legend, plug_label
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
    meanings, standing, titles = list(legend(plan.links)), devices_of(plan), model_titles(plan)
    for rack, plugs in plugs_of(plan).items():
        devices = []
        for (unit, device), mine in groupby(plugs, key=lambda plug: (plug.near.unit, plug.near.device)):
            labels = [harness_label(each, fabrics) for each in harnesses.get(device, ())]
            labels += [plug_label(plug) for plug in mine]
            devices.append((f"U{unit:02d} {markup(device)}", labels))
        text = templates.render(
            "cabling/labels.html.j2",
            cluster=name,
            rack=markup(rack),
            width_mm=f"{size.width_mm:g}",
            height_mm=f"{size.height_mm:g}",
            devices=devices,
            colours=COLOURS,
            legend=meanings,
            own=[(markup(rack), f"rack {markup(rack)}", name), *_devices(standing[rack], titles)],
        )
        yield Artifact(f"cabling/labels/{rack}.html", text)


def _devices(devices: Iterable[Host | Switch], titles: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    for device in devices:
        yield markup(device.name), f"{markup(device.rack)} {unit_range(device)}", titles[device.model]
