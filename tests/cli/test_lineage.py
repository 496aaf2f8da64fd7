"""Trees of one cluster one after the other: generations, whose baseline is whose, and baselines with faults."""

import json
import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from generator.change.formats import READ
from generator.cli.main import main
from generator.model.build import build
from generator.source.diagnostic import Diagnostic, SpecError
from tests.conftest import ROOT, example

FORMATS = ROOT / "tests" / "plan" / "formats"
EMBER = FORMATS / "cluster.yaml"
Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command on a spec with so many GPU hosts in such an envelope, and more of storage; `{here}` is the folder."""
    spec = yaml.safe_load(example("roce-16").read_text(encoding="utf-8"))

    def call(*words: str, count: int = 2, most: int = 32, storage: int = 8) -> Result:
        spec["hosts"]["gpu"] |= {"count": count, "max": most}
        spec["hosts"]["storage"]["max"] = storage
        (tmp_path / "cluster.yaml").write_text(json.dumps(spec), encoding="utf-8")
        return CliRunner().invoke(main, [word.format(here=tmp_path) for word in words], catch_exceptions=False)

    return call


def lineage(tree: Path) -> dict[str, Any]:
    (row,) = json.loads((tree / "plan.json").read_text(encoding="utf-8"))["lineage"]
    assert isinstance(row, dict)
    return row


RENDER = ("render", "{here}/cluster.yaml", "-o", "{here}/build", "--only", "plan")


def test_a_generation_is_a_numbering(run: Run, tmp_path: Path) -> None:
    """Growth inside the envelope is of the same one; another envelope begins the next, whose parent it is; again, it is the same bytes."""
    tree = tmp_path / "build"
    assert run(*RENDER).exit_code == 0
    first = lineage(tree)
    assert (first["generation"], first["parent"]) == (1, "")
    assert run(*RENDER, count=8).exit_code == 0
    grown = lineage(tree)
    assert (grown["generation"], grown["parent"]) == (1, "")
    assert grown["digest"] != first["digest"]
    assert "generation 2" in run(*RENDER, count=8, storage=12).stdout
    outgrown, raw = lineage(tree), (tree / "plan.json").read_bytes()
    assert (outgrown["generation"], outgrown["parent"]) == (2, grown["digest"])
    assert run(*RENDER, count=8, storage=12).exit_code == 0
    assert (tree / "plan.json").read_bytes() == raw
    assert run(*RENDER, "--check", count=8, storage=12).exit_code == 0
    assert run(*RENDER, count=9, storage=12).exit_code == 0
    assert (lineage(tree)["generation"], lineage(tree)["parent"]) == (2, grown["digest"])
    assert run(*RENDER, "--fresh", count=8, storage=12).exit_code == 0
    assert lineage(tree)["generation"] == 1


@pytest.mark.parametrize("name", ["roce-16", "small-4-hosts", "pinned-4", "mixed-schedulers"])
def test_a_tree_on_itself_is_itself(name: str, tmp_path: Path) -> None:
    """Every file, whether the baseline is stated or not, and as a tree that nothing stood before."""
    words = ["render", str(example(name)), "-o", str(tmp_path / "build")]
    trees = []
    for more in ([], [], ["--baseline", str(tmp_path / "build")], ["--fresh"]):
        assert CliRunner().invoke(main, [*words, *more], catch_exceptions=False).exit_code == 0
        files = (path for path in (tmp_path / "build").rglob("*") if path.is_file())
        trees.append({path.relative_to(tmp_path): path.read_bytes() for path in files})
    assert all(tree == trees[0] for tree in trees)


def test_two_on_one_baseline_are_told(run: Run, tmp_path: Path) -> None:
    """One has raised the envelope on a plan; who raises it otherwise on the same plan is refused, unless that is meant."""
    tree, kept = tmp_path / "build", tmp_path / "kept.json"
    assert run(*RENDER, count=8).exit_code == 0
    kept.write_bytes((tree / "plan.json").read_bytes())
    onto = (*RENDER, "--baseline", str(kept))
    assert run(*onto, count=8, storage=12).exit_code == 0
    assert run(*onto, count=8, storage=12).exit_code == 0, "again: numbered as what stands"
    stood = (tree / "plan.json").read_bytes()
    refused = run(*onto, count=8, storage=10)
    assert refused.exit_code == 1
    for words in ("generation 2", "kept.json", "--accept-baseline", "--fresh"):
        assert words in refused.stderr
    assert (tree / "plan.json").read_bytes() == stood
    assert run(*onto, "--accept-baseline", count=8, storage=10).exit_code == 0
    assert lineage(tree)["parent"] == json.loads(kept.read_text())["lineage"][0]["digest"]
    assert run(*onto, "--fresh").exit_code == 2


def test_plan_stands_on_the_tree(run: Run, tmp_path: Path) -> None:
    """What `plan` says of a tree and a spec is what `render` onto that tree does; --fresh and another cluster's tree are as if nothing stood."""
    assert run("render", "{here}/cluster.yaml", "-o", "{here}/build", count=8).exit_code == 0
    look = ("plan", "{here}/build", "{here}/cluster.yaml")
    inside = run(*look, count=9)
    assert inside.exit_code == 0
    assert inside.stderr == ""
    outgrown = run(*look, count=8, storage=12)
    assert "as generation 2" in outgrown.stderr
    fresh = run(*look, "--fresh", count=8, storage=12)
    assert fresh.stderr == ""
    assert fresh.stdout != outgrown.stdout
    assert run(*look, "--fresh", "--baseline", "{here}/build").exit_code == 2
    moving = run(*look, count=8, most=64, storage=12)
    assert moving.exit_code == 4
    assert "refuses without --allow-disruptive" in moving.stderr
    assert run("render", "{here}/cluster.yaml", "-o", "{here}/build", count=8, most=64, storage=12).exit_code == 1
    other = CliRunner().invoke(main, ["plan", str(tmp_path / "build"), str(EMBER)], catch_exceptions=False)
    assert other.exit_code == 4


