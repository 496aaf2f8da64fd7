"""Harnesses that come, go, are carried with their device, or get other labels, as rows of the sheets."""

from collections.abc import Iterator

from generator.change.difference import Difference
from generator.plan.cabling.records import Harness
from generator.render.change.power_rows import Steps
from generator.render.change.record import record
from generator.render.change.words import Cells

_MODEL = ("model", "length_m")


def harness_rows(found: Difference, numbers: Steps) -> Iterator[tuple[str, Cells]]:
    """Yield racks and cells: step of the device, unit, harness, panel, positions of its tails, length, and what is done."""
    for change in found.changes:
        if change.table == "harnesses":
            before, after = (record(Harness, row) if row else None for row in (change.before, change.after))
            for each, words in _work(before, after):
                step = numbers.device(each.device) if words != _LABEL else ""
                names = (each.harness, each.panel, each.positions)
                yield each.rack, (step, f"U{each.unit:02d}", *names, f"{each.length_m:g} m", words)


_LABEL = "new label"


def _work(before: Harness | None, after: Harness | None) -> Iterator[tuple[Harness, str]]:
    """Yield a harness, where the work is, and what is done there."""
    if before is None or after is None:
        if each := before or after:
            yield each, "take out" if after is None else "fit"
    elif any(getattr(before, name) != getattr(after, name) for name in _MODEL):
        yield after, f"exchange, for {before.model}"
    elif (before.rack, before.unit) != (after.rack, after.unit):
        yield after, f"from {before.rack}-U{before.unit:02d}, with its panel; new label"
        if before.rack != after.rack:
            yield before, f"to {after.rack}-U{after.unit:02d}, with its panel"
    elif before.label != after.label:
        yield after, _LABEL
