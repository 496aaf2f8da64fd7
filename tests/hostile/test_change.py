"""What a change prints of plans that may come from anywhere: a terminal obeys none of it, and a comment on a pull request stays one."""

import copy
import re

from markdown_it import MarkdownIt

from generator.change.difference import Difference, difference
from generator.data import data_dir
from generator.render.change.markdown import markdown
from generator.render.change.text import text
from generator.render.templates import Templates
from tests.plan.plan_rows import rows_of_example

_TEXT = "x\x1b[31m\r\n```\n</details><script>alert(1)</script> [x](javascript:alert(1))\u202e ##[add-mask]y"
_HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|##\\[")


def _changed(said: str) -> Difference:
    old = copy.deepcopy(rows_of_example("small-4-hosts"))
    new = copy.deepcopy(old)
    new["vlans"][0]["description"] = said
    new["name"] = f"{old['name']} {said}"
    return difference(old, new)


def test_a_terminal_obeys_nothing_of_a_plan() -> None:
    """Orders and other line ends are spelt out: as many lines as with a plain text."""
    shown, plain = (text(_changed(each), Templates(data_dir("templates")), every=True) for each in (_TEXT, "plain"))
    assert _HIDDEN.findall(shown) == []
    assert len(shown.splitlines()) == len(plain.splitlines())


def test_a_comment_stays_as_it_is_built() -> None:
    """The text stays in its block of code, and in the heading it is text."""
    parsed = [
        MarkdownIt("commonmark").enable("table").parse(markdown(_changed(each), Templates(data_dir("templates"))))
        for each in (_TEXT, "plain")
    ]
    shown, plain = ([(t.type, [c.type for c in t.children or []]) for t in tokens] for tokens in parsed)
    assert shown == plain
    assert all(_HIDDEN.search(token.content) is None for token in parsed[0])
