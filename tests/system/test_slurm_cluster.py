"""A whole Slurm from the rendered files: database, controllers, and a slurmd for every host, which has no file but what its controllers send it."""

from __future__ import annotations

import csv
import json
import re
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.analysis.close import close
from generator.render.backends import cabling, ip_plan, slurm
from generator.twin.bottle import Bottle
from tests.conftest import example
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.twin.slurm import SlurmCluster

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from generator.plan.draft import Draft
    from tests.specs import Spec

pytestmark = pytest.mark.proof
Program = "Callable[[str], str]"
Proven = "Callable[[str, str], None]"
PROGRAMS = (
    "slurmctld",
    "slurmd",
    "slurmdbd",
    "sacctmgr",
    "munged",
    "mariadbd",
    "mariadb-install-db",
    "unshare",
    "setpriv",
)
VERSION = "22.05"
"""Debian's own; other releases are in test_slurm_releases."""


def spec_of(name: str, **keys: Any) -> Spec:
    """Return an example's spec, with other keys for Slurm."""
    spec: Spec = yaml.safe_load(example(name).read_text(encoding="utf-8"))
    spec["scheduler"] = {"slurm": {"version": VERSION, "health": "none"} | keys}
    return spec


def rendered(spec: Spec, folder: Path) -> tuple[Draft, dict[str, str]]:
    """Plan and render what Slurm and its judge read."""
    plan, templates = plan_data(spec, folder), TEMPLATES
    backends = (slurm, ip_plan, cabling)
    return plan, {each.path: each.content for backend in backends for each in backend.render(close(plan), templates)}


@contextmanager
def running(
    spec: Spec, folder: Path, tree: Path | None = None, others: dict[str, str] | None = None
) -> Iterator[SlurmCluster]:
    """Put the rendered files of a spec on a cluster; nothing runs yet."""
    plan, files = rendered(spec, folder)
    local = [tier.mount for tier in plan.tiers if tier.kind == "local-nvme"]
    with Bottle() as bottle:
        cluster = SlurmCluster(bottle, folder, files, tree, local, others)
        try:
            yield cluster
        finally:
            bottle.close()
            cluster.reap()


def computing(spec: Spec) -> list[str]:
    """Name the hosts of the group `gpu`."""
    group = spec["hosts"]["gpu"]
    digits = len(str(group.get("max", group["count"])))
    return [f"gpu{number:0{digits}d}" for number in range(1, group["count"] + 1)]


def units(cables: str) -> list[frozenset[str]]:
    """Read the cabling map: the hosts that are on the same compute leaves."""
    leaves: dict[str, set[str]] = {}
    for row in csv.DictReader(cables.splitlines()):
        if row["fabric"] == "compute" and row["kind"] == "host_leaf":
            leaves.setdefault(row["a_device"], set()).add(row["b_device"])
    found: dict[frozenset[str], set[str]] = {}
    for host, mine in leaves.items():
        found.setdefault(frozenset(mine), set()).add(host)
    return [frozenset(hosts) for hosts in found.values()]


@pytest.fixture(scope="module")
def programs(program: Callable[[str], str]) -> None:
    for name in PROGRAMS:
        program(name)


@pytest.fixture(scope="module")
def units_of_eight() -> Spec:
    """roce-256 in four scalable units, so that placement is a question."""
    spec = spec_of("roce-256")
    spec["fabrics"]["compute"]["su_hosts"] = 8
    return spec


@pytest.fixture(scope="module")
def whole(programs: None, units_of_eight: Spec, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SlurmCluster]:
    """All 32 hosts, the database, and two of the three controllers."""
    with running(units_of_eight, tmp_path_factory.mktemp("whole")) as cluster:
        cluster.start_database("control1")
        cluster.start_controllers(["control1", "control2"])
        cluster.start_hosts(computing(units_of_eight), "control1")
        yield cluster


