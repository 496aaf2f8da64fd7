"""Day one on Debian 13 with Slurm 26.05 of a repository that the spec states: the tests of test_day_one.py.

Debian packs that release without a plugin for PMIx, so that the spec states another default.
"""

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
from tests.twin.day_one import SECRETS, SITE, Bed
from tests.twin.ssh_hosts import SshHosts
from tests.twin.ssh_play import Play
from tests.twin.systems import SLURM

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
BED = Bed(os="debian-13", release="26.05", slurm={"version": "26.05", "packages": SLURM, "mpi": "pmi2"})


def test_packages_without_the_default_mpi_are_refused(hosts: SshHosts, first: Play) -> None:
    """As a spec that leaves `mpi` out would have it: srun would start nothing."""
    conf = hosts.tree / "slurm" / "slurm.conf"
    rendered = conf.read_text(encoding="utf-8")
    conf.write_text(rendered.replace("MpiDefault=pmi2", "MpiDefault=pmix"), encoding="utf-8")
    play = hosts.playbook(SITE, "--tags", "slurm", "--limit", "login1", **SECRETS)
    conf.write_text(rendered, encoding="utf-8")
    assert "login1 has no mpi_pmix.so" in play.failed["login1"]
