"""The one health program: each check with a planted fault and a healthy host, its modes, its memory of earlier looks, its list and its report."""

import fcntl
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.analysis.close import close
from generator.plan.health.check import DEADLINE_SECONDS, LADDER, NOTICE, REPORT, UNREAD_RUNS
from generator.plan.health.gpu_checks import SXIDS, XIDS
from generator.render.backends import kubernetes, slurm
from tests.conftest import example, plan_of
from tests.ours import TEMPLATES
from tests.render.health_host import TEXTFILES, HealthHost, rows_of
from tests.specs import Spec, cluster, plan_data

WELL = ("IDLE", "")
OURS = "clustergen health: "
RELEASE = "28.43.2566"
RAIL_DEVICES = tuple(f"mlx5_{number}" for number in (0, 3, 4, 5, 6, 9, 10, 11))


def slurm_program(spec: Spec, folder: Path, **scheduler: Any) -> str:
    """The program that Slurm runs."""
    plan = plan_data(spec | {"scheduler": scheduler or {"slurm": {}}}, folder)
    return next(each.content for each in slurm.render(plan, TEMPLATES) if each.path == "slurm/health.sh")


def pod_program(spec: Spec, folder: Path, **scheduler: Any) -> str:
    """The program that node-problem-detector runs on the hosts of group `gpu`."""
    plan = close(plan_data(spec | {"scheduler": scheduler or {"kubernetes": {}}}, folder))
    text = next(each.content for each in kubernetes.render(plan, TEMPLATES) if each.path.endswith("detector.yaml"))
    things: list[dict[str, Any]] = list(yaml.safe_load_all(text))
    found = next(each for each in things if each["kind"] == "ConfigMap" and each["metadata"]["name"].endswith("-gpu"))
    program: str = found["data"]["health.sh"]
    return program


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The program of a cluster of DGX H100, whose firmware is stated."""
    spec = cluster()
    spec["hosts"]["gpu"]["firmware"] = {"connectx-7": RELEASE}
    return slurm_program(spec, tmp_path_factory.mktemp("spec"))


@pytest.fixture
def host(tmp_path: Path, script: str) -> HealthHost:
    """A host on which all is well."""
    return HealthHost(tmp_path, script)


def _xid(number: int, pci: str = "0000:3b:00") -> str:
    return f"[ 4000.123456] NVRM: Xid (PCI:{pci}): {number}, pid='<unknown>', name=<unknown>, something"


_SXID = "[ 4000.400584] nvidia-nvswitch1: SXid (PCI:0000:05:00.0): {}"
"""As the driver prints it: NVIDIA's Fabric Manager User Guide, and leptonai/gpud, components/accelerator/nvidia/sxid/README.md."""
Plant = Callable[[HealthHost], None]
FAULTS: dict[str, tuple[Plant, str, str]] = {
    "gpu-count": (lambda host: host.lose("proc/driver/nvidia/gpus/0000:07:00.0"), "7 of 8 GPUs", "reboot"),
    "xid-reset": (lambda host: host.logs(_xid(119)), "Xid 119 on 0000:3b:00", "reset"),
    "xid-reboot": (lambda host: host.logs(_xid(79)), "Xid 79 on 0000:3b:00", "reboot"),
    "xid-deep-test": (lambda host: host.logs(_xid(74)), "Xid 74 on 0000:3b:00", "deep test"),
    "xid-hold": (lambda host: host.logs(_xid(54)), "Xid 54 on 0000:3b:00", "hold"),
    "gpu-remap-pending": (
        lambda host: host.set("bin/nvidia-smi.pending", "00000000:18:00.0, No\n00000000:3B:00.0, Yes\n"),
        "row remapping pending on 00000000:3B:00.0", "reset",
    ),
    "gpu-remap-failure": (
        lambda host: host.set("bin/nvidia-smi.failure", "00000000:18:00.0, 0\n00000000:3B:00.0, 1\n"),
        "row remapping failure on 00000000:3B:00.0", "hold",
    ),
    "gpu-ecc": (
        lambda host: host.set("bin/nvidia-smi.ecc", "00000000:18:00.0, [N/A]\n00000000:3B:00.0, 2\n"),
        "2 uncorrected memory errors on 00000000:3B:00.0", "reset",
    ),
    "gpu-recovery-reset": (
        lambda host: host.set("bin/nvidia-smi.recovery", "00000000:18:00.0, None\n00000000:3B:00.0, Drain and Reset\n"),
        "the driver asks for Drain and Reset of 00000000:3B:00.0", "reset",
    ),
    "gpu-recovery-reboot": (
        lambda host: host.set("bin/nvidia-smi.recovery", "00000000:18:00.0, [N/A]\n00000000:3B:00.0, Node Reboot\n"),
        "the driver asks for Node Reboot of 00000000:3B:00.0", "reboot",
    ),
    "gpu-pcie": (
        lambda host: host.set("bin/nvidia-smi.pcie", "00000000:18:00.0, 8, 16, 1, 5, 0\n00000000:3B:00.0, 8, 16, 5, 5, 97\n"),
        "00000000:3B:00.0 has 8 of 16 PCIe lanes of generation 5 of 5", "deep test",
    ),
    "gpu-thermal": (
        lambda host: host.set("bin/nvidia-smi.thermal", "00000000:18:00.0, Not Active\n00000000:3B:00.0, Active\n"),
        "00000000:3B:00.0 is too hot: its hardware has halved its clocks or more", "hold",
    ),
    "sxid-reset": (
        lambda host: host.logs(_SXID.format("20034, Fatal, Link 48 LTSSM Fault Up")), "SXid 20034 on 0000:05:00.0", "reset"
    ),
    "sxid-reboot": (
        lambda host: host.logs(_SXID.format("12020, Fatal, Link 30 egress sequence ID error (First)")),
        "SXid 12020 on 0000:05:00.0", "reboot",
    ),
    "sxid-deep-test": (
        lambda host: host.logs(_SXID.format("22012, Fatal, Link 12 Minion Link NA interrupt")),
        "SXid 22012 on 0000:05:00.0", "deep test",
    ),
    "gpu-fabric": (
        lambda host: host.set("bin/nvidia-smi.fabric", "00000000:18:00.0, [N/A], [N/A]\n00000000:3B:00.0, In Progress, N/A\n"),
        "NVLink fabric of 00000000:3B:00.0: In Progress N/A", "reboot",
    ),
    "gpu-nvlink": (
        lambda host: host.set("bin/nvidia-smi.nvlink", "GPU 0: NVIDIA H100\n\t Link 0: 26.562 GB/s\n\t Link 1: <inactive>\n"),
        "1 NVLink inactive", "deep test",
    ),
    "rail-ethernet-400": (lambda host: host.port("rail5", operstate="down"), "rail5 is down", "hold"),
    "rail-pcie-400": (
        lambda host: host.set("sys/bus/pci/devices/0000:18:00.0/current_link_width", "8\n"),
        "rail0 has 8 PCIe lanes at 32 GT/s for 400 Gb/s", "reboot",
    ),
    "port-ethernet-400": (lambda host: host.rdma("mlx5_7", "1: DOWN"), "storage0 is DOWN on mlx5_7", "hold"),
    "port-ethernet-100": (lambda host: host.port("frontend1", speed=25000), "frontend1 at 25000 of 100000 Mb/s", "hold"),
    "port-pcie-400": (
        lambda host: host.set("sys/bus/pci/devices/0000:aa:00.0/current_link_speed", "16.0 GT/s PCIe\n"),
        "storage0 has 16 PCIe lanes at 16 GT/s for 400 Gb/s", "reboot",
    ),
    "port-pcie-100": (
        lambda host: host.set("sys/bus/pci/devices/0000:aa:00.1/current_link_width", "1\n"),
        "frontend0 has 1 PCIe lane at 32 GT/s for 100 Gb/s", "reboot",
    ),
    "rail-errors-ethernet": (
        lambda host: host.growing.update({"net/rail5/statistics/rx_crc_errors": 3}),
        "rail5: rx_crc_errors grew by 6 since the look before", "hold",
    ),
    "port-errors-ethernet": (
        lambda host: host.growing.update({"net/frontend0/statistics/rx_crc_errors": 3}),
        "frontend0: rx_crc_errors grew by 6 since the look before", "hold",
    ),
    "rail-losses-ethernet": (
        lambda host: host.growing.update({"net/rail5/carrier_down_count": 1}),
        "rail5: carrier_down_count grew by 2 since the look before", "hold",
    ),
    "port-losses-ethernet": (
        lambda host: host.growing.update({"net/frontend0/carrier_down_count": 1}),
        "frontend0: carrier_down_count grew by 2 since the look before", "hold",
    ),
    "mount-home": (lambda host: host.set("bin/mountpoint.there"), "/home is not mounted", "requeue"),
    "clock": (
        lambda host: host.set("bin/chronyc.said", "Stratum         : 0\nLeap status     : Not synchronised\n"),
        "the clock is not synchronised", "requeue",
    ),
    "space": (
        lambda host: host.set("bin/df.said", "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/md0 100 40 60 40% /\n/dev/md1 100 97 3 97% /var\n"),
        "/var is 97 per cent full", "hold",
    ),
}  # fmt: skip
"""For each check of the list: what breaks, the words of the reason, the step of the ladder."""