def test_every_host_fetches_its_files_and_has_its_gpus(
    whole: SlurmCluster, units_of_eight: Spec, proven: Callable[[str, str], None]
) -> None:
    names = computing(units_of_eight)
    told = whole.on("control1", "scontrol", "--oneliner", "show", "node")
    assert re.findall(r"^NodeName=(\S+) ", told, flags=re.MULTILINE) == names
    assert told.count("CfgTRES=cpu=224,mem=1811981M,billing=8000,gres/gpu=8 ") == len(names) == 32
    said = "".join(whole.log(name, "slurmd") for name in names)
    assert "local config file" not in said
    proven(f"slurmd {VERSION}", f"{len(names)} hosts without a slurm.conf of their own have 8 GPUs each")


def test_a_job_gets_the_gpus_that_it_asked_for_and_a_folder_of_its_own(whole: SlurmCluster) -> None:
    script = "echo $CUDA_VISIBLE_DEVICES $TMPDIR; stat -c '%a %u' $TMPDIR; [ ! -w /scratch/slurm-jobs ]"
    said = whole.by("alice", "login1", "srun", "--gpus=3", "sh", "-c", script)
    assert re.fullmatch(r"0,1,2 (/scratch/slurm-jobs/\d+)\n700 20001\n", said.stdout), said.stderr
    folder = said.stdout.split()[1]
    left = whole.home / "hosts.d" / "gpu01"
    assert (left / "scratch" / "slurm-jobs").is_dir()
    end = time.monotonic() + 20
    while list(whole.home.glob(f"hosts.d/*{folder}")) and time.monotonic() < end:
        time.sleep(0.2)
    assert list(whole.home.glob(f"hosts.d/*{folder}")) == []
    refused = whole.by("alice", "login1", "srun", "--nodes=1", "--gpus-per-node=9", "true")
    assert "not available" in refused.stderr


def test_a_gpu_brings_its_part_of_processors_and_memory(whole: SlurmCluster) -> None:
    job = whole.by(
        "alice",
        "login1",
        "sbatch",
        "--parsable",
        "--nodes=1",
        "--gpus-per-node=2",
        "--output=/dev/null",
        "--wrap=sleep 60",
    ).stdout.strip()
    whole.wait("a job", "control1", "squeue", "-h", f"--jobs={job}", "-o", "%T", until="RUNNING")
    told = whole.on("control1", "scontrol", "--oneliner", "show", "job", job)
    assert f"TRES=cpu=56,mem={2 * 226497}M,node=1,billing=2000,gres/gpu=2 " in told, told
    whole.on("control1", "scancel", job)


