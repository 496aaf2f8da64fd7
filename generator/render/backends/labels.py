"""labels: a sheet of cable labels for every rack, to print, cut and wrap around the cables."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from generator.plan.cabling.plugs import plugs_of
from generator.plan.cabling.records import LEGS, Harness
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
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
    for rack, plugs in plugs_of(plan).items():
        devices = []
        for (unit, device), mine in groupby(plugs, key=lambda plug: (plug.near.unit, plug.near.device)):
            labels = [_harness(each) for each in harnesses.get(device, ())]
            labels += [(plug.link.cable, markup(plug.here), markup(plug.there)) for plug in mine]
            devices.append((f"U{unit:02d} {markup(device)}", labels))
        text = templates.render(
            "cabling/labels.html.j2",
            cluster=name,
            rack=markup(rack),
            width_mm=f"{size.width_mm:g}",
            height_mm=f"{size.height_mm:g}",
            devices=devices,
        )
        yield Artifact(f"cabling/labels/{rack}.html", text)


def _harness(harness: Harness) -> tuple[str, str, str]:
    """The label of a harness's trunk: its cage, where it is, and the ports of its tails, which end in a panel of this rack."""
    return markup(harness.cage), markup(harness.label), markup(f"panel: {LEGS.join(harness.tails)}")
