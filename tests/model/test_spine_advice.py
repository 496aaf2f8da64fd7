"""The spine that a problem names joins the leaves."""

import re
from pathlib import Path

import pytest

from generator.model.build import build
from generator.source.diagnostic import SpecError
from generator.spec.load import load_spec
from tests.ours import CATALOG

CASE = Path(__file__).parents[1] / "errors" / "spine-needed.yaml"
OOB = "oob:      {technology: ethernet, leaf: {model: sn2201, os: sonic}}"
TURBO = "oob:      {technology: ethernet, leaf: {model: 7010tx-48, os: none}}"


def problems(text: str, folder: Path) -> dict[str, str]:
    """Return what the model of a spec is told: helps by code."""
    path = folder / "cluster.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        build(load_spec(path).spec, CATALOG)
    except SpecError as error:
        return {problem.code: problem.help for problem in error.problems}
    return {}


@pytest.mark.parametrize(
    ("hosts", "oob", "model"),
    [
        (256, OOB, "sn4600c"),
        (2000, OOB, "sn4700"),  # 72 leaves, and sn4600c has 64 ports
        (32000, OOB, "sn4600c"),  # three tiers
        (256, OOB.replace("sonic", "cumulus"), "sn4600c, os: cumulus"),
        (256, TURBO, "7280sr3-48yc8, os: none"),
    ],
)
def test_the_spine_of_the_advice_joins_the_leaves(hosts: int, oob: str, model: str, tmp_path: Path) -> None:
    text = CASE.read_text(encoding="utf-8")
    assert OOB in text
    text = re.sub(r"max: [0-9]+", f"max: {hosts}", text, count=1).replace(OOB, oob)
    advice = problems(text, tmp_path)["spine-needed"]
    spine = re.search(r"`(spine: \{.*?\})`", advice)
    assert spine and spine[1] == f"spine: {{model: {model}}}"
    spines = ", spines: 2" if "`spines: 2`" in advice else ""
    assert problems(text.replace(oob, f"{oob[:-1]}, {spine[1]}{spines}}}"), tmp_path) == {}
