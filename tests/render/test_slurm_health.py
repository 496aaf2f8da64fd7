"""health.sh and slurmctld: what drains a host with which words, what resumes it, and what others have said stays. `test_health.py` has every check."""

import csv
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from generator.render.backends import cabling, host_system, slurm
from tests.conftest import example, plan_of
from tests.ours import TEMPLATES
from tests.render.health_host import MOUNTPOINT, HealthHost, rows_of
from tests.specs import cluster, plan_data

OURS = "clustergen health: "


def _script(folder: Path, **keys: Any) -> str:
    spec = cluster() | {"scheduler": {"slurm": keys}}
    return {each.path: each.content for each in slurm.render(plan_data(spec, folder), TEMPLATES)}["slurm/health.sh"]


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The rendered check of a cluster of DGX H100."""
    return _script(tmp_path_factory.mktemp("spec"))


@pytest.fixture
def host(tmp_path: Path, script: str) -> HealthHost:
    """A host on which all is well."""
    return HealthHost(tmp_path, script)


WELL = ("IDLE", "")


def test_a_healthy_host_asks_nobody(host: HealthHost) -> None:
    assert host.look() == WELL
    assert host.questions == []


def test_what_nobody_mounts_is_not_asked(script: str) -> None:
    """`/fast` has no source, so no unit mounts it: it drained every host of a fresh cluster."""
    assert [line.split("|")[5] for line in script.splitlines() if "|mounted " in line] == ["mounted /home"]


FAULTS: dict[str, tuple[Callable[[HealthHost], None], str]] = {
    "a link": (lambda host: host.port("frontend0", operstate="down"), "frontend0 is down"),
    "speed": (lambda host: host.port("rail5", speed=200000), "rail5 at 200000 of 400000 Mb/s"),
    "an adapter": (lambda host: host.lose("sys/class/net/frontend1"), "frontend1 is missing"),
    "RDMA": (lambda host: host.rdma("mlx5_0", "1: DOWN"), "rail0 is DOWN on mlx5_0"),
    "a device": (lambda host: host.lose("sys/class/infiniband/mlx5_3"), "rail1 is missing on mlx5_3"),
    "a GPU": (lambda host: host.lose("proc/driver/nvidia/gpus/0000:07:00.0"), "7 of 8 GPUs"),
    "off the bus": (
        lambda host: host.set("bin/nvidia-smi.said", "GPU 0: NVIDIA H100\nUnable to determine the device handle for GPU1"),
        "1 of 8 GPUs",
    ),
    "a mount": (lambda host: host.set("bin/mountpoint.there"), "/home is not mounted"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_missing_drains_the_host(host: HealthHost, fault: str) -> None:
    plant, words = FAULTS[fault]
    plant(host)
    step = "reboot" if "GPUs" in words else "requeue" if "mounted" in words else "hold"
    assert host.look() == ("IDLE+DRAIN", f"{OURS}{words}; next: {step}")


CABLES: dict[str, tuple[Callable[[HealthHost], None], str]] = {
    "its state": (lambda host: host.port("frontend0", operstate="down"), "frontend0 is down ({frontend0})"),
    "its speed": (lambda host: host.port("rail5", speed=200000), "rail5 at 200000 of 400000 Mb/s ({rail5})"),
    "its device": (lambda host: host.rdma("mlx5_0", "1: DOWN"), "rail0 is DOWN on mlx5_0 ({rail0})"),
}


@pytest.mark.parametrize("fault", CABLES)
def test_a_port_is_named_with_its_cable(tmp_path: Path, host: HealthHost, fault: str) -> None:
    """As cabling/cables.csv has it, and the switch's port by its name and its cage."""
    plan = plan_data(cluster(), tmp_path)
    files = {
        each.path: each.content for each in (*host_system.render(plan, TEMPLATES), *cabling.render(plan, TEMPLATES))
    }
    host.set("etc/clustergen/cables", files["hosts/gpu01/etc/clustergen/cables"])
    rows = [row for row in csv.DictReader(files["cabling/cables.csv"].splitlines()) if row["a_device"] == "gpu01"]
    ends = {
        row[
            "a_interface"
        ]: f"cable {row['cable_id']} to {row['b_device']} {row['b_interface']}, cage {row['label_a'].split()[-1]}"
        for row in rows
    }
    plant, words = CABLES[fault]
    plant(host)
    assert host.look() == ("IDLE+DRAIN", f"{OURS}{words.format(**ends)}; next: hold")


