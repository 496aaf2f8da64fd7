"""Every example gives exactly its golden tree, under the files' real names. A new example is a new folder.

A large example names in `tests/golden/<example>.only` which of its files are held (patterns, one a line; `!` before one takes away from
what those before it gave); of the others every file is. Playbooks and roles are copies of `playbooks/`, so no golden tree has them or their digests.
"""

from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from generator.plan.plan import Plan
from tests.conftest import EXAMPLES, HALLS, ROOT, tree_of

_BY_HAND = ("ansible/playbooks/", "ansible/roles/")
GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", [*EXAMPLES, *HALLS])
def test_golden_tree(name: str, plans: Callable[[str], Plan], golden: Callable[[Path, dict[str, str]], None]) -> None:
    """The whole tree, one file too many included; of a large example what its `.only` says, each pattern with a file."""
    tree = _without_playbooks(tree_of(plans(name)))
    only = GOLDEN / f"{name}.only"
    if only.exists():
        patterns = only.read_text(encoding="utf-8").split()
        assert [
            pattern for pattern in patterns if not any(fnmatchcase(path, pattern.lstrip("!")) for path in tree)
        ] == []
        tree = {path: text for path, text in tree.items() if _held(path, patterns)}
    golden(GOLDEN / name, tree)


def _without_playbooks(tree: dict[str, str]) -> dict[str, str]:
    """Leave out what is written by hand, in the manifest too: there an entry has a line."""
    lines = tree["manifest.json"].splitlines(keepends=True)
    ours = (line for line in lines if not line.lstrip().startswith(tuple(f'"{folder}' for folder in _BY_HAND)))
    return {
        **{path: text for path, text in tree.items() if not path.startswith(_BY_HAND)},
        "manifest.json": "".join(ours),
    }


@pytest.mark.parametrize("name", EXAMPLES)
def test_playbooks_are_the_ones_of_the_repository(name: str, plans: Callable[[str], Plan]) -> None:
    """Every file, word by word, in its place."""
    given = {path: text for path, text in tree_of(plans(name)).items() if path.startswith(_BY_HAND)}
    files = (path for path in (ROOT / "playbooks").rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    ours = {path.relative_to(ROOT / "playbooks").as_posix(): path.read_text(encoding="utf-8") for path in files}
    places = {path: f"ansible/{path}" if path.startswith("roles/") else f"ansible/playbooks/{path}" for path in ours}
    assert given == {places[path]: text for path, text in ours.items()}


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
