"""Day one: fresh hosts of the distribution that the spec states, the playbooks, then a user's jobs over SSH. All that the bed concedes is in tests/twin/concessions.py."""

import base64
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from tests.conftest import example
from tests.twin import fabric
from tests.twin.concessions import CONCESSIONS, concede_hosts, concede_tree
from tests.twin.debian import planned_tree
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ssh_play import Play
from tests.twin.systems import system

pytestmark = pytest.mark.proof
COMPUTE = ("gpu01", "gpu02", "gpu03", "gpu04")
NAMES = (*COMPUTE, "storage1", "storage2", "login1", "control1")
CONTROLLER = "10.160.96.2"
"""A control host of the envelope that is not installed: firewalls let it in."""
SECRETS = {
    "CLUSTERGEN_MUNGE_KEY": base64.b64encode(bytes(range(256)) * 4).decode(),
    "CLUSTERGEN_SLURMDBD_PASSWORD": "forTheTest1",
}
STAGES = ("--tags", "dns,hosts,storage,slurm")
RANKS = Path(__file__).with_name("day_one_ranks.py")
JOB = """#!/bin/sh
#SBATCH --nodes=4 --ntasks-per-node=1 --output=ranks.out
HOSTS=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | paste -sd,)
export HOSTS MASTER_ADDR=${HOSTS%%,*} MASTER_PORT=29500
srun python3 ranks.py
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """roce-64 with four compute hosts, Slurm alone, as rendered but for the concessions."""
    spec = yaml.safe_load(example("roce-64").read_text(encoding="utf-8"))
    for group, count in (("gpu", 4), ("storage", 2), ("control", 1), ("login", 1)):
        spec["hosts"][group]["count"] = count
    spec["scheduler"] = {"slurm": {}}
    del spec["storage"]["scratch"]
    _, build = planned_tree(spec, tmp_path_factory.mktemp("day-one"))
    concede_tree(build)
    return build


@pytest.fixture(scope="module")
def hosts(tree: Path, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """Fresh hosts, cabled, with the users of the site's directory, whose homes the file server has."""
    require(program)
    with SshHosts(tree, NAMES, controller=CONTROLLER, face="bond0", system=system("noble")) as bed:
        fabric.cable(bed)
        concede_hosts(bed)
        key = (bed.scratch / "key.pub").read_text(encoding="ascii")
        for host in bed:
            for number, user in enumerate(("alice", "bob"), 20001):
                host.must("useradd", "--uid", str(number), "--no-create-home", "--shell", "/bin/bash", user)
                if host.name == "storage1":
                    host.write(f"/home/{user}/.ssh/authorized_keys", key)
                    host.must("chown", "-R", f"{user}:", f"/home/{user}")
                    host.must("chmod", "700", f"/home/{user}", f"/home/{user}/.ssh")
        yield bed


@pytest.fixture(scope="module")
def first(hosts: SshHosts) -> Play:
    """The first run of site.yml."""
    return hosts.playbook("ansible/playbooks/site.yml", *STAGES, **SECRETS).must()


def _user(hosts: SshHosts, command: str, user: str = "alice", host: str = "login1") -> str:
    """What a user's command prints on a login host, over SSH."""
    done = hosts.ssh(host, command, user=user)
    assert done.returncode == 0, (command, done.stdout[-1500:], done.stderr[-1500:])
    return done.stdout


def _until(hosts: SshHosts, command: str, pattern: str, seconds: float = 120) -> str:
    deadline = time.monotonic() + seconds
    while not re.search(pattern, said := _user(hosts, command)):
        assert time.monotonic() < deadline, (command, said)
        time.sleep(1)
    return said


def test_hosts_come_up_and_find_each_other(hosts: SshHosts, first: Play, proven: Callable[[str, str], None]) -> None:
    """Every host resolves every other by its own files and resolvers; root of a client is nobody on the file server."""
    assert set(first.counts) == set(NAMES)
    for name in NAMES:
        for other in (*NAMES, "gpu03-rail7"):
            assert hosts[name].must("getent", "hosts", other).split()[1].startswith(other)
    assert hosts["gpu01"].run("touch", "/home/of-root").returncode != 0
    for each in CONCESSIONS:
        proven("day one concedes", f"{each.missing}: {each.instead}")


