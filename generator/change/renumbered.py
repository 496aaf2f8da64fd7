"""Rows that are named after a VLAN: where only its number is another, one row goes and one comes for what stays the same."""

from collections.abc import Iterable, Iterator, Mapping

from generator.change.records import Change, Row

SAME: Mapping[str, tuple[str, ...]] = {
    "addresses": ("device", "use", "fabric", "address", "ipv6"),
    "vlans": ("name", "fabric"),
}
"""By table: fields in which two rows that are one agree."""


def renumbered(table: str, changes: Iterable[Change]) -> Iterator[Change | tuple[Change, Row]]:
    """Yield changes; of a row that comes back under another number the removal, with the row that it comes back as."""
    changes = list(changes)
    names = SAME[table]
    come: dict[tuple[object, ...], list[Change]] = {}
    for change in changes:
        if change.before is None:
            come.setdefault(_subject(change, names), []).append(change)
    used: set[int] = set()
    back: dict[int, Row] = {}
    for change in changes:
        if change.after is None and (found := come.get(_subject(change, names))):
            later = found.pop(0)
            used.add(id(later))
            back[id(change)] = later.row
    for change in changes:
        if id(change) in back:
            yield change, back[id(change)]
        elif id(change) not in used:
            yield change


def _subject(change: Change, names: tuple[str, ...]) -> tuple[object, ...]:
    return tuple(change.row.get(name) for name in names)
