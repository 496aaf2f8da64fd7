"""All changes between the rows of two plans: of their sections, and of what is derived from them and changed by hand in the room."""

from msgspec import Struct

from generator.change.compare import compare
from generator.change.cords import NewPower, cord_changes, new_power
from generator.change.label_forms import NewLabels, label_changes, new_labels
from generator.change.records import Change
from generator.change.rename_steps import named
from generator.change.renames import Renames, renames_between
from generator.change.replaced import replacements
from generator.change.tables import PlanRows


class RowChanges(Struct, frozen=True, kw_only=True):
    """The changes, in the order of reports; `old` is the earlier plan under the later names."""

    old: PlanRows
    renames: Renames
    changes: tuple[Change, ...]
    labels: NewLabels
    power: NewPower


def row_changes(raw: PlanRows, new: PlanRows) -> RowChanges:
    """Compare two plans."""
    renames = renames_between(raw, new)
    old = renames.rows(raw)
    called = list(named(old, new, renames))
    labels = new_labels(old, new)
    power = new_power(old, new, {change.key[0] for change in called}, relabelled=labels.every)
    changes = (
        *called,
        *replacements(raw, old, new, renames),
        *compare(old, new),
        *cord_changes(power),
        *label_changes(old, new),
    )
    return RowChanges(old=old, renames=renames, changes=changes, labels=labels, power=power)
