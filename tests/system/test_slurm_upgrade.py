"""Another release of Slurm on hosts in use: Debian 13's 24.11, then 26.05 of the site's repository, by one run while a job runs."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.system.test_day_one import running_job
from tests.twin.day_one import SECRETS, SITE, STAGES, Bed, as_user, day_one_hosts, ended, until, use_tree
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.systems import SLURM

pytestmark = pytest.mark.proof
EARLIER = Bed(os="debian-13", release="24.11", slurm={"mpi": "pmi2"})
LATER = replace(EARLIER, release="26.05", slurm={"version": "26.05", "packages": SLURM, "mpi": "pmi2"})
PLAY = "ansible/playbooks/slurm.yml"
SAVED = "/var/backups/clustergen-slurm"


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The tree of each release."""
    first, then = (bed.tree(tmp_path_factory.mktemp(bed.release)) for bed in (EARLIER, LATER))
    return first, then


@pytest.fixture(scope="module")
def hosts(trees: tuple[Path, Path], program: Callable[[str], str]) -> Iterator[SshHosts]:
    """A cluster with Slurm 24.11 that has run a job."""
    require(program)
    with day_one_hosts(trees[0], EARLIER.names) as running:
        running.playbook(SITE, *STAGES, **SECRETS).must()
        assert as_user(running, "srun --nodes=2 hostname").split()
        yield running


def _releases(hosts: SshHosts) -> set[str]:
    """The releases of the daemons that run: of hosts as slurmctld knows them, and its own."""
    known = hosts["control1"].must("sinfo", "--noheader", "--Node", "--format=%v").split()
    return {release[:5] for release in known}


def test_without_permission_nothing_is_installed(hosts: SshHosts, trees: tuple[Path, Path]) -> None:
    use_tree(hosts, trees[1])
    said = hosts.playbook(PLAY, **SECRETS)
    assert "-e allow=release lets stage slurm install that release" in said.failed["control1"]
    assert _releases(hosts) == {"24.11"}


def test_a_repository_without_the_release_ends_the_run_before_a_daemon_stops(
    hosts: SshHosts, trees: tuple[Path, Path]
) -> None:
    facts = trees[1] / "ansible/inventory/group_vars/all/cluster.yml"
    rendered = facts.read_text(encoding="utf-8")
    facts.write_text(rendered.replace("26.05", "26.11"), encoding="utf-8")
    said = hosts.playbook(PLAY, "-e", "allow=release", **SECRETS)
    facts.write_text(rendered, encoding="utf-8")
    assert said.returncode != 0
    assert "26.11" in said.stdout
    assert "UP" in hosts["control1"].must("scontrol", "ping")


def test_a_job_runs_on_while_the_release_is_installed(
    hosts: SshHosts, trees: tuple[Path, Path], proven: Callable[[str, str], None]
) -> None:
    """Accounting and queue are saved first; the job ends COMPLETED, and earlier ones are still known."""
    job = running_job(hosts, 2)
    before = as_user(hosts, "sacct --noheader --parsable2 --allocations --format=jobid,user,state").splitlines()
    hosts.playbook(PLAY, "-e", "allow=release", "--check", **SECRETS).must()
    assert _releases(hosts) == {"24.11"}
    hosts.playbook(PLAY, "-e", "allow=release", **SECRETS).must()
    assert as_user(hosts, f"squeue --noheader --jobs={job} --format=%T").strip() == "RUNNING"
    until(hosts, "sinfo --noheader --Node --format=%v", r"^26\.05[^\n]*\n26\.05[^\n]*$")
    as_user(hosts, "touch stop")
    assert ended(hosts, job) == "alice|COMPLETED"
    after = as_user(hosts, "sacct --noheader --parsable2 --allocations --format=jobid,user,state").splitlines()
    assert {line for line in before if "COMPLETED" in line} <= set(after)
    control = hosts["control1"]
    assert "CREATE TABLE" in control.must("sh", "-c", f"zcat {SAVED}/accounting-24.11.sql.gz")
    assert "job_state" in control.must("tar", "-tzf", f"{SAVED}/queue-24.11.tar.gz")
    assert control.must("stat", "-c", "%U %a", SAVED, f"{SAVED}/accounting-24.11.sql.gz").split() == [
        "root",
        "700",
        "root",
        "600",
    ]
    assert as_user(hosts, "srun --nodes=2 hostname", "bob").split()
    assert as_user(hosts, "sinfo --version").split()[1].startswith("26.05.")
    proven(
        "another release of Slurm",
        "24.11 to 26.05 on Debian 13 by one run: a job of two hosts runs on, jobs and accounts stay, nothing is drained",
    )


def test_a_second_run_changes_nothing(hosts: SshHosts) -> None:
    assert hosts.playbook(PLAY, "-e", "allow=release", **SECRETS).must().changed == {}
