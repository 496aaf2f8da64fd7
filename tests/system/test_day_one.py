"""Day one: fresh hosts of the distribution that the spec states, the playbooks, then a user's jobs over SSH. All that the bed concedes is in tests/twin/concessions.py.

Ubuntu 24.04 here; the other distributions have a file each, with a `BED` of its own and the same tests.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.twin.concessions import CONCESSIONS
from tests.twin.day_one import SECRETS, SITE, STAGES, Bed, as_user, day_one_hosts, until
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof
BED = Bed(os="ubuntu-24.04", release="23.11", compute=4, storage=2)
RANKS = Path(__file__).with_name("day_one_ranks.py")
JOB = """#!/bin/sh
#SBATCH --ntasks-per-node=1 --output=ranks.out
HOSTS=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | paste -sd,)
export HOSTS MASTER_ADDR=${HOSTS%%,*} MASTER_PORT=29500
srun python3 ranks.py
"""


@pytest.fixture(scope="module")
def bed(request: pytest.FixtureRequest) -> Bed:
    """What the file of the test says of its hosts."""
    stated: Bed = request.module.BED
    return stated


@pytest.fixture(scope="module")
def hosts(bed: Bed, tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """Compute hosts with what they need, fresh."""
    require(program)
    with day_one_hosts(bed.tree(tmp_path_factory.mktemp("day-one")), bed.names) as running:
        yield running


@pytest.fixture(scope="module")
def first(hosts: SshHosts) -> Play:
    """The first run of site.yml."""
    return hosts.playbook(SITE, *STAGES, **SECRETS).must()


def test_hosts_come_up_and_find_each_other(
    bed: Bed, hosts: SshHosts, first: Play, proven: Callable[[str, str], None]
) -> None:
    """Every host is what the spec says and resolves every other by its own files and resolvers; root of a client is nobody on the file server."""
    assert set(first.counts) == set(bed.names)
    for name in bed.names:
        assert hosts[name].must("sh", "-c", '. /etc/os-release; echo "$ID-$VERSION_ID"').strip() == bed.os
        for other in (*bed.names, "gpu02-rail7"):
            assert hosts[name].must("getent", "hosts", other).split()[1].startswith(other)
    assert hosts["gpu01"].run("touch", "/home/of-root").returncode != 0
    for each in CONCESSIONS:
        proven("day one concedes", f"{each.missing}: {each.instead}")


def test_a_user_runs_jobs_from_a_login_host(
    bed: Bed, hosts: SshHosts, first: Play, proven: Callable[[str, str], None]
) -> None:
    """`sinfo`, `srun`, and a batch job of all hosts whose ranks meet by name and exchange bytes over every rail; its output is in $HOME everywhere."""
    nodes = f"--nodes={bed.compute}"
    until(hosts, "sinfo --noheader --format '%D %T'", rf"^{bed.compute} idle$")
    assert set(as_user(hosts, f"srun {nodes} hostname").split()) == set(bed.gpus)
    hosts["storage1"].write("/home/alice/ranks.py", RANKS.read_text(encoding="utf-8"))
    hosts["storage1"].write("/home/alice/job.sh", JOB)
    job = as_user(hosts, f"sbatch --parsable {nodes} job.sh").strip()
    until(hosts, f"sacct --noheader --parsable2 --jobs={job} --format=state | head -n 1", r"^(COMPLETED|FAILED)")
    exchanges = 8 * bed.compute
    assert as_user(hosts, "cat ranks.out").split() == ["exchanges", str(exchanges)]
    assert as_user(hosts, f"srun --nodes=1 --nodelist={bed.gpus[-1]} cat ranks.out").split()[1] == str(exchanges)
    # slurmdbd knows a short job by its steps first, as nobody's, and its user by slurmctld's next report
    until(hosts, f"sacct --noheader --parsable2 --allocations --jobs={job} --format=user,state", r"^alice\|COMPLETED$")
    release = as_user(hosts, "sinfo --version").split()[1]
    assert release.startswith(f"{bed.release}.")
    proven(
        "day one",
        f"{bed.os}, Slurm {release}: a batch job of {bed.compute} hosts over SSH, ranks meet by name, {exchanges} exchanges over 8 rails",
    )


def test_a_job_that_says_nothing_of_memory_leaves_the_rest(hosts: SshHosts, first: Play) -> None:
    """Its share by threads, so that a second one runs beside it on the same host."""
    for user in ("alice", "bob"):
        as_user(hosts, "sbatch --nodelist=gpu01 --output=/dev/null --wrap 'sleep 300'", user)
    until(hosts, "squeue --noheader --nodelist=gpu01 --states=RUNNING --format=%u", r"(?s)(alice.*bob|bob.*alice)")
    assert re.search(r"MinMemoryCPU=8089M", as_user(hosts, "scontrol show job"))
    for user in ("alice", "bob"):
        as_user(hosts, f"scancel --user={user}", user)


def test_a_job_without_a_script_has_its_shell_on_a_compute_host(hosts: SshHosts, first: Play) -> None:
    """An interactive step: what is typed at `salloc` on the login host runs on the first host of the job."""
    typed = as_user(hosts, "printf 'hostname\\nexit\\n' | salloc --nodes=1 --nodelist=gpu03")
    assert "gpu03" in typed.split(), typed


def test_a_job_past_its_time_ends(hosts: SshHosts, first: Play) -> None:
    """Not at once: slurmctld looks every half minute."""
    job = as_user(hosts, "sbatch --parsable --time=1 --nodelist=gpu04 --output=/dev/null --wrap 'sleep 900'").strip()
    until(hosts, f"sacct --noheader --parsable2 --allocations --jobs={job} --format=state", r"^TIMEOUT", seconds=240)


def test_a_rail_that_is_lost_drains_its_host_until_it_is_back(hosts: SshHosts, first: Play) -> None:
    """The rendered health check says which; what others have drained stays theirs."""
    gpu = hosts["gpu02"]
    gpu.must("ip", "link", "set", "dev", "rail3", "down")
    gpu.run("/etc/slurm/health.sh")
    assert "rail3 is down" in until(hosts, "sinfo --noheader --nodes=gpu02 --format '%T %E'", "^drain")
    gpu.must("ip", "link", "set", "dev", "rail3", "up")
    for _ in range(3):
        gpu.must("/etc/slurm/health.sh")
    until(hosts, "sinfo --noheader --nodes=gpu02 --format %T", "^idle")


def test_a_second_run_changes_nothing(hosts: SshHosts, first: Play) -> None:
    assert hosts.playbook(SITE, *STAGES, **SECRETS).must().changed == {}
