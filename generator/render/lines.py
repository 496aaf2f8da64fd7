"""Structured text that stays readable in a diff: one object a line, keys in their order."""

import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.render.encode import encode, encode_ascii, encode_each, encode_together, plain
from generator.render.escape import formula_free


def one_line(value: Any) -> str:
    """Print a value as JSON on one line."""
    return encode(plain(value))


def json_sections(sections: Mapping[str, Any]) -> str:
    """Print a JSON object: each list as one object a line, each mapping as one entry a line."""
    return "{\n" + "".join(_sections(sections)) + "\n}\n"


def _sections(sections: Mapping[str, Any]) -> Iterator[str]:
    """Yield the text in small parts: a large plan is put together once."""
    between = ""
    for key, value in sections.items():
        yield f"{between}  {encode(key)}: "
        between = ",\n"
        if isinstance(value, list | tuple) and value:
            yield from _rows("[]", encode_each(value))
        elif isinstance(value, Mapping) and value:
            texts = zip(value, encode_each(list(value.values())), strict=True)
            yield from _rows("{}", (f"{encode(str(each))}: {text}" for each, text in texts))
        else:
            yield encode(plain(value))


def _rows(brackets: str, rows: Iterable[str]) -> Iterator[str]:
    between = f"{brackets[0]}\n    "
    for row in rows:
        yield between + row
        between = ",\n    "
    yield f"\n  {brackets[1]}"


def csv_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Print a CSV table (RFC 4180 with plain newlines); numbers without a needless `.0`, texts that no spreadsheet takes for formulas."""
    cells = map(_cells, zip(*rows, strict=True))
    return "".join(f"{line}\n" for line in (",".join(columns), *map(",".join, zip(*cells, strict=True))))


def _cells(column: Sequence[Any]) -> Sequence[str]:
    """Print a column: what all of it is like is asked once."""
    kinds = set(map(type, column))
    if kinds == {int}:
        return list(map(str, column))
    if kinds != {str}:
        column = [_cell(value) for value in column]
    elif not _HARMLESS.issuperset(value[:1] for value in column) or ";" in "".join(column):
        column = [formula_free(value) for value in column]
    together = "".join(column)
    return [_quoted(cell) for cell in column] if any(mark in together for mark in _QUOTED) else column


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return formula_free(value)
    return f"{value:g}" if type(value) is float else str(value)


_HARMLESS = frozenset(["", *string.ascii_letters, *string.digits])
"""How a text begins that needs no second look."""
_QUOTED = ',"\n\r'
"""What a cell may hold only between quotes."""


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if any(mark in cell for mark in _QUOTED) else cell


def json_tables(tables: Mapping[str, Mapping[str, Any]]) -> str:
    """Print a JSON object of tables, one row a line: what a diff shows is a port, not a screenful.

    Rows that are one object in memory (every port's QoS row is) are encoded once.
    """
    parts: list[str] = []
    for name, rows in tables.items():
        different = {id(row): row for row in rows.values()}
        texts = dict(zip(different, encode_together(different.values(), encode_ascii), strict=True))
        body = ",\n".join(f"    {encode_ascii(key)}: {texts[id(row)]}" for key, row in rows.items())
        parts.append(f"  {encode_ascii(name)}: {{\n{body}\n  }}" if body else f"  {encode_ascii(name)}: {{}}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def yaml_entries(entries: Mapping[str, Any], header: str) -> str:
    """Print a YAML mapping: scalars and small things on their line, a list of mappings as one entry a line.

    Values are written as JSON, which is YAML: every reader of either version of YAML reads them alike.
    """
    lines = [f"# {header}", "---"]
    for key, value in entries.items():
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            lines.append(f"{key}:")
            lines += [f"  - {_flow(each)}" for each in value]
        else:
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    return encode(plain(value))
