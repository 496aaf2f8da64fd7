"""Day one on every host of examples/roce-64, in the full run alone (`make proof-full`) and with Slurm alone: eight hosts that compute, four file servers, three control hosts, a login host."""

import pytest

from tests.system.test_day_one import DayOne
from tests.twin.day_one import Bed

pytestmark = pytest.mark.proof


class TestSite(DayOne):
    """As many hosts of each group as the example has."""

    bed = Bed(os="ubuntu-24.04", release="23.11", compute=8, storage=4, control=3)
