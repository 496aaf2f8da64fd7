"""Messages print what a spec says, and neither a terminal nor a CI runner obeys it."""

import json
import re

import pytest

from generator.cli.say import table
from generator.source import report
from generator.source.diagnostic import Diagnostic, Note
from generator.source.document import read_document
from generator.source.report import FORMATS, show_concise, show_github, show_json, show_text
from generator.source.visible import blotted, visible, visible_json

HOSTILE = (
    "a\x1b]0;x\x07\x9b31m\r\nb\x00\x7f\u202e\u2066\u2069\u200b\u2028\ud800\U000e0041 ##[add-mask]x ::error::y %0A%25"
)
HIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\U000e0000-\U000e007f]|##\\["
)


def _problem(text: str = HOSTILE) -> Diagnostic:
    return Diagnostic(code="slug", message=text, loc=("name",), label=text, notes=(Note(text, ("other",)),), help=text)


DOCUMENT = read_document("a\x1b[31m,x:y.yaml", "name: \u202eabc ##[error]x\nother: 1\n".encode())


@pytest.mark.parametrize("form", FORMATS)
def test_no_format_lets_a_hidden_character_through(form: str) -> None:
    """Not in messages, labels, notes and help, not in the line that is quoted, not in the name of the file."""
    text = FORMATS[form](DOCUMENT, [_problem()])
    assert HIDDEN.findall(text) == []


def test_text_says_what_was_there() -> None:
    """What is not seen is spelt out; letters of any script stay."""
    assert visible("\x1b[31m\u202e\n\U000e0041 Zürich 東京") == r"\x1b[31m\u202e\x0a\U000e0041 Zürich 東京"
    assert visible("##[group]") == r"#\x23[group]"
    assert r"slug]: a\x1b]0;x\x07\x9b31m\x0d\x0ab" in show_text(DOCUMENT, [_problem()])


def test_a_caret_stays_below_its_word() -> None:
    """The quoted line keeps its length."""
    assert len(blotted("\u202eabc ##[error]x")) == len("\u202eabc ##[error]x")


def test_json_says_the_same() -> None:
    """Escapes are those of JSON, so a program reads what was written."""
    (row,) = json.loads(show_json(DOCUMENT, [_problem()]))
    assert (row["message"], row["help"], row["file"]) == (HOSTILE, HOSTILE, DOCUMENT.name)
    assert visible_json('"\U000e0041"') == '"\\udb40\\udc41"'


def test_one_annotation_a_problem() -> None:
    """A runner reads one command, whose properties end where they should and whose text it gives back."""
    (line,) = show_github(DOCUMENT, [_problem("a,b:c\n::error::d 100%0A")]).splitlines()
    head, _, data = line[2:].partition("::")
    command, _, properties = head.partition(" ")
    found = dict(each.split("=", 1) for each in properties.split(","))
    assert command == "error"
    assert list(found) == ["file", "line", "col", "endColumn", "title"]
    assert found["file"] == r"a\x1b[31m%2Cx%3Ay.yaml"
    assert data == r"a,b:c\x0a::error::d 100%250A%0Ahelp: a,b:c\x0a::error::d 100%250A"


def test_no_line_begins_a_command() -> None:
    """A file may be called like one."""
    document = read_document("::stop-commands::x.yaml", b"name: 1\n")
    assert show_concise(document, [_problem("a")]).startswith("./::stop-commands::x.yaml:1:7: ")


def test_tables_show_text_alone() -> None:
    """A cell neither colours a terminal nor turns its direction."""
    assert HIDDEN.findall(table(["a"], [[HOSTILE]])) == []


def test_a_very_long_line_is_cut_before_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """300 problems on a line of 2 MB took minutes: what is not shown is not read letter by letter."""
    looked: list[int] = []

    def counted(line: str) -> str:
        looked.append(len(line))
        return blotted(line)

    monkeypatch.setattr(report, "blotted", counted)
    keys = {f"x{number}": "\u202e" * 1000 for number in range(300)}
    document = read_document("long.yaml", json.dumps(keys).encode())
    problems = [Diagnostic(code="slug", message="no", loc=(key,)) for key in keys]
    text = show_text(document, problems)
    assert text.count("error[slug]") == 300
    assert len(looked) == 300
    assert max(looked) <= 200
