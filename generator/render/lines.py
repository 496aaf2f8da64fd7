"""Structured text that stays readable in a diff: one object a line, keys in their order."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any

_SCALARS = frozenset({str, int, float, bool, type(None)})
_ENCODE = json.JSONEncoder(ensure_ascii=False).encode


@cache
def _fields(kind: type) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The names of a record's fields, and what reads them all at once."""
    names = tuple(field.name for field in fields(kind))
    return names, attrgetter(*names) if len(names) > 1 else lambda record: (getattr(record, names[0]),)


def plain(value: Any) -> Any:
    """Turn records into what JSON has, without copying more than that."""
    if type(value) in _SCALARS:
        return value
    if is_dataclass(value) and not isinstance(value, type):
        names, read = _fields(type(value))
        return {
            name: each if type(each) in _SCALARS else plain(each) for name, each in zip(names, read(value), strict=True)
        }
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value if isinstance(value, str | int | float) else str(value)


def one_line(value: Any) -> str:
    """Print a value as JSON on one line."""
    return _ENCODE(plain(value))


def json_sections(sections: Mapping[str, Any]) -> str:
    """Print a JSON object: each list as one object a line, each mapping as one entry a line."""
    parts = []
    for key, value in sections.items():
        body = plain(value)
        if isinstance(body, list) and body:
            rows = ",\n".join(f"    {_ENCODE(row)}" for row in body)
            text = f"[\n{rows}\n  ]"
        elif isinstance(body, dict) and body:
            rows = ",\n".join(f"    {json.dumps(k)}: {_ENCODE(v)}" for k, v in body.items())
            text = f"{{\n{rows}\n  }}"
        else:
            text = _ENCODE(body)
        parts.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def csv_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Print a CSV table (RFC 4180 with plain newlines); numbers without a needless `.0`."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([[f"{cell:g}" if type(cell) is float else cell for cell in row] for row in rows])
    return buffer.getvalue()


def json_tables(tables: Mapping[str, Mapping[str, Any]]) -> str:
    """Print a JSON object of tables, one row a line: what a diff shows is a port, not a screenful.

    Rows that are one object in memory (every port's QoS row is) are encoded once.
    """
    parts: list[str] = []
    seen: dict[int, str] = {}
    for name, rows in tables.items():
        lines = []
        for key, row in rows.items():
            text = seen.get(id(row))
            if text is None:
                text = seen[id(row)] = json.dumps(row)
            lines.append(f'    "{key}": {text}')
        body = ",\n".join(lines)
        parts.append(f'  "{name}": {{\n{body}\n  }}' if body else f'  "{name}": {{}}')
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
    return _ENCODE(plain(value))
