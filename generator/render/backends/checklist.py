"""checklist: what a technician does in every rack, on paper: devices, transceivers, cables, each with boxes to fill."""

from collections.abc import Iterable, Iterator

from generator.catalog.model import CatalogEntry, Optic
from generator.catalog.model import Host as HostModel
from generator.catalog.model import Switch as SwitchModel
from generator.plan.cabling.ends import label_lines
from generator.plan.cabling.plugs import transceivers_of
from generator.plan.cabling.records import LinkEnd
from generator.plan.plan import Plan
from generator.plan.records import Host, Switch
from generator.render.artifact import Artifact
from generator.render.escape import markup
from generator.render.templates import Templates

NAME = "checklist"


def paths(plan: Plan) -> Iterable[str]:
    """One list a rack."""
    return (f"cabling/checklist/{rack.name}.html" for rack in plan.racks)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print each rack's list; a row of a table is one line of the file, and growth only adds rows."""
    devices: dict[str, list[Host | Switch]] = {rack.name: [] for rack in plan.racks}
    for device in plan.devices:
        devices[device.rack].append(device)
    titles, optics = _titles(plan), transceivers_of(plan)
    shared = {cable.cable for cable in plan.cables if cable.links > 1}
    for rack in plan.racks:
        mine = sorted(devices[rack.name], key=lambda device: (device.unit, device.name))
        text = templates.render(
            "cabling/checklist.html.j2",
            cluster=markup(plan.name),
            rack=markup(rack.name),
            devices=[(_units(device), markup(device.name), titles[device.model]) for device in mine],
            transceivers=[_transceiver(plan, end) for end in optics[rack.name]],
            cables=list(_cables(plan, rack.name, shared)),
        )
        yield Artifact(f"cabling/checklist/{rack.name}.html", text)


def _titles(plan: Plan) -> dict[str, str]:
    """The name on the box of every model that is installed."""
    kinds: tuple[tuple[type[CatalogEntry], Iterable[Host | Switch]], ...] = (
        (HostModel, plan.hosts),
        (SwitchModel, plan.switches),
    )
    return {
        model: markup(plan.hardware.get(kind, model).title)
        for kind, devices in kinds
        for model in sorted({device.model for device in devices})
    }


def _units(device: Host | Switch) -> str:
    top = device.unit + device.height_u - 1
    return f"U{device.unit:02d}" if top == device.unit else f"U{device.unit:02d}-U{top:02d}"


def _transceiver(plan: Plan, end: LinkEnd) -> tuple[str, str, str, str, str]:
    part = plan.hardware.get(Optic, end.optic).part or ""
    return f"U{end.unit:02d}", markup(end.device), markup(end.cage), markup(end.optic), markup(part)


def _cables(plan: Plan, rack: str, shared: set[str]) -> Iterator[tuple[str, str, str, str, str]]:
    """The cables that are pulled from this rack, in pulling order: a plug here is a row."""
    seen = set()
    for link, near, _ in plan.pulls_of[rack]:
        if link.cable in shared:
            plug = (link.cable, near.device, near.cage)
            if plug in seen:
                continue
            seen.add(plug)
        here, there = label_lines(link, "a")
        yield link.cable, f"{link.medium} {link.length_m:g} m", markup(link.part), markup(here), markup(there)
