"""Whatever is done to a good spec, the answer is a plan or a diagnostic with a line: never a traceback."""

import json
import random
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from generator.pipeline.read import read_plan
from generator.source.report import FORMATS
from generator.spec.load import DocumentError
from tests.conftest import example, tree_of
from tests.depth import tries
from tests.fuzz.bend import BITES
from tests.ours import CATALOG
from tests.specs import cluster

ODD = st.sampled_from([
    None, True, -1, 0, 1, 3.5, 10**9, 10**30, -(10**12), "", " ", "x", "Ä", "a" * 300, "\u202e", "../../etc/passwd", "$(id)", "a\nb",
    "10.0.0.0/8", "::1", "1e400", [], {}, [1], {"a": 1}, "sn5600", "dgx-h100", "roce", "infiniband", "eos", "fat-tree", "rail-only",
    "single-switch", 2, 7, 64, 200, 4094,
])  # fmt: skip


def paths(value: Any, here: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return (
        [here, *(path for key, each in inner for path in paths(each, (*here, key)))]
        if here
        else [p for k, e in inner for p in paths(e, (k,))]
    )


def parent_of(spec: Any, path: tuple[str | int, ...]) -> Any:
    for key in path[:-1]:
        spec = spec[key]
    return spec


def answer(path: Path) -> None:
    """Plan, or hold the diagnostics to their promise."""
    try:
        plan, _ = read_plan(path, CATALOG, "cluster.yaml")
    except DocumentError as error:
        assert error.problems
        for problem in error.problems:
            assert problem.message
            placed = problem.span or error.document.span_of(problem.loc, at_key=problem.at_key)
            whole_file = problem.code in {"not-a-mapping", "not-utf8", "file-too-large"}
            assert placed or whole_file or (problem.code == "missing-key" and len(problem.loc) == 0), problem
        for show in FORMATS.values():
            assert "pydantic" not in show(error.document, error.problems)
        return
    if len(plan.links) < 3000:
        tree_of(plan)


@tries(150)
@given(data=st.data())
def test_bent_data(tmp_path: Path, data: st.DataObject) -> None:
    """Keys dropped, doubled, misspelt, retyped, huge, negative, in other scripts."""
    spec = cluster(2)
    for _ in range(data.draw(st.integers(1, 3))):
        every = paths(spec)
        if not every:
            break
        path = data.draw(st.sampled_from(every))
        parent, key = parent_of(spec, path), path[-1]
        match data.draw(st.sampled_from(["drop", "replace", "rename", "copy"])):
            case "drop":
                del parent[key]
            case "replace":
                parent[key] = data.draw(ODD)
            case "rename" if isinstance(parent, dict):
                parent[str(key) + data.draw(st.sampled_from(["s", "_", "é", " ", "1"]))] = parent.pop(key)
            case _:
                if isinstance(parent, dict):
                    parent["copied"] = parent[key]
    file = tmp_path / "cluster.yaml"
    file.write_text(json.dumps(spec), encoding="utf-8")
    answer(file)


@tries(150)
@given(
    seed=st.integers(0, 2**32),
    bite=st.sampled_from(BITES),
)
def test_bitten_text(tmp_path: Path, seed: int, bite: str) -> None:
    """Bytes of the file replaced, anchors and quotes thrown in."""
    dice = random.Random(seed)
    text = example("roce-16").read_text(encoding="utf-8")
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(text))
        text = text[:at] + bite + text[at + dice.choice([0, 1, 2, 10]) :]
    file = tmp_path / "cluster.yaml"
    file.write_text(text, encoding="utf-8")
    answer(file)
