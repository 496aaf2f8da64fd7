"""Compute hosts by hardware: what Slurm is told of their processors, memory and GPUs."""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.model import Gpu
from generator.catalog.model import Host as HostModel
from generator.plan.plan import Plan
from generator.render.hostlist import fold

MEMORY_RULE = "MiB: the catalog's GB (10^9 bytes) / 2^20, less memory_reserve_percent, rounded down"
NO_LIBRARY_SINCE = "24.11"
"""AutoDetect=nvidia, which needs no NVML; slurmd 22.05 does not know it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hardware:
    """Hosts of one model. `facts` are keys of a NodeName line; `unknown` are those that the catalog cannot give."""

    title: str
    hosts: str
    facts: tuple[tuple[str, str], ...]
    unknown: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Devices:
    """GPUs of one host model. `files` is empty where only the delivered host knows its device numbers."""

    hosts: str
    detect: str
    kind: str
    count: int
    files: str
    flags: str


def hardware(plan: Plan, reserve_percent: int) -> Iterator[Hardware]:
    """Give every model of a compute host with its hosts, in the order of the plan."""
    for model, hosts in _models(plan):
        facts: dict[str, int | None] = {
            "Sockets": model.cpu.sockets if model.cpu else None,
            "CoresPerSocket": model.cpu.cores_per_socket if model.cpu else None,
            "ThreadsPerCore": model.cpu.threads_per_core if model.cpu else None,
            "RealMemory": real_memory_mib(model.memory_gb, reserve_percent) if model.memory_gb else None,
        }
        given = [(key, str(value)) for key, value in facts.items() if value is not None]
        if model.gpus:
            gpu = plan.catalog.get(Gpu, model.gpus.model)
            given.append(("Gres", f"gpu:{gpu.slurm_type}:{model.gpus.count}"))
        unknown = tuple(key for key, value in facts.items() if value is None)
        yield Hardware(title=f"{model.title} ({model.model})", hosts=hosts, facts=tuple(given), unknown=unknown)


def devices(plan: Plan, version: str) -> Iterator[Devices]:
    """Give the GPUs of every model of a compute host that has some."""
    for model, hosts in _models(plan):
        if not model.gpus:
            continue
        gpu, count = plan.catalog.get(Gpu, model.gpus.model), model.gpus.count
        nvidia = gpu.vendor_kind == "nvidia"
        yield Devices(
            hosts=hosts,
            kind=gpu.slurm_type,
            count=count,
            detect=("nvidia" if version >= NO_LIBRARY_SINCE else "nvml") if nvidia else "rsmi",
            files=fold(f"/dev/nvidia{index}" for index in range(count)) if nvidia else "",
            flags="nvidia_gpu_env" if nvidia else "amd_gpu_env",
        )


def real_memory_mib(memory_gb: float, reserve_percent: int) -> int:
    """Give RealMemory: below what the kernel reports, or the host would be drained."""
    return int(memory_gb * 10**9) * (100 - reserve_percent) // (100 * 2**20)


def _models(plan: Plan) -> Iterator[tuple[HostModel, str]]:
    names: dict[str, list[str]] = {}
    for host in plan.hosts_of.get("compute", []):
        names.setdefault(host.model, []).append(host.name)
    for model, hosts in names.items():
        yield plan.catalog.get(HostModel, model), fold(hosts)