def test_an_infiniband_port_is_named_with_its_cable(tmp_path: Path) -> None:
    """By its RDMA device, which is what is asked; a switch there calls its port by its cage."""
    plan = plan_of(example("ib-256"))
    files = {each.path: each.content for each in (*host_system.render(plan, TEMPLATES), *slurm.render(plan, TEMPLATES))}
    host = HealthHost(tmp_path, files["slurm/health.sh"])
    host.set("etc/clustergen/cables", files["hosts/gpu01/etc/clustergen/cables"])
    host.rdma("mlx5_4", "1: DOWN")
    host.set("sys/class/infiniband/mlx5_3/ports/1/rate", "200 Gb/sec (2X NDR)\n")
    cables = {link.a.interface: link for link in plan.links_of["gpu01"]}
    slow, down = (f"(rail{n}: cable {cables[f'rail{n}'].cable} to compute-leaf0{n + 1} 1/1)" for n in (1, 2))
    assert host.look()[1] == f"{OURS}mlx5_3 at 200 of 400 Gb/s {slow}, mlx5_4 is DOWN {down}; next: hold"


def test_all_faults_are_one_reason_that_follows_them(host: HealthHost) -> None:
    host.port("rail5", speed=200000)
    host.set("bin/mountpoint.there")
    assert host.look()[1] == f"{OURS}rail5 at 200000 of 400000 Mb/s, /home is not mounted; next: hold"
    host.set("bin/mountpoint.there", "/home\n")
    assert host.look()[1] == f"{OURS}rail5 at 200000 of 400000 Mb/s; next: hold"
    asked = len(host.questions)
    host.look()
    assert host.questions[asked:] == ["--oneliner show node gpu01"], "what is known is not said again"


def test_a_rail_that_a_pod_has_is_no_fault(host: HealthHost) -> None:
    host.lose("sys/class/net/rail3")
    assert host.look() == WELL
    host.rdma("mlx5_5", "1: DOWN")
    assert host.look() == ("IDLE+DRAIN", f"{OURS}rail3 is DOWN on mlx5_5; next: hold")


def test_without_any_rdma_device_the_interfaces_tell(host: HealthHost) -> None:
    host.lose("sys/class/infiniband")
    assert host.look() == WELL
    host.port("rail3", operstate="down")
    assert host.look() == ("IDLE+DRAIN", f"{OURS}rail3 is down; next: hold")


def test_cards_without_their_rdma_driver_are_a_fault(host: HealthHost) -> None:
    """Their links are up, and jobs would go over TCP: mlx5_core is bound, and mlx5_ib is not there (linux-modules-extra, or no DKMS module for this kernel)."""
    host.lose("sys/class/infiniband")
    for row in host.rows:
        for port in row[5].split()[2:] if row[5].startswith("ethernet ") else ():
            (host.folder / "sys/bus/pci/devices" / port.split(",")[1] / "driver").mkdir(exist_ok=True)
    state, reason = host.look()
    assert (state, reason.count(" has no RDMA device")) == ("IDLE+DRAIN", 10)
    assert reason.startswith(f"{OURS}rail0 has no RDMA device, rail1 has no RDMA device")
    assert "frontend" not in reason, "the plan names none of a bond's members"


def test_several_good_looks_in_a_row_resume_it(host: HealthHost) -> None:
    host.port("frontend0", operstate="down")
    host.look()
    host.port("frontend0", operstate="up")
    assert host.look(2)[0] == "IDLE+DRAIN", "a flap"
    host.port("frontend0", operstate="down")
    host.look()
    host.port("frontend0", operstate="up")
    assert host.look(2)[0] == "IDLE+DRAIN", "the row begins anew"
    assert host.look() == WELL
    asked = len(host.questions)
    assert host.look(2) == WELL
    assert len(host.questions) == asked


def test_a_link_that_was_lost_between_two_looks_is_not_well(host: HealthHost) -> None:
    host.port("rail5", speed=200000)
    host.look()
    host.port("rail5", speed=400000)
    for losses in range(2, 6):
        host.port("rail5", carrier_down_count=losses)
        assert host.look()[0] == "IDLE+DRAIN"
    assert host.look(3) == WELL, "three losses in five looks are a fault of their own"


def test_a_host_that_is_resumed_too_early_is_drained_again(host: HealthHost) -> None:
    host.port("frontend0", operstate="down")
    drained = host.look()
    host.says("IDLE")
    assert host.look() == drained


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("IDLE+DRAIN", "bench"),
        ("MIXED+DRAIN", "health: the fan is loud"),
        ("IDLE+DRAIN", "clustergen: upgrade"),
        ("DOWN", "board is out"),
        ("IDLE+FAIL", "parts on order"),
    ],
)
def test_what_others_said_stays(host: HealthHost, state: str, reason: str) -> None:
    host.says(state, reason)
    host.port("frontend0", operstate="down")
    assert host.look() == (state, reason)
    host.port("frontend0", operstate="up")
    assert host.look(4) == (state, reason)