def test_a_user_runs_jobs_from_a_login_host(hosts: SshHosts, first: Play, proven: Callable[[str, str], None]) -> None:
    """`sinfo`, `srun`, and a batch job of all hosts whose ranks meet by name and exchange bytes over every rail; its output is in $HOME everywhere."""
    _until(hosts, "sinfo --noheader --format '%D %T'", r"^4 idle$")
    assert set(_user(hosts, "srun --nodes=4 hostname").split()) == set(COMPUTE)
    hosts["storage1"].write("/home/alice/ranks.py", RANKS.read_text(encoding="utf-8"))
    hosts["storage1"].write("/home/alice/job.sh", JOB)
    job = _user(hosts, "sbatch --parsable job.sh").strip()
    _until(hosts, f"sacct --noheader --parsable2 --jobs={job} --format=state | head -n 1", r"^(COMPLETED|FAILED)")
    assert _user(hosts, "cat ranks.out").split() == ["exchanges", "32"]
    assert _user(hosts, "srun --nodes=1 --nodelist=gpu04 cat ranks.out").split() == ["exchanges", "32"]
    # slurmdbd knows a short job by its steps first, as nobody's, and its user by slurmctld's next report
    _until(hosts, f"sacct --noheader --parsable2 --allocations --jobs={job} --format=user,state", r"^alice\|COMPLETED$")
    proven(
        "day one",
        "Ubuntu 24.04, Slurm 23.11: a batch job of 4 hosts over SSH, ranks meet by name, 32 exchanges over 8 rails",
    )


def test_a_job_that_says_nothing_of_memory_leaves_the_rest(hosts: SshHosts, first: Play) -> None:
    """Its share by threads, so that a second one runs beside it on the same host."""
    for user in ("alice", "bob"):
        _user(hosts, "sbatch --nodelist=gpu01 --output=/dev/null --wrap 'sleep 300'", user)
    _until(hosts, "squeue --noheader --nodelist=gpu01 --states=RUNNING --format=%u", r"(?s)(alice.*bob|bob.*alice)")
    assert re.search(r"MinMemoryCPU=8089M", _user(hosts, "scontrol show job"))
    for user in ("alice", "bob"):
        _user(hosts, f"scancel --user={user}", user)


def test_a_job_without_a_script_has_its_shell_on_a_compute_host(hosts: SshHosts, first: Play) -> None:
    """An interactive step: what is typed at `salloc` on the login host runs on the first host of the job."""
    typed = _user(hosts, "printf 'hostname\\nexit\\n' | salloc --nodes=1 --nodelist=gpu03")
    assert "gpu03" in typed.split(), typed


def test_a_job_past_its_time_ends(hosts: SshHosts, first: Play) -> None:
    """Not at once: slurmctld looks every half minute."""
    job = _user(hosts, "sbatch --parsable --time=1 --nodelist=gpu04 --output=/dev/null --wrap 'sleep 900'").strip()
    _until(hosts, f"sacct --noheader --parsable2 --allocations --jobs={job} --format=state", r"^TIMEOUT", seconds=240)


def test_a_rail_that_is_lost_drains_its_host_until_it_is_back(hosts: SshHosts, first: Play) -> None:
    """The rendered health check says which; what others have drained stays theirs."""
    gpu = hosts["gpu02"]
    gpu.must("ip", "link", "set", "dev", "rail3", "down")
    gpu.run("/etc/slurm/health.sh")
    assert "rail3 is down" in _until(hosts, "sinfo --noheader --nodes=gpu02 --format '%T %E'", "^drain")
    gpu.must("ip", "link", "set", "dev", "rail3", "up")
    for _ in range(3):
        gpu.must("/etc/slurm/health.sh")
    _until(hosts, "sinfo --noheader --nodes=gpu02 --format %T", "^idle")


def test_a_second_run_changes_nothing(hosts: SshHosts, first: Play) -> None:
    assert hosts.playbook("ansible/playbooks/site.yml", *STAGES, **SECRETS).must().changed == {}
