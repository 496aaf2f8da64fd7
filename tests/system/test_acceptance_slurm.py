"""Acceptance under a real Slurm: acceptance.yml starts, collects and judges; every pair meets over the network, and what is planted is named and nothing else.

Ansible reaches the hosts by a stand-in for ssh, which enters their namespaces.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.render.backends import acceptance, ansible, cabling, host_system, ip_plan, slurm
from generator.twin.bottle import Bottle
from tests.acceptance_stand_ins import stand_ins
from tests.depth import FULL
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.system.test_launch import spec_of
from tests.system.test_slurm_cluster import PROGRAMS, VERSION, computing
from tests.twin.slurm import SlurmCluster

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from generator.plan.plan import Plan
    from tests.specs import Spec

pytestmark = pytest.mark.proof
FAULTS = {
    "gpu03 mlx5_4": 190.0,
    "gpu02 mlx5_0 sends": 120.0,
    "gpu04 dcgmi": "Fail",
    "gpu04 gpus": 7,
    "gpu01 all_reduce_perf": 401.0,
    "gpu02 drives read": 9_000_000_000,
}
SLOW_LEAF = "compute-leaf3"
DRIVES = {"kind": "local-nvme", "mount": "/scratch"}


def written(folder: Path, files: Mapping[str, str]) -> None:
    """Write files below a folder."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def placed(made: SlurmCluster, text: str, place: str) -> None:
    """Put a file where all hosts have it."""
    (made.home / "placed").write_text(text)
    made.inside("install", "-D", "--mode=755", str(made.home / "placed"), place)


SSH = """#!/usr/bin/python3 -IS
import json, os, sys
*_, name, line = ["", "", *sys.argv]
shells = json.load(open({place!r}))
if name not in shells:
    sys.exit("Bad configuration option")
os.execvp(shells[name][0], [*shells[name], line])
"""
"""What Ansible takes for ssh: its last words are a host's address, and a line for its shell."""


