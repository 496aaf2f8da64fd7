"""A catalog entry as `clustergen catalog show MODEL` prints it: its facts, what is not known, where each fact is from, and notes."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.catalog.entry import CatalogEntry
from generator.cli.say import table

_WIDTH = 110
"""Columns of a line of facts, sources or notes; tables are as wide as their values."""
_MOST = 40
"""Rows of a table: a list or mapping with more entries is counted, and --format json prints it."""
_FEW = 8
"""Records within one line: a longer list of them is counted."""
_CELL = 60
"""Characters of a cell: a table with longer ones is printed as a list."""
_HEAD = frozenset({"model", "title", "vendor", "sources", "notes"})


def model_text(entry: CatalogEntry) -> Iterator[str]:
    """Yield the lines of an entry."""
    values, stated = entry.model_dump(), entry.model_dump(exclude_defaults=True)
    facts = dict(
        _facts("", {key: _stated(values[key], stated.get(key, values[key])) for key in values if key not in _HEAD})
    )
    known = {key: value for key, value in facts.items() if not _empty(value)}
    yield f"{entry.model}: {entry.title} ({entry.vendor})"
    yield ""
    width = max(map(len, known), default=0)
    for key, value in known.items():
        if not _rows(value):
            yield from _wrapped(f"{key.ljust(width)}  ", _line(value))
    for key, value in known.items():
        if rows := _rows(value):
            yield from ("", f"{key}:", *_table(rows))
    if unknown := [key for key in facts if key not in known]:
        yield from ("", *_wrapped("Not known or not applicable: ", ", ".join(unknown)))
    places: dict[str, list[str]] = {}
    for key, source in entry.sources.items():
        places.setdefault(source, []).append(key)
    yield from ("", "Sources:")
    for source, keys in places.items():
        yield from _wrapped("  - ", f"{', '.join(keys)}: {source}")
    if entry.notes:
        yield from ("", "Notes:")
        for note in entry.notes:
            yield from _wrapped("  - ", note)


def _stated(value: Any, stated: Any) -> Any:
    """Return a mapping without the keys that have their default, and every other value as it is."""
    return stated if isinstance(value, Mapping) and isinstance(stated, Mapping) else value


def _facts(above: str, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield each fact with its key; those of a mapping that holds further mappings by their path, such as `os.sonic.platform`."""
    for key, value in values.items():
        if isinstance(value, Mapping) and not _rows(value) and len(value) <= _MOST and any(map(_nests, value.values())):
            yield from _facts(f"{above}{key}.", value)
        else:
            yield f"{above}{key}", value


def _deep(value: Any) -> bool:
    """Whether a value is a mapping, or a list of them."""
    return isinstance(value, Mapping) or (
        isinstance(value, list | tuple) and any(isinstance(each, Mapping) for each in value)
    )


def _nests(value: Any) -> bool:
    return bool(value) and isinstance(value, Mapping | list | tuple)


def _empty(value: Any) -> bool:
    """Whether nothing is known: null, or a list or mapping of nothing."""
    if isinstance(value, Mapping):
        return all(map(_empty, value.values()))
    return value is None or (isinstance(value, Sequence) and not value)


def _rows(value: Any) -> list[dict[str, Any]]:
    """Return the rows of a list of records or of a mapping with a record for each name; empty where it is neither, or is too long."""
    rows: list[dict[str, Any]] = []
    if isinstance(value, Mapping) and all(
        isinstance(each, Mapping) and not any(map(_deep, each.values())) for each in value.values()
    ):
        rows = [{"": name, **each} for name, each in value.items()]
    elif isinstance(value, list | tuple) and all(isinstance(each, Mapping) for each in value):
        rows = list(map(dict, value))
    return rows if len(rows) <= _MOST else []


def _table(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a table of records; a column without any value is left out. Records with long texts are printed one below the other."""
    keys = [
        key for key in dict.fromkeys(key for row in rows for key in row) if not all(_empty(r.get(key)) for r in rows)
    ]
    cells = [[None if _empty(row.get(key)) else _line(row[key]) for key in keys] for row in rows]
    if max(len(cell) for row in cells for cell in row if cell) > _CELL:
        for row in rows:
            words = (f"{key} {_nested(row[key])}".strip() for key in keys if not _empty(row.get(key)))
            yield from _wrapped("  - ", ", ".join(words))
    else:
        yield from (f"  {line}" for line in table(keys, cells).rstrip("\n").split("\n"))


def _line(value: Any) -> str:
    """Return a value in one line: `yes`, `800`, `max 10200`, `1, 2, 4`; long lists and mappings as their number of entries."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, Mapping | list | tuple) and len(value) > (
        _FEW if _deep(value) and not isinstance(value, Mapping) else _MOST
    ):
        return f"{len(value)} entries (--format json prints them)"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_nested(each)}" for key, each in value.items() if not _empty(each))
    if isinstance(value, list | tuple):
        return ("; " if any(isinstance(each, Mapping | list | tuple) for each in value) else ", ").join(
            map(_line, value)
        )
    return str(value)


def _nested(value: Any) -> str:
    """Return a value within a line: lists and mappings in parentheses."""
    return f"({_line(value)})" if isinstance(value, Mapping | list | tuple) and len(value) > 1 else _line(value)


def _wrapped(head: str, text: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_long_words=False,
        break_on_hyphens=False,
    ) or [head]
