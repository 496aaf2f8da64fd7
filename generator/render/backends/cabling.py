"""cabling: what a technician pulls, plugs and labels, and what a buyer orders."""

from collections.abc import Iterable, Iterator

from generator.plan.bom import bill_of_materials
from generator.plan.ends import where
from generator.plan.plan import Plan
from generator.plan.records import Link, LinkEnd
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.lines import csv_table
from generator.render.templates import Templates

NAME = "cabling"
_DOT = Proof(Grade.PARSED, "dot (Graphviz)")
COLUMNS = (
    "cable_id",
    "fabric",
    "a_device",
    "a_rack",
    "a_unit",
    "a_cage",
    "a_port",
    "b_device",
    "b_rack",
    "b_unit",
    "b_cage",
    "b_port",
    "speed_gbps",
    "medium",
    "length_m",
    "part",
    "label_a",
    "label_b",
    "a_interface",
    "b_interface",
    "kind",
    "rail",
    "a_optic",
    "b_optic",
)
PULL_COLUMNS = (
    "cable_id",
    "medium",
    "length_m",
    "part",
    "from_unit",
    "from_device",
    "from_cage",
    "from_port",
    "to_rack",
    "to_unit",
    "to_device",
    "to_cage",
    "to_port",
    "label_here",
    "label_there",
    "done",
)
PORT_COLUMNS = (
    "cage",
    "port",
    "interface",
    "speed_gbps",
    "peer_device",
    "peer_cage",
    "peer_port",
    "peer_interface",
    "cable_id",
    "optic",
    "address",
    "rail",
)


def paths(plan: Plan) -> Iterable[str]:
    """The cluster's tables, one a switch, one a rack."""
    yield "cabling/cables.csv"
    for switch in plan.switches:
        yield f"cabling/ports/{switch.name}.csv"
    for rack in plan.racks:
        yield f"cabling/pull/{rack.name}.csv"
    yield from ("cabling/labels.csv", "cabling/bom.csv", "cabling/topology.dot")


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print the cable list (one row a link; links of one cable share its id) and its extracts."""
    yield Artifact("cabling/cables.csv", csv_table(COLUMNS, (_link_row(link) for link in plan.links)))
    for switch in plan.switches:
        rows = (_port_row(link, switch.name) for link in plan.links_of[switch.name])
        yield Artifact(f"cabling/ports/{switch.name}.csv", csv_table(PORT_COLUMNS, rows))
    for rack in plan.racks:
        rows = (_pull_row(link, near, far) for link, near, far in plan.pulls_of[rack.name])
        yield Artifact(f"cabling/pull/{rack.name}.csv", csv_table(PULL_COLUMNS, rows))
    yield Artifact(
        "cabling/labels.csv",
        csv_table(
            ("cable_id", "end", "rack", "unit", "device", "label", "line1", "line2", "line3"),
            (row for link in plan.links for row in _label_rows(link)),
        ),
    )
    yield Artifact(
        "cabling/bom.csv",
        csv_table(
            ("kind", "model", "vendor", "description", "length_m", "part", "count"),
            ((i.kind, i.model, i.vendor, i.description, i.length_m, i.part, i.count) for i in bill_of_materials(plan)),
        ),
    )
    edges = [(link.a.device, link.a.interface, link.b.device, link.b.interface) for link in plan.links]
    yield Artifact(
        "cabling/topology.dot", templates.render("cabling/topology.dot.j2", name=plan.spec.name, edges=edges), _DOT
    )


def _link_row(link: Link) -> tuple[object, ...]:
    a, b = link.a, link.b
    return (
        link.cable,
        link.fabric,
        a.device,
        a.rack,
        a.unit,
        a.cage,
        a.port,
        b.device,
        b.rack,
        b.unit,
        b.cage,
        b.port,
        link.speed_gbps,
        link.medium,
        link.length_m,
        link.part,
        link.label_a,
        link.label_b,
        a.interface,
        b.interface,
        link.kind,
        link.rail,
        a.optic,
        b.optic,
    )


def _port_row(link: Link, switch: str) -> tuple[object, ...]:
    near, far = (link.a, link.b) if link.a.device == switch else (link.b, link.a)
    return (
        near.cage,
        near.port,
        near.interface,
        link.speed_gbps,
        far.device,
        far.cage,
        far.port,
        far.interface,
        link.cable,
        near.optic,
        near.address,
        link.rail,
    )


def _pull_row(link: Link, near: LinkEnd, far: LinkEnd) -> tuple[object, ...]:
    here, there = (link.label_a, link.label_b) if near is link.a else (link.label_b, link.label_a)
    return (
        link.cable,
        link.medium,
        link.length_m,
        link.part,
        near.unit,
        near.device,
        near.cage,
        near.port,
        far.rack,
        far.unit,
        far.device,
        far.cage,
        far.port,
        here,
        there,
        "",
    )


def _label_rows(link: Link) -> Iterator[tuple[object, ...]]:
    for end, near, far, text in (("a", link.a, link.b, link.label_a), ("b", link.b, link.a, link.label_b)):
        yield (link.cable, end, near.rack, near.unit, near.device, text, link.cable, where(near), f"> {where(far)}")
