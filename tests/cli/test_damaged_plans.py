"""A damaged or forged `plan.json`: each command that reads one names the place in our own words, or works; it takes no more time and memory than usual."""

import copy
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from generator.analysis.close import close
from generator.change.difference import difference
from generator.change.earlier_plan import read_earlier_plan
from generator.change.formats import PlanFileError, read_rows
from generator.cli.check import _judged
from generator.cli.main import main
from generator.exports.export import Asked, ExportError
from generator.exports.formats import exports
from generator.exports.tree import plan_of
from generator.pipeline.read import read_plan
from generator.plan.read_back import CONTRADICT
from generator.plan.sections import sections
from generator.render.encode import plain
from generator.source.limits import memory_limit, time_limit
from generator.verify.rendered import rendered
from tests.depth import turns
from tests.ours import CATALOG

SPEC = Path(__file__).parent.parent / "plan" / "formats" / "cluster.yaml"
MUTATIONS = turns(400)
SECONDS, MORE_BYTES = 10, 1 << 30
_LIBRARIES = re.compile(r"pydantic|msgspec|validation error|Input should|Expected `|has no attribute|not iterable|\$\.")
_LONGEST = 600
_DEEP: list[Any] = []
for _ in range(100):
    _DEEP = [_DEEP]
ODD: tuple[Any, ...] = (
    None, True, -1, 10**6, 10**12, 10**18, 1 << 70, 3.5, 1e300, float("nan"), "", "x", "10.0.0.1/99", "a" * 5000, [], {}, [None], {"a": 1}, _DEEP,
)  # fmt: skip
FORGED: tuple[tuple[tuple[str | int, ...], Any, str], ...] = (
    (("choices", "hardware", "hosts", "dgx-h100", "supplies", "count"), 10**12, "supplies.count` is 1000000000000"),
    (("choices", "groups", "gpu", "max"), 10**12, "`choices.groups.gpu.max` is 1000000000000"),
    (("choices", "site", "services"), None, "`choices.site.services` is null"),
    (("choices", "access", "zones", 1, "role"), 7, "`choices.access.zones[1].role` is 7"),
    (("choices", "fabrics", "oob", "members", 0), {}, "`choices.fabrics.oob.members[0]` has no `name`"),
    (("interfaces", 3, "mtu_bytes"), "x", "`interfaces[3].mtu_bytes` is 'x'"),
    (("interfaces", 3, "host"), "nobody", "`interfaces[3].host` is 'nobody'"),
    (("roce", 0, "dscp"), [], "`dscp` in row 1 of `roce` is a list"),
    (
        ("hosts", 0, "ordinal"),
        "x" * 5000,
        f"`ordinal` in row 1 of `hosts` is '{'x' * 59}..., which clustergen does not write there",
    ),
    (("links", 1, "a", "unit"), [7], "`a.unit` in row 2 of `links` is a list"),
    (("hosts", 0), {}, "row 1 of `hosts` has no `name`"),
    (("numbering", 0, "what"), "words", "`what` in row 1 of `numbering` is 'words'"),
    (("choices", "layouts", 0, "prefix"), "10.0.0.1/99", "`choices.layouts[0].prefix` is '10.0.0.1/99'"),
    (("tiers", 0, "name"), "nobody", "(a row refers to 'nobody', which is not there)"),
    (("choices", "hardware", "switches", "sn5600", "cages", 0), "x", "sn5600.cages[0]` is 'x'"),
)


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    """A plan without its digest: what is behind it has to stand by itself."""
    found: dict[str, Any] = json.loads(json.dumps(plain(sections(close(read_plan(SPEC, CATALOG)[0])))))
    return found


def _put(whole: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    plan = copy.deepcopy(whole)
    parent: Any = plan
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value
    return plan


def _places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield every place of a value."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*here, key)
        yield from _places(each, (*here, key))


def _kinds(whole: dict[str, Any]) -> list[list[tuple[Any, ...]]]:
    """Return all places, those of equal fields of rows together, so that each field is as likely as any other."""
    found: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for path in _places(whole):
        found.setdefault(tuple("*" if isinstance(key, int) else key for key in path), []).append(path)
    return list(found.values())


def _damaged(whole: dict[str, Any], path: tuple[Any, ...], dice: random.Random) -> Any:
    """Return the plan with one place removed, doubled, renamed, or with another value; now and then of another format."""
    plan = copy.deepcopy(whole)
    parent: Any = plan
    for key in path[:-1]:
        parent = parent[key]
    match dice.randrange(12):
        case 0:
            del parent[path[-1]]
        case 1 if isinstance(parent, list):
            parent.append(copy.deepcopy(parent[path[-1]]))
        case 2 if isinstance(parent, dict):
            parent[f"{path[-1]}x"] = parent.pop(path[-1])
        case 3:
            plan["format"] = dice.choice((1, 2, 3, 99))
        case _:
            parent[path[-1]] = dice.choice(ODD)
    return plan


def _compare(path: Path, sound: Any) -> None:
    rows = read_rows(path)
    difference(rows, sound)
    difference(sound, rows)


def _export(path: Path, dice: random.Random) -> None:
    plan = plan_of(path)
    kind = dice.choice(list(exports().values()))
    try:
        list(kind.files(plan, Asked({}, ())))
    except (ExportError, *CONTRADICT):
        pass  # the command says that its rows contradict each other


def test_no_damage_is_a_traceback(whole: dict[str, Any], tmp_path: Path) -> None:
    dice, path, kinds, refused = random.Random(7), tmp_path / "plan.json", _kinds(whole), 0
    path.write_text(json.dumps(whole), encoding="utf-8")
    sound = read_rows(path)
    for turn in range(MUTATIONS):
        path.write_text(json.dumps(_damaged(whole, dice.choice(dice.choice(kinds)), dice)), encoding="utf-8")
        reader = (lambda: _compare(path, sound), lambda: _export(path, dice), lambda: read_earlier_plan(path))[turn % 3]
        try:
            with time_limit(SECONDS), memory_limit(MORE_BYTES):
                reader()
        except PlanFileError as error:
            refused += 1
            lines = str(error).splitlines()
            assert str(path) in lines[0]
            assert max(map(len, lines)) < _LONGEST, lines
            assert not _LIBRARIES.search(str(error).replace(str(path), "")), lines
    assert refused > MUTATIONS // 4, "few of them were refused"


@pytest.mark.parametrize(("place", "value", "wanted"), FORGED)
def test_an_export_names_the_place(
    place: tuple[Any, ...], value: Any, wanted: str, whole: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(_put(whole, place, value)), encoding="utf-8")
    with time_limit(SECONDS), memory_limit(MORE_BYTES):
        result = CliRunner().invoke(main, ["export", str(path), "graphviz"], catch_exceptions=False)
    assert result.exit_code == 1
    first, *more = result.output.splitlines()
    assert first.startswith(f"error: {path} is not a complete plan: ")
    assert wanted in first
    assert len(more) <= 1
    assert "as it was rendered" in result.output


def test_a_judge_names_the_place(whole: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(_put(whole, ("choices", "site", "services"), 5)), encoding="utf-8")
    verdict = _judged(lambda tree: rendered(tree).plan["choices"]["site"]["services"]["dns"], tmp_path)
    assert verdict.faults == [
        f"{path} is not a complete plan: `choices.site.services` is 5, which clustergen does not write there"
    ]
