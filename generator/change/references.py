"""Rows of a plan that do not fit each other: they refer to rows that are not there, or describe one object twice. A `plan.json` is not trusted."""

import re
from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from typing import Any

from generator.change.tables import IDENTITY
from generator.plan.sections import CHOICES

_NAME = re.compile(r"[a-z]([a-z0-9-]{0,61}[a-z0-9])?")
"""Names are folders of a tree, too."""
_NUMBERED = (
    "what", "of", "kind", "fabric", "member", "su", "first", "leaf", "uplink", "tier", "ordinal", "cages", "rack",
    "group", "device", "zones",
)  # fmt: skip
"""Key fields of rows of the numbering, as far as a row has them. Hosts whose model changed have two runs: their old, empty seats and their new ones."""
_ONCE: Mapping[str, tuple[str, ...]] = {
    **IDENTITY,
    "lineage": (),
    "links": ("fabric", "kind", "index"),
    "cables": ("cable",),
    "prefixes": ("prefix", "fabric", "kind", "name"),
    "filters": ("fabric",),
    "partitions": ("subnet", "partition", "host", "use"),
    "numbering": _NUMBERED,
}
"""The key fields of each section: no two rows have the same."""


def contradictions(plan: Mapping[str, Any]) -> Iterator[str]:
    """Yield the rows that refer to missing rows, as text to put after the plan's name; their shapes are valid."""
    cables = {row["cable"] for row in plan["cables"]}
    devices = {row["name"] for section in ("hosts", "switches") for row in plan[section]}
    for section, key in (("hosts", "name"), ("hosts", "group"), ("switches", "name")):
        odd = [row for row in plan[section] if key in row and not _NAME.fullmatch(row[key])]
        yield from (
            f"is not a complete plan: {row[key][:80]!r} in `{section}` is not a {key} of a device" for row in odd
        )
    for number, link in enumerate(plan["links"], 1):
        named = [name for name in (link["a"]["device"], link["b"]["device"]) if name not in devices]
        if link["cable"] not in cables or named:
            what = f"device {named[0]}" if named else f"cable {link['cable']}"
            yield f"is not a complete plan: row {number} of `links` names {what[:80]}, which no other row has"
    for number, port in enumerate(plan["ports"], 1):
        if port["switch"] not in devices:
            yield f"is not a complete plan: row {number} of `ports` names {port['switch'][:80]}, which is not a switch of the plan"
    yield from _unknown_models(plan)
    for number, row in enumerate(plan.get("filters", ()), 1):
        texts = (line[name] for line in row["lines"] for name in ("prefix", "ipv6") if line.get(name))
        yield from (
            f"is not a complete plan: row {number} of `filters` has the prefix {text[:80]!r}, which is none"
            for text in texts
            if not _is_prefix(text)
        )


def _unknown_models(plan: Mapping[str, Any]) -> Iterator[str]:
    """Yield the devices whose hardware is not among that of the plan, if it has any."""
    hardware = plan.get(CHOICES, {}).get("hardware")
    for section in ("hosts", "switches") if hardware else ():
        for number, row in enumerate(plan[section], 1):
            if row["model"] not in hardware[section]:
                yield f"is not a complete plan: row {number} of `{section}` has the model {row['model'][:80]!r}, which `{CHOICES}.hardware.{section}` does not have"


def _is_prefix(text: str) -> bool:
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def twice(plan: Mapping[str, Any]) -> Iterator[str]:
    """Yield the rows with the key of an earlier row, as text to put after the plan's name."""
    for section, names in _ONCE.items():
        rows = plan.get(section)
        seen: dict[str, int] = {}
        for number, row in enumerate(rows if isinstance(rows, list) else (), 1):
            if not isinstance(row, dict):
                continue  # reported as misshapen
            key = ", ".join(str(row[name]) for name in names if name in row)
            if seen.setdefault(key, number) != number:
                yield f"is not a complete plan: rows {seen[key]} and {number} of `{section}` describe the same object ({key[:80]})"
