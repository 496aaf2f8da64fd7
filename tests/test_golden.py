"""Every example gives exactly its golden tree, under the files' real names. A new example is a new folder.

A large example names in `tests/golden/<example>.only` which of its files are held (patterns, one a line; `!` before one takes away from
what those before it gave); of the others every file is.
"""

from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from generator.plan.plan import Plan
from tests.conftest import EXAMPLES, HALLS, ROOT, tree_of

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", [*EXAMPLES, *HALLS])
def test_golden_tree(name: str, plans: Callable[[str], Plan], golden: Callable[[Path, dict[str, str]], None]) -> None:
    """The whole tree, one file too many included; of a large example what its `.only` says, each pattern with a file."""
    tree = tree_of(plans(name))
    only = GOLDEN / f"{name}.only"
    if only.exists():
        patterns = only.read_text(encoding="utf-8").split()
        assert [
            pattern for pattern in patterns if not any(fnmatchcase(path, pattern.lstrip("!")) for path in tree)
        ] == []
        tree = {path: text for path, text in tree.items() if _held(path, patterns)}
    golden(GOLDEN / name, tree)


def _held(path: str, patterns: list[str]) -> bool:
    """Whether the last pattern that a path matches is one that gives."""
    said = [pattern for pattern in patterns if fnmatchcase(path, pattern.lstrip("!"))]
    return bool(said) and not said[-1].startswith("!")


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
