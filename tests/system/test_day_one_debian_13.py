"""Day one on Debian 13 with its Slurm 24.11: the tests of test_day_one.py."""

import pytest

from tests.system.test_day_one import (
    bed,
    first,
    hosts,
    test_a_job_that_says_nothing_of_memory_leaves_the_rest,
    test_a_rail_that_is_lost_drains_its_host_until_it_is_back,
    test_a_second_run_changes_nothing,
    test_a_user_runs_jobs_from_a_login_host,
    test_hosts_come_up_and_find_each_other,
)
from tests.twin.day_one import Bed

__all__ = [
    "bed",
    "first",
    "hosts",
    "test_a_job_that_says_nothing_of_memory_leaves_the_rest",
    "test_a_rail_that_is_lost_drains_its_host_until_it_is_back",
    "test_a_second_run_changes_nothing",
    "test_a_user_runs_jobs_from_a_login_host",
    "test_hosts_come_up_and_find_each_other",
]
pytestmark = pytest.mark.proof
BED = Bed(os="debian-13", release="24.11")
