"""YAML 1.2, read once, with the place of everything."""

import pytest

from generator.source import document as document_module
from generator.source.diagnostic import SpecError
from generator.source.document import read_document, scalar
from generator.source.span import Span


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on", "on"), ("no", "no"), ("yes", "yes"), ("1:30", "1:30"), ("10:20:30:40:50:59", "10:20:30:40:50:59"),
        ("0123", 123), ("0o17", 15), ("0x1F", 31), ("1e3", 1000.0), (".5", 0.5), ("-3", -3), ("true", True), ("null", None),
        ("~", None), ("2026-11-21", "2026-11-21"), ("1_000", "1_000"), ("=", "="), ("9" * 80, "9" * 80),
    ],
)  # fmt: skip
def test_scalars_follow_yaml_1_2(text: str, value: object) -> None:
    assert scalar(text) == value
    assert type(scalar(text)) is type(value)


def test_places_count_from_one() -> None:
    document = read_document("x", b"a: 1\nb:\n  - {c: two}\n")
    assert document.data == {"a": 1, "b": [{"c": "two"}]}
    assert document.keys[("b", 0, "c")] == Span(3, 6, 7)
    assert document.values[("b", 0, "c")] == Span(3, 9, 12)
    assert document.span_of(("b", 0, "missing")) == Span(3, 5, 13)


def test_anchors_stand_where_they_are_used() -> None:
    document = read_document("x", b"a: &x {b: 1}\nc: *x\n")
    assert document.data == {"a": {"b": 1}, "c": {"b": 1}}
    assert document.values[("c",)] == Span(2, 4, 6)


def code_of(raw: bytes) -> str:
    with pytest.raises(SpecError) as caught:
        read_document("x", raw)
    return caught.value.problems[0].code


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    assert code_of(b"a: " + b"x" * document_module.MAX_BYTES) == "file-too-large"
    assert code_of(b"a: \xff\xfe") == "not-utf8"
    with pytest.raises(SpecError) as caught:
        read_document("x", "a: é\nb: ".encode() + b"\xff")
    assert caught.value.problems[0].span == Span(2, 4, 5)
    assert code_of(b"[" * 100_000) == "nested-too-deep"
    monkeypatch.setattr(document_module, "MAX_VALUES", 50)
    assert code_of(b"[" + b"1, " * 60 + b"1]") == "too-many-values"


def test_billion_laughs_stay_small() -> None:
    """Whoever walks a value walks what its aliases stand for: nine levels of nine are counted, and refused."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    assert code_of("\n".join(lines).encode()) == "too-many-values"
    assert len(read_document("x", "\n".join(lines[:4]).encode()).data) == 4


def test_aliases_go_no_deeper_than_what_is_written() -> None:
    """Each line is one deep, and stands for all above it."""
    lines = ["a0: &a0 [x]", *(f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 40))]
    assert code_of("\n".join(lines).encode()) == "nested-too-deep"


@pytest.mark.parametrize("text", ["a: '{{ x }}'", "a: {'{% x': 1}", "a: ['{# x #}']", "? '{{ x }}'\n: 1"])
def test_no_text_and_no_key_has_marks_of_templates(text: str) -> None:
    assert code_of(text.encode()) == "template-mark"


@pytest.mark.parametrize(
    "raw", [b"", b"\n", b"# nothing\n", b"\xef\xbb\xbf", b"---\n", b"---\n...\n", b"%YAML 1.2\n---\n"]
)
def test_a_file_of_nothing_has_no_data(raw: bytes) -> None:
    assert read_document("x", raw).data is None


@pytest.mark.parametrize(
    "raw",
    [b"a: \x00", b"\x01", b"a: '\x1b[31m'", b"\xef\xbb\xbfa: [", b"%YAML 9.9\n---\na: 1", b"&a", b"*a", b"? a", b"- -"],
)
def test_odd_bytes_give_a_problem_or_data(raw: bytes) -> None:
    try:
        read_document("x", raw)
    except SpecError as error:
        assert all(problem.code and problem.message for problem in error.problems)
