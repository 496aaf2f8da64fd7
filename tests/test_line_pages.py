"""docs/day-one.md, docs/ansible.md, docs/changes.md and docs/fabrics.md: every line names the tests that hold it, and each of these is there; the beds of a host's life are those of its table."""

import re
from collections.abc import Iterator

import pytest

from tests.conftest import ROOT
from tests.system import test_ansible_life, test_ansible_life_systems
from tests.system.test_ansible_life import Life

LINES = {
    "day-one.md": [
        *(f"1.{number}" for number in range(1, 7)),
        *(f"2.{number}" for number in range(1, 12)),
        *(f"3.{number}" for number in range(1, 7)),
    ],
    "ansible.md": [
        *(f"1.{number}" for number in range(1, 10)),
        *(f"2.{number}" for number in range(1, 11)),
        *(f"3.{number}" for number in range(1, 10)),
        *(f"4.{number}" for number in range(1, 4)),
    ],
    "changes.md": [
        *(f"1.{number}" for number in range(1, 7)),
        *(f"2.{number}" for number in range(1, 9)),
        *(f"3.{number}" for number in range(1, 11)),
    ],
    "fabrics.md": [
        "1.1",
        "1.2",
        "1.3",
        *(f"2.{number}" for number in range(1, 9)),
        *(f"3.{number}" for number in range(1, 7)),
        "4.1",
        "4.2",
    ],
}
SYSTEMS = {"debian-12": "Debian 12", "debian-13": "Debian 13", "ubuntu-24.04": "Ubuntu 24.04"}
CORES = ("2.18", "", "2.21")
"""The columns of the table of beds; an empty one is that of .venv."""
PLAYBOOKS = ROOT / "playbooks"
PLUGINS = PLAYBOOKS / "collections/ansible_collections/clustergen/cluster/plugins"
REQUIREMENTS = [f"{section}.{number}" for section, most in ((1, 19), (2, 13), (3, 5)) for number in range(1, most + 1)]
"""Lines of docs/ansible-lines.md."""
TARGETS = {"first": (3.0, 0.8), "second": (0.7, 0.25)}
"""Seconds of the processor for each host, and those of the main process."""
_REQUIRED = re.compile(r"^\| (\d\.\d+) \| [^|]+ \| ([^|]+) \| (.+) \|$", re.MULTILINE)
_MEASURED = re.compile(
    r"^\| [^|]+ \| (first|second), \w+ \| [^|]+ \| ([0-9.]+) s \| [^|]+ \| ([0-9.]+) s \|$", re.MULTILINE
)
_ROW = re.compile(r"^\| (\d\.\d+) \| [^|]+ \| (.+) \|$", re.MULTILINE)


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text("utf-8")


def named(cells: str) -> Iterator[tuple[str, str]]:
    """Yield the files of a row's last cells, each with every test of it; a file of a spec has none."""
    for part in re.split(r"<br>| \| ", cells):
        file, *tests = re.findall(r"`([^`]+)`", part)
        yield from ((file, test) for test in tests or [""])


def absent(file: str, test: str) -> bool:
    """Whether a file, or the test in it, is not there; what is called a test and collected by nobody counts as absent."""
    path = ROOT / "tests" / file
    if not path.is_file() or not (test or file.startswith("errors/")):
        return True
    return bool(test) and not re.search(rf"^ *def {test}\(", path.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("name", "line"), [(name, line) for name, lines in LINES.items() for line in lines])
def test_every_line_is_held_by_tests_that_exist(name: str, line: str) -> None:
    cells = dict(_ROW.findall(page(name)))
    assert list(named(cells[line]))
    assert [each for each in named(cells[line]) if absent(*each)] == []


@pytest.mark.parametrize("name", LINES)
def test_no_line_is_left_out_or_made_up(name: str) -> None:
    assert [number for number, _ in _ROW.findall(page(name))] == LINES[name]


def test_a_test_that_is_not_there_is_seen() -> None:
    cell = "`render/test_slurm.py`: `test_scripts_are_clean`, `test_nobody_wrote`<br>`errors/nothing.yaml`<br>`render/test_slurm.py`"
    assert [each for each in named(cell) if absent(*each)] == [
        ("render/test_slurm.py", "test_nobody_wrote"),
        ("errors/nothing.yaml", ""),
        ("render/test_slurm.py", ""),
    ]


def test_every_line_of_a_life_is_in_the_table() -> None:
    """No test of the beds is left out of docs/ansible.md."""
    rows = [cells for number, cells in _ROW.findall(page("ansible.md")) if number.startswith("2.")]
    tests = {name for name in vars(Life) if name.startswith("test_")}
    assert {test for cells in rows for _, test in [*named(cells)][:1]} == tests


def test_the_beds_are_those_of_the_table() -> None:
    """Each distribution with each release of ansible-core, in the run that its cell names."""
    beds = {
        (bed.os, bed.core): run
        for run, cells in (
            ("`make proof`", test_ansible_life_systems.BEDS),
            ("`make proof-full`", (*test_ansible_life.BEDS_IN_FULL, *test_ansible_life_systems.BEDS_IN_FULL)),
        )
        for bed in cells
    }
    for system, title in SYSTEMS.items():
        cells = re.findall(rf"^\| {title} \| (.+) \| (.+) \| (.+) \|$", page("ansible.md"), re.MULTILINE)[0]
        wanted = [beds.get((system, core), "`make proof`, in the tests of the last column below") for core in CORES]
        assert list(cells) == wanted


def lost(cell: str) -> list[str]:
    """Return the files of a cell that are not there: below the playbooks, of the collection's plugins, or of the checkout."""
    names = re.findall(r"`([^`]+)`", cell)
    places = {
        name: PLUGINS / name.removeprefix("plugins/") if name.startswith("plugins/") else PLAYBOOKS / name
        for name in names
    }
    return [name for name in names if not places[name].exists()]


def test_every_requirement_of_the_playbooks_names_files_and_tests_that_exist() -> None:
    rows = _REQUIRED.findall(page("ansible-lines.md"))
    assert [number for number, *_ in rows] == REQUIREMENTS
    for number, files, tests in rows:
        assert "`" in files, number
        assert lost(files) == [], number
        assert [each for each in named(tests) if absent(*each)] == [], number
    assert lost("`waves.yml`, `plugins/modules/eapi.py`, `../docs/none.md`, `plugins/modules/none.py`") == [
        "../docs/none.md",
        "plugins/modules/none.py",
    ]


def test_measured_runs_are_within_their_targets() -> None:
    """Of first and unchanged runs, as docs/operations.md has them."""
    rows = _MEASURED.findall(page("operations.md"))
    assert {run for run, *_ in rows} == {*TARGETS}
    for run, every, main in rows:
        most, most_main = TARGETS[run]
        assert float(every) < most, run
        assert float(main) < most_main, run
