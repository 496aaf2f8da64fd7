"""Changes of rows as lines: equal changes are one line with names folded and counted."""

from collections.abc import Iterable, Iterator, Sequence

from generator.change.records import Change, FieldChange, Kind, Row
from generator.plan.counts import counted
from generator.render.change.words import MARKS, field_text, folded, name_of, noun_of, rack_order

_ALIKE = 6
"""Groups of changed values of the same fields up to which each is listed; above, one represents all."""
_TOLD_OF_CABLES = frozenset({"cable", "medium", "length_m", "part", "label_a", "label_b", "index"}) | {
    f"{end}.{name}" for end in "ab" for name in ("device", "rack", "unit", "cage", "port", "interface", "optic")
}
"""Fields of links that are shown as work on cables, and the transceivers."""
_NAMED = frozenset(
    {"hosts", "switches", "racks", "tiers", "retired", "vlans", "cables", "zones", "asns", "roce", "subnets", "layouts"}
)
"""Tables whose rows are named by one word."""


def row_lines(changes: Sequence[Change], *, every: bool) -> Iterator[str]:
    """Lines on the changes of one table, by kind; `every`: a line for each."""
    if every:
        yield from (_one(change) for change in changes)
        return
    for kind in MARKS:
        alike = [change for change in changes if change.kind is kind]
        by_names: dict[tuple[str, ...], list[Change]] = {}
        for change in alike:
            by_names.setdefault(tuple(field.name for field in change.fields), []).append(change)
        for names, some in by_names.items():
            if not names:
                yield from _whole(some)
            elif some[0].table != "links" or set(names) - _TOLD_OF_CABLES:
                yield from _values(some)


def _one(change: Change) -> str:
    text = f"{MARKS[change.kind]} {noun_of(change.table)} {name_of(change)}"
    about = (
        _about(change.row, change.table)
        if change.whole
        else "; ".join(f"{field_text(field)} ({field.why})" for field in change.fields)
    )
    return f"{text}: {about}" if about else text


def _whole(changes: Sequence[Change]) -> Iterator[str]:
    """Lines on rows that are added or removed: rows with the same description share a line."""
    groups: dict[str, list[Change]] = {}
    for change in changes:
        groups.setdefault(_about(change.row, change.table, names=False), []).append(change)
    for about, some in groups.items():
        text = f"{_head(some)}: {_names(some)}"
        racks = dict.fromkeys(change.row["rack"] for change in some) if some[0].table in ("hosts", "switches") else ()
        detail = f"{about} in {folded(racks, key=rack_order)}" if racks else about
        yield f"{text} ({detail})" if detail else text


def _values(changes: Sequence[Change]) -> Iterator[str]:
    """Lines on rows with other values: rows with the same values share a line, and of many different ones the first is the example."""
    groups: dict[str, list[Change]] = {}
    for change in changes:
        groups.setdefault("; ".join(map(field_text, _fields(change))), []).append(change)
    reasons = "; ".join(dict.fromkeys(field.why for field in _fields(changes[0])))
    if len(groups) <= _ALIKE:
        for text, some in groups.items():
            yield f"{_head(some)}: {_names(some)}: {text} ({reasons})"
        return
    text = "; ".join(map(field_text, _fields(changes[0])))
    yield f"{_head(changes)}: {_names(changes)}: as {name_of(changes[0])}: {text} ({reasons})"


def _fields(change: Change) -> list[FieldChange]:
    return [field for field in change.fields if change.table != "links" or field.name not in _TOLD_OF_CABLES]


def _head(changes: Sequence[Change]) -> str:
    first = changes[0]
    part = "at " if first.fields and first.kind in (Kind.ADDED, Kind.REMOVED) else ""
    return f"{MARKS[first.kind]} {part}{counted(len(changes), noun_of(first.table))}"


def _names(changes: Sequence[Change]) -> str:
    if len(changes) == 1:
        return name_of(changes[0])
    if changes[0].table in _NAMED:
        return folded(name_of(change) for change in changes)
    firsts = folded(_first(changes))
    return f"of {firsts}"


def _first(changes: Iterable[Change]) -> list[str]:
    """Return the devices, or the first fields of the keys, in an order that folds."""
    return sorted({str(change.key[0]) for change in changes})


def _about(row: Row, table: str, *, names: bool = True) -> str:
    """Describe an added or removed row in a few words."""
    if table in ("hosts", "switches"):
        return f"{row['model']} in {row['rack']}-U{row['unit']:02d}" if names else str(row["model"])
    if table == "optics":
        return str(row["optic"])
    if table == "addresses":
        return f"{row['address']}/{row['length']}, {row['use']}" if names else str(row["use"])
    if table == "cables":
        return f"{row['medium']} {row['length_m']:g} m" + (f", {row['part']}" if row["part"] else "")
    if table == "vlans":
        return f"{row['name']}, {row['prefix']}"
    if table in ("prefixes", "layouts"):
        return str(row["prefix"]) if names or table == "layouts" else str(row["kind"])
    if table == "asns":
        return str(row["asn"]) if names else ""
    if table == "links" and names:
        return f"to {row['b']['device']} {row['b']['cage']}/{row['b']['port']}, {row['speed_gbps']:g}G, {row['cable']}"
    if table in ("links", "ports", "sessions"):
        return f"{row['fabric']}, {row['kind']}" if "kind" in row else str(row["fabric"])
    return ""
