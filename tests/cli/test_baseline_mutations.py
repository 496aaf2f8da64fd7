"""A truncated, tampered or foreign baseline: a problem with its file, or a plan; never a traceback, never half a tree."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from generator.change.earlier_plan import open_earlier_plan, read_earlier_plan
from generator.change.formats import PlanFileError
from generator.cli.main import main
from generator.pipeline.read import read_plan
from generator.plan.draft import Draft
from generator.source.diagnostic import SpecError
from tests.fuzz.bend import bend, bite
from tests.ours import CATALOG

MUTATIONS = 300
WHOLE = 30
"""Of the mutations, one in so many is rendered on; the others are planned on, or refused as they are read."""
SPEC = {
    "clustergen": 1,
    "name": "atlas",
    "domain": "atlas.example.net",
    "hosts": {
        "gpu": {"model": "dgx-h100", "count": 4, "max": 8},
        "login": {"model": "server-1u", "role": "login", "count": 1},
    },
    "fabrics": {"compute": {"technology": "roce", "topology": "rail-optimized", "leaf": {"model": "sn5600"}}},
}


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A spec, and the text of its plan."""
    folder = tmp_path_factory.mktemp("ground")
    (folder / "cluster.yaml").write_text(yaml.safe_dump(SPEC))
    words = ["--quiet", "render", str(folder / "cluster.yaml"), "-o", str(folder / "build"), "--only", "plan"]
    assert CliRunner().invoke(main, words, catch_exceptions=False).exit_code == 0
    return folder / "cluster.yaml", (folder / "build/plan.json").read_text()


def truncated(text: str, dice: random.Random) -> str:
    """Cut it off, or take a piece out."""
    first = dice.randrange(len(text))
    return text[:first] if dice.random() < 0.5 else text[:first] + text[first + dice.randint(1, 2000) :]


def tampered(text: str, dice: random.Random) -> str:
    """Change values of a section, or bite into the text."""
    if dice.random() < 0.2:
        return bite(text, dice).decode("utf-8", "replace")
    whole = _unsealed(text, dice)
    section = dice.choice([name for name, rows in whole.items() if rows])
    whole[section] = bend(whole[section], dice, "/tmp/canary")
    return json.dumps(whole)


def _unsealed(text: str, dice: random.Random) -> dict[str, Any]:
    """Return a plan whose digest does not tell, mostly: what is behind it has to stand by itself."""
    whole: dict[str, Any] = json.loads(text)
    if dice.random() < 0.8:
        whole["lineage"] = []
    return whole


def foreign(text: str, dice: random.Random) -> str:
    """Put sections of another thing into it, or name another cluster."""
    whole = _unsealed(text, dice)
    names = dice.sample(sorted(whole), dice.randint(1, 4))
    values = [whole[name] for name in dice.sample(sorted(whole), len(names))]
    whole |= dict(zip(names, values, strict=True))
    return json.dumps(whole).replace("atlas", dice.choice(("atlas", "cinder", "")))


@pytest.mark.parametrize("harm", [truncated, tampered, foreign])
def test_mutations(harm: Callable[[str, random.Random], str], ground: tuple[Path, str], tmp_path: Path) -> None:
    spec, text = ground
    dice = random.Random(harm.__name__)
    path, refused = tmp_path / "plan.json", 0
    for turn in range(MUTATIONS):
        path.write_text(harm(text, dice), encoding="utf-8", errors="surrogatepass")
        if turn % WHOLE == 0:
            _rendered(spec, path, tmp_path / f"build{turn}")
            continue
        try:
            read = dice.choice((open_earlier_plan, read_earlier_plan))
            plan = read_plan(spec, CATALOG, "cluster.yaml", read(path, disruptive=dice.random() < 0.5))[0]
            assert isinstance(plan, Draft)
        except PlanFileError as error:
            refused += 1
            assert str(path) in str(error)
        except SpecError as error:
            refused += 1
            assert error.problems
            assert all(problem.message for problem in error.problems)
    assert refused >= MUTATIONS // 4, "few mutations were refused"


def _rendered(spec: Path, baseline: Path, build: Path) -> None:
    """Render on a baseline: a tree that is whole, or none."""
    words = ["--quiet", "render", str(spec), "-o", str(build), "--only", "plan", "--baseline", str(baseline)]
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    assert result.exit_code in {0, 1}, result.output
    assert build.exists() is (result.exit_code == 0)
    if build.exists():
        json.loads((build / "plan.json").read_text())
