"""Checks of GPUs: their number, reports of the kernel's log and the driver, and their NVLink fabric."""

from collections.abc import Iterator
from functools import partial

from generator.plan.counts import counted
from generator.plan.health.check import GPU, Check
from generator.plan.health.hardware import HealthyHost

XIDS = {
    "reset": (46, 48, 62, 64, 95, 109, 110, 119, 120, 136, 140, 143, 156, 158),
    "reboot": (79,),
    "deep test": (74,),
    "hold": (54,),
}
"""XIDs after which a GPU needs an action, by that step: the column Resolution Bucket (Immediate Action) of NVIDIA's catalog, RESET_GPU,
RESTART_BM, WORKFLOW_NVLINK_ERR and CHECK_MECHANICALS, and 48 with its workflow (a reset clears it). Those that a program causes (RESTART_APP, IGNORE) are no
fault of the host; 155 is also logged when links enter a sleep state; 144 to 150 depend on sub-codes."""
SXIDS = {
    "reset": (10003, 11004, 12028, 19084),
    "reboot": (12020, 22003, 22011, *range(23001, 23018)),
    "deep test": (22012,),
}
"""Errors of NVSwitches after which a host needs an action, by that step: NVIDIA's Fabric Manager User Guide, DU-09883-001 v1.3, appendix D, as
leptonai/gpud quotes it (components/accelerator/nvidia/sxid/sxid.go). `reboot`: always fatal, restart the host (D.6). `deep test`: a broken connection (D.5).
`reset`: what stops the traffic of a GPU, or needs a reset of all GPUs and NVSwitches, without being fatal (D.4, Other Notable Errors); all others that the driver
itself calls fatal come to it (D.5). Corrected errors and replays are no fault (D.4)."""
AMD_PROBES = ("vram_errors", "vram_pages", "gpu_heat")
"""Functions of the program for AMD's GPUs, which it has where its lists need them."""
_CATALOG = "docs.nvidia.com/deploy/xid-errors, Xid Catalog"
_FABRIC_GUIDE = "NVIDIA Fabric Manager User Guide, appendix D: NVSwitch SXid Errors"
_OPERATED = " operator"
"""An argument of the count: the GPU Operator installs the driver, so a new node has none yet."""
_SMI_SECONDS = 15
"""nvidia-smi loads the driver's state of every GPU first where no daemon keeps it; amdgpu asks the hardware for its counts."""
_gpu_check = partial(Check, seconds=_SMI_SECONDS, condition=GPU)


def gpu_checks(host: HealthyHost) -> Iterator[Check]:
    """Yield the count, and what the driver of the GPUs' maker reports."""
    if host.gpus:
        yield _gpu_check(
            name="gpu-count",
            probe=f"gpus {host.gpus} {host.vendor}{_OPERATED if host.operator_driver else ''}",
            limit=counted(host.gpus, "GPU"),
            source="the catalog's host model",
            seconds=20,
            step="reboot",
        )
    if host.gpus:
        yield from _nvidia(host) if host.vendor == "nvidia" else _amd()


def _amd() -> Iterator[Check]:
    """Yield what AMD's driver shows below /sys/class/drm: its counters begin anew when it is loaded, so that a reboot clears them."""
    yield _gpu_check(
        name="gpu-ecc",
        probe="vram_errors",
        limit="no uncorrected memory error since the driver was loaded",
        source="docs.kernel.org, AMDGPU RAS Support, RAS Error Count sysfs Interface",
        step="reboot",
    )
    yield _gpu_check(
        name="gpu-bad-pages",
        probe="vram_pages",
        limit="every bad page of memory is reserved, so that no program gets it",
        source="docs.kernel.org, AMDGPU RAS Support, RAS VRAM Bad Pages sysfs Interface",
        seconds=5,
        step="reboot",
    )
    yield _gpu_check(
        name="gpu-thermal",
        probe="gpu_heat",
        limit="below the driver's critical temperature of each sensor",
        source="docs.kernel.org, AMDGPU, HWMON Interfaces: temp[1-3]_crit",
        seconds=5,
        step="hold",
        failures=3,
        runs=5,
    )


