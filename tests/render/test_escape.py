"""Each format's one way to print what others wrote."""

import pytest
from markdown_it import MarkdownIt

from generator.render.escape import formula_free, markdown, markdown_line, markdown_message, markup
from generator.render.lines import csv_table, join_tables, table_texts
from tests.hostile.texts import FAMILIES

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
BEGINNINGS = (
    "# a",
    "> a",
    "- a",
    "+ a",
    "* a",
    "1. a",
    "12) a",
    "---",
    "***",
    "___",
    "===",
    "~~~",
    "```",
    "    a",
    "[a]: /x",
)


@pytest.mark.parametrize(
    "text", [*FAMILIES, *BEGINNINGS, "a &copy; &#60; & b", "~~a~~ a~b~c", "a_b _c_ __d__", "\\* \\"]
)
def test_markdown_shows_just_these_characters(text: str) -> None:
    """A paragraph of nothing but text, in which every character is what it was."""
    opening, inline, closing = MARKDOWN.parse(markdown_line(text))
    assert (opening.type, closing.type) == ("paragraph_open", "paragraph_close")
    (only,) = inline.children or []
    assert (only.type, only.content) == ("text", " ".join(text.split()))


@pytest.mark.parametrize("text", [*FAMILIES, "a | b", "\\|", "\\"])
def test_a_cell_of_a_table_stays_one(text: str) -> None:
    """Neither a pipe nor a backslash before one divides it."""
    tokens = MARKDOWN.parse(f"| a | b |\n|---|---|\n| {markdown(text)} | end |\n")
    cells = [token for token in tokens if token.type == "inline"][2:]
    assert [cell.content for cell in cells[1:]] == ["end"]
    assert [each.type for each in cells[0].children or []] == ["text"]
    assert (cells[0].children or [])[0].content == text


def test_a_message_keeps_its_code() -> None:
    """What we set between backticks is code, what a spec adds is not markup."""
    assert markdown_message("set `a_b: *`, not <b> [x](y)") == r"set `a_b: *`, not \<b> \[x](y)"
    assert markdown_message("one ` alone") == r"one \` alone"


@pytest.mark.parametrize("text", ["=1", "+1+1", "-1+1", "@SUM(1)", " =1", '"=1', "\uff1d1", "-cmd|' /C calc'!A1"])
def test_no_cell_begins_a_formula(text: str) -> None:
    """An apostrophe comes first."""
    assert formula_free(text) == f"'{text}"


def test_cells_that_are_none_stay() -> None:
    """Numbers with a sign, directions, dates, ids; numbers of a table are never touched."""
    for text in ("-1", "+0.5", "-y", "a=b", "1-2", "", "> U12", "A01-U43 frontend-leaf1 63"):
        assert formula_free(text) == text
    assert formula_free("a;=1+1") == "a;'=1+1"
    assert csv_table(("a", "b"), [(-1, "=1"), (None, "x;@y"), (-0.5, 'q",')]) == 'a,b\n-1,\'=1\n,x;\'@y\n-0.5,"q"","\n'


def test_markup_makes_no_element() -> None:
    """Between tags, signs of markup are written as entities."""
    assert markup('<b x="1">&') == '&lt;b x="1"&gt;&amp;'


def test_keys_of_json_are_encoded() -> None:
    """A name with quotes ends no key."""
    assert (
        join_tables(table_texts({'a"b': {'c"d': {"e": 1}}}).values())
        == '{\n  "a\\"b": {\n    "c\\"d": {"e": 1}\n  }\n}\n'
    )
