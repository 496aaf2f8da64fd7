"""A work order: a sheet of work for every rack, labels of new things, and the pulls as a table.

Links of the later plan are made records again, as far as sheets need them, so that the same code prints trees and work orders.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from msgspec import Struct

from generator import __version__
from generator.change.cables import Work
from generator.change.difference import Difference
from generator.change.places import devices_in
from generator.change.replaced import exchanged
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.plan.cabling.pulls import pulls
from generator.plan.cabling.records import Cable, Link, LinkEnd
from generator.plan.pdu_records import ManagedPdu
from generator.plan.plan import Plan
from generator.plan.records import Rack
from generator.render.artifact import Artifact
from generator.render.cabling.columns import PULL_COLUMNS, pull_row
from generator.render.cabling.pdu_cables import pull_rows
from generator.render.change.name_labels import new_racks
from generator.render.change.order_labels import order_labels
from generator.render.change.pdu_rows import PduWork, pdu_steps, pdu_work
from generator.render.change.record import record
from generator.render.change.same_parts import same_cables, same_cords, same_optics, same_others, same_trunks
from generator.render.change.sheets import Numbers, Sheet, sheets, steps_of
from generator.render.change.steps import step_text
from generator.render.escape import markup, markup_message
from generator.render.lines import csv_table, json_sections
from generator.render.paper import page_style
from generator.render.templates import Templates
from generator.render.tree import MANIFEST, Entry
from generator.render.tree import record as entry
from generator.spec.cabling import LabelSpec


class Floor(Struct, frozen=True, dict=True):
    """The racks of a plan, with only some of its links and the cables that carry them."""

    racks: tuple[Rack, ...]
    links: tuple[Link, ...]
    cables: tuple[Cable, ...]
    pdus: tuple[ManagedPdu, ...]

    @cached_property
    def pulls_of(self) -> dict[str, list[tuple[Link, LinkEnd, LinkEnd]]]:
        """As `Plan.pulls_of`."""
        return cast("dict[str, list[tuple[Link, LinkEnd, LinkEnd]]]", vars(Plan)["pulls_of"].func(self))


def floor(plan: PlanRows, names: Iterable[str], pdus: Iterable[PduWork], works: Collection[Work]) -> Plan:
    """Return the part of a plan that some cables are, and those of strips with such work, for those who read these of a plan and nothing else."""
    wanted = set(names)
    made = Floor(
        racks=tuple(record(Rack, row) for row in plan["racks"]),
        links=tuple(_link(row) for row in plan["links"] if row["cable"] in wanted),
        cables=tuple(record(Cable, row) for row in plan["cables"] if row["cable"] in wanted),
        pdus=tuple(each.after for each in pdus if each.after and each.work in works),
    )
    return cast("Plan", made)


def _link(row: Mapping[str, Any]) -> Link:
    values = {name: row[name] for name in Link.__struct_fields__}
    return Link(**(values | {end: record(LinkEnd, row[end]) for end in ("a", "b")}))


KIND = "work order"
_OTHER_LABEL = frozenset({Work.PULL, Work.MOVE, Work.EXCHANGE, Work.RELABEL, Work.PLUG})
"""Work after which a cable has a label that it had not."""
_PULLED = frozenset({Work.PULL, Work.EXCHANGE})


def work_order(found: Difference, templates: Templates, label: LabelSpec) -> Iterator[Artifact]:
    """Yield the files, the manifest last; labels look as the spec of the later plan states."""
    files: dict[str, Entry] = {}
    for artifact in _artifacts(found, templates, label):
        files[artifact.path] = entry(artifact, artifact.content.encode(), KIND)
        yield artifact
    head = {"format": 1, "generator": f"clustergen {__version__}", "name": found.new["name"], "holds": KIND}
    yield Artifact(MANIFEST, json_sections({**head, "files": files}))


def _artifacts(found: Difference, templates: Templates, label: LabelSpec) -> Iterator[Artifact]:
    steps = steps_of(found)
    made = sheets(found, steps)
    if steps or found.parts or made:
        yield _cover(found, templates, steps)
    for sheet in made:
        yield _sheet(found, templates, sheet)
    yield from _replacements(found, templates, steps)
    pdus = [*pdu_work(found)]
    labelled = floor(
        found.new, (cable.cable for cable in found.cables if cable.work in _OTHER_LABEL), pdus, _OTHER_LABEL
    )
    yield from order_labels(found, templates, labelled, label)
    numbers = Numbers(steps)
    step_of = {cable.cable: numbers.cable(cable) for cable in found.cables} | pdu_steps(found, numbers)
    pulled = floor(found.new, (cable.cable for cable in found.cables if cable.work in _PULLED), pdus, _PULLED)
    for rack, links in pulls(pulled):
        rows = [
            *((step_of[row.link.cable], *pull_row(row)) for row in links),
            *((step_of[row[0]], *row) for row in pull_rows(pulled, rack)),
        ]
        if rows:
            yield Artifact(f"pull/{rack}.csv", csv_table(("step", *PULL_COLUMNS), rows))


def _sheet(found: Difference, templates: Templates, sheet: Sheet) -> Artifact:
    lists = {
        name: [tuple(map(markup, cells)) for cells in getattr(sheet, name)]
        for name in (
            "devices",
            "optics",
            "harnesses",
            "strips",
            "cords",
            "moved",
            "off",
            "unplugged",
            "pulls",
            "moves",
            "removes",
            "labels",
            "legs",
            "same",
        )
    }
    page, cluster = page_style(across=True, name=f"{sheet.rack} work order"), markup(found.new["name"])
    text = templates.render("change/sheet.html.j2", cluster=cluster, rack=markup(sheet.rack), page=page, **lists)
    return Artifact(f"racks/{sheet.rack}.html", text)


def _replacements(found: Difference, templates: Templates, steps: Sequence[Step]) -> Iterator[Artifact]:
    """Print a page for each device whose hardware is exchanged: old and new hardware, and its cables with their ports."""
    for name, change in exchanged(found.changes).items():
        number, step = next(each for each in enumerate(steps, 1) if name in (*each[1].replaced, *each[1].parts))
        hardware = [(field.name, str(field.before), str(field.after)) for field in change.fields]
        text = templates.render(
            "change/replace.html.j2",
            cluster=markup(found.new["name"]),
            device=markup(name),
            page=page_style(across=True, name=f"{name} replacement"),
            place=markup(f"{change.row['rack']}-U{change.row['unit']:02d}"),
            step=number,
            words=markup_message(step_text(step)),
            **{
                name: [tuple(map(markup, cells)) for cells in table]
                for name, table in (
                    ("hardware", hardware),
                    ("trunks", same_trunks(found, name, step)),
                    ("cables", same_cables(found, name, step)),
                    ("others", same_others(found, name)),
                    ("optics", same_optics(found, name)),
                    ("cords", same_cords(found, name)),
                )
            },
        )
        yield Artifact(f"replace/{name}.html", text)


_RELEASES = {"add": "no release needed: no running device is affected", "limits": "network"}
"""Who releases a step for which no jobs end."""


def _cover(found: Difference, templates: Templates, steps: Sequence[Step]) -> Artifact:
    """Return the steps in order with the releases of each; parts needed; and new devices, with space for serial numbers."""
    there = {row["name"]: row for row in devices_in(found.old)}
    come = [
        row for row in devices_in(found.new) if row["name"] not in there or there[row["name"]]["model"] != row["model"]
    ]
    numbers = Numbers(steps)
    rows = [(str(number), _releases(step), step_text(step)) for number, step in enumerate(steps, 1)]
    devices = [
        (_rack_step(found, numbers, row["name"]), row["name"], "rack", row["name"], f"{row['units']} U")
        for row in new_racks(found)
    ]
    devices += [
        (numbers.device(row["name"]), row["name"], row["model"], row["rack"], f"U{row['unit']:02d}") for row in come
    ]
    parts = [
        (
            f"{abs(part.more):,} {'needed' if part.more > 0 else 'left over'}",
            f"{part.kind} {part.model}" + (f" {part.length_m:g} m" if part.length_m is not None else ""),
            part.part,
        )
        for part in found.parts
    ]
    text = templates.render(
        "change/cover.html.j2",
        cluster=markup(found.new["name"]),
        page=page_style(across=True, name="work order"),
        **{
            name: [tuple(map(markup_message, cells)) for cells in table]
            for name, table in (("steps", rows), ("devices", devices), ("parts", parts))
        },
    )
    return Artifact("order.html", text)


def _rack_step(found: Difference, numbers: Numbers, rack: str) -> str:
    """Return the first step in which a device comes into a rack."""
    steps = [numbers.device(row["name"]) for row in devices_in(found.new) if row["rack"] == rack]
    return str(min((int(number) for step in steps for number in step.split(", ") if number), default=""))


def _releases(step: Step) -> str:
    """Return the releases that a step needs: from owners of jobs that end, or of links that go down."""
    fabrics = ", ".join(each.fabric for each in step.capacity)
    if step.drain:
        return "scheduler, after the jobs have ended" + (f"; network ({fabrics})" if fabrics else "")
    return _RELEASES.get(step.kind, f"network ({fabrics})" if fabrics else "operations")
