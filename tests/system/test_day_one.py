"""Day one: fresh hosts of the distribution that the spec states, the playbooks, then a user's jobs over SSH. All that the bed concedes is in tests/twin/concessions.py.

Ubuntu 24.04 here; other distributions and releases, and a whole cluster, have a file each with a `bed` of its own and the same tests. `make proof` has Debian 12, `make proof-full` all.
"""

import csv
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.twin.concessions import CONCESSIONS
from tests.twin.day_one import (
    SECRETS,
    SITE,
    STAGES,
    STEPS,
    Bed,
    Trees,
    as_user,
    day_one_hosts,
    ended,
    grow,
    grown_trees,
    life,
    until,
    use_tree,
)
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof
RANKS = Path(__file__).with_name("day_one_ranks.py")
JOB = """#!/bin/sh
#SBATCH --ntasks-per-node=1 --output=ranks.out
HOSTS=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | paste -sd,)
export HOSTS MASTER_ADDR=${HOSTS%%,*} MASTER_PORT=29500
srun python3 ranks.py
"""
OPENS = "for n in 0 1 2 3; do head -c 1 /dev/nvidia$n 2>&1; done"
ALLOWED, REFUSED = "No such device or address", "Operation not permitted"
"""What the kernel says of a device that nobody drives here: to those who may open it, and to those who may not."""


def batch(hosts: SshHosts, options: str, script: str, user: str = "alice") -> str:
    """Return the number of a batch job."""
    return as_user(hosts, f"sbatch --parsable {options} --wrap '{script}'", user).strip()


def running_job(hosts: SshHosts, nodes: int) -> str:
    """Return the number of a job that has so many whole hosts, and runs on until its user touches `stop`."""
    steps = STEPS.replace("$", "\\$")
    job = batch(hosts, f"--nodes={nodes} --exclusive --output=/dev/null", f'srun sh -c "{steps}"')
    until(hosts, f"squeue --noheader --jobs={job} --format=%T", "^RUNNING$")
    return job


