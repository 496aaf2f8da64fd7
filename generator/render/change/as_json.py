"""The change as JSON: all of it, one change a line."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict

from generator.change.cables import CableWork
from generator.change.difference import Difference
from generator.change.records import Change
from generator.render.change.cost import cost_values
from generator.render.lines import json_sections

FORMAT = 1


def as_json(found: Difference) -> str:
    """Return every change with both rows, and the consequences, as JSON; lists are in the order of the plans."""
    return json_sections({
        "format": FORMAT,
        "name": found.new["name"],
        "counts": {str(kind): count for kind, count in found.counts.items()},
        **({"renamed": found.renames} if found.renames else {}),
        "changes": [_change(change) for change in found.changes],
        "cables": [_cable(cable) for cable in found.cables],
        "parts": [asdict(part) | {"more": part.more} for part in found.parts],
        **({"cost": cost_values(found.cost)} if found.cost else {}),
        "drain_hosts": list(found.hosts),
        "drain_switches": list(found.switches),
        "taken_over": list(found.taken),
        "schedulers": list(found.joins),
        "reloads": list(found.reloads),
        "steps": list(found.steps),
        "files": None if found.files is None else list(found.files),
        "not_compared": list(found.unsaid) + ([] if found.files is not None else ["files"]),
    })  # fmt: skip


def _change(change: Change) -> Mapping[str, Any]:
    return {
        "kind": str(change.kind),
        "table": change.table,
        "key": list(change.key),
        "fields": list(change.fields),
        "before": change.before,
        "after": change.after,
    }


def _cable(cable: CableWork) -> Mapping[str, Any]:
    return {
        "work": str(cable.work),
        "cable": cable.cable,
        "rack": cable.rack,
        "before": list(cable.before),
        "after": list(cable.after),
        "product": cable.row,
    }