def test_a_baseline_that_is_not_the_trees_plan_is_reported(run: Run, tmp_path: Path) -> None:
    """`render` onto that tree would refuse it; the tree's own plan, and the one that it was numbered on, are silent."""
    kept, look = tmp_path / "kept.json", ("plan", "{here}/build", "{here}/cluster.yaml", "--baseline")
    assert run(*RENDER, count=8).exit_code == 0
    kept.write_bytes((tmp_path / "build" / "plan.json").read_bytes())
    assert run(*look, str(kept), count=8).stderr == ""
    assert run(*RENDER, count=8, storage=12).exit_code == 0
    assert run(*look, "{here}/build", count=8, storage=12).stderr == ""
    assert run(*look, str(kept), count=8, storage=12).stderr == ""
    other = run(*look, str(kept), count=8, storage=10)
    assert "kept.json (generation 1) is the baseline" in other.stderr
    assert "refuses that without --accept-baseline" in other.stderr


@pytest.mark.parametrize("words", [RENDER, ("plan", "{here}/build", "{here}/cluster.yaml")])
def test_addresses_of_devices_that_stay_are_refused_on_the_tree(words: tuple[str, ...], tmp_path: Path) -> None:
    """Nobody named the baseline, and the numbering is the same; --fresh is as if nothing was there."""
    spec, tree = yaml.safe_load(example("small-4-hosts").read_text(encoding="utf-8")), tmp_path / "build"

    def call(*words: str) -> Result:
        (tmp_path / "cluster.yaml").write_text(json.dumps(spec), encoding="utf-8")
        return CliRunner().invoke(main, [word.format(here=tmp_path) for word in words], catch_exceptions=False)

    assert call(*RENDER).exit_code == 0
    stood = (tree / "plan.json").read_bytes()
    spec["fabrics"]["compute"]["host_links"] = "vlan"
    refused = call(*words)
    assert refused.exit_code == 1
    assert "error[address-of-another]" in refused.stderr
    assert "gpu1 rail0 gets 10.0.0.1 of compute-leaf1" in refused.stderr
    assert (tree / "plan.json").read_bytes() == stood
    assert call(*words, "--fresh").exit_code == (0 if words == RENDER else 4)


