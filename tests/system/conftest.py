"""What system tests share beside all others' fixtures: trees for hosts that are reached over SSH."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.twin.debian import bed_tree, debian_spec


@pytest.fixture(scope="session")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """Copy a tree, so that a test may change it."""

    def give(tree: Path) -> Path:
        mine = tmp_path_factory.mktemp("copied") / "build"
        shutil.copytree(tree, mine)
        return mine

    return give


@pytest.fixture(scope="session")
def debian(tmp_path_factory: pytest.TempPathFactory, copied: Callable[[Path], Path]) -> Callable[[str], Path]:
    """Return an example's tree for a bed of Debian 12, rendered once: each asker has a copy of its own to change."""
    made: dict[str, Path] = {}

    def give(name: str) -> Path:
        if name not in made:
            made[name] = bed_tree(debian_spec(name), tmp_path_factory.mktemp("debian"))[1]
        return copied(made[name])

    return give
