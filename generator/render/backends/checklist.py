"""checklist: work in every rack, on paper: devices, transceivers, cables, each with boxes to fill."""

from collections.abc import Iterable, Iterator, Mapping

from generator.catalog.model import Optic
from generator.plan.cabling.ends import label_lines
from generator.plan.cabling.plugs import transceivers_of
from generator.plan.cabling.records import Harness, LinkEnd
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.cabling.pdu_cables import checklist_rows
from generator.render.cabling.rack_devices import devices_of, model_titles, unit_range
from generator.render.escape import markup
from generator.render.paper import page_style
from generator.render.templates import Templates

NAME = "checklist"


def paths(plan: Plan) -> Iterable[str]:
    """One list a rack."""
    return (f"cabling/checklist/{rack.name}.html" for rack in plan.racks)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print each rack's list; a row of a table is one line of the file, and growth only adds rows."""
    devices = devices_of(plan)
    titles, optics = model_titles(plan), transceivers_of(plan)
    shared = {cable.cable for cable in plan.cables if cable.links > 1}
    panels = {(each.device, each.cage): markup(f", at {each.panel}") for each in plan.harnesses}
    for rack in plan.racks:
        text = templates.render(
            "cabling/checklist.html.j2",
            cluster=markup(plan.name),
            rack=markup(rack.name),
            page=page_style(across=True, name=f"{rack.name} checklist"),
            devices=[(unit_range(device), markup(device.name), titles[device.model]) for device in devices[rack.name]],
            transceivers=[_transceiver(plan, end) for end in optics[rack.name]],
            harnesses=[_harness(each) for each in plan.harnesses if each.rack == rack.name],
            cables=[*_cables(plan, rack.name, shared, panels), *checklist_rows(plan, rack.name)],
        )
        yield Artifact(f"cabling/checklist/{rack.name}.html", text)


def _transceiver(plan: Plan, end: LinkEnd) -> tuple[str, str, str, str, str]:
    part = plan.hardware.get(Optic, end.optic).part or ""
    return f"U{end.unit:02d}", markup(end.device), markup(end.cage), markup(end.optic), markup(part)


def _harness(harness: Harness) -> tuple[str, ...]:
    unit, length = f"U{harness.unit:02d}", f"{harness.length_m:g} m"
    names = (harness.harness, harness.device, harness.cage, harness.panel, harness.positions)
    return unit, *map(markup, names), length, markup(harness.part)


def _cables(
    plan: Plan, rack: str, shared: set[str], panels: Mapping[tuple[str, str], str]
) -> Iterator[tuple[str, str, str, str, str, bool]]:
    """The cables that are pulled from this rack, in pulling order: a plug here is a row."""
    seen = set()
    for link, near, far in plan.pulls_of[rack]:
        if link.cable in shared:
            plug = (link.cable, near.device, near.cage)
            if plug in seen:
                continue
            seen.add(plug)
        here, there = label_lines(link, "a")
        yield (
            link.cable,
            f"{link.medium} {link.length_m:g} m",
            markup(link.part),
            markup(here) + panels.get((near.device, near.cage), "") * (link.cable not in shared),
            markup(there) + panels.get((far.device, far.cage), "") * (link.cable not in shared),
            link.medium == "fibre",
        )
