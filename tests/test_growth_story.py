"""`docs/growth.md` is run from its first command to its last: what it shows is printed, and its tables are what the plans say.

`pytest --update-golden tests/test_growth_story.py` writes both anew.
"""

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

import pytest
import yaml

from generator.change.cables import Work
from generator.change.difference import Difference, difference
from generator.change.records import Kind
from tests.conftest import IN_CI, ROOT, example
from tests.console_page import FailedError, fill_tables, run_page, table_names
from tests.growth.stages import Rows, Stage, envelopes_table, pieces, read_bill, stages_table

PAGE = ROOT / "docs" / "growth.md"


@dataclass(frozen=True, repr=False)
class Story:
    """The page as it is, as it would be printed now, and the stages that its commands went through."""

    page: str
    fresh: str
    stages: list[Stage]
    folder: Path

    @property
    def steps(self) -> Iterator[tuple[Stage, Stage, Difference]]:
        for before, after in zip(self.stages, self.stages[1:], strict=False):
            yield before, after, difference(before.rows, after.rows)


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Story:
    folder = tmp_path_factory.mktemp("story")
    (folder / "examples" / "roce-16").mkdir(parents=True)
    shutil.copy(example("roce-16"), folder / "examples" / "roce-16")
    stages: list[Stage] = []

    def note() -> None:
        told = (folder / "build" / "plan.json").read_text(encoding="utf-8")
        rows = json.loads(told)
        if not stages or rows != stages[-1].rows:
            spec = yaml.safe_load((folder / "cluster.yaml").read_text(encoding="utf-8"))
            bill = read_bill(folder / "build" / "cabling" / "bom.csv")
            stages.append(Stage(spec, rows, bill))

    env = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(folder),
        "LC_ALL": "C",
        "NO_COLOR": "1",
    }
    page = PAGE.read_text(encoding="utf-8")
    return Story(page, run_page(page, program("bash"), folder, env, note), stages, folder)


@pytest.fixture(scope="module")
def tables(story: Story) -> dict[str, Rows]:
    """Make the tables of the page from what its commands wrote, and from what other first days would be."""
    return {
        "stages": stages_table(story.stages[0], ((after, step) for _, after, step in story.steps)),
        "envelopes": envelopes_table(story.stages[0].spec),
    }


@pytest.mark.proof
def test_the_page_is_what_is_printed(story: Story, tables: dict[str, Rows], request: pytest.FixtureRequest) -> None:
    assert table_names(story.page) == list(tables)
    fresh = fill_tables(story.fresh, tables)
    if request.config.getoption("--update-golden"):
        assert not IN_CI, "golden files are never rewritten in CI"
        PAGE.write_text(fresh, encoding="utf-8")
    elif fresh != story.page:
        lines = unified_diff(story.page.splitlines(), fresh.splitlines(), "page", "now", n=1, lineterm="")
        pytest.fail("\n".join(["docs/growth.md is not what is printed now:", *lines]), pytrace=False)


def test_the_page_names_no_place_of_the_machine(story: Story) -> None:
    assert str(story.folder) not in story.fresh
    assert "/tmp" not in story.fresh


def test_the_story_goes_where_it_says(story: Story) -> None:
    """Four sizes; only the last step does more than add, and nothing that it moves has another name, place or address."""
    assert [stage.gpus for stage in story.stages] == [16, 64, 256, 1024]
    steps = [step for _, _, step in story.steps]
    for step in steps[:2]:
        assert {change.kind for change in step.changes} == {Kind.ADDED}
        assert {work.work for work in step.cables} == {Work.PULL}
    assert {change.kind for change in steps[2].changes} > {Kind.ADDED, Kind.EFFECT}
    assert not {change.table for change in steps[2].changes if change.kind is Kind.REMOVED} - {"sessions"}
    baseline = {"hosts", "switches", "racks", "addresses", "asns", "vlans"}
    assert not {change.table for change in steps[2].changes if change.kind is not Kind.ADDED} & baseline


def test_what_is_bought_is_what_the_bills_differ_by(story: Story) -> None:
    """The rendered bill of materials and the difference that `clustergen plan` tells are counted apart."""
    for before, after, step in story.steps:
        told = pieces((part.kind, part.length_m, part.more) for part in step.parts)
        assert told == {kind: after.bill[kind] - before.bill[kind] for kind in told}
        assert told.keys() == {kind for kind in after.bill if after.bill[kind] != before.bill[kind]}


def test_the_first_envelope_is_that_of_the_story(story: Story, tables: dict[str, Rows]) -> None:
    stages, envelopes = tables["stages"], tables["envelopes"]
    assert envelopes[1][1:4] == stages[1][2:5]
    (_, _, last) = list(story.steps)[-1]
    touched = sum(work.work in {Work.MOVE, Work.EXCHANGE} for work in last.cables)
    assert envelopes[1][5].split(" ")[0] == str(touched)


@pytest.mark.parametrize("line", ["echo more", "false", "exit 0", "grep nothing cluster.yaml"])
def test_another_output_and_another_exit_are_seen(line: str, tmp_path: Path, program: Callable[[str], str]) -> None:
    (tmp_path / "cluster.yaml").write_text("clustergen: 1\n", encoding="utf-8")
    page = f"```console\n$ echo one\none\n$ {line}\n```\n"
    try:
        assert run_page(page, program("bash"), tmp_path, {"PATH": os.environ["PATH"]}, lambda: None) != page
    except FailedError as error:
        assert line in str(error)
