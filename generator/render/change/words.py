"""Words for changes."""

import re
from collections.abc import Callable, Iterable, Sequence
from types import MappingProxyType
from typing import Any

from generator.change.records import Change, FieldChange, Kind
from generator.plan.hostlist import words

Cells = tuple[str, ...]
"""A row of a sheet."""
MARKS = MappingProxyType({Kind.ADDED: "+", Kind.IN_PLACE: "~", Kind.EFFECT: "!", Kind.REMOVED: "-"})
KIND_WORDS = MappingProxyType({
    Kind.ADDED: "added", Kind.IN_PLACE: "changed in place, without effect on traffic",
    Kind.EFFECT: "changed with effect", Kind.REMOVED: "removed",
})  # fmt: skip
NOUNS = MappingProxyType({
    "cluster": "key", "layouts": "pool layout", "prefixes": "prefix", "vlans": "VLAN", "asns": "AS number", "roce": "RoCE class",
    "marking": "ECN threshold", "vrfs": "routing instance", "zones": "zone", "flows": "flow", "egress": "destination", "racks": "rack", "hosts": "host",
    "retired": "retired place", "switches": "switch", "filters": "prefix list line", "links": "link", "ports": "switch port",
    "lags": "LACP group", "cables": "cable", "harnesses": "harness", "ways": "edge way", "addresses": "address", "tiers": "storage tier",
    "subnets": "InfiniBand subnet", "partitions": "partition line", "schedulers": "scheduler membership", "optics": "transceiver", "cords": "power cord",
    "labels": "form of labels", "sessions": "BGP session", "limits": "route limit", "daemons": "scheduler controller", "kubernetes": "scheduler",
})  # fmt: skip
_PARTS = re.compile(r"([0-9]+)")
_MOST_NAMES = 200
"""Characters of a list of names on one line."""


def noun_of(table: str) -> str:
    """Name one row of a table."""
    return NOUNS.get(table, f"{table} row")


def name_of(change: Change) -> str:
    """Return the name of the subject of a change, as short as is unique."""
    key = [str(part) for part in change.key if part is not None]
    if change.table == "ports":
        return f"{key[0]} {key[1]}/{key[2]}"
    if change.table == "sessions":
        return f"{key[0]} {key[1]} and {key[2]} {key[3]}"
    if change.table in {"flows", "egress"}:
        return f"{key[0]} to {key[1]}: {key[2]}"
    return " ".join(key)


def value(of: Any) -> str:
    """Write a value of a row."""
    if of is None or of == "":
        return "none"
    if isinstance(of, list):
        return ", ".join(map(value, of)) or "none"
    if isinstance(of, float):
        return f"{of:g}"
    if isinstance(of, bool):
        return "yes" if of else "no"
    return str(of)


def field_text(field: FieldChange) -> str:
    """Write a field before and after; of a list only added or removed members."""
    name = field.name.replace("a.", "lower ", 1) if field.name.startswith("a.") else field.name
    name = name.replace("b.", "upper ", 1) if name.startswith("b.") else name
    name = name.replace("_", " ")
    if field.before == []:
        return f"{name} + {shortened([value(each) for each in field.after])}"
    if field.after == [] and isinstance(field.before, list):
        return f"{name} - {shortened([value(each) for each in field.before])}"
    return f"{name} {value(field.before)} -> {value(field.after)}"


def rack_order(rack: str) -> tuple[int, str]:
    """Order racks as rows are lettered: Z01 before AA01."""
    return len(rack), rack


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Order names as people do: leaf9 before leaf10."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in _PARTS.split(name) if part)


def folded(names: Iterable[str], key: Callable[[str], Any] = natural, *, brief: bool = False) -> str:
    """Write names as ranges, each name once and in order; a line too long is cut after a whole range, and if `brief` also among those of one stem."""
    found = words(sorted(dict.fromkeys(names), key=key))
    return shortened([each for word in found for each in _ranges(word)] if brief else found)


def _ranges(word: str) -> list[str]:
    """Return a word; if it is too long for a line, its ranges."""
    stem, bracket, numbers = word.partition("[")
    if not bracket or len(word) <= _MOST_NAMES:
        return [word]
    return [f"{stem}[{each}]" if "-" in each else stem + each for each in numbers.rstrip("]").split(",")]


def shortened(parts: Sequence[str]) -> str:
    """Join parts, at most as many as fit a line, and state how many are left out."""
    length = 0
    for index, part in enumerate(parts):
        length += len(part) + 2
        if length > _MOST_NAMES and index:
            return f"{', '.join(parts[:index])} and {len(parts) - index:,} more"
    return ", ".join(parts)
