"""Every example gives exactly its golden tree, under the files' real names. A new example is a new folder."""

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.plan.plan import Plan
from tests.conftest import EXAMPLES, ROOT, tree_of

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", EXAMPLES)
def test_golden_tree(name: str, plans: Callable[[str], Plan], golden: Callable[[Path, dict[str, str]], None]) -> None:
    """The whole tree, one file too many included."""
    golden(GOLDEN / name, tree_of(plans(name)))


@pytest.mark.parametrize("name", EXAMPLES)
def test_inventory_is_fresh(name: str, plans: Callable[[str], Plan]) -> None:
    """`inventories/` holds what the examples render today (`make generated` writes it)."""
    below = ROOT / "inventories" / name
    fresh = {
        p.removeprefix("ansible/inventory/"): t
        for p, t in tree_of(plans(name)).items()
        if p.startswith("ansible/inventory/")
    }
    there = {p.relative_to(below).as_posix(): p.read_text(encoding="utf-8") for p in below.rglob("*") if p.is_file()}
    assert there == fresh