class DayOne:
    """The tests of a first day, on the hosts that a subclass states as its `bed`."""

    bed: Bed

    @pytest.fixture(scope="class")
    @classmethod
    def hosts(cls, tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[SshHosts]:
        """Compute hosts with what they need, fresh."""
        require(program)
        with day_one_hosts(cls.bed.tree(tmp_path_factory.mktemp("day-one")), cls.bed.names) as running:
            yield running

    @pytest.fixture(scope="class")
    @classmethod
    def first(cls, hosts: SshHosts) -> Play:
        """The first run of site.yml."""
        return hosts.playbook(SITE, *STAGES, **SECRETS).must()

    def test_hosts_come_up_and_find_each_other(
        self, hosts: SshHosts, first: Play, proven: Callable[[str, str], None]
    ) -> None:
        """Every host is what the spec says and resolves every other by its own files and resolvers; root of a client is nobody on the file server."""
        assert set(first.counts) == set(self.bed.names)
        for name in self.bed.names:
            assert hosts[name].must("sh", "-c", '. /etc/os-release; echo "$ID-$VERSION_ID"').strip() == self.bed.os
            for other in (*self.bed.names, "gpu02-rail7"):
                assert hosts[name].must("getent", "hosts", other).split()[1].startswith(other)
        assert hosts["gpu01"].run("touch", "/home/of-root").returncode != 0
        for each in CONCESSIONS:
            proven("day one concedes", f"{each.missing}: {each.instead}")

    def test_a_user_runs_jobs_from_a_login_host(
        self, hosts: SshHosts, first: Play, proven: Callable[[str, str], None]
    ) -> None:
        """`sinfo`, `srun`, and a batch job of all hosts whose ranks meet by name and exchange bytes over every rail; its output is in $HOME everywhere."""
        bed = self.bed
        nodes = f"--nodes={bed.compute}"
        until(hosts, "sinfo --noheader --format '%D %T'", rf"^{bed.compute} idle$")
        assert set(as_user(hosts, f"srun {nodes} hostname").split()) == set(bed.gpus)
        hosts["storage1"].write("/home/alice/ranks.py", RANKS.read_text(encoding="utf-8"))
        hosts["storage1"].write("/home/alice/job.sh", JOB)
        job = as_user(hosts, f"sbatch --parsable {nodes} job.sh").strip()
        until(hosts, f"sacct --noheader --parsable2 --jobs={job} --format=state | head -n 1", r"^(COMPLETED|FAILED)")
        exchanges = 8 * bed.compute
        assert as_user(hosts, "cat ranks.out").split() == ["exchanges", str(exchanges)]
        assert as_user(hosts, f"srun {nodes} tail -n 1 ranks.out").split().count(str(exchanges)) == bed.compute
        # slurmdbd knows a short job by its steps first, as nobody's, and its user by slurmctld's next report
        asked = f"sacct --noheader --parsable2 --allocations --jobs={job} --format=user,state"
        until(hosts, asked, r"^alice\|COMPLETED$")
        release = as_user(hosts, "sinfo --version").split()[1]
        assert release.startswith(f"{bed.release}.")
        proven(
            "day one",
            f"{bed.os}, Slurm {release}, {len(bed.names)} hosts: a batch job of {bed.compute} of them over SSH, ranks meet by name, {exchanges} exchanges over 8 rails",
        )

    @pytest.fixture(scope="class")
    @classmethod
    def timed(cls, hosts: SshHosts, first: Play) -> str:
        """The number of a job that runs past its time while other tests run."""
        return batch(hosts, "--time=1 --nodelist=gpu01 --output=/dev/null", "sleep 900")

    def test_a_job_that_says_nothing_of_memory_leaves_the_rest(self, hosts: SshHosts, first: Play, timed: str) -> None:
        """Its share by threads, so that others run beside it on the same host."""
        for user in ("alice", "bob"):
            batch(hosts, "--job-name=beside --nodelist=gpu01 --output=/dev/null", "sleep 300", user)
        until(hosts, "squeue --noheader --nodelist=gpu01 --states=RUNNING --format=%u", r"(?s)(alice.*bob|bob.*alice)")
        assert re.search(r"MinMemoryCPU=8089M", as_user(hosts, "scontrol show job"))
        for user in ("alice", "bob"):
            as_user(hosts, f"scancel --name=beside --user={user}", user)

    def test_a_job_without_a_script_has_its_shell_on_a_compute_host(self, hosts: SshHosts, first: Play) -> None:
        """An interactive step: what is typed at `salloc` on the login host runs on the first host of the job."""
        last = self.bed.gpus[-1]
        typed = as_user(hosts, f"printf 'hostname\\nexit\\n' | salloc --nodes=1 --nodelist={last}")
        assert last in typed.split(), typed

    def test_a_user_reaches_nobody_else_s_gpus(
        self, hosts: SshHosts, first: Play, proven: Callable[[str, str], None]
    ) -> None:
        """The kernel refuses them in a job and in a login that was adopted into one; without a job there is no login."""
        held = batch(hosts, "--nodelist=gpu02 --gpus=2 --output=/dev/null", "sleep 900")
        until(hosts, f"squeue --noheader --jobs={held} --format=%T", "^RUNNING$")
        login = hosts.ssh("gpu02", f"tail -n 1 /proc/self/cgroup; {OPENS}", user="alice").stdout.splitlines()
        # the folder of a job is called by its number, from 26.05 on by its SLUID
        inside = hosts["gpu02"].must("sh", "-c", "tail -n 1 /proc/$(pgrep --oldest --full '^sleep 900$')/cgroup")
        assert login[0].partition("/step_")[::2] == (inside.partition("/step_")[0], "extern/user/task_special")
        assert [line.rpartition(": ")[2] for line in login[1:]] == [ALLOWED, ALLOWED, REFUSED, REFUSED]
        stranger = hosts.ssh("gpu02", "hostname", user="bob")
        assert stranger.returncode != 0
        assert "you have no active jobs on this node" in stranger.stderr
        seen = as_user(hosts, f"srun --nodelist=gpu02 --gpus=1 sh -c '{OPENS}; true'", "bob").splitlines()
        assert [line.rpartition(": ")[2] for line in seen] == [REFUSED, REFUSED, ALLOWED, REFUSED]
        seen = as_user(hosts, f"srun --nodelist=gpu02 sh -c '{OPENS}; true'", "bob").splitlines()
        assert {line.rpartition(": ")[2] for line in seen} == {REFUSED}
        assert hosts.ssh("login1", f"scancel {held}", user="bob").returncode != 0
        as_user(hosts, f"scancel {held}")
        proven(
            "day one, two users",
            f"Slurm {self.bed.release}, cgroup v2: BPF refuses other jobs' GPUs in steps and in adopted logins; pam_slurm_adopt refuses who has no job",
        )

    def test_a_rail_that_is_lost_drains_its_host_until_it_is_back(self, hosts: SshHosts, first: Play) -> None:
        """The rendered health check says which cable to look at, as cabling/cables.csv has it; what others have drained stays theirs."""
        gpu = hosts["gpu02"]
        rows = csv.DictReader((hosts.tree / "cabling/cables.csv").read_text(encoding="utf-8").splitlines())
        cable = next(row for row in rows if (row["a_device"], row["a_interface"]) == ("gpu02", "rail3"))
        _, _, end = cable["label_a"].rpartition(f" {cable['b_device']} ")
        where = f"cable {cable['cable_id']} to {cable['b_device']} {cable['b_interface']}, cage {end}"
        gpu.must("ip", "link", "set", "dev", "rail3", "down")
        gpu.run("/etc/slurm/health.sh")
        said = until(hosts, "sinfo --noheader --nodes=gpu02 --format '%T %E'", "^drain")
        assert f"rail3 is down ({where})" in said
        gpu.must("ip", "link", "set", "dev", "rail3", "up")
        for _ in range(3):
            gpu.must("/etc/slurm/health.sh")
        until(hosts, "sinfo --noheader --nodes=gpu02 --format %T", "^idle")

    def test_a_job_past_its_time_ends(self, hosts: SshHosts, timed: str) -> None:
        """Not at once: slurmctld looks every half minute."""
        asked = f"sacct --noheader --parsable2 --allocations --jobs={timed} --format=state"
        until(hosts, asked, r"^TIMEOUT", seconds=240)

    def test_a_second_run_changes_nothing(self, hosts: SshHosts, first: Play) -> None:
        assert hosts.playbook(SITE, *STAGES, **SECRETS).must().changed == {}


class GrowingDayOne(DayOne):
    """A first day at whose end one more host comes while a job runs."""

    @pytest.fixture(scope="class")
    @classmethod
    def trees(cls, tmp_path_factory: pytest.TempPathFactory) -> Trees:
        """The tree of the bed, and that of one host more."""
        more = replace(cls.bed, compute=cls.bed.compute + 1)
        return grown_trees(tmp_path_factory.mktemp("growth"), cls.bed.spec, more.spec)

    @pytest.fixture(scope="class")
    @classmethod
    def hosts(cls, trees: Trees, program: Callable[[str], str]) -> Iterator[SshHosts]:
        """All hosts, fresh; the one to come is not in the tree of the first day."""
        require(program)
        with day_one_hosts(trees.after, replace(cls.bed, compute=cls.bed.compute + 1).names) as running:
            use_tree(running, trees.before)
            yield running

    def test_a_job_runs_on_while_a_host_comes(
        self, hosts: SshHosts, first: Play, trees: Trees, proven: Callable[[str, str], None]
    ) -> None:
        """Nothing of its hosts is restarted or changed; the new one takes a job meanwhile, then one with all others over every rail."""
        old, new = self.bed.gpus, f"gpu{self.bed.compute + 1:02d}"
        job = running_job(hosts, len(old))
        before = {name: life(hosts, name) for name in old}
        done = grow(hosts, trees)
        assert f"new hosts: {new}" in done.stdout
        assert not {*old} & {*done.changed}
        assert {name: life(hosts, name) for name in old} == before
        until(hosts, "sinfo --noheader --Node --format '%N %T'", rf"(?s)gpu01 alloc.*gpu02 alloc.*{new} idle")
        assert as_user(hosts, "srun hostname", "bob").split() == [new]
        as_user(hosts, "touch stop")
        assert ended(hosts, job) == "alice|COMPLETED"
        wider = as_user(hosts, f"sbatch --parsable --nodes={len(old) + 1} job.sh").strip()
        assert ended(hosts, wider) == "alice|COMPLETED"
        assert as_user(hosts, "cat ranks.out").split() == ["exchanges", str(8 * (len(old) + 1))]
        proven(
            "day one, growth",
            f"Slurm {self.bed.release}: grow.yml adds a host to {len(old)} while a job runs on these: it ends COMPLETED, nothing of its hosts restarts",
        )


class TestDayOne(DayOne):
    """Ubuntu 24.04 with its Slurm, on four hosts that compute, two file servers, a control and a login host."""

    bed = Bed(os="ubuntu-24.04", release="23.11", compute=4, storage=2)
