"""Day one on Debian 13 with its Slurm 24.11, in the full run alone (`make proof-full`)."""

import pytest

from tests.system.test_day_one import GrowingDayOne
from tests.twin.day_one import Bed

pytestmark = pytest.mark.proof


class TestDebian13(GrowingDayOne):
    bed = Bed(os="debian-13", release="24.11")
