"""What a job gets that asks for little, and who may run what: partitions, accounts, reservations, grace, and lines of the site, with Debian's Slurm."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest

from tests.system.test_slurm_cluster import PROGRAMS, VERSION, computing, rendered, running, spec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.twin.slurm import SlurmCluster

pytestmark = pytest.mark.proof


@pytest.fixture(scope="module")
def queues(program: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[SlurmCluster]:
    """Two hosts, a partition for short jobs, one account with a user, and jobs that give way."""
    for name in PROGRAMS:
        program(name)
    spec = spec_of(
        "roce-16",
        include=True,
        partitions={"short": {"hosts": ["gpu"], "max_hours": 2, "max_hosts": 1}},
        accounts={"research": {"users": ["alice"], "share": 3}},
        qos={"low": {"grace_seconds": 20}, "high": {"preempts": ["low"]}},
        reservations={
            "course": {"start": "2026-01-05T08:00", "hours": 24, "repeats": "daily", "accounts": ["research"]},
            "over": {"start": "2026-01-05T08:00", "hours": 8},
            "later": {"start": "2033-01-31T08:00", "hours": 8, "maintenance": True, "repeats": "weekly"},
        },
    )
    with running(spec, tmp_path_factory.mktemp("queues")) as cluster:
        (cluster.home / "slurm" / "site.conf").write_text("MaxJobCount=4321\n")
        cluster.start_database("control1")
        cluster.start_controllers(["control1"])
        cluster.start_hosts(computing(spec), "control1")
        assert cluster.on("control1", "bash", "/etc/slurm/accounts.sh") == "changed\n"
        yield cluster


def _submit(cluster: SlurmCluster, *options: str) -> str:
    done = cluster.by("alice", "login1", "sbatch", "--parsable", "--output=/dev/null", *options)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def _job(cluster: SlurmCluster, job: str) -> str:
    cluster.wait("a job", "control1", "squeue", "-h", f"--jobs={job}", "-o", "%T", until="RUNNING")
    return cluster.on("control1", "scontrol", "--oneliner", "show", "job", job)


def test_a_job_that_says_nothing_leaves_the_host_to_others(
    queues: SlurmCluster, proven: Callable[[str, str], None]
) -> None:
    """One core with its memory for a day, and charged by the part of a host that it has."""
    job = _submit(queues, "--wrap=sleep 600")
    told = _job(queues, job)
    found = re.search(r" TRES=cpu=(\d+),mem=(\d+)M,node=1,billing=(\d+) ", told)
    assert found, told
    threads, memory, billing = (int(value) for value in found.groups())
    assert (threads, memory, billing) == (2, 2 * 8089, 71)
    assert " TimeLimit=1-00:00:00 " in told
    whole = _job(queues, other := _submit(queues, "--nodes=1", "--gpus-per-node=1", "--wrap=sleep 600"))
    assert ",billing=1000,gres/gpu=1 " in whole
    queues.on("control1", "scancel", job, other)
    long = queues.by("alice", "login1", "sbatch", "--partition=short", "--time=3:00:00", "--wrap=true")
    stays = long.stdout.split()[-1]
    queues.wait("a limit", "control1", "squeue", "-h", f"--jobs={stays}", "-o", "%r", until="PartitionTimeLimit")
    queues.on("control1", "scancel", stays)
    proven(
        f"slurmctld {VERSION}", "a job that says nothing has one core, its memory, and a day; a GPU is charged as 1000"
    )


def test_who_has_no_account_runs_nothing(queues: SlurmCluster) -> None:
    refused = queues.by("bob", "login1", "sbatch", "--wrap=true")
    assert "Invalid account or account/partition" in refused.stderr
    told = queues.on("control1", "sacctmgr", "-nP", "show", "assoc", "format=account,user,share,qos,defaultqos")
    assert {"research||3|high,low,normal|normal", "research|alice|1|high,low,normal|normal"} <= set(told.split())
    assert queues.on("control1", "bash", "/etc/slurm/accounts.sh") == "unchanged\n"


def test_lines_of_the_site_reach_every_host(queues: SlurmCluster, proven: Callable[[str, str], None]) -> None:
    assert re.search(
        r"^MaxJobCount +=? *4321$", queues.on("control1", "scontrol", "show", "config"), flags=re.MULTILINE
    )
    sent = queues.on("gpu01", "sh", "-c", "cat /var/spool/slurmd/conf-cache/site.conf")
    assert sent == "MaxJobCount=4321\n"
    proven(f"slurmctld and slurmd {VERSION}", "site.conf is included, and sent to hosts without files of their own")


def test_a_job_that_gives_way_has_its_grace(queues: SlurmCluster, proven: Callable[[str, str], None]) -> None:
    low = _submit(queues, "--qos=low", "--nodes=2", "--exclusive", "--requeue", "--wrap=sleep 600")
    _job(queues, low)
    begun = time.monotonic()
    high = _submit(queues, "--qos=high", "--nodes=2", "--exclusive", "--wrap=sleep 600")
    queues.wait("a job", "control1", "squeue", "-h", f"--jobs={high}", "-o", "%T", until="RUNNING", seconds=120)
    seconds = time.monotonic() - begun
    assert seconds >= 20
    queues.on("control1", "scancel", low, high)
    proven(f"slurmctld {VERSION}", f"a job with 20 s of grace gave way after {seconds:.0f} s")


def test_reservations_are_made_once_and_keep_others_out(
    queues: SlurmCluster, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    first = queues.try_on("control1", "bash", "/etc/slurm/reservations.sh")
    assert first.stdout == "changed\n"
    assert re.fullmatch(
        r"course has begun late: run this again in \d+ seconds, or it always begins late\n", first.stderr
    )
    told = queues.on("control1", "scontrol", "--oneliner", "show", "reservation")
    names = re.findall(r"^ReservationName=(\S+) ", told, flags=re.MULTILINE)
    assert sorted(names) == ["course", "later"], "what is over is not made"
    later = next(line for line in told.splitlines() if line.startswith("ReservationName=later "))
    assert " StartTime=2033-01-31T08:00:00 " in later
    assert " Duration=08:00:00 " in later
    assert re.search(r" Flags=\S*MAINT\S*", later)
    assert re.search(r" Users=root ", later)
    assert queues.on("control1", "bash", "/etc/slurm/reservations.sh") == "unchanged\n"
    inside = _submit(queues, "--reservation=course", "--wrap=sleep 60")
    _job(queues, inside)
    refused = queues.by("alice", "login1", "sbatch", "--reservation=later", "--wrap=true")
    assert refused.returncode != 0
    queues.on("control1", "scancel", inside)
    queues.on("control1", "scontrol", "update", "ReservationName=later", "Duration=60")
    assert queues.on("control1", "bash", "/etc/slurm/reservations.sh") == "changed\n"
    proven(f"slurmctld {VERSION}", "reservations.sh makes what is not over, once, and brings back what was changed")
    spec = spec_of("roce-16")
    spec["scheduler"]["spares"] = ["gpu02"]
    script = rendered(spec, tmp_path)[1]["slurm/reservations.sh"]
    assert queues.on("control1", "bash", "-c", script) == "changed\n"
    spares = queues.on("control1", "scontrol", "--oneliner", "show", "reservation", "spares")
    assert " Nodes=gpu02 " in spares
    assert " Users=root " in spares
    assert " State=ACTIVE " in spares
    assert queues.on("control1", "bash", "-c", script) == "unchanged\n"
    refused = queues.by("alice", "login1", "sbatch", "--reservation=spares", "--wrap=true")
    assert refused.returncode != 0
    queues.on("control1", "scontrol", "delete", "ReservationName=spares")
    proven(f"slurmctld {VERSION}", "spare hosts wait in a reservation that has begun and outlives them")


def test_a_job_of_several_trays_has_an_imex_service_of_its_own(
    program: Callable[[str], str], tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """The trays of a job, whole, and no others; when it has ended, nobody. systemd is a stand-in that writes down what it is told."""
    for name in PROGRAMS:
        program(name)
    spec = spec_of("nvl72-8-racks", accounting=False)
    spec["hosts"]["tray"] |= {"count": 3, "max": 144}
    trays = ["tray001", "tray002", "tray003"]
    with running(spec, tmp_path) as cluster:
        cluster.start_controllers(["control1"])
        cluster.start_hosts(trays, "control1")
        job = _submit(cluster, "--nodes=2", "--wrap=sleep 600")
        assert " OverSubscribe=NO " in _job(cluster, job)
        assert " NumCPUs=288 " in _job(cluster, job), "two trays of 144 cores"
        for tray in trays[:2]:
            peers = cluster.on(tray, "cat", "/etc/nvidia-imex/nodes_config.cfg").split()
            assert peers == ["10.160.32.1", "10.160.32.2"]
            assert cluster.on(tray, "cat", "/var/spool/systemctl.log").split()[::2] == ["stop", "start"]
        cluster.on("control1", "scancel", job)
        read = ("cat", "/var/spool/systemctl.log")
        cluster.wait("an end", "tray001", *read, until=r"(?s)start.*stop")
        assert cluster.on("tray001", "cat", "/etc/nvidia-imex/nodes_config.cfg") == ""
        one = _submit(cluster, "--nodes=1", "--wrap=sleep 600")
        assert " NumCPUs=1 " in _job(cluster, one), "a job of one tray leaves the rest of it to others"
        cluster.on("control1", "scancel", one)
    proven(
        f"slurmctld and slurmd {VERSION}",
        "a job of two trays has them whole, with an IMEX list of these two until it ends",
    )
