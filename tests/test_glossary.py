"""Terms of this project are linked to the glossary where a page of the manual first has them."""

import re
from collections.abc import Iterator

import pytest

from tests.conftest import ROOT

DOCS = ROOT / "docs"
TERMS = ("envelope", "baseline", "cage", "seat", "rail", "plane", "grade")
ELSEWHERE = {"glossary", "reference", "style", "architecture"}
"""Pages that explain the terms, that come from the spec, or that are for people who work on clustergen."""
OTHER = {("acceptance", "baseline"), ("site", "baseline"), ("hosts", "grade")}
"""Pages with another meaning of the word: the figures of an accepted host, a table of a CI job, a verb."""
_NAMES = re.compile(r"`[^`]*`|\[[^\]]*\]\((?!glossary\.md)[^)]*\)")
"""Code, and links to other pages."""


def prose(text: str) -> Iterator[str]:
    """Yield the lines that are no code, heading, table or HTML."""
    code = False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            code = not code
        elif not code and not line.lstrip().startswith(("#", "|", "<")):
            yield line


def unlinked(text: str) -> list[str]:
    """Return the terms whose first use is no link to the glossary."""
    found = []
    for term in TERMS:
        use = re.compile(rf"(\[[^\]]*)?(?<![\w-]){term}s?(?![\w-])(?(1)\]\(glossary\.md)", re.IGNORECASE)
        first = next(filter(None, (use.search(_NAMES.sub("", line)) for line in prose(text))), None)
        if first and not first[1]:
            found.append(term)
    return found


@pytest.mark.parametrize("name", sorted({path.stem for path in DOCS.glob("*.md")} - ELSEWHERE))
def test_a_term_is_linked_where_a_page_first_has_it(name: str) -> None:
    wrong = unlinked((DOCS / f"{name}.md").read_text(encoding="utf-8"))
    assert [term for term in wrong if (name, term) not in OTHER] == []


def test_a_first_use_without_a_link_is_found() -> None:
    text = (
        "# Cages\n\n`rail` in code, the [envelope](glossary.md), then a rail and the [rail](glossary.md).\n| cage |\n"
    )
    assert unlinked(text) == ["rail"]
