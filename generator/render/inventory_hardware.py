"""What the inventory says of a group's hardware: the variable `hardware` of `group_vars/<group>.yml`, which preflight holds against the delivered hosts."""

from collections.abc import Mapping
from typing import Any

from generator.plan.hosts.hardware import Hardware, hardware_of
from generator.plan.plan import Plan


def hardware_facts(plan: Plan, group: str) -> Mapping[str, Any]:
    """Return the facts of one group of hosts; empty where nothing is to be compared. What no document states has no key."""
    hardware = hardware_of(plan, group)
    return {"hardware": _facts(hardware)} if hardware else {}


def _facts(hardware: Hardware) -> Mapping[str, Any]:
    facts: dict[str, Any] = {"model": hardware.model, "title": hardware.title}
    facts["gpus"] = {"count": hardware.gpu_count, **_gpu(hardware)}
    if hardware.cpu:
        facts["cpu"] = hardware.cpu.model_dump(exclude_none=True)
    if hardware.memory_gb is not None:
        facts["memory_gb"] = hardware.memory_gb
    facts["drives"] = [drive.model_dump() for drive in hardware.drives]
    facts["ports"] = [
        port.model_dump(include={"name", "fabric", "speed_gbps", "nic", "pci", "rdma"}, exclude_none=True)
        for port in hardware.ports
    ]
    return {**facts, "assumed": list(hardware.assumed)}


def _gpu(hardware: Hardware) -> Mapping[str, Any]:
    gpu = hardware.gpu
    return {"model": gpu.model, "title": gpu.title, "maker": gpu.vendor_kind} if gpu else {}