def test_another_clusters_tree_is_not_replaced(run: Run, tmp_path: Path) -> None:
    assert run(*RENDER).exit_code == 0
    words = ["render", str(EMBER), "-o", str(tmp_path / "build"), "--only", "plan"]
    refused = CliRunner().invoke(main, words, catch_exceptions=False)
    assert refused.exit_code == 1
    assert "baseline-of-another" in refused.stderr
    assert "--fresh" in refused.stderr
    assert CliRunner().invoke(main, [*words, "--fresh"], catch_exceptions=False).exit_code == 0


def test_a_plan_that_was_changed_by_hand_is_no_baseline(run: Run, tmp_path: Path) -> None:
    """Two plans that were merged line by line, say; and a text that only lost its digest is read."""
    assert run(*RENDER).exit_code == 0
    plan = tmp_path / "build" / "plan.json"
    plan.write_text(plan.read_text().replace("sn5600", "sn5610"), encoding="utf-8")
    result = run("validate", "{here}/cluster.yaml", "--baseline", "{here}/build")
    assert result.exit_code == 1
    assert "was changed after it was written" in result.stderr


@pytest.mark.parametrize("number", READ)
def test_baselines_of_every_format_are_read(number: int, tmp_path: Path) -> None:
    """A plan of each format is one that a new plan goes on from, and its own spec moves nothing of it."""
    words = ["render", str(EMBER), "-o", str(tmp_path), "--only", "plan", "--baseline", str(FORMATS / f"{number}.json")]
    assert CliRunner().invoke(main, words, catch_exceptions=False).exit_code == 0
    assert lineage(tmp_path)["generation"] == 1 or number < READ[-1]


KEPT = {
    1: "32d441315420002078f645768a544ca19b68016c6de08cef93a7b34d6fcd6db3",
    2: "42d80c5a2934cc87cadcbc1d544602454022ccc908c66d2ebce979e128a4ba0e",
    3: "e87043981aebbf8b7f1dd37907559de9efcbbd9e2e6b8dbfd73c56401bf190b0",
    4: "77cbb93dc18d167ca14aa1da0b5c10629d12be0868df091b222c3a784f76d35d",
}
"""SHA-256 of the plan that is kept of each format."""


def test_kept_plans_are_as_they_were_written() -> None:
    """A release that cannot read one is mended, and not the file; another format gets another file."""
    assert tuple(KEPT) == READ
    assert {number: sha256((FORMATS / f"{number}.json").read_bytes()).hexdigest() for number in READ} == KEPT