REPORTED: dict[str, tuple[Plant, str]] = {
    "rail-retries": (
        lambda host: host.growing.update({"infiniband/mlx5_9/ports/1/hw_counters/packet_seq_err": 300}),
        "rail5: packet_seq_err grew by",
    ),
    "nic-firmware-connectx-7": (
        lambda host: host.set("sys/class/infiniband/mlx5_9/fw_ver", "28.39.1002\n"),
        f"rail5 (connectx-7) has firmware 28.39.1002 instead of {RELEASE}",
    ),
}
"""For each check that drains no host: what differs, and the words that are reported."""


def _row(host: HealthHost, check: str) -> list[str]:
    return next(row for row in host.rows if row[0] == check)


def test_every_check_has_a_planted_fault(host: HealthHost) -> None:
    assert {row[0] for row in host.rows} == {*FAULTS, *REPORTED}


def test_a_healthy_host_stays_healthy(host: HealthHost) -> None:
    assert host.look(6) == WELL
    assert host.questions == []
    assert set(host.states().values()) == {"ok"}
    conditions = dict.fromkeys(row[3] for row in host.rows)
    assert [host.detect(each) for each in conditions for _ in range(3)] == [(0, "")] * 3 * len(conditions)


@pytest.mark.parametrize("check", FAULTS)
def test_a_planted_fault_drains_the_host_with_its_step(host: HealthHost, check: str) -> None:
    """At once, or after as many looks as the list says; the detector has the same words of the same check."""
    plant, words, step = FAULTS[check]
    row = _row(host, check)
    needed = int(row[2].partition("/")[0])
    assert row[4] == step
    host.look()
    host.detect(row[3])
    plant(host)
    for looks in range(1, needed + 1):
        state, reason = host.look()
        code, said = host.detect(row[3])
        assert (state, code) == (("IDLE+DRAIN", 1) if looks == needed else ("IDLE", 0)), looks
    assert reason.startswith(f"{OURS}{words}")
    assert reason.endswith(f"; next: {step}")
    assert f"{OURS}{said}" == reason
    broken = [name for name, state in host.states().items() if state != "ok"]
    assert broken == [check]


