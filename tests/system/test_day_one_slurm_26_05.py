"""Day one on Debian 13 with Slurm 26.05 of a repository that the spec states.

Debian packs that release without a plugin for PMIx, so that the spec states another default.
"""

import pytest

from tests.system.test_day_one import GrowingDayOne
from tests.twin.day_one import SECRETS, SITE, Bed
from tests.twin.ssh_hosts import SshHosts
from tests.twin.ssh_play import Play
from tests.twin.systems import SLURM

pytestmark = pytest.mark.proof


class TestSlurm2605(GrowingDayOne):
    bed = Bed(os="debian-13", release="26.05", slurm={"version": "26.05", "packages": SLURM, "mpi": "pmi2"})

    def test_packages_without_the_default_mpi_are_refused(self, hosts: SshHosts, first: Play) -> None:
        """As a spec that leaves `mpi` out would have it: srun would start nothing."""
        conf = hosts.tree / "slurm" / "slurm.conf"
        rendered = conf.read_text(encoding="utf-8")
        conf.write_text(rendered.replace("MpiDefault=pmi2", "MpiDefault=pmix"), encoding="utf-8")
        play = hosts.playbook(SITE, "--tags", "slurm", "--limit", "login1", **SECRETS)
        conf.write_text(rendered, encoding="utf-8")
        assert "login1 has no mpi_pmix.so" in play.failed["login1"]
