"""The budgets of tests: a file is held to its own, else to that of the nearest folder."""

import subprocess
import sys
from pathlib import Path

from tests.cost import LASTING, beyond, longest, spent, stated_budgets
from tests.depth import FULL_ALONE, in_full_alone

ROOT = Path(__file__).parents[1]
BUDGETS = {"tests": 10, "tests/growth": 20, "tests/growth/test_counts.py": 30}


def test_the_nearest_budget_counts() -> None:
    spent = {"tests/test_a.py": 10.0, "tests/growth/test_b.py": 20.0, "tests/growth/test_counts.py": 30.0}
    assert list(beyond(spent, BUDGETS)) == []
    assert [line.split()[0] for line in beyond({file: cost + 1 for file, cost in spent.items()}, BUDGETS)] == sorted(
        spent
    )


def test_every_budget_is_of_a_file_or_folder() -> None:
    for path in stated_budgets():
        assert (ROOT / path).exists()


def test_the_files_that_take_longest_exist_once() -> None:
    assert [path for path in longest() if not (ROOT / path).is_file()] == []
    assert len({*longest()}) == len(longest())


def test_what_the_full_run_alone_has_exists() -> None:
    for entry in FULL_ALONE:
        file, *names = entry.split("::")
        text = (ROOT / file).read_text(encoding="utf-8")
        assert [name for name in names if f" {name.partition('[')[0]}(" not in text] == [], entry


def test_the_full_run_alone_has_files_and_tests_and_no_namesakes() -> None:
    file = FULL_ALONE[0]
    assert in_full_alone(f"{file}::test_it[one]")
    assert not in_full_alone(file.replace(".py", "_more.py::test_it"))
    assert not in_full_alone("tests/test_cost.py::test_what_the_full_run_alone_has_exists")


def test_a_child_that_lasts_costs_what_it_has_spent_so_far() -> None:
    """Its own seconds and those of its children, once: nothing more when it ends."""
    busy = "import time\nwhile time.process_time() < 0.4: pass"
    script = (
        f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {busy!r}])\n{busy}\nprint(flush=True)\ninput()"
    )
    before = spent()
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", script], stdin=pipe, stdout=pipe, text=True) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert spent() - before < 0.4
        LASTING.add(child.pid)
        lasting = spent() - before
        LASTING.remove(child.pid)
        child.communicate("\n")
    assert 0.7 < lasting <= spent() - before < lasting + 0.4