@pytest.mark.parametrize("check", REPORTED)
def test_a_planted_finding_is_reported_and_drains_nothing(host: HealthHost, check: str) -> None:
    plant, words = REPORTED[check]
    row = _row(host, check)
    assert (row[3], row[4]) == (NOTICE, REPORT)
    host.set(f"{TEXTFILES}/.keep")
    assert (host.look(6), host.detect(NOTICE), host.report()["reported"]) == (WELL, (0, ""), "")
    plant(host)
    needed = int(row[2].partition("/")[0])
    assert host.look(needed) == WELL
    assert [host.detect(NOTICE)[0] for _ in range(needed)] == [0] * (needed - 1) + [1]
    assert host.detect(NOTICE)[1].startswith(words)
    assert host.report()["reported"].startswith(words)
    assert (host.report()["healthy"], host.states()[check]) == (True, "reported")
    assert f'clustergen_health_finding{{check="{check}",kind="reported"}} 1\n' in host.series
    assert host.run("--for", "prolog").returncode == 0


def test_firmware_of_a_bond_is_that_of_its_adapter(host: HealthHost) -> None:
    """One RDMA device has both ports; a port without any stays unread."""
    functions = host.folder / "sys/bus/pci/devices"
    (functions / "0000:29:00.0/infiniband").mkdir()
    (functions / "0000:29:00.1/infiniband").rename(functions / "0000:29:00.0/infiniband/mlx5_bond_0")
    (functions / "0000:29:00.0/infiniband/mlx5_bond_0/mlx5_bond_0").rename(functions / "0000:29:00.0/infiniband/kept")
    assert host.states()["nic-firmware-connectx-7"] == "ok"
    host.lose("sys/bus/pci/devices/0000:29:00.0/infiniband")
    assert host.states()["nic-firmware-connectx-7"] == "unread"


def test_errors_of_a_port_count_until_they_are_cleared(host: HealthHost) -> None:
    """A drained host has no traffic, so its counters stay as they are."""
    FAULTS["rail-errors-ethernet"][0](host)
    drained = host.look(4)
    assert drained[0] == "IDLE+DRAIN"
    host.growing.clear()
    assert host.look(8) == drained
    assert host.states()["rail-errors-ethernet"] == "fault"
    assert host.run("--clear").returncode == 0
    assert host.look(3) == WELL


def test_losses_of_link_are_over_by_themselves(host: HealthHost) -> None:
    """A leaf that starts again takes all of its hosts out, and they return."""
    FAULTS["rail-losses-ethernet"][0](host)
    assert host.look(5)[0] == "IDLE+DRAIN"
    host.growing.clear()
    assert host.look(3) == WELL


@pytest.mark.parametrize(
    "counter", ["net/rail5/statistics/rx_crc_errors", "infiniband/mlx5_9/ports/1/hw_counters/packet_seq_err"]
)
def test_what_a_port_counted_before_is_no_fault(host: HealthHost, counter: str) -> None:
    """Errors since the host booted, one burst, a few, or counters that begin again."""
    assert host.look(3) == WELL
    host.growing[counter] = 50000
    assert host.look() == WELL
    host.growing[counter] = 0
    assert host.look(5) == WELL
    host.set(f"sys/class/{counter}", "0\n")
    host.growing[counter] = 0 if "rx" in counter else 50
    assert host.look(6) == WELL
    assert (set(host.states().values()), host.report()["reported"]) == ({"ok"}, "")


def test_ports_without_counters_are_unread_and_missing_ones_are_not(host: HealthHost) -> None:
    for device in RAIL_DEVICES:
        host.lose(f"sys/class/infiniband/{device}/ports/1/hw_counters")
    assert host.states()["rail-retries"] == "unread"
    for device in RAIL_DEVICES:
        host.lose(f"sys/class/infiniband/{device}")
    assert host.states()["rail-retries"] == "ok"


def test_a_rate_is_that_of_the_time_between_looks(host: HealthHost) -> None:
    """Three in five minutes are below forty in an hour, and three in a minute are not. A report keeps nothing of its own."""
    counter = "net/rail5/statistics/rx_crc_errors"
    host.look()
    host.set(f"sys/class/{counter}", "70003\n")
    host.grow(seconds=300)
    assert host.states()["rail-errors-ethernet"] == "ok"
    host.run()
    host.set(f"sys/class/{counter}", "70006\n")
    host.grow()
    assert [host.states()["rail-errors-ethernet"] for _ in range(3)] == ["seen"] * 3


def test_no_release_is_compared_that_nobody_states(tmp_path: Path) -> None:
    assert "|firmware " not in slurm_program(cluster(), tmp_path)


def test_what_jobs_fill_and_good_links_have_is_no_check(host: HealthHost) -> None:
    """Any job can fill /tmp, a link within its specification counts errors, and slurmd itself drains a host below RealMemory."""
    assert _row(host, "space")[5] == "space 95 / /var"
    asked = {row[5].split()[0] for row in host.rows}
    assert asked == {
        *("gpus", "xids", "sxids", "remapped", "ecc", "recovery", "pcie", "thermal", "fabric", "nvlink"),
        *("ethernet", "lanes", "errors", "firmware", "mounted", "clock", "space"),
    }


@pytest.mark.parametrize("number", [13, 31, 43, 45, 63, 94, 794])
def test_what_programs_cause_is_no_fault_of_the_host(host: HealthHost, number: int) -> None:
    host.logs(_xid(number), "[ 4001.000000] mlx5_core 0000:18:00.0 rail0: Link down")
    assert host.look(2) == WELL


def test_every_xid_has_one_step() -> None:
    numbers = [number for each in XIDS.values() for number in each]
    assert len(numbers) == len(set(numbers))
    assert set(XIDS) <= set(LADDER)


@pytest.mark.parametrize(
    "said",
    [
        "12023, Non-fatal, Link 08 Single bit ECC errors",
        "20001, Non-fatal, Link 08 TX Replay Error",
        "20034, Severity 1 Engine instance 60 Sub-engine instance 00",
        "20034, Data {0x10000000, 0x10000000, 0x00000000}",
    ],
)
def test_what_an_nvswitch_corrects_is_no_fault(host: HealthHost, said: str) -> None:
    host.logs(_SXID.format(said), "[ 4000.5] nvidia-nvswitch1: open (major=507)")
    assert host.look(2) == WELL


