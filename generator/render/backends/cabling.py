"""cabling: cables to pull, plug and label, and the bill of materials."""

from collections.abc import Iterable, Iterator
from operator import attrgetter

from generator.catalog.model import Cable
from generator.plan.cabling.bom import bill_of_materials
from generator.plan.cabling.bundles import Bundle, plan_bundles
from generator.plan.cabling.lengths import LinkLength, link_lengths
from generator.plan.cabling.plugs import Plug, plugs
from generator.plan.cabling.pulls import pulls
from generator.plan.cabling.records import Link
from generator.plan.plan import Plan
from generator.plan.power.cords import cords_by_rack
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.cabling.columns import (
    BOM_COLUMNS,
    CABLE_COLUMNS,
    CORD_COLUMNS,
    LABEL_COLUMNS,
    PDU_COLUMNS,
    PORT_COLUMNS,
    PULL_COLUMNS,
    pull_row,
)
from generator.render.cabling.label_form import plug_lines
from generator.render.cabling.pdu_cables import label_rows, port_rows, pull_rows
from generator.render.lines import csv_table
from generator.render.templates import Templates

NAME = "cabling"
_DOT = Proof(Grade.PARSED, "dot (Graphviz)")


def paths(plan: Plan) -> Iterable[str]:
    """The cluster's tables, one a switch, one a rack."""
    yield from ("cabling/cables.csv", "cabling/lengths.csv")
    for switch in plan.switches:
        yield f"cabling/ports/{switch.name}.csv"
    for rack in plan.racks:
        yield f"cabling/pull/{rack.name}.csv"
    yield from (
        "cabling/labels.csv",
        "cabling/bom.csv",
        "cabling/bundles.csv",
        "cabling/cords.csv",
        *(["cabling/pdus.csv"] if plan.pdus else []),
        "cabling/topology.dot",
    )


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Yield the cable list (one row per link; links of one cable share its id), its extracts, and the bill.

    The list and its extracts only gain rows as a cluster grows; `bom.csv` and `bundles.csv` count what is installed.
    """
    for part in PARTS:
        yield from part(plan, templates)


def _list(plan: Plan, _templates: Templates) -> Iterator[Artifact]:
    yield Artifact("cabling/cables.csv", csv_table(CABLE_COLUMNS, _link_rows(plan)))
    names = LinkLength.__struct_fields__
    yield Artifact("cabling/lengths.csv", csv_table(names, map(attrgetter(*names), link_lengths(plan))))


def _switches(plan: Plan, _templates: Templates) -> Iterator[Artifact]:
    for switch in plan.switches:
        rows = (*(_port_row(link, switch.name) for link in plan.links_of[switch.name]), *port_rows(plan, switch.name))
        yield Artifact(f"cabling/ports/{switch.name}.csv", csv_table(PORT_COLUMNS, rows))


def _racks(plan: Plan, _templates: Templates) -> Iterator[Artifact]:
    pulled = dict(pulls(plan))
    for rack in plan.racks:
        rows = (*map(pull_row, pulled[rack.name]), *pull_rows(plan, rack.name))
        yield Artifact(f"cabling/pull/{rack.name}.csv", csv_table(PULL_COLUMNS, rows))


def _cluster(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    form = plan.site.cabling.label.form
    labels = (*(_label_row(plug, form) for plug in plugs(plan)), *label_rows(plan))
    yield Artifact("cabling/labels.csv", csv_table(LABEL_COLUMNS, labels))
    yield Artifact("cabling/bom.csv", csv_table(BOM_COLUMNS, map(attrgetter(*BOM_COLUMNS), bill_of_materials(plan))))
    names = Bundle.__struct_fields__
    yield Artifact("cabling/bundles.csv", csv_table(names, map(attrgetter(*names), plan_bundles(plan))))
    yield Artifact("cabling/cords.csv", csv_table(CORD_COLUMNS, _cord_rows(plan)))
    if plan.pdus:
        yield Artifact("cabling/pdus.csv", csv_table(PDU_COLUMNS, map(attrgetter(*PDU_COLUMNS), plan.pdus)))
    edges = [(link.a.device, link.a.interface, link.b.device, link.b.interface) for link in plan.links]
    yield Artifact(
        "cabling/topology.dot", templates.render("cabling/topology.dot.j2", name=plan.name, edges=edges), _DOT
    )


PARTS = (_list, _switches, _racks, _cluster)


def _link_rows(plan: Plan) -> Iterator[tuple[object, ...]]:
    """Return one row a link, with the kind of cable that carries it."""
    kinds = {}
    for model in {cable.model for cable in plan.cables}:
        cable = plan.hardware.get(Cable, model)
        kinds[model] = (model, cable.fibre or "", cable.connector or "", cable.polarity or "")
    sorts = {cable.cable: kinds[cable.model] for cable in plan.cables}
    return (_link_row(link, sorts[link.cable]) for link in plan.links)


def _link_row(link: Link, sort: tuple[str, ...]) -> tuple[object, ...]:
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
        *sort,
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


def _cord_rows(plan: Plan) -> Iterator[tuple[object, ...]]:
    for mine in cords_by_rack(plan).values():
        yield from map(attrgetter(*CORD_COLUMNS), mine)


def _label_row(plug: Plug, form: str | None) -> tuple[object, ...]:
    link, near = plug.link, plug.near
    text = link.label_a if plug.end == "a" else link.label_b
    first, second, arrow = plug_lines(plug, form)
    return (
        link.cable,
        plug.end,
        near.rack,
        near.unit,
        near.device,
        text,
        link.cable,
        first,
        f"> {second}" if arrow else second,
    )