def test_jobs_are_within_the_fewest_leaves(
    whole: SlurmCluster, units_of_eight: Spec, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """With one host of the first unit busy, jobs of every size: each is in as few units as its size allows."""
    _, files = rendered(units_of_eight, tmp_path)
    every = units(files["cabling/cables.csv"])
    assert sorted(len(each) for each in every) == [8, 8, 8, 8]
    for size in (2, 4, 8, 16, 32):
        assert _units_of_a_job(whole, every, size) == -(-size // 8), size
    first = whole.on("login1", "sbatch", "--parsable", "--nodelist=gpu01", "--exclusive", "--wrap=sleep 600").strip()
    whole.wait("a job", "control1", "squeue", "-h", "-o", "%T", until="RUNNING")
    free = sorted((len(each - {"gpu01"}) for each in every), reverse=True)
    for size in (2, 3, 4, 7, 8, 9, 12, 16, 17, 24, 31):
        fewest = next(count for count in range(1, 5) if sum(free[:count]) >= size)
        assert _units_of_a_job(whole, every, size) == fewest, size
    stays = whole.on(
        "login1", "sbatch", "--parsable", "--nodes=9", "--switches=1", "--exclusive", "--wrap=true"
    ).strip()
    time.sleep(3)
    assert "PENDING" in whole.on("control1", "squeue", "-h", f"--jobs={stays}", "-o", "%T"), "nine hosts on one leaf"
    whole.on("control1", "scancel", stays, first)
    proven(
        f"slurmctld {VERSION}",
        "jobs of 2, 4, 8, 16, 32 hosts, and of 2 to 31 beside another, are in the fewest scalable units of the cabling map",
    )


def _units_of_a_job(cluster: SlurmCluster, every: list[frozenset[str]], size: int) -> int:
    """Run a job of whole hosts, and count the units that they are in."""
    job = cluster.on("login1", "sbatch", "--parsable", f"--nodes={size}", "--exclusive", "--wrap=sleep 600").strip()
    asked = ("squeue", "-h", f"--jobs={job}", "-o")
    cluster.wait(f"a job of {size}", "control1", *asked, "%T", until="RUNNING")
    hosts = set(cluster.nodes_of("control1", job))
    assert len(hosts) == size
    cluster.on("control1", "scancel", job)
    cluster.wait("an end", "control1", *asked, "gone%T", until=r"^\s*$|Invalid job id", seconds=180)
    return sum(1 for each in every if each & hosts)


def test_a_controller_dies_and_the_other_goes_on(whole: SlurmCluster, proven: Callable[[str, str], None]) -> None:
    job = whole.on("login1", "sbatch", "--parsable", "--nodes=4", "--wrap=sleep 600").strip()
    whole.wait("a job", "control1", "squeue", "-h", f"--jobs={job}", "-o", "%T", until="RUNNING")
    waiting = whole.on("login1", "sbatch", "--parsable", "--hold", "--wrap=true").strip()
    time.sleep(7)  # what is younger than five seconds may not be on the shared folder yet (save_all_state)
    whole.kill("control1", "slurmctld")
    whole.wait("the backup", "login1", "sinfo", "--version", until="slurm")
    told = whole.wait("the backup", "login1", "squeue", "-h", "-o", "%i %T", until=f"{job} RUNNING", seconds=90)
    assert f"{waiting} PENDING" in told
    later = whole.on("login1", "sbatch", "--parsable", "--nodes=2", "--wrap=sleep 600").strip()
    whole.wait("a job", "login1", "squeue", "-h", f"--jobs={later}", "-o", "%T", until="RUNNING")
    whole.start("control1", "slurmctld", "-D")
    whole.wait("the first", "login1", "scontrol", "ping", until=r"\(primary\) at control1 is UP", seconds=90)
    told = whole.wait("the first", "login1", "squeue", "-h", "-o", "%i %T", until=f"{later} RUNNING", seconds=60)
    assert f"{job} RUNNING" in told
    whole.on("login1", "scancel", job, later, waiting)
    proven(f"slurmctld {VERSION}", "one of two killed: the other takes queue and jobs over, and gives them back")


TENANTS: dict[str, Any] = {
    "blue": {"hosts": ["gpu[01-04]"], "description": "Blue's: language, models"},
    "red": {"hosts": ["gpu[05-08]"]},
}


@pytest.fixture(scope="module")
def shared(programs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SlurmCluster]:
    """Two tenants, one of them with a quota, and one user each."""
    spec = spec_of(
        "tenants-64",
        qos={
            "blue": {"gpus": 16, "max_hours": 48},
            "red": {"grace_seconds": 0},
            "urgent": {"priority": 100, "preempts": ["red"], "tenants": ["red"]},
        },
    )
    with running(spec, tmp_path_factory.mktemp("shared")) as cluster:
        cluster.start_database("control1")
        cluster.start_controllers(["control1"])
        cluster.start_hosts(computing(spec), "control1")
        assert cluster.on("control1", "bash", "/etc/slurm/accounts.sh") == "changed\n"
        for user, account in (("alice", "blue"), ("bob", "red")):
            cluster.on("control1", "sacctmgr", "-Qi", "add", "user", user, f"account={account}")
        yield cluster


def test_accounts_are_made_once(shared: SlurmCluster, proven: Callable[[str, str], None]) -> None:
    assert shared.on("control1", "bash", "/etc/slurm/accounts.sh") == "unchanged\n"
    told = shared.on("control1", "sacctmgr", "-nP", "show", "assoc", "format=account,user,qos,defaultqos")
    assert {"blue||blue|blue", "red||red,urgent|red", "blue|alice|blue|blue", "red|bob|red,urgent|red"} <= set(
        told.split()
    )
    told = shared.on("control1", "sacctmgr", "-nP", "show", "qos", "format=name,grptres,maxwall,preempt,priority")
    assert {"blue|gres/gpu=16|2-00:00:00||0", "red||||0", "urgent|||red|100"} <= set(told.split())
    shared.on("control1", "sacctmgr", "-Qi", "modify", "qos", "where", "name=red", "set", "GrpTRES=gres/gpu=1")
    assert shared.on("control1", "bash", "/etc/slurm/accounts.sh") == "changed\n"
    told = shared.on("control1", "sacctmgr", "-nP", "show", "qos", "where", "name=red", "format=grptres")
    assert told.strip() == "", "a limit that the spec does not state is taken away"
    proven("sacctmgr", "accounts.sh makes accounts, limits and preemption, and finds nothing to do the second time")


def _submit(cluster: SlurmCluster, user: str, *options: str) -> str:
    done = cluster.by(user, "login1", "sbatch", "--parsable", "--output=/dev/null", *options, "--wrap=sleep 600")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_tenant_has_its_quota_and_not_more(shared: SlurmCluster, proven: Callable[[str, str], None]) -> None:
    jobs = [_submit(shared, "alice", "--nodes=1", "--gpus-per-node=8") for _ in range(3)]
    told = shared.wait("a limit", "control1", "squeue", "-h", "-o", "%i %T %r", until="QOSGrpGRES")
    assert [line.split()[1] for line in sorted(told.splitlines())] == ["RUNNING", "RUNNING", "PENDING"]
    for job in jobs[:2]:
        assert set(shared.nodes_of("control1", job)) <= {f"gpu0{number}" for number in range(1, 5)}, "its own hosts"
    long = shared.by("alice", "login1", "sbatch", "--time=3-0", "--wrap=true")
    assert long.returncode == 0, long.stderr
    shared.wait(
        "a limit", "control1", "squeue", "-h", f"--jobs={long.stdout.split()[-1]}", "-o", "%r", until="QOSMaxWall"
    )
    shared.on("control1", "scancel", "--user=alice")
    proven(f"slurmctld {VERSION}", "a tenant of 16 GPUs runs two jobs of 8, and the third waits")


def test_tenants_see_and_use_nothing_of_each_other(shared: SlurmCluster, proven: Callable[[str, str], None]) -> None:
    job = _submit(shared, "alice", "--nodes=1")
    shared.wait("a job", "control1", "squeue", "-h", f"--jobs={job}", "-o", "%T", until="RUNNING")
    # Jobs of earlier tests may still be completing
    assert job in shared.by("alice", "login1", "squeue", "-h", "-o", "%i").stdout.split()
    assert shared.by("bob", "login1", "squeue", "-h", "-o", "%i").stdout == ""
    assert "JobId=" not in shared.by("bob", "login1", "scontrol", "show", "job", job).stdout
    shared.wait("the record", "control1", "sacct", "-nXPa", "-o", "jobid,account", until=rf"(?m)^{job}\|blue$")
    assert f"{job}|blue" in shared.by("alice", "login1", "sacct", "-nXP", "-o", "jobid,account").stdout.split()
    assert "blue" not in shared.by("bob", "login1", "sacct", "-nXPa", "-o", "account").stdout
    assert "blue" not in shared.by("bob", "login1", "sacctmgr", "-nP", "show", "assoc", "format=account").stdout.split()
    for options in (("--partition=blue",), ("--account=blue",), ("--qos=blue",), ("--partition=gpu",)):
        refused = shared.by("bob", "login1", "sbatch", *options, "--wrap=true")
        assert refused.returncode != 0, options
    assert shared.by("bob", "login1", "scancel", job).returncode != 0 or "RUNNING" in shared.on(
        "control1", "squeue", "-h", "-o", "%T"
    )
    shared.on("control1", "scancel", job)
    proven(
        f"slurmctld and slurmdbd {VERSION}",
        "a tenant sees no job, account or usage of another, and cannot use its partition, account or QoS",
    )


def test_an_urgent_job_takes_the_place_of_another(shared: SlurmCluster) -> None:
    plain = _submit(shared, "bob", "--nodes=4", "--exclusive", "--requeue")
    shared.wait("a job", "control1", "squeue", "-h", f"--jobs={plain}", "-o", "%T", until="RUNNING")
    urgent = _submit(shared, "bob", "--nodes=4", "--exclusive", "--qos=urgent")
    shared.wait("a job", "control1", "squeue", "-h", f"--jobs={urgent}", "-o", "%T", until="RUNNING", seconds=120)
    assert "PENDING" in shared.on("control1", "squeue", "-h", f"--jobs={plain}", "-o", "%T")
    shared.on("control1", "scancel", plain, urgent)


PORTS = (
    {f"rail{n}": 400_000 for n in range(8)}
    | {f"storage{n}": 400_000 for n in range(2)}
    | {f"frontend{n}": 100_000 for n in range(2)}
)
MOUNTS = ("/fast", "/home", "/scratch")


@contextmanager
def ailing(spec: Spec, folder: Path, tree: Path | None = None) -> Iterator[SlurmCluster]:
    """A cluster whose hosts have what health.sh looks for, and are looked at every two seconds; nothing runs yet.

    Detection is off: slurmd of 24.11 ends (SIGSEGV) where the driver's folder lists a GPU that is not below /sys/bus/pci (gpu_nvidia.c).
    """
    with running(spec, folder, tree) as cluster:
        conf = cluster.home / "slurm" / "slurm.conf"
        text, often = conf.read_text(), "HealthCheckInterval=300\n"
        assert often in text
        conf.write_text(text.replace(often, "HealthCheckInterval=2\n"))
        gres = conf.with_name("gres.conf")
        gres.write_text(re.sub(r"AutoDetect=\w+", "AutoDetect=off", gres.read_text()))
        yield cluster


def judge_health(cluster: SlurmCluster, names: list[str]) -> None:
    """Break the first host in several ways and mend it; slurmctld has to have the reason, and the host back, each time."""
    fakes = [cluster.pretend(name, PORTS, 8, MOUNTS) for name in names]
    cluster.start_controllers(["control1"])
    cluster.start_hosts(names, "control1")
    faults: dict[str, Callable[[], object]] = {
        "clustergen health: rail3 is down": lambda: (fakes[0] / "net" / "rail3" / "operstate").write_text("down\n"),
        "clustergen health: rail5 at 200000 of 400000 Mb/s": lambda: (fakes[0] / "net" / "rail5" / "speed").write_text(
            "200000\n"
        ),
        "clustergen health: 7 of 8 GPUs": (fakes[0] / "driver/nvidia/gpus/0000:07:00.0").rmdir,
    }
    for reason, plant in faults.items():
        plant()
        asked = ("sinfo", "-h", "-N", "-o", "%N %T %E")
        told = cluster.wait(
            "a drain", "control1", *asked, until=rf"(?m)^{names[0]} drained {reason}; next: (hold|reboot)$"
        )
        assert re.search(rf"^{names[1]} idle", told, flags=re.MULTILINE), told
        cluster.pretend(names[0], PORTS, 8, MOUNTS)
        (fakes[0] / "net" / "rail3" / "operstate").write_text("up\n")
        cluster.wait("well again", "control1", *asked, until=rf"(?m)^{names[0]} idle")
    rail = fakes[0] / "net" / "rail3" / "operstate"
    rail.write_text("down\n")
    drained = rf"(?m)^{names[0]} drained clustergen health: rail3 is down; next: hold$"
    cluster.wait("a drain", "control1", *asked, until=drained)
    cluster.on("control1", "scontrol", "update", f"NodeName={names[0]}", "State=RESUME")
    cluster.wait("a drain of what was resumed too early", "control1", *asked, until=drained)
    cluster.kill(names[0], "slurmd")
    rail.write_text("up\n")
    cluster.start(names[0], "slurmd", "-D", "-b", "--conf-server", ",".join(cluster.controllers()))
    cluster.wait("well after a reboot", "control1", *asked, until=rf"(?m)^{names[0]} idle")
    cluster.on("control1", "scontrol", "update", f"NodeName={names[0]}", "State=DRAIN", "Reason=health: bench")
    rail.write_text("down\n")
    time.sleep(5)
    rail.write_text("up\n")
    time.sleep(10)
    assert "health: bench" in cluster.on("control1", "sinfo", "-h", "-N", "-n", names[0], "-o", "%T %E"), (
        "what an operator said stays"
    )


def judge_prolog(cluster: SlurmCluster, names: list[str]) -> None:
    """Between two periodic looks a job meets a broken host: the host is drained with the check's reason, and the job runs on the other one."""
    etc = cluster.home / "hosts.d" / names[0] / "etc"
    (etc / "health.sh").rename(etc / "whole.sh")
    (etc / "health.sh").write_text('#!/bin/sh\n[ "$2" != prolog ] || exec /etc/slurm/whole.sh "$@"\n')
    (etc / "health.sh").chmod(0o755)
    cluster.on("control1", "scontrol", "update", f"NodeName={names[0]}", "State=RESUME")
    asked = ("sinfo", "-h", "-N", "-o", "%N %T %E")
    cluster.wait("a host", "control1", *asked, until=rf"(?m)^{names[0]} idle")
    rail = cluster.home / "hosts.d" / names[0] / "fake/net/rail3/operstate"
    rail.write_text("down\n")
    cluster.on("control1", "scontrol", "update", f"NodeName={names[1]}", "State=DRAIN", "Reason=later")
    job = cluster.on("login1", "sbatch", "--parsable", "--chdir=/tmp", "--output=/dev/null", "--wrap=sleep 300").strip()
    cluster.wait(
        "the reason",
        "control1",
        *asked,
        until=rf"(?m)^{names[0]} drain\w+ clustergen health: rail3 is down; next: hold$",
    )
    cluster.wait("the queue", "control1", "squeue", "-h", f"--jobs={job}", "-o", "%T", until="^PENDING$")
    assert "Hold" not in cluster.on("control1", "squeue", "-h", f"--jobs={job}", "-o", "%r"), "a held job waits forever"
    cluster.on("control1", "scontrol", "update", f"NodeName={names[1]}", "State=RESUME")
    cluster.on("control1", "scontrol", "update", f"JobId={job}", "StartTime=now")
    cluster.wait("the job", "control1", "squeue", "-h", f"--jobs={job}", "-o", "%T %N", until=f"^RUNNING {names[1]}$")
    cluster.on("control1", "scancel", job)
    cluster.wait("idle", "control1", "sinfo", "-hN", "-n", names[1], "-o", "%T", until="^idle$")
    judge_gpu_jobs(cluster, names[1])


def judge_gpu_jobs(cluster: SlurmCluster, name: str) -> None:
    """While a job runs, dcgm-exporter's folder has its GPUs alone, as NVML would count those of Slurm's device files."""
    etc = cluster.home / "hosts.d" / name / "etc"
    listed = "".join(f"<minor_number>{device}</minor_number>\n" for device in reversed(range(8)))
    (etc / "nvidia-smi").write_text(f"#!/bin/sh\ncat <<'END'\n{listed}END\n")
    (etc / "nvidia-smi").chmod(0o755)
    text = (etc / "prolog.sh").read_text("utf-8")
    (etc / "prolog.sh").write_text(text.replace(" nvidia-smi ", " /etc/slurm/nvidia-smi "), "utf-8")
    told = "for device in 0 1 2 3 4 5 6 7; do cat /run/clustergen-gpu-jobs/$device 2>/dev/null || echo none; done"
    asked = ("srun", f"--nodelist={name}", "--gres=gpu:2", "sh", "-c", f"{told}; echo $SLURM_JOB_ID")
    *jobs, job = cluster.by("alice", "login1", *asked).stdout.split()
    assert jobs == ["none"] * 6 + [job] * 2, "the first two device files are NVML's last"
    empty = "ls -A /run/clustergen-gpu-jobs | grep . || echo none"
    cluster.wait("no file", name, "sh", "-c", empty, until="^none$")


def test_a_host_that_is_not_well_takes_no_jobs_until_it_is(
    programs: None, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    spec = spec_of("roce-16", health="own")
    with ailing(spec, tmp_path) as cluster:
        cluster.start_database("control1")
        judge_health(cluster, computing(spec))
        judge_prolog(cluster, computing(spec))
    proven(
        f"slurmd {VERSION}",
        "a job whose prolog finds a broken host drains it with the reason of health.sh, and starts on another host; while a job runs, dcgm-exporter's folder has it for its GPUs",
    )
    proven(
        f"slurmd {VERSION}",
        "health.sh drains a host with the reason (port down, slow, GPU gone), again when it is resumed too early, and resumes it after good looks, a reboot between",
    )


PROVIDER = """
burst_host() {
  echo "$1 $2 $JOBS" >> /var/spool/burst.log
  [ "$2" != burst0002 ]
}
"""


def test_burst_hosts_are_ordered_for_a_job_and_given_back(
    programs: None, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """The contract of burst.sh: start with the waiting jobs, stop when it has idled; and a host that cannot be had is down. Times are shortened."""
    burst = {"count": 3, "cpus": 8, "memory_gib": 64, "gpus": 4, "gpu_type": "l40s", "idle_minutes": 1}
    spec = spec_of("roce-16", burst=burst)
    with running(spec, tmp_path, others={f"burst000{number}": f"10.200.0.{number}" for number in (1, 2, 3)}) as cluster:
        (cluster.home / "slurm" / "burst.sh").write_text(PROVIDER)
        conf = cluster.home / "slurm" / "slurm.conf"
        text = conf.read_text()
        for key, seconds, short in (("SuspendTime", 60, 5), ("SuspendTimeout", 120, 5)):
            text, count = re.subn(rf" {key}={seconds}\b", f" {key}={short}", text)
            assert count == 1, key
        conf.write_text(text)
        cluster.start_database("control1")
        cluster.start_controllers(["control1"])
        job = cluster.on("login1", "sbatch", "--parsable", "--partition=burst", "--gpus=4", "--wrap=sleep 5").strip()
        log = ("cat", "/var/spool/burst.log")
        ordered = cluster.wait("an order", "control1", *log, until="start burst0001").splitlines()[0].split(" ", 2)
        assert ordered[:2] == ["start", "burst0001"]
        assert [each["job_id"] for each in json.loads(ordered[2])["jobs"]] == [int(job)]
        cluster.start("burst0001", "slurmd", "-D", "-b", "--conf-server", "control1")
        cluster.wait("the job", "control1", "squeue", "-h", f"--jobs={job}", "-o", "%T %N", until="RUNNING burst0001")
        assert "stop" not in cluster.on("control1", *log)
        second = cluster.on(
            "login1", "sbatch", "--parsable", "--partition=burst", "-w", "burst0002", "--wrap=true"
        ).strip()
        cluster.wait("a refusal", "control1", "sinfo", "-h", "-R", "-o", "%E %n", until="burst: not started burst0002")
        cluster.on("control1", "scancel", second)
        cluster.wait("its return", "control1", *log, until=r"(?m)^stop burst0001\b", seconds=120)
        cluster.kill("burst0001", "slurmd")
        third = cluster.on("login1", "sbatch", "--parsable", "--partition=burst", "-w", "burst0001", "--wrap=true")
        cluster.wait("another order", "control1", *log, until=r"(?s)stop burst0001.*start burst0001", seconds=60)
        cluster.on("control1", "scancel", third.strip())
    proven(
        f"slurmctld {VERSION}",
        "orders burst hosts with the jobs that wait, gives an idle one back and orders it anew, sets down what is not had",
    )


def test_sixteen_thousand_gpus(programs: None, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """slurmctld runs with all of it; time and memory are noted."""
    with running(spec_of("roce-16384", accounting=False), tmp_path) as cluster:
        begun = time.monotonic()
        cluster.start_controllers(["control1"])
        seconds = time.monotonic() - begun
        told = cluster.on("control1", "sinfo", "--noheader", "--format=%D %G")
        assert re.findall(r"^(\d+) +gpu:h100:8$", told, flags=re.MULTILINE) == ["2048"]
        switches = cluster.on("control1", "scontrol", "show", "topology")
        assert len(re.findall(r"^SwitchName=", switches, flags=re.MULTILINE)) == len(
            re.findall(r"^SwitchName=", (cluster.home / "slurm/topology.conf").read_text(), flags=re.MULTILINE)
        )
        mib = cluster.memory_mib("control1", "slurmctld")
        assert mib < 4096
    proven(f"slurmctld {VERSION}", f"16,384 GPUs on 2,048 hosts: up after {seconds:.1f} s with {mib} MiB")