@pytest.mark.parametrize(
    "said", ["12028, Non-fatal, Link 32 egress non-posted PRIV error (First)", "29999, Fatal, Link 01 new"]
)
def test_an_error_of_an_nvswitch_counts_once_until_it_is_cleared(host: HealthHost, said: str) -> None:
    """One that stops a GPU's traffic without being fatal, and a fatal one of a later driver; each of several lines is one event."""
    number = said.partition(",")[0]
    host.logs(_SXID.format(said), _SXID.format(said), _SXID.format(f"{number}, Severity 1 Engine instance 60"))
    assert host.look() == ("IDLE+DRAIN", f"{OURS}SXid {number} on 0000:05:00.0; next: reset")
    assert [name for name, state in host.states().items() if state != "ok"] == ["sxid-reset"]
    assert host.run("--clear").returncode == 0
    assert host.look(3) == WELL


def test_every_sxid_has_one_step() -> None:
    numbers = [number for each in SXIDS.values() for number in each]
    assert len(numbers) == len(set(numbers))
    assert set(SXIDS) <= set(LADDER)


def test_an_xid_counts_until_it_is_cleared(host: HealthHost) -> None:
    """The log turns over; a reset of the GPU leaves no trace that a program could read, so a person says it."""
    host.logs(_xid(95))
    drained = host.look()
    assert drained == ("IDLE+DRAIN", f"{OURS}Xid 95 on 0000:3b:00; next: reset")
    host.set("bin/dmesg.said", "[ 4500.000000] nothing else\n")
    assert host.look(4) == drained
    assert host.run("--clear").returncode == 0
    assert host.look(3) == WELL
    host.logs(_xid(95).replace("4000.", "4500."))
    assert host.look()[1] == drained[1], "a new one of the same second counts again"


@pytest.mark.parametrize("instance", ["GPU-I:05", "GPU-I:05 GPU-CI:02"])
def test_an_xid_of_a_gpu_in_slices_counts(host: HealthHost, instance: str) -> None:
    """As the driver prints it for MIG: docs.nvidia.com/deploy/a100-gpu-mem-error-mgmt, and NVIDIA/open-gpu-kernel-modules, kernel_rc.c."""
    host.logs(
        f"[ 4000.1] NVRM: Xid (PCI:0000:01:00 {instance}): 95, pid=7194, name=python3, Uncontained: LTC TAG (0x2,0x0). RST: Yes, D-RST: No"
    )
    assert host.look() == ("IDLE+DRAIN", f"{OURS}Xid 95 on 0000:01:00; next: reset")


def test_what_is_kept_of_the_log_does_not_grow(host: HealthHost) -> None:
    """A program of a user may cause XIDs for weeks: of each number and GPU the newest is enough."""
    for hour in range(3):
        lines = (
            f"[{3600 * hour + second:5d}.000000] NVRM: Xid (PCI:0000:3b:00): {number}, pid=1, name=a, Ch 8"
            for second in range(200)
            for number in (13, 79)
        )
        host.set("bin/dmesg.said", "".join(f"{line}\n" for line in lines))
        host.look()
    kept = (host.folder / "run/clustergen-health/xids").read_text("utf-8").splitlines()
    assert sorted(kept) == ["7399000000- 0000:3b:00 13", "7399000000- 0000:3b:00 79"]
    assert host.told == ("IDLE+DRAIN", f"{OURS}Xid 79 on 0000:3b:00; next: reboot")


def test_a_log_without_timestamps_is_not_cleared(host: HealthHost) -> None:
    """printk.time=0: nothing separates XIDs before the reset from those after it."""
    host.set("bin/dmesg.said", "NVRM: Xid (PCI:0000:3b:00): 95, pid='<unknown>', name=<unknown>, something\n")
    drained = host.look()
    assert drained == ("IDLE+DRAIN", f"{OURS}Xid 95 on 0000:3b:00; next: reset")
    run = host.run("--clear")
    assert (run.returncode, "no timestamp" in run.stderr) == (1, True)
    assert host.look(3) == drained


@pytest.mark.parametrize("name", ["NVLink", "Nvlink"])
def test_a_gpu_without_any_active_nvlink_is_a_fault(host: HealthHost, name: str) -> None:
    """As nvidia-smi has printed it: leptonai/gpud issue 1085 (B200), NVIDIA/open-gpu-kernel-modules issue 1150 (driver 590.48)."""
    host.set(
        "bin/nvidia-smi.nvlink",
        "GPU 0: NVIDIA B200 (UUID: GPU-0)\n\t Link 0: 50 GB/s\nGPU 2: NVIDIA B200 (UUID: GPU-2)\n"
        f"NVML: Unable to retrieve {name} information as all links are inActive\n",
    )
    assert host.look(2) == ("IDLE+DRAIN", f"{OURS}all NVLinks inactive on 1 GPU; next: deep test")


@pytest.mark.parametrize("status", ["Success", "N/A", "[N/A]", "Not Supported", "Insufficient Resources"])
def test_a_fabric_that_is_completed_without_success_is_a_fault(host: HealthHost, status: str) -> None:
    """Azure/azhpc-images pull request 506: State Completed, Status Insufficient Resources."""
    host.set(
        "bin/nvidia-smi.fabric", f"00000000:18:00.0, Not Supported, Success\n00000000:3B:00.0, Completed, {status}\n"
    )
    fault = ("IDLE+DRAIN", f"{OURS}NVLink fabric of 00000000:3B:00.0: Completed {status}; next: reboot")
    assert host.look(2) == (fault if status == "Insufficient Resources" else WELL)


IDLE, IN_USE, WHOLE = (
    f"00000000:3B:00.0, {row}\n" for row in ("16, 16, 1, 5, 0", "16, 16, 4, 5, 80", "16, 16, 5, 5, 0")
)


