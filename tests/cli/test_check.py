"""What `clustergen check` counts, and config_db.json held against SONiC's YANG models of the user's."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import main
from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.verify import programs
from generator.verify.judges import kustomize
from generator.verify.sonic_yang.judge import config_db
from generator.verify.verdict import Verdict, counted
from tests.conftest import example, plan_of
from tests.ours import TEMPLATES


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trees") / "build"
    write_tree(render_tree(plan_of(example("small-4-hosts")), TEMPLATES), folder)
    return folder


@pytest.fixture
def tree(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "build", symlinks=True))


@pytest.fixture
def models(shared: Path) -> Path:
    return shared / "schemas" / "sonic-yang"


def check(tree: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["check", str(tree), *options], catch_exceptions=False)


def _verdict(files: int, *, ran: bool = True, faults: list[str] | None = None) -> Verdict:
    return Verdict("x", files, ran=ran, note="", faults=faults or [])


def test_only_what_was_judged_counts_as_passed() -> None:
    assert counted([_verdict(3)]) == "1 check: 1 passed"
    several = [_verdict(3), _verdict(0), _verdict(0), _verdict(4, ran=False), _verdict(2, faults=["a"])]
    assert counted(several) == "5 checks: 1 passed, 1 refused, 1 not run, 2 with nothing to check"


def test_a_fault_is_refused_although_nothing_could_be_counted() -> None:
    """A manifest that cannot be read has no files, and is not a check with nothing to do."""
    assert _verdict(0, faults=["manifest.json is missing"]).result == "refused"


def test_a_program_is_not_missed_where_it_has_nothing_to_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "find", lambda _: None)
    assert kustomize(tmp_path).result == "nothing to check"
    (tmp_path / "kubernetes").mkdir()
    (tmp_path / "kubernetes" / "kustomization.yaml").write_text("resources: []\n", encoding="utf-8")
    assert kustomize(tmp_path).result == "not run"


@pytest.mark.proof
def test_the_counts_are_those_of_the_table(tree: Path) -> None:
    result = check(tree, "--format", "json")
    verdicts = json.loads(result.stdout)
    assert {each["unit"] for each in verdicts} == {"files", "cables", "switches", "cells", "uses"}
    results = [each["result"] for each in verdicts]
    assert results.count("nothing to check") > 1
    assert f"{len(results)} checks: {results.count('passed')} passed, " in check(tree).output


def test_a_tree_is_accepted_by_sonics_models(whole: Path, models: Path) -> None:
    verdict = config_db(whole, models)
    assert (verdict.result, verdict.faults) == ("passed", [])
    assert verdict.files == len([*whole.glob("switches/*/config_db.json")])


def test_faults_of_several_files_are_all_found(tree: Path, models: Path) -> None:
    """A value out of its range, a table without a module, and a file that is not JSON: each is reported with its switch."""
    files = sorted(tree.glob("switches/*/config_db.json"))
    found = [json.loads(file.read_text("utf-8")) for file in files[:2]]
    next(iter(found[0]["PORT"].values()))["mtu"] = "99999"
    found[1]["NO_SUCH_TABLE"] = {"a": {}}
    for file, tables in zip(files[:2], found, strict=True):
        file.write_text(json.dumps(tables), encoding="utf-8")
    files[2].write_text("{", encoding="utf-8")
    faults = dict(each.split("/", 1) for each in config_db(tree, models).faults)
    for file, word in zip(files, ("99999", "NO_SUCH_TABLE", "line 1"), strict=True):
        assert word in faults[file.parent.name]
    assert len(faults) == len(files) == 3


@pytest.mark.proof
def test_an_option_names_the_models(tree: Path, models: Path) -> None:
    result = check(tree, "--sonic-yang", str(models), "--format", "json")
    assert {each["name"]: each["result"] for each in json.loads(result.stdout)}["config_db"] == "passed"


def test_without_models_it_says_where_they_are(whole: Path) -> None:
    verdict = config_db(whole, None)
    assert verdict.result == "not run"
    assert "/usr/local/yang-models from a switch" in verdict.note


def test_a_folder_that_is_not_complete_judges_nothing(whole: Path, models: Path, tmp_path: Path) -> None:
    """A checkout of SONiC's sources lacks the modules that its build makes from templates."""
    assert "has no YANG modules" in config_db(whole, tmp_path).note
    for file in models.glob("*.yang"):
        if file.name != "sonic-types.yang":
            shutil.copyfile(file, tmp_path / file.name)
    verdict = config_db(whole, tmp_path)
    assert verdict.result == "not run"
    assert "lacks sonic-types.yang" in verdict.note
    (tmp_path / "sonic-types.yang").write_text("module {", encoding="utf-8")
    assert "cannot be loaded" in config_db(whole, tmp_path).note
    assert config_db(whole, tmp_path).result == "not run"
