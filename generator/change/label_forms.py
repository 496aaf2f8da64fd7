"""The form of a site's labels: where it changes, labels in place say what they said, in another form, and are replaced. Nothing is unplugged."""

from collections.abc import Iterator

from msgspec import Struct

from generator.change.compare import changed
from generator.change.records import Change, Row
from generator.change.tables import PlanRows
from generator.plan.sections import CHOICES

TABLE = "labels"
"""The table of changes: one row, how the site's labels look."""


class NewLabels(Struct, frozen=True):
    """Labels that are replaced although their cables and devices stay as they are."""

    places: bool = False
    """Those with a place, which the form writes: of cables, hosts and switches."""
    every: bool = False
    """All others, too: of racks, panels, harnesses, PDUs, their cables and power cords."""


def label_changes(old: PlanRows, new: PlanRows) -> Iterator[Change]:
    """Yield the change of the form of labels, or of their codes; none where a plan does not state them."""
    before, after = (_look(plan) for plan in (old, new))
    if before is not None and after is not None and before != after:
        yield from changed(TABLE, ("cabling.label",), before, after)


def new_labels(old: PlanRows, new: PlanRows) -> NewLabels:
    """Return which labels are replaced: where codes are no longer wanted, those in place remain."""
    before, after = (_look(plan) for plan in (old, new))
    if before is None or after is None:
        return NewLabels()
    codes = bool(after["qr"] and not before["qr"])
    return NewLabels(places=codes or before["form"] != after["form"], every=codes)


def stated_label(plan: PlanRows) -> Row | None:
    """Return `cabling.label` of the spec of a plan; None where the plan does not state it."""
    found: Row | None = plan.get(CHOICES, {}).get("site", {}).get("cabling", {}).get("label")
    return found


def _look(plan: PlanRows) -> Row | None:
    """Return what a label's text depends on; keys that the spec does not state are not in the plan."""
    stated = stated_label(plan)
    return None if stated is None else {"form": stated.get("form"), "qr": bool(stated.get("qr"))}