def test_a_narrow_link_of_an_idle_gpu_is_no_fault(host: HealthHost) -> None:
    """The driver saves power; nothing is known of a GPU in slices, which has no utilization."""
    for said in (IDLE, IDLE.replace("0\n", "[N/A]\n"), "00000000:3B:00.0, [N/A], [N/A], [N/A], [N/A], 90\n"):
        host.set("bin/nvidia-smi.pcie", said)
        assert host.look(4) == WELL


def test_a_narrow_link_counts_until_it_is_wide_or_cleared(host: HealthHost) -> None:
    """Its host is drained and idle then, which says nothing of the link."""
    host.set("bin/nvidia-smi.pcie", IN_USE)
    host.look()
    host.set("bin/nvidia-smi.pcie", IDLE)
    assert host.look(8)[0] == "IDLE+DRAIN"
    assert host.told[1] == f"{OURS}00000000:3B:00.0 has 16 of 16 PCIe lanes of generation 1 of 5; next: deep test"
    host.set("bin/nvidia-smi.pcie", WHOLE)
    assert host.look(3) == WELL
    host.set("bin/nvidia-smi.pcie", IN_USE)
    host.look(2)
    host.set("bin/nvidia-smi.pcie", IDLE)
    assert host.run("--clear").returncode == 0
    assert host.look(3) == WELL


def test_drivers_before_535_report_a_hot_gpu_by_another_name(host: HealthHost) -> None:
    host.set("bin/nvidia-smi.before535")
    assert host.states()["gpu-thermal"] == "ok"
    FAULTS["gpu-thermal"][0](host)
    assert host.look(3)[0] == "IDLE+DRAIN"


def test_a_driver_without_recovery_actions_is_well(host: HealthHost) -> None:
    host.set("bin/nvidia-smi.older")
    assert host.look() == WELL
    assert host.states()["gpu-recovery-reset"] == "ok"


def test_an_unknown_recovery_action_is_no_good_report(host: HealthHost) -> None:
    """NVML has one for IMEX domains, which no step of the ladder is."""
    host.set("bin/nvidia-smi.recovery", "00000000:3B:00.0, Recover IMEX Domain\n")
    assert host.look(2) == WELL
    assert host.states()["gpu-recovery-reset"] == "unread"


def test_a_gpu_that_requires_a_reset_is_a_fault(host: HealthHost) -> None:
    """nvidia-smi prints NVML's words in brackets in place of a value."""
    host.set("bin/nvidia-smi.ecc", "00000000:18:00.0, [Unknown Error]\n")
    assert (host.look(), host.states()["gpu-ecc"]) == (WELL, "unread")
    host.set("bin/nvidia-smi.ecc", "00000000:18:00.0, 0\n00000000:3B:00.0, [GPU requires reset]\n")
    assert host.look() == ("IDLE+DRAIN", f"{OURS}00000000:3B:00.0 requires a reset; next: reset")


def test_a_corrupted_inforom_hides_no_fault(host: HealthHost) -> None:
    """nvidia-smi(1), return code 14; the line is after the answer, as in NVIDIA/gpu-operator issues 20 and 285."""
    host.set("bin/nvidia-smi.real", (host.folder / "bin/nvidia-smi").read_text("utf-8").replace("$0.", "${0%.real}."))
    host.set(
        "bin/nvidia-smi",
        '#!/bin/sh\nsh "$0.real" "$@" || exit\necho "WARNING: infoROM is corrupted at gpu 0000:3B:00.0"\nexit 14\n',
    )
    assert host.look(2) == WELL
    assert set(host.states().values()) == {"ok"}
    host.set("bin/nvidia-smi.ecc", "00000000:18:00.0, 3\n")
    assert host.look() == ("IDLE+DRAIN", f"{OURS}3 uncorrected memory errors on 00000000:18:00.0; next: reset")


def test_an_xid_goes_with_a_reboot(host: HealthHost) -> None:
    host.logs(
        _xid(79), _xid(79), "[ 4000.500000] [T42] NVRM: Xid (PCI:0000:18:00): 79, pid=1, name=python3, Ch 0000001c"
    )
    assert host.look() == ("IDLE+DRAIN", f"{OURS}Xid 79 on 0000:18:00, Xid 79 on 0000:3b:00; next: reboot")
    host.reboots()
    assert host.look(3) == WELL


def test_the_highest_step_is_taken(host: HealthHost) -> None:
    host.logs(_xid(79))
    host.set("bin/mountpoint.there")
    assert host.look()[1].endswith("; next: reboot")
    host.port("rail5", operstate="down")
    assert host.look()[1].endswith("; next: hold")


def test_failures_among_the_last_looks_count(host: HealthHost) -> None:
    """Three of five, not in a row; good looks push old failures out."""
    bad, well = "Leap status     : Not synchronised\n", "Leap status     : Normal\n"
    for said in (bad, well, bad, well, well, bad, well, bad):
        host.set("bin/chronyc.said", said)
        assert host.look() == WELL
    host.set("bin/chronyc.said", bad)
    assert host.look()[0] == "IDLE+DRAIN"
    host.set("bin/chronyc.said", well)
    assert host.look(2)[0] == "IDLE+DRAIN"
    assert host.look() == WELL


def test_a_report_changes_nothing(host: HealthHost) -> None:
    host.set("bin/chronyc.said", "Leap status     : Not synchronised\n")
    for _ in range(6):
        assert host.states()["clock"] == "seen", "no look of its own"
    host.port("rail5", operstate='down" \\')
    assert host.run("--json").returncode == 1
    report = host.report()
    assert (report["host"], report["healthy"], report["next"]) == ("gpu01", False, "hold")
    (found,) = (each for each in report["checks"] if each["state"] == "fault")
    assert found["text"] == 'rail5 is down" \\'
    assert host.told == WELL
    assert host.questions == []


