"""What proselint is run on, and with which checks; each kind of fault that it must find is planted."""

import pytest

from tests.conftest import ROOT
from tests.prose import EXCEPT, OFF, OFF_IN_CODE, Remark, page, remarks, rendered
from tests.words import read

FAULTS = {
    "The leaf drops the the packet.": "lexical_illusions",
    "The rails meet together in a leaf.": "redundancy",
    "This is a far cry from a full fabric.": "cliches",
    "For all intensive purposes, the fabric is full.": "mondegreens",
    "Irregardless of the rail, the host is drained.": "nonwords",
    "The report is very unique.": "uncomparables",
    "Spare ports are low-hanging fruit.": "industrial_language",
}


def _found(text: str, path: str = "docs/x.md", first: int = 1) -> list[Remark]:
    return list(remarks([("docs/a.md", 1, "A page before it.\n\nIt has lines.\n"), (path, first, text)]))


@pytest.mark.parametrize("text", FAULTS)
def test_a_planted_fault_is_found_at_its_line(text: str) -> None:
    (found, *_) = _found(f"Some words come first.\n\nThen others follow. {text}\n", first=7)
    assert found.check.startswith(FAULTS[text])
    assert (found.path, found.line) == ("docs/x.md", 9)
    assert str(found).startswith("docs/x.md:9: ")


def test_a_fault_within_quotes_or_behind_a_single_mark_is_found() -> None:
    assert _found("The hosts' leaves say 'rails meet together' to everyone.\n")
    assert _found("One mark ' is left open.\n\nThe rails meet together.\n")


def test_one_word_has_one_spelling_in_all_texts() -> None:
    texts = [
        ("docs/a.md", 1, "The colour of the cable, a colour again.\n"),
        ("docs/b.md", 4, "Then its color is checked.\n"),
    ]
    (found,) = remarks(texts)
    assert (found.path, found.line, found.check) == ("docs/b.md", 4, "spelling.consistency")


def test_names_code_and_headings_are_no_prose() -> None:
    assert not _found("# The hosts\n\nHosts of the cluster are up.\n")
    assert not _found("Leave addressing.way_out out of the spec.\n")
    assert not _found("\x00 \x00 are two of the words that follow.\n")


def test_words_of_programs_may_repeat_and_their_prose_is_judged() -> None:
    script = "for each in of those\ndo\n  done\ndone\n# The rails meet together in a leaf.\n"
    assert [each.check.split(".")[0] for each in _found(script, "templates/x.sh.j2")] == ["redundancy"]
    assert {each.check.split(".")[0] for each in _found(script)} == {"redundancy", "lexical_illusions"}


def test_pages_are_read_without_tags_and_styles() -> None:
    text = page("<style>p { color: red; }</style>\n<p>The <b>the</b> hosts of it</p><p>it is.</p>\n")
    assert [(each.line, each.check) for each in _found(text, "tests/golden/x.html")] == [(2, "lexical_illusions")]


def test_every_kind_of_rendered_text_is_read() -> None:
    paths = [path for path, _, _ in rendered(ROOT)]
    assert any(path.startswith("tests/errors/") for path in paths)
    assert any(path.endswith("report.html") for path in paths)
    assert any(path.endswith("docs/design.md") for path in paths)


def test_no_exception_is_left_over() -> None:
    """What is excepted is still there, and each check that is off, or its group, is one of proselint's."""
    there = {path for path, _, _ in read(ROOT)}
    found = {(path, text) for path, text in EXCEPT if path in there}
    assert found == EXCEPT.keys()
    assert all(reason for reason in (OFF | OFF_IN_CODE | EXCEPT).values())
