"""docs/operations.md lists the limits of the day-one bed and of the bed of repairs: the lists of `tests/twin`, word by word, and README links to the first."""

import re

import pytest

from tests.conftest import ROOT
from tests.twin.concessions import CONCESSIONS, Concession
from tests.twin.repair import REPAIRS

PAGE = ROOT / "docs" / "operations.md"
HEADING = "Limits of the day-one bed"
LISTS = {HEADING: CONCESSIONS, "Limits of the bed of repairs": REPAIRS}
_HEAD = ["| what a site has and the bed does not | what replaces it |", "|---|---|"]


def rows(concessions: tuple[Concession, ...]) -> list[str]:
    """Return the table as the page has it."""
    return [*_HEAD, *(f"| {each.missing} | {each.instead} |" for each in concessions)]


@pytest.mark.parametrize("heading", LISTS)
def test_the_page_lists_every_concession(heading: str) -> None:
    """As many, in their order, in their words: whoever adds one to the bed writes it here."""
    said = re.search(rf"^### {heading}\n(.*?)(?=^#|\Z)", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert said
    found = [line for line in said[1].splitlines() if line.startswith("|")]
    wanted = rows(LISTS[heading])
    assert found == wanted, "docs/operations.md is to have:\n" + "\n".join(wanted)


def test_no_concession_breaks_the_table() -> None:
    """Nothing in it ends a cell or a line."""
    assert all(
        "|" not in text and "\n" not in text
        for every in LISTS.values()
        for each in every
        for text in (each.missing, each.instead)
    )


def test_the_table_of_proofs_leads_to_the_list() -> None:
    """README's row of the whole tree has a link to the heading."""
    anchor = HEADING.lower().replace(" ", "-")
    assert f"(docs/operations.md#{anchor})" in (ROOT / "README.md").read_text("utf-8")