def test_a_prolog_stops_the_job_and_counts_nothing(host: HealthHost) -> None:
    host.set("bin/chronyc.said", "Leap status     : Not synchronised\n")
    assert [host.run("--for", "prolog").returncode for _ in range(6)] == [0] * 6
    host.look(3)
    host.says("IDLE")
    assert host.run("--for", "prolog").returncode == 1, "three of five looks had it"
    assert host.told[0] == "IDLE+DRAIN"
    assert host.run("--for", "prolog").returncode == 1, "a job on a host that is drained already"


def test_an_epilog_drains_and_resumes_nothing(host: HealthHost) -> None:
    host.logs(_xid(48))
    assert host.run("--for", "epilog").returncode == 0
    assert host.told == ("IDLE+DRAIN", f"{OURS}Xid 48 on 0000:3b:00; next: reset")
    host.run("--clear")
    for _ in range(5):
        assert host.run("--for", "epilog").returncode == 0
    assert host.told[0] == "IDLE+DRAIN"
    host.set("slurmctld/away")
    host.logs(_xid(48).replace("4000.", "6000."))
    assert host.run("--for", "epilog").returncode == 1, "slurmctld does not answer, so slurmd has to drain it"


def test_the_list_is_printed(host: HealthHost, script: str) -> None:
    run = host.run("--list")
    assert run.returncode == 0
    printed = [line.split("|") for line in run.stdout.splitlines()]
    assert {row[0] for row in printed} == {*FAULTS, *REPORTED}
    for row in rows_of(script, "gpu"):
        failures, looks = map(int, row[2].split("/"))
        assert len(row) == 8
        assert all(row)
        assert 0 < int(row[1]) < DEADLINE_SECONDS
        assert 1 <= failures <= looks
        assert row[4] in (*LADDER, REPORT)


@pytest.mark.parametrize("words", [("--for", "never"), ("--for",), ("now",)])
def test_words_that_it_does_not_have_are_misuse(host: HealthHost, words: tuple[str, ...]) -> None:
    run = host.run(*words)
    assert run.returncode == 64
    assert run.stderr.startswith("usage: ")


def test_a_check_can_be_switched_off_on_a_host(host: HealthHost) -> None:
    host.set("bin/mountpoint.there")
    host.set("etc/clustergen/health.skip", "clock\nmount-home\n")
    assert host.look() == WELL
    assert host.states()["mount-home"] == "skipped"


def test_a_check_that_stays_unread_is_reported_and_drains_nothing(host: HealthHost) -> None:
    """After six looks: to the node exporter, where the host has one, and by the report. One look that reads it begins anew."""
    host.set(f"{TEXTFILES}/.keep")
    host.set("bin/chronyc", "#!/bin/sh\nexit 127\n")
    for _ in range(UNREAD_RUNS - 1):
        assert host.look() == WELL
        host.run("--json"), host.run("--for", "prolog")
        assert host.report()["reported"] == ""
    assert "finding{" not in host.series
    assert host.look() == WELL
    assert host.report()["reported"] == f"unread in {UNREAD_RUNS} looks: clock (chronyc)"
    assert 'clustergen_health_finding{check="clock",kind="unread"} 1\n' in host.series
    host.set("bin/chronyc", "#!/bin/sh\necho 'Leap status     : Normal'\n")
    host.look()
    assert (host.report()["reported"], "finding{" in host.series) == ("", False)


def test_the_detector_reports_what_any_of_its_runs_cannot_read(host: HealthHost) -> None:
    """Its own condition: a node without it gets no taint, and an operator's driver is loaded first."""
    assert host.detect(NOTICE) == (0, "")
    host.set("bin/chronyc", "#!/bin/sh\nexit 127\n")
    for _ in range(UNREAD_RUNS):
        assert (host.detect(NOTICE), host.detect("HostFault")) == ((0, ""), (0, ""))
    assert host.detect(NOTICE) == (1, f"unread in {UNREAD_RUNS} looks: clock (chronyc)")
    kept = host.folder / "run/clustergen-health/detector-HostFault.clock.unread"
    count, at, *words = kept.read_text("utf-8").split()
    kept.write_text(f"{count} {int(at) - 3600} {' '.join(words)}\n", "utf-8")
    assert host.detect(NOTICE) == (0, ""), "its check is gone since"


def test_faults_are_series_of_the_host(host: HealthHost) -> None:
    host.set(f"{TEXTFILES}/.keep")
    FAULTS["gpu-ecc"][0](host)
    host.look()
    assert f"clustergen_health_checks {len(host.rows)}\n" in host.series
    assert 'clustergen_health_finding{check="gpu-ecc",kind="fault"} 1\n' in host.series
    assert (host.folder / TEXTFILES / "clustergen-health.prom").stat().st_mode & 0o777 == 0o644


UNREAD = ("nvidia-smi", "chronyc", "df", "dmesg", "mountpoint")


@pytest.mark.parametrize("program", UNREAD)
def test_a_program_that_a_host_lacks_is_no_fault(host: HealthHost, program: str) -> None:
    host.set(f"bin/{program}", "#!/bin/sh\nexit 127\n")
    assert host.look(6) == WELL
    assert "unread" in host.states().values()


def test_a_report_of_checks_that_read_nothing_is_unknown(host: HealthHost) -> None:
    """As the detector's answer is; one that a person has switched off is none of them."""
    only = ("--json", "--condition", "NoSuchCondition")
    run = host.run(*only)
    assert (run.returncode, json.loads(run.stdout)["healthy"]) == (2, None)
    host.set("bin/chronyc", "#!/bin/sh\nexit 127\n")
    run = host.run("--json")
    assert (run.returncode, json.loads(run.stdout)["healthy"]) == (0, True)
    host.set("etc/clustergen/health.skip", "".join(f"{row[0]}\n" for row in host.rows))
    run = host.run("--json")
    assert (run.returncode, json.loads(run.stdout)["healthy"]) == (0, True)


