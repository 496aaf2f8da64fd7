"""A host's life on Ubuntu 24.04 with the newest ansible-core; on every system with every release of ansible-core in the full run (`make proof-full`)."""

import pytest

from tests.depth import FULL
from tests.system.test_ansible_life import Cell, Life
from tests.twin.cores import NEWEST, OLDEST

BEDS = (Cell(os="ubuntu-24.04", core=NEWEST),)
BEDS_IN_FULL = (
    Cell(os="debian-13"),
    Cell(os="debian-12", core=NEWEST),
    Cell(os="debian-13", core=OLDEST),
    Cell(os="debian-13", core=NEWEST),
    Cell(os="ubuntu-24.04", core=OLDEST),
    Cell(os="ubuntu-24.04"),
)


class TestSystems(Life):
    @pytest.fixture(scope="class", params=[*BEDS, *(pytest.param(each, marks=FULL) for each in BEDS_IN_FULL)], ids=str)
    @classmethod
    def cell(cls, request: pytest.FixtureRequest) -> Cell:
        """One after another, each with a bed of its own."""
        found: Cell = request.param
        return found
