"""Rendering on the ground of an earlier plan: kept, refused, allowed to move; and files that are no plan."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from generator.cli.main import main
from tests.specs import Spec

SMALL: Spec = {
    "clustergen": 1,
    "name": "atlas",
    "domain": "atlas.example.net",
    "hosts": {"gpu": {"model": "dgx-h100", "count": 32, "max": 32}},
    "fabrics": {"compute": {"technology": "roce", "topology": "rail-optimized", "leaf": {"model": "sn5600"}}},
}

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command on a spec of 32 hosts whose envelope is stated; `{here}` is the folder."""

    def call(*words: str, most: int = 32) -> Result:
        spec = {**SMALL, "hosts": {"gpu": {**SMALL["hosts"]["gpu"], "max": most}}}
        (tmp_path / "cluster.yaml").write_text(yaml.safe_dump(spec), encoding="utf-8")
        arguments = [word.format(here=tmp_path) for word in words]
        return CliRunner().invoke(main, ["--quiet", *arguments], catch_exceptions=False)

    return call


@pytest.fixture
def rendered(run: Run, tmp_path: Path) -> Path:
    """A tree of the first envelope."""
    assert run("render", "{here}/cluster.yaml", "-o", "{here}/build", "--only", "plan").exit_code == 0
    return tmp_path / "build"


def test_what_cannot_stand_is_refused_and_nothing_is_written(run: Run, rendered: Path, tmp_path: Path) -> None:
    """Spines without a free port: the list, the arithmetic and the way out, and no tree."""
    result = run("render", "{here}/cluster.yaml", "-o", "{here}/new", "--baseline", "{here}/build", most=64)
    assert result.exit_code == 1
    for words in ("would-move", "128 cables", "CU017", "--allow-disruptive"):
        assert words in result.stderr
    assert rendered.is_dir() and not (tmp_path / "new").exists()


def test_what_may_move_is_rendered_with_its_order(run: Run, rendered: Path, tmp_path: Path) -> None:
    """The tree says in which order to go; on the new ground nothing is left to move, and the page is gone."""
    common = ("render", "{here}/cluster.yaml", "-o", "{here}/new", "--allow-disruptive")
    assert run(*common, "--baseline", "{here}/build", most=64).exit_code == 0
    page = (tmp_path / "new" / "docs" / "migration.md").read_text(encoding="utf-8")
    assert "compute-spine1" in page
    manifest = json.loads((tmp_path / "new" / "manifest.json").read_text(encoding="utf-8"))
    assert "docs/migration.md" in manifest["files"]
    before = (tmp_path / "new" / "plan.json").read_bytes()
    assert run(*common, "--baseline", "{here}/new/plan.json", most=64).exit_code == 0
    assert not (tmp_path / "new" / "docs" / "migration.md").exists()
    assert (tmp_path / "new" / "plan.json").read_bytes() == before
    assert rendered.is_dir()


def test_the_page_of_a_migration_is_no_difference(run: Run, rendered: Path) -> None:
    """The next plan moves nothing and has no such page; one that was edited is a difference."""
    tree = rendered.parent / "new"
    render = ("render", "{here}/cluster.yaml", "-o", str(tree))
    assert run(*render, "--allow-disruptive", "--baseline", "{here}/build", most=64).exit_code == 0
    for more in ((), ("--allow-disruptive",)):
        assert run(*render, "--check", *more, most=64).exit_code == 0
    (tree / "docs" / "migration.md").write_text("edited", encoding="utf-8")
    assert run(*render, "--check", most=64).exit_code == 1


def test_every_command_that_plans_takes_the_baseline(run: Run, rendered: Path) -> None:
    """The same refusal, and the same numbers, wherever a plan is made."""
    for command in (["validate"], ["summary"], ["show"], ["explain"]):
        words = [*command, "{here}/cluster.yaml", *{"show": ["switches"], "explain": ["gpu01"]}.get(command[0], [])]
        assert run(*words, "--baseline", str(rendered), most=64).exit_code == 1, command
        assert run(*words, "--baseline", str(rendered), "--allow-disruptive", most=64).exit_code == 0, command


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hosts: []", "is not JSON"),
        ("{}", "is not a plan of clustergen"),
        ('{"format": 99}', "has plan format 99"),
        ('{"format": 2, "links": []}', "is not a complete plan"),
    ],
)
def test_a_file_that_is_no_plan(run: Run, tmp_path: Path, text: str, said: str) -> None:
    """Our words, no traceback."""
    (tmp_path / "plan.json").write_text(text, encoding="utf-8")
    result = run("validate", "{here}/cluster.yaml", "--baseline", "{here}/plan.json")
    assert result.exit_code == 1
    assert said in result.stderr


def test_a_numbering_that_was_bent(run: Run, rendered: Path) -> None:
    """A hand in the file is noticed, not followed into a traceback."""
    plan = json.loads((rendered / "plan.json").read_text(encoding="utf-8"))
    for row in plan["numbering"]:
        row.pop("first", None)
    (rendered / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    result = run("validate", "{here}/cluster.yaml", "--baseline", "{here}/build")
    assert result.exit_code == 1
    assert "row 2 of `numbering` has no `first`" in result.stderr


def test_a_plan_without_numbering_is_held_against_the_new_one(run: Run, rendered: Path) -> None:
    """Format 1: nothing can be kept by it, and what would change is refused all the same."""
    plan = json.loads((rendered / "plan.json").read_text(encoding="utf-8"))
    del plan["numbering"], plan["lineage"]
    (rendered / "plan.json").write_text(json.dumps(plan | {"format": 1}), encoding="utf-8")
    assert run("validate", "{here}/cluster.yaml", "--baseline", "{here}/build").exit_code == 0
    result = run("validate", "{here}/cluster.yaml", "--baseline", "{here}/build", most=64)
    assert result.exit_code == 1
    assert "would-move" in result.stderr


def test_moving_is_about_a_baseline(run: Run) -> None:
    """Without one there is nothing that may move."""
    result = run("validate", "{here}/cluster.yaml", "--allow-disruptive")
    assert result.exit_code == 2
    assert "--baseline" in result.stderr
