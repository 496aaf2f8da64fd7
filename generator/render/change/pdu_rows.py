"""Cables of managed power strips as work: pulled, moved, exchanged, taken out or labelled anew, with both ends before and after."""

from collections.abc import Iterator

from msgspec import Struct

from generator.change.cables import Work
from generator.change.difference import Difference
from generator.plan.pdu_records import ManagedPdu
from generator.render.change.power_rows import Steps, strip_rows
from generator.render.change.record import record
from generator.render.change.words import Cells


class PduWork(Struct, frozen=True, kw_only=True):
    """A strip whose cable is not as it was; where it comes or goes, one of both is missing."""

    work: Work
    before: ManagedPdu | None
    after: ManagedPdu | None


def pdu_work(found: Difference) -> Iterator[PduWork]:
    """Yield the work on the cables of strips: first that of the changes, then new labels that follow from other names of racks and leaves, or from another look of all."""
    pairs = [(change.before, change.after) for change in found.changes if change.table == "pdus"]
    if found.renames.racks or found.renames.devices or found.labels.every:
        done = {row["name"] for row, _ in pairs if row}
        there = {row["name"]: row for row in found.new.get("pdus", ())}
        pairs += [(row, there.get(row["name"])) for row in found.old.get("pdus", ()) if row["name"] not in done]
    earlier = found.renames.undone()
    for was, now in pairs:
        before = record(ManagedPdu, was) if was else None
        after = record(ManagedPdu, now) if now else None
        work = _work(before, after)
        if was and after and work is None:
            before = record(ManagedPdu, earlier.rows({"hosts": [], "pdus": [was]})["pdus"][0])
            work = Work.RELABEL if found.labels.every else _relabel(before, after)
        if work is not None:
            yield PduWork(work=work, before=before, after=after)


_PLACE = ("rack", "leaf", "leaf_rack", "leaf_unit", "cage")
"""Where the cable of a strip is plugged in: with other values it is unplugged."""


def _work(before: ManagedPdu | None, after: ManagedPdu | None) -> Work | None:
    if before is None or after is None:
        return Work.PULL if before is None else Work.REMOVE
    if (before.model, before.length_m) != (after.model, after.length_m):
        return Work.EXCHANGE
    if any(getattr(before, name) != getattr(after, name) for name in _PLACE):
        return Work.MOVE
    return _relabel(before, after)


def _relabel(before: ManagedPdu, after: ManagedPdu) -> Work | None:
    labels = [(each.cable, each.here, each.there) for each in (before, after)]
    return None if labels[0] == labels[1] else Work.RELABEL


def pdu_pulls(found: Difference) -> tuple[str, ...]:
    """Return the cables that are pulled."""
    return tuple(each.after.cable for each in pdu_work(found) if each.after and each.work is Work.PULL)


def pdu_rows(found: Difference, numbers: Steps) -> Iterator[tuple[str, Work, Cells]]:
    """Yield racks with rows of their sheets: a cable is pulled from its strip, and everything else is done at both ends; a new label has no step."""
    steps = pdu_steps(found, numbers)
    for each in pdu_work(found):
        both = [pdu for pdu in (each.before, each.after) if pdu]
        last = both[-1]
        kind = " -> ".join(dict.fromkeys(f"copper {pdu.length_m:g} m" for pdu in both))
        name = last.cable if both[0].cable == last.cable else f"{last.cable} (labelled {both[0].cable})"
        ends = [text for pdu in (each.before, each.after) for text in ((pdu.here, pdu.there) if pdu else ("", ""))]
        if each.work is Work.RELABEL:
            yield last.rack, each.work, ("", name, last.here, last.there)
            yield last.leaf_rack, each.work, ("", name, last.there, last.here)
            continue
        cells = (steps[last.cable], name, str(each.work), kind, last.part, *ends)
        racks = (
            (last.rack,) if each.work is Work.PULL else dict.fromkeys(r for p in both for r in (p.rack, p.leaf_rack))
        )
        yield from ((rack, each.work, cells) for rack in racks)


def pdu_steps(found: Difference, numbers: Steps) -> dict[str, str]:
    """Return the numbers of the steps of each cable: its own, those in which its strip comes or goes, or those of its leaf; else the first."""
    strips = {name: step for _, (step, name, _) in strip_rows(found, numbers)}
    made = {}
    for each in pdu_work(found):
        pdu = each.after or each.before
        if pdu:
            of = (numbers.plugged(pdu.cable), strips.get(pdu.strip, ""), numbers.device(pdu.leaf))
            made[pdu.cable] = next((step for step in of if step), numbers.first)
    return made
