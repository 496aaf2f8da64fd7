"""One mistake is one report, at its line: what only follows from it is not told."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.pipeline.read import read_plan
from generator.spec.load import DocumentError, load_spec
from tests.growth.forms import example_spec
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


DEPTH = 3
"""How deep the keys are that get a value of the wrong kind."""
EXAMPLES = (
    "kubeadm-tenants-8",
    "mixed-schedulers",
    "object-and-nfs-64",
    "small-4-hosts",
    "storage-scale-256",
    "tenants-64",
)
"""Small examples that together have most keys."""


def places(value: Any, loc: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the places of keys and entries."""
    if loc:
        yield loc
    if len(loc) < DEPTH and isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*loc, key))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_value_of_the_wrong_kind_anywhere(name: str, tmp_path: Path) -> None:
    """Text, a number, a list or nothing: the report is at the key, and rules that miss what was meant there are silent."""
    spec = example_spec(name)
    path = tmp_path / "cluster.yaml"
    for number, loc in enumerate(places(spec)):
        kinds = ["Two words", 7, ["x"], None]
        for value in (*kinds[number % len(kinds) :], *kinds[: number % len(kinds)]):
            path.write_text(json.dumps(with_value(spec, loc, value)), encoding="utf-8")
            try:
                load_spec(path)
            except DocumentError as error:
                first = {problem.loc for problem in error.problems}
            else:
                continue
            assert {each for _, each in reports(with_value(spec, loc, value), tmp_path)} == first, (loc, value)
            assert all(each[: len(loc)] == loc for each in first), (loc, value)
            break
        else:
            assert loc[-1] == "description", f"{loc} may be anything"


def test_other_mistakes_are_told_at_once(tmp_path: Path) -> None:
    """A group that is lost explains its own name, and no other."""
    spec = with_value(SPEC, ("hosts", "storage"), 7)
    spec = with_value(spec, ("storage", "home"), {"kind": "nfs", "mount": "/home", "hosts": "stroage"})
    assert reports(spec, tmp_path) == [
        ("wrong-type", ("hosts", "storage")),
        ("tier-without-hosts", ("storage", "home", "hosts")),
    ]


def test_a_count_that_follows_from_a_faulty_tier(tmp_path: Path) -> None:
    spec = with_value(SPEC, ("hosts", "storage"), {"model": "storage-2u"})
    assert reports(with_value(spec, ("storage",), "fast"), tmp_path) == [("wrong-type", ("storage",))]


@pytest.mark.parametrize("key", ["assets", "pins", "prices"])
@pytest.mark.parametrize("text", ["[]", "false", "0", '""', "[1]", "word"])
def test_a_file_beside_the_spec_that_is_no_mapping(key: str, text: str, tmp_path: Path) -> None:
    """Also if it has nothing in it; a file without any value is one without entries."""
    (tmp_path / f"{key}.yaml").write_text(text, encoding="utf-8")
    assert reports(SPEC, tmp_path) == [("wrong-type", (key,))]
    (tmp_path / f"{key}.yaml").write_text("# nothing yet\n", encoding="utf-8")
    (tmp_path / "cluster.yaml").write_text(json.dumps(SPEC), encoding="utf-8")
    load_spec(tmp_path / "cluster.yaml")
