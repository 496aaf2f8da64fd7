"""One mistake is one report, at its line: what only follows from it is not told."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator.pipeline.read import read_plan
from generator.spec.load import DocumentError
from tests.ours import CATALOG
from tests.specs import Spec, cluster

SPEC = cluster(4) | {"storage": {"fast": {"kind": "parallel", "mount": "/fast", "hosts": "storage"}}}


def with_value(spec: Spec, loc: tuple[str | int, ...], value: Any) -> Spec:
    """Return a spec with another value at a place; mappings on the way to it are made."""
    found: Spec = json.loads(json.dumps(spec))
    here: Any = found
    for key in loc[:-1]:
        here = here[key] if isinstance(key, int) else here.setdefault(key, {})
    here[loc[-1]] = value
    return found


def reports(spec: Spec, folder: Path) -> list[tuple[str, tuple[str | int, ...]]]:
    path = folder / "cluster.yaml"
    path.write_text(json.dumps(spec), encoding="utf-8")
    with pytest.raises(DocumentError) as caught:
        read_plan(path, CATALOG, path.name)
    return [(problem.code, problem.loc) for problem in caught.value.problems]


@pytest.mark.parametrize(
    "loc",
    [
        ("storage", "fast", "capacity_tb"),
        ("storage", "fast", "growth", "years"),
        ("prices", "surcharge"),
        ("prices", "power", "kwh"),
    ],
    ids=".".join,
)
@pytest.mark.parametrize("value", ["1 PB", ["x"], {"x": 1}, True])
def test_a_value_that_is_no_number(loc: tuple[str, ...], value: Any, tmp_path: Path) -> None:
    """Neither a whole one nor another."""
    spec = with_value(SPEC, ("storage", "fast", "growth"), {"tb_a_year": 1, "years": 1})
    assert reports(with_value(spec, loc, value), tmp_path) == [("wrong-type", loc)]


def test_a_price_without_a_value(tmp_path: Path) -> None:
    assert reports(with_value(SPEC, ("prices", "surcharge"), None), tmp_path) == [
        ("empty-value", ("prices", "surcharge"))
    ]


def test_a_misspelt_key_is_not_missing_as_well(tmp_path: Path) -> None:
    """And later rules go on: another mistake is told at once."""
    group = {"modle": "dgx-h100", "count": 4}
    spec = with_value(SPEC, ("hosts", "gpu"), group)
    assert reports(spec, tmp_path) == [("unknown-key", ("hosts", "gpu", "modle"))]
    assert reports(with_value(spec, ("storage", "fast", "hosts"), "stroage"), tmp_path) == [
        ("unknown-key", ("hosts", "gpu", "modle")),
        ("tier-without-hosts", ("storage", "fast", "hosts")),
    ]


def test_an_unknown_key_beside_a_missing_one(tmp_path: Path) -> None:
    """They are two where the one is not meant to be the other."""
    found = reports(with_value(SPEC, ("hosts", "gpu"), {"colour": "red", "count": 4}), tmp_path)
    assert found == [("missing-key", ("hosts", "gpu")), ("unknown-key", ("hosts", "gpu", "colour"))]