def bent(rows: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield plans with one fault each: every section gone, of another kind, with a row twice, a row of another kind, a field of another kind or gone."""
    dice = random.Random(20)
    for section, value in rows.items():
        yield f"{section} gone", {name: each for name, each in rows.items() if name != section}
        kinds: list[Any] = [None, 5, "text", {"a": 1}, [[]], [None], ["text"]]
        for wrong in kinds:
            yield f"{section} {wrong!r}", {**rows, section: wrong}
        if not isinstance(value, list) or not value:
            continue
        yield f"{section} twice", {**rows, section: [*value, value[0]]}
        for _ in range(4):
            place, row = dice.choice(list(enumerate(value)))
            field = dice.choice(list(row))
            for wrong in (None, -(2**70), "\N{LATIN SMALL LETTER A WITH ACUTE}" * 9, [1, [2]], {"x": {"y": 1}}):
                yield f"{section}.{field} {wrong!r:.20}", {**rows, section: _with(value, place, {**row, field: wrong})}
            without = {name: each for name, each in row.items() if name != field}
            yield f"{section}.{field} gone", {**rows, section: _with(value, place, without)}


def _with(rows: list[Any], place: int, row: Any) -> list[Any]:
    return [*rows[:place], row, *rows[place + 1 :]]


def test_a_bent_baseline_is_an_error_in_words(tmp_path: Path) -> None:
    """Hundreds of faults: never a traceback, never a tree; whatever is no list of the right rows is refused with file and place."""
    rows = json.loads((FORMATS / f"{READ[-1]}.json").read_text(encoding="utf-8"))
    rows = {name: value for name, value in rows.items() if name not in ("choices", "interfaces")}
    rows["lineage"][0]["digest"] = ""
    cases = list(bent(rows))
    assert len(cases) > 300
    spec = tmp_path / "cluster.yaml"
    spec.write_text(EMBER.read_text(encoding="utf-8").replace("count: 4", "count: 4, max: 5"), encoding="utf-8")
    file, accepted = tmp_path / "plan.json", []
    for name, case in cases:
        file.write_text(json.dumps(case), encoding="utf-8")
        words = ["--quiet", "validate", str(spec), "--baseline", str(file), "--allow-disruptive"]
        result = CliRunner().invoke(main, words)
        assert result.exception is None or isinstance(result.exception, SystemExit), (name, result.exception)
        if result.exit_code == 0:
            accepted.append(name)
        else:
            assert "plan.json" in result.stderr, (name, result.stderr)
    whole = [name for name in accepted if name.endswith((" gone", " twice")) and "." not in name]
    assert not whole
    assert len(accepted) < len(cases) / 4, accepted


def test_a_list_that_is_gone_is_named_with_its_file(run: Run, tmp_path: Path) -> None:
    """All of them at once; a row that is there twice has its line."""
    assert run(*RENDER).exit_code == 0
    plan = tmp_path / "build" / "plan.json"
    rows = json.loads(plan.read_text(encoding="utf-8"))
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps({name: each for name, each in rows.items() if name not in ("vlans", "asns")}))
    result = run("validate", "{here}/cluster.yaml", "--baseline", "{here}/kept.json")
    assert result.exit_code == 1
    assert "no list `vlans`" in result.stderr
    assert "no list `asns`" in result.stderr
    lines = plan.read_text(encoding="utf-8").splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if '"vlans": [' in line) + 1
    kept.write_text("".join([*lines[: first + 1], lines[first], *lines[first + 1 :]]))
    result = run("validate", "{here}/cluster.yaml", "--baseline", "{here}/kept.json")
    assert result.exit_code == 1
    assert (
        f"kept.json:{first + 2} is not a complete plan: rows 1 and 2 of `vlans` describe the same object"
        in result.stderr
    )


def test_the_way_back_to_the_plan_before_is_named(tmp_path: Path) -> None:
    """A change that moves things and is not carried out: the former spec on the plan before it is the former plan. A first plan has none before it."""
    spec = yaml.safe_load(example("roce-16").read_text(encoding="utf-8"))
    tree, kept = tmp_path / "build", tmp_path / "kept.json"

    def render(spines: int, *more: str) -> Result:
        spec["fabrics"]["compute"]["spines"] = spines
        (tmp_path / "cluster.yaml").write_text(json.dumps(spec), encoding="utf-8")
        words = [word.format(here=tmp_path) for word in (*RENDER, *more)]
        return CliRunner().invoke(main, words, catch_exceptions=False)

    assert render(4).exit_code == 0
    kept.write_bytes((tree / "plan.json").read_bytes())
    refused = render(8)
    assert "would-move" in refused.stderr
    assert "--accept-baseline" not in refused.stderr
    assert render(8, "--allow-disruptive").exit_code == 0
    refused = render(4)
    assert "would-move" in refused.stderr
    assert "with --accept-baseline and, as the --baseline, the plan.json before it" in refused.stderr
    assert render(4, "--accept-baseline", "--baseline", str(kept)).exit_code == 0
    assert (tree / "plan.json").read_bytes() == kept.read_bytes()


def test_an_error_that_comes_from_the_baseline_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the sizes that work; one that the spec has by itself does not."""
    assert run(*RENDER).exit_code == 0
    refused = run(*RENDER, most=64)
    assert refused.exit_code == 1
    assert "would-move" in refused.stderr
    assert "build/plan.json is the baseline, and the reason; it was numbered for 32 of gpu" in refused.stderr
    assert "and the reason" not in run(*RENDER, most=100_000).stderr

    def full(spec: Any, catalog: Any, *baseline: Any) -> Any:
        if baseline:
            raise SpecError([Diagnostic(code="topology-too-small", message="full", help="none", loc=("hosts",))])
        return build(spec, catalog)

    monkeypatch.setattr("generator.pipeline.read.build", full)
    assert "by itself the spec can be planned; it was numbered for 32 of gpu" in run(*RENDER, storage=12).stderr
