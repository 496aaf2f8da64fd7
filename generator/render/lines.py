"""Structured text that stays readable in a diff: one object a line, keys in their order."""

import re
import string
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from generator.render.encode import encode, encode_ascii, encode_rows, encode_together, plain, quote_ascii
from generator.render.escape import formula_free

_BETWEEN_ROWS = ",\n    "
_AT_ONCE = 4096
"""Rows of a table that are in memory at once, by columns."""


def one_line(value: Any) -> str:
    """Print a value as JSON on one line."""
    return encode(plain(value))


def json_sections(sections: Mapping[str, Any]) -> str:
    """Print a JSON object: each list as one object a line, each mapping as one entry a line."""
    return json_bytes(sections).decode()


def json_bytes(sections: Mapping[str, Any]) -> bytearray:
    """Return the same as bytes, of which a large plan has only one copy."""
    text = bytearray(b"{\n")
    for part in _sections(sections):
        text += part
    text += b"\n}\n"
    return text


def _sections(sections: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield the text between the brackets section by section."""
    between = ""
    for key, value in sections.items():
        yield f"{between}  {encode(key)}: ".encode()
        between = ",\n"
        if isinstance(value, list | tuple) and value:
            yield b"[\n    "
            yield from encode_rows(value, _BETWEEN_ROWS)
            yield b"\n  ]"
        elif isinstance(value, Mapping) and value:
            keys, rows = encode_together(map(str, value)), encode_together(map(plain, value.values()))
            entries = _BETWEEN_ROWS.join(map(": ".join, zip(keys, rows, strict=True)))
            yield f"{{\n    {entries}\n  }}".encode()
        else:
            yield encode(plain(value)).encode()


def csv_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Print a CSV table (RFC 4180 with plain newlines); numbers without a needless `.0`, texts that no spreadsheet takes for formulas."""
    lines, left = [",".join(columns)], iter(rows)
    while some := tuple(islice(left, _AT_ONCE)):
        lines += map(",".join, zip(*map(_cells, zip(*some, strict=True)), strict=True))
    return "\n".join([*lines, ""])


def _cells(column: Sequence[Any]) -> Iterable[str]:
    """Print a column. One of texts mostly needs nothing; others have few different values, so each is printed once; 1, 1.0 and true are distinguished by type."""
    with suppress(TypeError):
        if _needs_nothing("\n".join(["", *column]), len(column)):
            return column
    if len(set(map(type, column)) - {type(None)}) > 1:
        return [_quoted(_cell(value)) for value in column]
    return map({value: _quoted(_cell(value)) for value in set(column)}.__getitem__, column)


def _needs_nothing(lines: str, count: int) -> bool:
    """Whether texts, each behind a newline, go into a table as they are: none holds a mark of the format, or may begin a formula."""
    marked = any(mark in lines for mark in _MARKS) or lines.count("\n") > count
    return not marked and _DOUBTFUL.search(lines) is None


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value if value[:1] in _HARMLESS and ";" not in value and "\t" not in value else formula_free(value)
    return f"{value:g}" if type(value) is float else str(value)


_HARMLESS = frozenset(["", *string.ascii_letters, *string.digits, *"!#$%&()*./:<>?[]^_{|}~"])
"""How a text begins that needs no second look: no formula does, and no space or quote before one."""
_DOUBTFUL = re.compile(f"\n[^\n{re.escape(''.join(sorted(_HARMLESS)))}]")
"""A line that begins otherwise."""
_MARKS = ',"\r;\t'


def _quoted(cell: str) -> str:
    needed = "," in cell or '"' in cell or "\n" in cell or "\r" in cell
    return '"' + cell.replace('"', '""') + '"' if needed else cell


def table_texts(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return each table of a JSON object separately, by its name, one row per line, so that a diff shows single ports.

    Rows that are one object in memory (as every port's QoS row) are encoded once.
    """
    different = {id(row): row for rows in tables.values() for row in rows.values()}
    texts = dict(zip(different, encode_together(different.values(), encode_ascii), strict=True))
    found = {}
    for name, rows in tables.items():
        body = ",\n".join([f"    {quote_ascii(key)}: {texts[id(row)]}" for key, row in rows.items()])
        found[name] = f"  {quote_ascii(name)}: {{\n{body}\n  }}" if body else f"  {quote_ascii(name)}: {{}}"
    return found


def join_tables(texts: Iterable[str]) -> str:
    """Make one JSON object of printed tables."""
    return "{\n" + ",\n".join(texts) + "\n}\n"


def yaml_entries(entries: Mapping[str, Any], header: str, width: int = sys.maxsize, *, folded: bool = False) -> str:
    """Print a YAML mapping: scalars and small things on their line, a list of mappings as one entry a line.

    Values are written as JSON, which is YAML: readers of both versions of YAML read them alike. A line longer than `width` is divided: the members
    of a mapping are on separate lines, or, where it is `folded`, on as few lines as possible.
    """
    lines = [f"# {header}", "---"]
    values = (each for value in entries.values() for each in (value if _is_rows(value) else (value,)))
    texts = iter(encode_together(map(plain, values)))
    for key, value in entries.items():
        if _is_rows(value):
            lines.append(f"{key}:")
            for each in value:
                lines += _entry("  - ", each, next(texts), width, folded=folded)
        else:
            lines += _entry(f"{key}: ", value, next(texts), width, folded=folded)
    return "\n".join(lines) + "\n"


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _entry(head: str, value: Any, text: str, width: int, *, folded: bool = False) -> Iterator[str]:
    """Yield a value, whose text is `text`, after `head` on one line if it fits; else its members on separate lines, and a text in parts."""
    if len(head) + len(text) <= width or not value or not isinstance(value, Mapping | list | tuple | str):
        yield head + text
        return
    below = " " * (len(head) - len(head.lstrip()) + 2)
    if isinstance(value, str):
        yield from _parts(head, text, below, width)
    elif folded and isinstance(value, Mapping) and (lines := _folded(head, text, width)):
        yield from lines
    else:
        yield head.rstrip()
        pairs = value.items() if isinstance(value, Mapping) else ((None, each) for each in value)
        for key, each in pairs:
            name = f"{below}- " if key is None else f"{below}{encode(str(key))}: "
            yield from _entry(name, each, encode(plain(each)), width)


_BEFORE_KEY = re.compile(r'(?<=,) (?="\w+": )')
"""Between two members of a mapping: inside a text of JSON, no quote has a word and another quote behind it without a backslash."""


def _folded(head: str, text: str, width: int) -> list[str]:
    """Divide a mapping between its members, which are in one column (yamllint, indentation); empty where one of them does not fit a line."""
    lines = [head]
    for member in _BEFORE_KEY.split(text):
        if len(lines[-1]) + len(member) > width and lines[-1] != head:
            lines[-1] = lines[-1].rstrip()
            lines.append(" " * (len(head) + 1))
        lines[-1] += f"{member} "
    lines[-1] = lines[-1].rstrip()
    return lines if max(map(len, lines)) <= width else []


def _parts(head: str, text: str, below: str, width: int) -> Iterator[str]:
    """Divide a quoted text after spaces: a backslash at the end of a line joins it with the next (YAML 1.2, 7.3.1)."""
    line = head
    for word in re.findall(r"\S+ *| +", text):
        if len(line) + len(word) >= width and line not in {head, below}:  # never before the quote that opens it
            yield f"{line}\\"
            line = below
        line += word
    yield line
