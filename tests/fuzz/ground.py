"""The ground that cases stand on: a small spec, its tree, and the folder of one case."""

import os
import random
import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import yaml

from generator.cli.output import write_tree
from generator.pipeline.read import read_plan
from generator.render.tree import render_tree
from tests.ours import CATALOG, TEMPLATES

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
BASES = ("small-4-hosts", "mixed-schedulers", "roce-16", "tenants-64")


@dataclass(frozen=True)
class Ground:
    """Specs as text, and the tree of the first of them, rendered once below `home`."""

    home: Path

    @cached_property
    def specs(self) -> tuple[str, ...]:
        """The texts of the specs that are bent."""
        return tuple((EXAMPLES / name / "cluster.yaml").read_text("utf-8") for name in BASES)

    @cached_property
    def data(self) -> tuple[dict[str, Any], ...]:
        """The same as data."""
        return tuple(yaml.safe_load(text) for text in self.specs)

    @cached_property
    def tree(self) -> Path:
        """The tree of the first spec."""
        target = self.home / "tree"
        if not target.exists():
            plan, _ = read_plan(EXAMPLES / BASES[0] / "cluster.yaml", CATALOG)
            write_tree(render_tree(plan, TEMPLATES), target)
        return target


@dataclass(frozen=True)
class Case:
    """One trial: its dice, its folder, and the file that nothing may make."""

    dice: random.Random
    folder: Path
    ground: Ground

    @property
    def canary(self) -> str:
        """The path of that file."""
        return f"{self.folder}/canary"

    @property
    def spec(self) -> Path:
        """Where the spec of this case is."""
        return self.folder / "design" / "cluster.yaml"

    def write(self, path: str, content: str | bytes) -> Path:
        """Write a file below the spec's folder."""
        place = self.folder / "design" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
        return place

    def render(self, *options: str) -> list[list[str]]:
        """Return the commands that read, render and judge the spec of this case."""
        out = f"{self.folder}/build"
        return [["validate", str(self.spec)], ["render", str(self.spec), "-o", out, "-j1", *options], ["judge", out]]

    def copy_tree(self) -> Path:
        """Return a tree of this case's own, whose files are the ground's until `own` makes them its own."""
        return Path(shutil.copytree(self.ground.tree, self.folder / "tree", symlinks=True, copy_function=os.link))


def own(path: Path) -> None:
    """Have a file of a copied tree be the copy's alone, so that it may be written."""
    with NamedTemporaryFile(dir=path.parent, delete=False) as copy:
        shutil.copy2(path, copy.name)
    Path(copy.name).replace(path)