def test_programs_run_where_the_host_is(host: HealthHost) -> None:
    """In a pod, by chroot."""
    host.look()
    asked = {line.split()[0] for line in (host.folder / "bin/enter.asked").read_text().splitlines()}
    assert asked == {"nvidia-smi", "dmesg", "mountpoint", "chronyc", "df"}


def test_a_driver_in_a_container_is_asked_there(host: HealthHost) -> None:
    for name, text in (
        ("run/nvidia/driver/usr/bin/nvidia-smi", ""),
        ("bin/chroot", '#!/bin/sh\necho "$1" >"$0.asked"\nshift\nexec "$@"\n'),
    ):
        host.set(name, text)
        (host.folder / name).chmod(0o755)
    host.set("bin/nvidia-smi.said", "GPU 0: NVIDIA H100\n")
    assert host.detect("GpuFault") == (1, "1 of 8 GPUs; next: reboot")
    assert (host.folder / "bin/chroot.asked").read_text() == f"{host.folder}/run/nvidia/driver\n"


def test_the_detector_cannot_tell(tmp_path: Path, script: str) -> None:
    """Unknown is not healthy and not a fault: a check that hangs in the kernel, and the next run that finds it there."""
    host = HealthHost(tmp_path, script.replace(f"look_seconds={DEADLINE_SECONDS}", "look_seconds=6"))
    host.set("bin/timeout", '#!/bin/sh\ncase "$*" in *mountpoint*) exec sleep 30 ;; esac\nexec /usr/bin/timeout "$@"\n')
    (tmp_path / "bin/timeout").chmod(0o755)
    start = time.monotonic()
    assert host.detect("HostFault") == (2, "no answer from /home in 6 seconds")
    assert host.detect("HostFault") == (2, "the look before has not ended")
    assert host.detect("RailDown") == (0, ""), "conditions do not wait for each other"
    assert time.monotonic() - start < 20
    assert host.detect("NoSuchCondition") == (2, "no check could read anything")


def test_a_condition_whose_checks_are_switched_off_is_not_unknown(host: HealthHost) -> None:
    host.set("etc/clustergen/health.skip", "mount-home\nclock\nspace\n")
    assert host.detect("HostFault") == (0, "")


def test_a_chronyd_that_does_not_run_is_a_fault(host: HealthHost) -> None:
    host.set("bin/chronyc", '#!/bin/sh\necho "506 Cannot talk to daemon"\nexit 1\n')
    assert host.look(3) == ("IDLE+DRAIN", f"{OURS}chronyd does not run; next: requeue")


@pytest.mark.parametrize("command", ["timeout", "mountpoint"])
def test_the_limit_of_all_checks_is_no_fault_of_one(tmp_path: Path, script: str, command: str) -> None:
    """A check that is still within its own seconds, whether it can be stopped or not, and those after it."""
    host = HealthHost(tmp_path, script.replace(f"look_seconds={DEADLINE_SECONDS}", "look_seconds=6"))
    text = (tmp_path / "health.sh").read_text()
    assert "\nmount-home|2|" in text
    host.set("health.sh", text.replace("\nmount-home|2|", "\nmount-home|20|"))
    host.port("frontend0", operstate="down")
    drained = host.look()
    host.port("frontend0", operstate="up")
    if command == "mountpoint":
        host.set("bin/mountpoint.hangs", "/home")
        assert host.look(3) == drained, "not resumed by what did not look at everything"
    else:
        host.set(
            "bin/timeout", '#!/bin/sh\ncase "$*" in *mountpoint*) exec sleep 30 ;; esac\nexec /usr/bin/timeout "$@"\n'
        )
        (tmp_path / "bin/timeout").chmod(0o755)
    run = host.run("--json")
    report = json.loads(run.stdout)
    states = {each["name"]: each["state"] for each in report["checks"]}
    assert [name for name, state in states.items() if state != "ok"] == ["mount-home", "clock", "space"]
    assert {states[name] for name in ("mount-home", "clock", "space")} == {"unread"}
    assert (run.returncode, report["healthy"]) == (2, None), "not all was looked at"
    if command == "mountpoint":
        host.says("IDLE")
        assert host.look() == WELL


@pytest.mark.parametrize("since", [1, 100])
def test_only_a_look_past_its_limit_hangs(host: HealthHost, since: int) -> None:
    """Another look holds the lock: since a second, or since longer than a look may take."""
    host.look()
    uptime = int(float(Path("/proc/uptime").read_text().split()[0]))
    lock = host.folder / "run/clustergen-health/gpu01.lock"
    with lock.open("w") as held:
        held.write(f"{uptime - since}\n")
        held.flush()
        fcntl.flock(held, fcntl.LOCK_EX)
        assert [host.run("--for", each).returncode for each in ("prolog", "epilog")] == [0, 0]
        run = host.run("--json")
        assert (run.returncode, json.loads(run.stdout)["healthy"]) == (2, None)
        assert (host.told, host.questions) == (WELL, [])
        assert host.run().returncode == 0
    told = ("IDLE+DRAIN", f"{OURS}the look before has not ended; next: reboot") if since == 100 else WELL
    assert host.told == told


def test_another_look_leaves_a_condition_unknown(host: HealthHost) -> None:
    host.detect("RailDown")
    with (host.folder / "run/clustergen-health/detector-RailDown.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert host.detect("RailDown") == (2, "another look is running")


def test_nobody_else_can_hold_the_lock(host: HealthHost) -> None:
    """Other programs have files in /var/lib/clustergen, and stay able to read them."""
    kept = host.folder / "run/clustergen-health"
    kept.mkdir(parents=True)
    kept.chmod(0o755)
    host.port("rail5", operstate="down")
    host.look()
    assert kept.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in kept.iterdir()} == {0o600}
    assert (host.folder / "var/lib/clustergen").stat().st_mode & 0o777 == 0o755
    assert (host.folder / "var/lib/clustergen/health/gpu01").exists()


