"""The budgets of tests: a file is held to its own, else to that of the nearest folder."""

from pathlib import Path

from tests.cost import beyond, stated_budgets

BUDGETS = {"tests": 10, "tests/growth": 20, "tests/growth/test_counts.py": 30}


def test_the_nearest_budget_counts() -> None:
    spent = {"tests/test_a.py": 10.0, "tests/growth/test_b.py": 20.0, "tests/growth/test_counts.py": 30.0}
    assert list(beyond(spent, BUDGETS)) == []
    assert [line.split()[0] for line in beyond({file: cost + 1 for file, cost in spent.items()}, BUDGETS)] == sorted(
        spent
    )


def test_every_budget_is_of_a_file_or_folder() -> None:
    root = Path(__file__).parent
    for path in stated_budgets():
        assert (root.parent / path).exists()
