"""Labels of a work order: a sheet for each rack, as the tree has them."""

from collections.abc import Iterator
from itertools import groupby

from generator.change.cables import Work
from generator.change.difference import Difference
from generator.change.records import Kind
from generator.plan.cabling.plugs import Plug, plugs_of
from generator.plan.cabling.records import Harness
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.cabling.device_labels import own_label
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
from generator.render.change.name_labels import name_labels
from generator.render.change.record import record
from generator.render.escape import markup
from generator.render.paper import page_style
from generator.render.templates import Templates
from generator.spec.cabling import LabelSpec


def order_labels(found: Difference, templates: Templates, labelled: Plan, label: LabelSpec) -> Iterator[Artifact]:
    """Print the labels of each rack as the tree does: its own, those of its devices, of plugs from the top device down, of PDUs and power cords."""
    harnesses: dict[tuple[str, int, str], list[Harness]] = {}
    for each in _harnesses(found):
        harnesses.setdefault((each.rack, each.unit, each.device), []).append(each)
    by_rack, code = _new_plugs(found, labelled), coder(label)
    power, named = _power(found), name_labels(found, label.form)
    fabrics, meanings = cage_fabrics(labelled.links), list(legend(labelled.links))
    for rack in (row["name"] for row in found.new["racks"]):
        devices = {
            (rack, *key): list(mine)
            for key, mine in groupby(by_rack.get(rack, ()), key=lambda p: (p.near.unit, p.near.device))
        }
        devices |= {key: [] for key in harnesses if key[0] == rack and key not in devices}
        shown = []
        for key, mine in sorted(devices.items(), key=lambda each: (-each[0][1], each[0][2])):
            labels = [one for each in harnesses.get(key, ()) for one in harness_labels(each, fabrics)]
            labels += [plug_label(plug, label.form) for plug in mine]
            shown.append((f"U{key[1]:02d} {markup(key[2])}", list(coded(labels, code))))
        if strips := list(coded(rack_labels(labelled, rack), code)):
            shown.append((PDU_LABELS, strips))
        own = named.get(rack, ())
        if shown or own or rack in power:
            text = templates.render(
                "cabling/labels.html.j2",
                cluster=markup(found.new["name"]),
                rack=markup(rack),
                page=page_style(across=False, name=f"{rack} labels"),
                width_mm=f"{label.width_mm:g}",
                height_mm=f"{label.height_mm:g}",
                devices=shown,
                colours=COLOURS,
                legend=meanings,
                arrow=label.form is None,
                code_mm=code_size(label),
                own=[own_label(each, code) for each in own if each.kind != "panel"],
                cords=list(coded(power.get(rack, ()), code)),
                panels=[(markup(each.device), code(each.code)) for each in own if each.kind == "panel"],
            )
            yield Artifact(f"labels/{rack}.html", text)


def _harnesses(found: Difference) -> Iterator[Harness]:
    """Yield the harnesses whose trunk and tails get labels."""
    if found.labels.every:
        yield from (record(Harness, row) for row in found.new["harnesses"])
        return
    for change in found.changes:
        if change.table == "harnesses" and change.kind is not Kind.REMOVED:
            yield record(Harness, change.row)


def _power(found: Difference) -> dict[str, list[Label]]:
    """Return the labels of the power strips and cords of each rack that are new, are moved, or have a new name."""
    power = found.power
    strips = {**power.strips, **power.named}
    labels = {rack: [strip_label(name, rack) for name in names] for rack, names in strips.items() if names}
    for cord in (*power.plugged, *(each.after for each in power.moved), *power.labelled):
        labels.setdefault(cord.rack, []).extend(cord_labels(cord))
    return labels


def _new_plugs(found: Difference, labelled: Plan) -> dict[str, list[Plug]]:
    """Return the plugs of each rack that get a label: of a splitter that only gains legs, no others."""
    again = {cable.cable for cable in found.cables if cable.work is Work.RELABEL}
    stay = {
        (cable.cable, link[end]["device"], link[end]["cage"])
        for cable in found.cables
        if cable.work is Work.PLUG and cable.cable not in again
        for link in cable.before
        for end in ("a", "b")
    }
    return {
        rack: [plug for plug in plugs if (plug.link.cable, plug.near.device, plug.near.cage) not in stay]
        for rack, plugs in plugs_of(labelled).items()
    }