def test_hosts_with_sliced_gpus_have_no_check_of_nvlinks(tmp_path: Path) -> None:
    """MIG turns them off on some GPUs."""
    mig = {"gpu": {"profile": "1g.10gb", "instances": 7}}
    for program, stem, keys in (
        (slurm_program, "gpu", {"slurm": {"mig": mig}}),
        (pod_program, "*", {"kubernetes": {"mig": "mixed"}}),
    ):
        whole, sliced = ({row[0] for row in rows_of(program(cluster(), tmp_path, **each), stem)} for each in ({}, keys))
        assert whole - sliced == {"gpu-nvlink"}


def test_both_schedulers_run_the_same_list(tmp_path: Path) -> None:
    ours, theirs = slurm_program(cluster(), tmp_path), pod_program(cluster(), tmp_path)
    assert rows_of(ours, "gpu") == rows_of(theirs, "*")
    bodies = [text.partition("\nlook() {")[2] for text in (ours, theirs)]
    assert bodies[0] == bodies[1] != ""


def test_the_program_is_clean(tmp_path: Path, program: Callable[[str], str]) -> None:
    for name, text in (("slurm", slurm_program(cluster(), tmp_path)), ("pod", pod_program(cluster(), tmp_path))):
        script = tmp_path / f"{name}.sh"
        script.write_text(text)
        run = subprocess.run((program("shellcheck"), str(script)), capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout


def test_growth_changes_no_line(tmp_path: Path) -> None:
    assert slurm_program(cluster(2), tmp_path) == slurm_program(cluster(32), tmp_path)


def test_infiniband_hosts_have_the_same_checks(tmp_path: Path) -> None:
    files = {each.path: each.content for each in slurm.render(plan_of(example("ib-256")), TEMPLATES)}
    host = HealthHost(tmp_path, files["slurm/health.sh"])
    assert set(host.states().values()) == {"ok"}
    assert {row[0] for row in host.rows} >= {"rail-infiniband-400", "rail-pcie-400"}
    host.set("sys/class/infiniband/mlx5_4/ports/1/rate", "200 Gb/sec (2X NDR)\n")
    assert host.look()[1].startswith(f"{OURS}mlx5_4 at 200 of 400 Gb/s")


@pytest.mark.parametrize(
    ("counter", "well", "bad"), [("symbol_error", 1, 10), ("local_link_integrity_errors", 0, 1), ("link_downed", 0, 1)]
)
def test_errors_of_an_infiniband_port_drain_its_host(tmp_path: Path, counter: str, well: int, bad: int) -> None:
    files = {each.path: each.content for each in slurm.render(plan_of(example("ib-256")), TEMPLATES)}
    host = HealthHost(tmp_path, files["slurm/health.sh"])
    path = f"infiniband/mlx5_4/ports/1/counters/{counter}"
    host.growing[path] = well
    assert host.look(6) == WELL
    host.growing[path] = bad
    assert host.look(3) == ("IDLE+DRAIN", f"{OURS}mlx5_4: {counter} grew by {bad} since the look before; next: hold")


AMD = "sys/devices/pci0000:00/0000:03:00.0"
AMD_FAULTS: dict[str, tuple[str, str, str]] = {
    "gpu-count": ("sys/class/kfd/kfd/topology/nodes/3/gpu_id", "0\n", "7 of 8 GPUs"),
    "gpu-ecc": (f"{AMD}/ras/umc_err_count", "ue: 1\nce: 3\n", "1 uncorrected memory error on card3 (0000:03:00.0)"),
    "gpu-bad-pages": (
        f"{AMD}/ras/gpu_vram_bad_pages", "0x00000001 : 0x00001000 : R\n0x00000002 : 0x00001000 : F\n",
        "1 bad page of memory cannot be reserved on card3 (0000:03:00.0)",
    ),
    "gpu-thermal": (
        f"{AMD}/hwmon/hwmon3/temp2_input", "104000\n", "card3 (0000:03:00.0) is too hot: 104 of at most 100 degrees Celsius"
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def amd_script(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The program of a cluster of MI300X."""
    spec = cluster()
    spec["hosts"]["gpu"] |= {"model": "mi300x-8gpu"}
    return slurm_program(spec, tmp_path_factory.mktemp("spec"))


def test_a_healthy_host_with_amd_gpus_stays_healthy(tmp_path: Path, amd_script: str) -> None:
    """It has no check of NVIDIA's, and none of NVIDIA's hosts has one of these."""
    host = HealthHost(tmp_path, amd_script)
    assert [row[0] for row in host.rows if row[3] == "GpuFault"] == list(AMD_FAULTS)
    assert host.look() == WELL
    assert set(host.states().values()) == {"ok"}


@pytest.mark.parametrize("check", AMD_FAULTS)
def test_a_fault_of_an_amd_gpu_drains_the_host(tmp_path: Path, amd_script: str, check: str) -> None:
    host = HealthHost(tmp_path, amd_script)
    path, text, words = AMD_FAULTS[check]
    host.set(path, text)
    for _ in range(int(_row(host, check)[2].partition("/")[0])):
        state, reason = host.look()
    assert (state, reason.startswith(f"{OURS}{words}")) == ("IDLE+DRAIN", True), reason


def test_counts_that_amdgpu_does_not_have_drain_no_host(tmp_path: Path, amd_script: str) -> None:
    """Other releases of the driver have the counts in another file, or none."""
    host = HealthHost(tmp_path, amd_script)
    for each in (host.folder / "sys/devices").rglob("umc_err_count"):
        each.rename(each.with_name("aca_umc"))
    assert host.states()["gpu-ecc"] == "ok"
    for pattern in ("aca_umc", "gpu_vram_bad_pages", "temp2_crit"):
        for each in (host.folder / "sys/devices").rglob(pattern):
            each.unlink()
    assert {host.states()[check] for check in AMD_FAULTS if check != "gpu-count"} == {"unread"}
    assert host.look() == WELL
