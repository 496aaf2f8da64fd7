"""Structured text: what is encoded for many values at once is what the standard library gives for each."""

import csv
import io
import json
from collections.abc import Sequence

import yaml
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from generator.render.artifact import Grade
from generator.render.encode import encode_escaped, encode_rows, encode_together, indented, plain
from generator.render.escape import formula_free
from generator.render.lines import csv_table, join_tables, json_sections, table_texts, yaml_entries
from generator.render.yaml_text import yaml_text

TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8)
SCALARS = st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from([0.0, 1.0, 2.5]) | TEXT


class End(Struct, frozen=True):
    device: str
    gbps: object


class Row(Struct, frozen=True, kw_only=True):
    name: str
    a: End
    values: object
    tags: tuple[object, ...] = ()


ENDS = st.builds(End, TEXT, SCALARS)
ROWS = st.builds(Row, name=TEXT, a=ENDS, values=SCALARS | ENDS, tags=st.lists(SCALARS, max_size=3).map(tuple))


def one(value: object) -> str:
    return json.dumps(plain(value), ensure_ascii=False)


def each(rows: Sequence[object]) -> list[str]:
    return b"".join(encode_rows(rows, "\n")).decode().split("\n") if rows else []


@given(st.lists(ROWS | SCALARS, max_size=6) | st.lists(ROWS, max_size=6))
def test_many_are_encoded_as_each_is(values: list[object]) -> None:
    """Also where 1, 1.0 and true stand in one column, and where records of several kinds do."""
    assert each(values) == [one(value) for value in values]


@given(st.lists(st.dictionaries(TEXT, SCALARS | st.lists(TEXT)), max_size=6))
def test_what_json_has_already_is_encoded_together(values: list[dict[str, object]]) -> None:
    assert encode_together(values) == [json.dumps(value, ensure_ascii=False) for value in values]


def test_more_than_a_batch() -> None:
    rows = [Row(name=f"n{n}", a=End("x", n), values=None if n % 3 else n) for n in range(10_000)]
    assert each(rows) == [one(row) for row in rows]


def _number(value: object) -> str:
    return f"{value:g}" if type(value) is float else "" if value is None else str(value)


@given(st.lists(st.tuples(TEXT, st.integers(), SCALARS, TEXT), max_size=6))
def test_tables_are_what_the_csv_module_writes(rows: list[tuple[object, ...]]) -> None:
    """Read back, texts free of formulas, and to the byte where no lone carriage return stands, which its versions quote differently."""
    text = csv_table(("a", "b", "c", "d"), rows)
    expected = [[formula_free(c) if isinstance(c, str) else _number(c) for c in row] for row in rows]
    assert list(csv.reader(io.StringIO(text, newline=""))) == [["a", "b", "c", "d"], *expected]
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows([["a", "b", "c", "d"], *expected])
    assert text == buffer.getvalue() or "\r" in text


def test_sections_are_json_one_entry_a_line() -> None:
    sections = {
        "format": 1,
        "rows": [End("a", 1), End("b", 2.0)],
        "files": {"x": {"y": "z"}},
        "none": [],
        "nothing": {},
    }
    text = json_sections(sections)
    assert json.loads(text) == plain(sections)
    assert '    {"device": "a", "gbps": 1},\n    {"device": "b", "gbps": 2.0}\n  ],\n' in text
    assert '    "x": {"y": "z"}\n' in text


def test_tables_with_rows_that_are_one_object() -> None:
    same = {"mode": "é"}
    text = join_tables(table_texts({"PORT": {"a": same, "b": {"mode": "x"}, "c": same}, "EMPTY": {}}).values())
    assert json.loads(text) == {"PORT": {"a": same, "b": {"mode": "x"}, "c": same}, "EMPTY": {}}
    assert text.splitlines()[2:5] == [
        '    "a": {"mode": "\\u00e9"},',
        '    "b": {"mode": "x"},',
        '    "c": {"mode": "\\u00e9"}',
    ]


WORDS = st.text(st.sampled_from("ab \\\"'{}:#-"), max_size=40)
VALUES = st.recursive(
    SCALARS.filter(lambda each: not isinstance(each, str)) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["ports", "roce", "x"]), VALUES), st.integers(10, 60))
def test_what_is_divided_is_read_as_one(entries: dict[str, object], width: int) -> None:
    assert (yaml.safe_load(yaml_entries(entries, "head", width)) or {}) == entries


@given(st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3)))
def test_json_of_several_lines_is_what_the_standard_library_gives(value: object) -> None:
    assert indented(value) == json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    assert indented(value, encode_escaped) == json.dumps(value, indent=2) + "\n"


def test_a_kind_is_printed_as_its_word() -> None:
    assert yaml_text({"grade": Grade.PARSED, "on": Grade.PARSED}) == '---\ngrade: parsed\n"on": parsed\n'
