"""Day one on Debian 12 with its Slurm 22.05."""

import pytest

from tests.system.test_day_one import GrowingDayOne
from tests.twin.day_one import Bed

pytestmark = pytest.mark.proof


class TestDebian12(GrowingDayOne):
    bed = Bed(os="debian-12", release="22.05")
