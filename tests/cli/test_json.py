"""`--format json` of show, explain, catalog and check: the values of the text form, for programs."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import main
from tests.conftest import example

SPEC = str(example("small-4-hosts"))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["--quiet", *map(str, arguments)], catch_exceptions=False)


def read(*arguments: str | Path) -> Any:
    return json.loads(run(*arguments, "--format", "json").stdout)


@pytest.mark.parametrize("thing", ["hosts", "cables", "racks"])
def test_a_table_is_a_list_of_rows(thing: str) -> None:
    """Each row has every column once, by the name that the table has."""
    head, _, *lines = run("show", SPEC, thing).stdout.splitlines()
    rows = read("show", SPEC, thing)
    assert len(rows) == len(lines) > 0
    assert [" ".join(row) for row in rows] == [" ".join(head.split())] * len(rows)
    assert all(str(row[next(iter(row))]) == line.split()[0] for row, line in zip(rows, lines, strict=True))


@pytest.mark.parametrize("arguments", [("--resolved",), ("host", "gpu1"), ()])
def test_what_is_no_table_has_no_json(arguments: tuple[str, ...]) -> None:
    """It is refused as misuse, and nothing is printed that a program could take for JSON."""
    refused = run("show", SPEC, *arguments, "--format", "json")
    assert (refused.exit_code, refused.stdout) == (2, "")


def test_an_explanation_has_its_line() -> None:
    """The lines and the reason are those of the text, and the place is the line of the spec."""
    found: Mapping[str, Any] = read("explain", SPEC, "gpu.per_rack")
    text = run("explain", SPEC, "gpu.per_rack").stdout
    assert text.splitlines()[: len(found["lines"])] == found["lines"]
    assert f"why: {found['why']}\n" in text
    assert found["origin"]["text"] in Path(SPEC).read_text(encoding="utf-8").splitlines()[found["origin"]["line"] - 1]
    assert read("explain", "rack-overfull")["fix"] in run("explain", "rack-overfull").stdout


def test_the_catalog_has_facts_and_sources() -> None:
    """One model with every fact, and a list of models by kind."""
    (switch,) = read("catalog", "show", "sn2201")
    assert switch["height_u"] == 1
    assert switch["sources"]["height_u"]
    assert {row["kind"] for row in read("catalog", "list", "pdus")} == {"pdus"}


def test_a_check_lists_its_faults(tmp_path: Path) -> None:
    """Of a tree that was changed by hand only the manifest is judged, and the fault names the file; the exit code is that of the text."""
    assert run("render", SPEC, "-o", tmp_path / "build", "--only", "drawings").exit_code == 0
    changed = next(path for path in (tmp_path / "build" / "docs").iterdir() if path.is_file())
    changed.write_text("by hand", encoding="utf-8")
    result = run("check", tmp_path / "build", "--format", "json")
    (verdict,) = json.loads(result.stdout)
    assert (result.exit_code, verdict["result"]) == (1, "refused")
    assert any(changed.name in fault for fault in verdict["faults"])