def _nvidia(host: HealthyHost) -> Iterator[Check]:
    for step, numbers in XIDS.items():
        yield _gpu_check(
            name=f"xid-{step.replace(' ', '-')}",
            probe=f"xids {' '.join(map(str, numbers))}",
            limit="none of these XIDs in the kernel's log",
            source=_CATALOG,
            seconds=5,
            step=step,
        )
    yield from _memory()
    yield from _recovery()
    yield from _board()
    if host.fabric_manager:
        yield from _switches()
        yield from _fabric(sliced=host.sliced)


def _memory() -> Iterator[Check]:
    source = "NVML, nvmlDeviceGetRemappedRows"
    for what, limit, step in (
        ("pending", "no row waits for a reset to be remapped", "reset"),
        ("failure", "no remapping of a row has failed", "hold"),
    ):
        yield _gpu_check(
            name=f"gpu-remap-{what}",
            probe=f"remapped {what}",
            limit=limit,
            source=source,
            step=step,
        )
    yield _gpu_check(
        name="gpu-ecc",
        probe="ecc",
        limit="no uncorrected memory error since the last reset",
        source=f"{_CATALOG}, XID 48: a reset or a reboot clears it",
        step="reset",
    )


def _recovery() -> Iterator[Check]:
    """Yield what the driver itself asks for: also after faults whose XID has no step of its own."""
    for step in ("reset", "reboot"):
        yield Check(
            name=f"gpu-recovery-{step}",
            probe=f"recovery {step}",
            limit=f"the driver asks for no {step}",
            source="docs.nvidia.com/deploy/a100-gpu-mem-error-mgmt, Recovery action flag",
            seconds=_SMI_SECONDS,
            step=step,
            condition=GPU,
        )


def _board() -> Iterator[Check]:
    """Yield what its slot and its cooling do to a GPU. A reset or a boot does not widen a link for certain: the diagnostics decide."""
    yield _gpu_check(
        name="gpu-pcie",
        probe="pcie",
        limit="in use, as many and as fast PCIe lanes as GPU and host allow",
        source="nvidia-smi(1), PCI: link generation and width, current and max, which may be reduced when the GPU is not in use",
        step="deep test",
        failures=2,
        runs=3,
    )
    yield _gpu_check(
        name="gpu-thermal",
        probe="thermal",
        limit="the hardware does not slow the GPU down because of its temperature",
        source="NVML, nvmlClocksThrottleReasonHwThermalSlowdown",
        step="hold",
        failures=3,
        runs=5,
    )


def _switches() -> Iterator[Check]:
    """Yield the errors of NVSwitches in the kernel's log; a fatal one of an unknown number is one of a later driver."""
    others = (number for step, numbers in SXIDS.items() if step != "reset" for number in numbers)
    for step, numbers in SXIDS.items():
        listed = " ".join(map(str, numbers))
        fatal = step == "reset"
        yield _gpu_check(
            name=f"sxid-{step.replace(' ', '-')}",
            probe=f"sxids {listed} fatal {' '.join(map(str, others))}" if fatal else f"sxids {listed}",
            limit=f"none of these SXIDs in the kernel's log{', and no fatal one without a step of its own' if fatal else ''}",
            source=_FABRIC_GUIDE,
            seconds=5,
            step=step,
        )


def _fabric(*, sliced: bool) -> Iterator[Check]:
    yield _gpu_check(
        name="gpu-fabric",
        probe="fabric",
        limit="Fabric Manager has set up every GPU",
        source="NVIDIA/NVSentinel, system-services-monitor (fabric.state and fabric.status; RESTART_BM)",
        step="reboot",
        failures=2,
        runs=3,
    )
    if sliced:  # NVLinks of GPUs in slices may be off (A100)
        return
    yield _gpu_check(
        name="gpu-nvlink",
        probe="nvlink",
        limit="no NVLink is inactive",
        source=f"nvidia-smi(1), nvlink --status; {_CATALOG}, XID 74",
        step="deep test",
        failures=2,
        runs=3,
    )