def test_a_reason_that_a_person_has_added_to_is_theirs(host: HealthHost) -> None:
    host.port("frontend0", operstate="down")
    state, reason = host.look()
    host.says(state, f"{reason}; cable ordered")
    host.port("frontend0", operstate="up")
    assert host.look(4) == (state, f"{reason}; cable ordered")


@pytest.mark.parametrize("state", ["IDLE+DRAIN", "DOWN+DRAIN"])
def test_the_mark_survives_the_reboot_that_mends(host: HealthHost, state: str) -> None:
    host.lose("proc/driver/nvidia/gpus/0000:07:00.0")
    _, reason = host.look()
    host.reboots()
    host.says(state, reason)
    host.set("proc/driver/nvidia/gpus/0000:07:00.0/information")
    assert host.look(2) == (state, reason)
    assert host.look() == WELL


def test_slurmctld_that_does_not_answer_is_asked_again(host: HealthHost) -> None:
    host.port("frontend0", operstate="down")
    host.set("slurmctld/away")
    start = time.monotonic()
    assert host.look() == WELL
    assert time.monotonic() - start < 10
    host.lose("slurmctld/away")
    assert host.look() == ("IDLE+DRAIN", f"{OURS}frontend0 is down; next: hold")


HANGS: dict[str, tuple[Callable[[HealthHost], None], str]] = {
    "a file server": (lambda host: host.set("bin/mountpoint.hangs", "/home"), "/home does not answer; next: requeue"),
    "the driver": (lambda host: host.set("bin/nvidia-smi.hangs"), "nvidia-smi does not answer; next: reboot"),
}


@pytest.mark.parametrize("hang", HANGS)
def test_a_look_that_hangs_is_a_fault(host: HealthHost, hang: str) -> None:
    plant, words = HANGS[hang]
    plant(host)
    start = time.monotonic()
    assert host.look() == ("IDLE+DRAIN", f"{OURS}{words}")
    assert time.monotonic() - start < 10


def test_a_check_ends_before_slurmd_ends_it(script: str) -> None:
    """After 60 seconds (slurm.conf(5), HealthCheckProgram): all looks, then two questions to slurmctld, each with a second until it is killed."""
    looks, asks = (
        int("".join(re.findall(rf"^{name}=(\d+)$", script, flags=re.MULTILINE)))
        for name in ("look_seconds", "ask_seconds")
    )
    assert looks + 2 * (asks + 1) < 60
    assert max(int(row[1]) for row in rows_of(script, "gpu")) < looks
    for command in ("head ", "cut ", "ls ", "mountpoint ", "nvidia-smi ", "dmesg", "chronyc ", "df "):
        bare = [line for line in script.splitlines() if re.search(rf"(?:^ *|\$\(|\| )({command})", line)]
        assert bare == [], "each runs under a timeout"


def test_who_cannot_be_killed_is_not_waited_for(tmp_path: Path, script: str) -> None:
    """A process that hangs in the kernel: here a `timeout` that never comes back. The next look sees that it is there still, and leaves the reason."""
    host = HealthHost(tmp_path, script.replace("look_seconds=35", "look_seconds=6"))
    real = "/usr/bin/timeout"
    host.set("bin/timeout", f'#!/bin/sh\ncase "$*" in *mountpoint*) exec sleep 30 ;; esac\nexec {real} "$@"\n')
    (tmp_path / "bin/timeout").chmod(0o755)
    drained = ("IDLE+DRAIN", f"{OURS}no answer from /home in 6 seconds; next: reboot")
    start = time.monotonic()
    assert host.look() == drained
    assert host.look() == drained
    assert time.monotonic() - start < 20


def test_two_looks_at_once_are_no_fault(tmp_path: Path, script: str) -> None:
    """A person runs the check while slurmd does: the second one waits for the first."""
    host = HealthHost(tmp_path, script)
    host.set("bin/mountpoint", MOUNTPOINT.replace("\n", "\nsleep 0.5\n", 1))
    with ThreadPoolExecutor(2) as both:
        assert [each.result() for each in (both.submit(host.look), both.submit(host.look))] == [WELL, WELL]
    assert host.questions == []


def test_hosts_of_a_provider_are_the_providers_matter(tmp_path: Path) -> None:
    burst = {"count": 2, "cpus": 8, "memory_gib": 64}
    host = HealthHost(tmp_path, _script(tmp_path, burst=burst))
    assert host.look(name="burst0002") == WELL
    assert host.look(name="stranger1") == ("IDLE+DRAIN", f"{OURS}no host of the plan; next: hold")