class Controller:
    """The machine on which the playbook runs."""

    def __init__(self, folder: Path, made: SlurmCluster, plan: Plan) -> None:
        """Put the stand-in for ssh into a folder that has the rendered tree."""
        self._folder = folder
        shells = {
            host.inband: made.shell(host.name) for host in plan.hosts if host.name.startswith(("gpu", "control1"))
        }
        (folder / "shells.json").write_text(json.dumps(shells))
        (folder / "ssh").write_text(SSH.format(place=str(folder / "shells.json")))
        (folder / "ssh").chmod(0o755)

    def accept(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run acceptance.yml."""
        command, settings = self._command(words)
        return subprocess.run(command, env=settings, capture_output=True, text=True, check=False)

    def interrupt(self, until: Callable[[], object], *words: str) -> None:
        """Run acceptance.yml, and kill it with all of its processes when `until` returns."""
        command, settings = self._command(words)
        quiet = subprocess.DEVNULL
        begun = subprocess.Popen(command, env=settings, stdout=quiet, stderr=quiet, start_new_session=True)
        try:
            until()
        finally:
            os.killpg(begun.pid, signal.SIGKILL)
            begun.wait()

    def _command(self, words: tuple[str, ...]) -> tuple[list[str], dict[str, str]]:
        """Return the command that runs acceptance.yml, and its environment."""
        settings = {
            "ANSIBLE_SSH_EXECUTABLE": str(self._folder / "ssh"),
            "ANSIBLE_SSH_TRANSFER_METHOD": "piped",
            "ANSIBLE_PIPELINING": "1",
            "ANSIBLE_REMOTE_USER": "root",
            "ANSIBLE_HOME": str(self._folder / "ansible"),
            "ANSIBLE_NOCOLOR": "1",
            "ANSIBLE_PYTHON_INTERPRETER": "/usr/bin/python3",
            "HOME": str(self._folder),
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        }
        ansible = self._folder / "tree" / "ansible"
        command = ["ansible-playbook", "-i", str(ansible / "inventory"), str(ansible / "playbooks/acceptance.yml")]
        return [*command, "-e", "acceptance_poll_s=2", "-e", "acceptance_drives_size=16M", *words], settings

    def told(self) -> str:
        """Return what the newest run has come to."""
        reports = self._folder / "tree-reports" / "acceptance"
        return (reports / (reports / "current").read_text() / "acceptance.txt").read_text()


def _reserved(made: SlurmCluster, controller: Controller, other: str) -> None:
    """Interrupt a start whose job waits for a reservation, continue and cancel it, and test the host in the reservation; `other` is a user's job."""

    def reserve(start: str) -> None:
        words = ("users=root", "nodes=gpu03", f"starttime={start}", "duration=unlimited")
        made.on("control1", "scontrol", "create", "reservation", "reservationname=accept", *words)

    def queue() -> dict[str, str]:
        lines = made.on("control1", "squeue", "--noheader", "--format=%F %T").splitlines()
        return {job: state for job, state in map(str.split, lines) if job != other}

    def recorded() -> str:
        jobs = "/var/lib/clustergen/acceptance/jobs"
        return made.wait("the record", "control1", "ls", jobs, until=r"\d+\.json", seconds=180)

    alone = ("--limit", "gpu03", "-e", "acceptance_reservation=accept")
    reserve("now+1day")
    controller.interrupt(recorded, *alone, "--tags", "start", "-e", "acceptance_start_s=600")
    (job,) = left = queue()
    assert left == {job: "PENDING"}
    again = controller.accept(*alone, "--tags", "start")
    assert again.returncode == 0, again.stdout + again.stderr
    assert f"job {job} of run " in again.stdout
    assert queue() == left
    cancelled = controller.accept(*alone, "--tags", "collect", "-e", "acceptance_cancel=true")
    assert cancelled.returncode == 0, cancelled.stdout + cancelled.stderr
    assert queue() == {}
    assert "no host of the play is idle" not in again.stdout
    late = controller.accept(*alone, "--tags", "start", "-e", "acceptance_start_s=2")
    assert late.returncode == 2
    assert "did not start within 2 s and is cancelled" in late.stdout
    assert (queue(), made.on("control1", "ls", "/var/lib/clustergen/acceptance/jobs").split()) == ({}, [])
    made.on("control1", "scontrol", "delete", "reservationname=accept")
    reserve("now")
    made.wait("the reservation", "control1", "sinfo", "-hN", "-ngpu03", "-o%T", until="reserved")
    without = controller.accept("--limit", "gpu03", "--tags", "start")
    assert without.returncode == 2
    assert "no host of the play is idle" in without.stdout
    found = controller.accept(*alone)
    assert found.returncode == 0, found.stdout + found.stderr


def _rendered(spec: Spec, folder: Path) -> tuple[Plan, dict[str, str], dict[str, str]]:
    """Plan a spec, write what the playbook reads, and return the plan, all files, and those that the cluster itself has."""
    plan = close(plan_data(spec, folder))
    backends = (slurm, ip_plan, cabling, host_system, acceptance, ansible)
    files = {each.path: each.content for backend in backends for each in backend.render(plan, TEMPLATES)}
    tree = {
        path: text for path, text in files.items() if path.startswith(("acceptance/", "ansible/", "cabling/cables"))
    }
    written(folder / "tree", tree)
    return plan, files, {path: text for path, text in files.items() if path not in tree}


def _prepared(made: SlurmCluster, files: Mapping[str, str], faults: Mapping[str, object]) -> None:
    """Give all hosts the files of a model, the stand-ins with what is planted, and folders where the mounts would be."""
    for path, text in files.items():  # hosts of a model have the same devices
        if path.startswith(("hosts/gpu01/etc/clustergen/", "host_groups/gpu/etc/clustergen/")):
            placed(made, text, f"/etc/clustergen/{path.rpartition('/')[2]}")
    for name, text in stand_ins().items():
        placed(made, text, f"/usr/local/bin/{name}")
    placed(made, json.dumps(faults), "/srv/planted.json")
    made.inside("mkdir", "-p", "/scratch", "/fast/work")
    made.inside("mount", "-t", "tmpfs", "-o", "size=2g", "none", "/scratch")  # the prolog wants a mount


def test_the_playbook_measures_every_pair_and_names_what_is_planted(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    for name in PROGRAMS:
        program(name)
    spec = spec_of(VERSION)
    spec["storage"]["scratch"] = DRIVES
    plan, files, kept = _rendered(spec, tmp_path)
    cables = [line.split() for line in files["hosts/gpu01/etc/clustergen/cables"].splitlines()[2:]]
    port = {device: port for port, device, *_ in cables}
    on_leaf = [device for _, device, _, leaf, *_ in cables if leaf == SLOW_LEAF]
    slow = {f"gpu0{number} {device}": 301.0 for number in range(1, 5) for device in on_leaf}
    with Bottle() as bottle:
        made = SlurmCluster(bottle, tmp_path, kept, local=["/var/lib/clustergen"])
        try:
            _prepared(made, files, FAULTS | slow)
            made.start_controllers(["control1"])
            made.start_hosts(computing(spec), "control1")
            controller = Controller(tmp_path, made, plan)
            found = controller.accept()
            assert "not accepted" in found.stdout, found.stdout + found.stderr
            faulty = controller.told()
            placed(made, "{}", "/srv/planted.json")
            busy = made.on(
                "control1", "sbatch", "--parsable", "--nodelist=gpu02", "--gpus-per-node=8", "--wrap=sleep 600"
            )
            made.wait("the job of a user", "control1", "sinfo", "-hN", "-ngpu02", "-o%T", until="allocated|mixed")
            sound = controller.accept("--limit", "gpu01,gpu03")
            refused = controller.accept("--limit", "gpu02", "--tags", "start")
            jobs = made.on("control1", "squeue", "--noheader", "--format=%A %T")
            _reserved(made, controller, busy.strip())
        finally:
            bottle.close()
            made.reap()
    assert found.returncode == 2, found.stdout + found.stderr
    named = re.findall(r"^  (gpu\S+ rail\d) \((\w+)\) (\S+) is below", faulty, flags=re.MULTILINE)
    assert [each for each in named if each[2] != "301"] == [
        (f"gpu02 {port['mlx5_0']}", "leaf", "120"),
        (f"gpu03 {port['mlx5_4']}", "leaf", "190"),
    ], faulty
    assert f"all of {SLOW_LEAF}: {4 * len(on_leaf)} of {4 * len(on_leaf)} ports" in faulty
    assert "gpu01: all-reduce-host 401 is below 460 GB/s" in faulty
    assert re.findall(r"^  (\S+: drives-\S+ \S+ GB/s, \d+ %)", faulty, flags=re.MULTILINE) == [
        "gpu02: drives-read 9 GB/s, 11 %"
    ], faulty
    assert "gpu04: gpu-diagnostics failed: exit 0: | GPU Memory | Fail |" in faulty
    assert "gpu04: gpu-count failed: 7 of 8 GPUs" in faulty
    assert "not measured" not in faulty
    assert "gpu-diagnostics failed" in found.stdout.partition("Fail where a line is not met")[2], found.stdout
    assert sound.returncode == 0, sound.stdout + sound.stderr
    assert "leaf1 is over; dgx-h100: " in sound.stdout
    assert refused.returncode == 2
    assert "no host of the play is idle" in refused.stdout
    assert jobs.split() == [busy.strip(), "RUNNING"]
    proven("sbatch and slurmd 22.05", "acceptance of 4 hosts")
    proven("acceptance.yml under Slurm 22.05", "faults of 4 hosts, 2 sound hosts beside the job of a user")
    proven("acceptance.yml under Slurm 22.05", "an interrupted start is continued and cancelled; a reservation")


@FULL
def test_a_slow_client_of_a_tier_is_named(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """All hosts write, read and create files at the same times; one of them gets a third, and one is at fault that has no room."""
    for name in PROGRAMS:
        program(name)
    spec = spec_of(VERSION)
    spec["storage"] = {"fast": {"kind": "parallel", "mount": "/fast", "hosts": "storage"}, "scratch": DRIVES}
    plan, files, kept = _rendered(spec, tmp_path)
    slow = {"gpu03 fio read": 26_000_000_000, "gpu02 mdtest": 700.0, "gpu04 drives write": 8_000_000_000}
    with Bottle() as bottle:
        made = SlurmCluster(bottle, tmp_path, kept, local=["/var/lib/clustergen"])
        try:
            _prepared(made, files, slow)
            made.start_controllers(["control1"])
            made.start_hosts(computing(spec), "control1")
            controller = Controller(tmp_path, made, plan)
            tiers = ("acceptance_tiers_below=work", "acceptance_tiers_size=16M", "acceptance_tiers_seconds=1")
            found = controller.accept(*(word for each in tiers for word in ("-e", each)))
            told = controller.told() if found.returncode in {0, 2} else ""
            left = made.inside("find", "/scratch", "/fast", "-name", "acceptance-*")
        finally:
            bottle.close()
            made.reap()
    assert found.returncode == 2, found.stdout + found.stderr
    named = re.findall(r"^  (\S+): (\S+) \S+ \S+, (\d+) % of the median of 4 hosts", told, flags=re.MULTILINE)
    assert named == [
        ("gpu04", "drives-write", "10"),
        ("gpu02", "tier-fast-files", "28"),
        ("gpu03", "tier-fast-read-all", "32"),
    ], told
    assert left == ""
    assert "not measured" not in told
    proven("sbatch and slurmd 22.05", "a slow drive and two slow clients of a tier among 4 hosts")


def test_perftest_knows_every_option(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """It reads its options before it looks for devices, of which this machine has none."""
    given = ["-d", "mlx5_0", "--report_gbits", "-F", "-D", "10", "-q", "64", "-p", "18515", "-x", "3", "--tclass=106"]
    real = program("ib_write_bw")
    for words, known in ((given, True), ([*given, "--planted"], False)):
        done = subprocess.run([real, *words], capture_output=True, text=True, check=False, timeout=20, cwd=tmp_path)
        assert (
            "unrecognized option" not in done.stderr and "Invalid Command" not in done.stdout + done.stderr
        ) == known
    proven("ib_write_bw of perftest 4.5", f"{len(given)} words of its command line")
