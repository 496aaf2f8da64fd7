"""The cables of managed power strips, as rows and labels: they are not among the plan's links."""

from collections.abc import Iterator

from generator.plan.pdu_records import PORT
from generator.plan.plan import Plan
from generator.render.cabling.label_sheet import Label
from generator.render.escape import markup

PDU_LABELS = "Management ports of PDUs"
"""What labels of their cables are headed with."""


def pull_rows(plan: Plan, rack: str) -> Iterator[tuple[str, *tuple[object, ...]]]:
    """Yield the rows of a rack's pull sheet (`PULL_COLUMNS`): a strip stands beside the units, so it has none."""
    for pdu in (each for each in plan.pdus if each.rack == rack):
        cord = (pdu.cable, "copper", pdu.length_m, pdu.part)
        there = (pdu.leaf_rack, pdu.leaf_unit, pdu.leaf, pdu.cage, 1)
        yield (*cord, "", pdu.strip, PORT, 1, *there, pdu.label_pdu, pdu.label_leaf, "")


def port_rows(plan: Plan, switch: str) -> Iterator[tuple[object, ...]]:
    """Yield the rows of the ports of a leaf that strips are connected to (`PORT_COLUMNS`)."""
    for pdu in (each for each in plan.pdus if each.leaf == switch):
        yield pdu.cage, 1, pdu.interface, 1, pdu.strip, PORT, 1, PORT, pdu.cable, "", "", ""


def label_rows(plan: Plan) -> Iterator[tuple[object, ...]]:
    """Yield the rows of labels.csv (`LABEL_COLUMNS`), both ends of each cable."""
    for pdu in plan.pdus:
        yield (pdu.cable, "a", pdu.rack, "", pdu.strip, pdu.label_pdu, pdu.cable, pdu.here, f"> {pdu.there}")
        yield (pdu.cable, "b", pdu.leaf_rack, pdu.leaf_unit, pdu.leaf, pdu.label_leaf, pdu.cable, pdu.there, f"> {pdu.here}")  # fmt: skip


def rack_labels(plan: Plan, rack: str) -> Iterator[Label]:
    """Yield the labels of the plugs that are in a rack."""
    for pdu in plan.pdus:
        cable, here, there = map(markup, (pdu.cable, pdu.here, pdu.there))
        if pdu.rack == rack:
            yield "oob", cable, here, there
        if pdu.leaf_rack == rack:
            yield "oob", cable, there, here


def checklist_rows(plan: Plan, rack: str) -> Iterator[tuple[str, str, str, str, str, bool]]:
    """Yield the rows of a rack's checklist: cable, cord, part, both ends, and whether there is fibre to clean."""
    for pdu in (each for each in plan.pdus if each.rack == rack):
        cable, part, here, there = map(markup, (pdu.cable, pdu.part, pdu.here, pdu.there))
        yield cable, f"copper {pdu.length_m:g} m", part, here, there, False
