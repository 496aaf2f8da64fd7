"""The judge of what people read (`python -m tests.words`, part of `make lint`) reads every kind of text, and finds what is planted."""

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.prose import markdown
from tests.words import STYLE, Finding, find, read, strings, template, word_list

WORDS = word_list(STYLE.read_text(encoding="utf-8"))


def test_every_kind_of_text_is_read() -> None:
    kinds = {(path.split("/")[0], Path(path).suffix) for path, _, _ in read(ROOT)}
    assert kinds >= {
        ("README.md", ".md"),
        ("docs", ".md"),
        ("templates", ".j2"),
        ("playbooks", ".yml"),
        ("playbooks", ".sh"),
        ("generator", ".py"),
        ("generator", ".yaml"),
    }


@pytest.mark.parametrize("phrase", WORDS)
def test_each_form_of_a_phrase_is_found_with_its_line(phrase: str) -> None:
    for form in phrase.split(maxsplit=1)[0].split("/"):
        said = " ".join([form, *(word.split("/")[0] for word in phrase.split()[1:])])
        assert Finding("docs/x.md", 3, phrase) in find("docs/x.md", f"# Title\n\nThis {said.capitalize()} it.\n", WORDS)


def test_a_phrase_across_two_lines_is_found_and_a_name_in_backquotes_is_not() -> None:
    assert [each.line for each in find("x", markdown("`is told`\n\nNCCL is\ntold so.\n"), WORDS)] == [3]
    assert not list(find("x", markdown("```\nwhat stands\n```\nA curl stands in for it, a stand-in.\n"), WORDS))
    assert [each.line for each in find("x", template("{% if stands %}\n{{ tells }} stands\n"), WORDS)] == [2]


MODULE = '''
"""What stands is kept."""
LIMIT = 3
"""It stands."""

@click.command("x")
def command() -> None:
    """Tell what
    stands."""
    raise Problem(message=f"{LIMIT} hosts stand here", help="mend it")
'''


def test_messages_and_help_are_read_and_docstrings_for_maintainers_are_not() -> None:
    def lines(*, described: bool) -> list[int]:
        return sorted(
            f.line for line, text in strings(MODULE, described=described) for f in find("x", text, WORDS, line)
        )

    assert lines(described=False) == [8, 9, 10, 10]
    assert lines(described=True) == [2, 4, 8, 9, 10, 10]
