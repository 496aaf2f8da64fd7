"""Compute hosts by hardware: their processors, memory and GPUs in Slurm."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from generator.catalog.model import Gpu
from generator.catalog.model import Host as HostModel
from generator.plan.clients import client_roles
from generator.plan.draft import Draft
from generator.plan.hostlist import fold
from generator.plan.hosts.mounts import filesystem_of
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.scheduled import slurm_hosts
from generator.plan.slurm.burst import burst_of
from generator.plan.slurm.features import SINCE, knows
from generator.plan.slurm.records import Devices, Hardware
from generator.spec.slurm import MigSpec

MEMORY_RULE = "MiB: the catalog's GB (10^9 bytes) / 2^20, less memory_reserve_percent, rounded down"
NO_LIBRARY_SINCE = SINCE["detect-nvidia"]
"""AutoDetect=nvidia, which needs no NVML; slurmd 22.05 does not know it."""
_NVIDIA, _AMD = "nvidia_gpu_env", "amd_gpu_env"


class _Kind(Struct, frozen=True):
    """Hosts of one model whose GPUs are divided alike, and have the same cores beside them."""

    model: HostModel
    mig: MigSpec | None
    cores: tuple[str, ...]
    hosts: tuple[str, ...]
    addresses: tuple[str, ...]


def hardware(plan: Draft, reserve_percent: int) -> Iterator[Hardware]:
    """Yield every model of a compute host with its hosts, in the order of the plan."""
    for kind in _kinds(plan):
        model, cpu = kind.model, kind.model.cpu
        facts: dict[str, int | None] = {
            "Sockets": cpu.sockets if cpu else None,
            "CoresPerSocket": cpu.cores_per_socket if cpu else None,
            "ThreadsPerCore": cpu.threads_per_core if cpu else None,
            "RealMemory": real_memory_mib(model.memory_gb, reserve_percent) if model.memory_gb else None,
        }
        # slurmd, slurmstepd and PMIx of other hosts are reached by it, without name resolution (slurm.conf(5), NodeAddr)
        given = [("NodeAddr", fold(kind.addresses))] if all(kind.addresses) else []
        given += [(key, str(value)) for key, value in facts.items() if value is not None]
        if model.gpus:
            name, count = _gres(plan, kind)
            given.append(("Gres", f"gpu:{name}:{count}"))
        given.append(("Feature", model.model))
        unknown = tuple(key for key, value in facts.items() if value is None)
        title = f"{model.title} ({model.model})" + (f", GPUs in slices of {kind.mig.profile}" if kind.mig else "")
        yield Hardware(title=title, hosts=fold(kind.hosts), facts=tuple(given), unknown=unknown)


def devices(plan: Draft, version: str) -> Iterator[Devices]:
    """Yield the GPUs of every model of a compute host that has some, then those of burst hosts."""
    weka = mounts_weka(plan)
    for kind in _kinds(plan):
        if not kind.model.gpus:
            continue
        gpu = plan.hardware.get(Gpu, kind.model.gpus.model)
        name, count = _gres(plan, kind)
        nvidia = gpu.vendor_kind == "nvidia"
        detect = ("nvidia" if knows(version, "detect-nvidia") and not kind.mig else "nvml") if nvidia else "rsmi"
        known = nvidia and not kind.mig
        for cores, numbers in _beside(kind.cores if known else (), count):
            yield Devices(
                hosts=fold(kind.hosts),
                kind=name,
                count=len(numbers),
                detect="off" if weka and known else detect,
                files=fold(f"/dev/nvidia{number}" for number in numbers) if known else "",
                flags=_NVIDIA if nvidia else _AMD,
                profile=kind.mig.profile if kind.mig else "",
                cores=cores,
            )
    burst = burst_of(plan)
    if burst is not None and burst.gpus:
        files = fold(f"/dev/nvidia{index}" for index in range(burst.gpus))
        yield Devices(
            hosts=fold(burst.names), kind=burst.gpu_type, count=burst.gpus, detect="off", files=files, flags=_NVIDIA
        )


def coreless(plan: Draft) -> Iterator[str]:
    """Return the hosts with undivided GPUs of NVIDIA whose cores are not known."""
    for kind in _kinds(plan):
        gpus = kind.model.gpus
        if gpus and not kind.mig and not kind.cores and plan.hardware.get(Gpu, gpus.model).vendor_kind == "nvidia":
            yield from kind.hosts


def _beside(cores: tuple[str, ...], count: int) -> Iterable[tuple[str, list[int]]]:
    """Return the devices of a host by the cores beside them; all together where these are not known."""
    found: dict[str, list[int]] = {}
    for number in range(count):
        found.setdefault(cores[number] if cores else "", []).append(number)
    return found.items()


def gpu_share(plan: Draft, hosts: frozenset[str], reserve_percent: int) -> tuple[tuple[str, str], ...]:
    """Return the share of a GPU in a partition: threads and memory of its host, divided by the GPUs; the least where hosts differ."""
    shares = [
        (
            cpu.sockets * cpu.cores_per_socket * cpu.threads_per_core // count,
            real_memory_mib(gb, reserve_percent) // count,
        )
        for kind in _kinds(plan)
        if hosts & set(kind.hosts) and (cpu := kind.model.cpu) and (gb := kind.model.memory_gb) and kind.model.gpus
        for count in [_gres(plan, kind)[1]]
    ]
    if not shares:
        return ()
    threads, memory = (min(values) for values in zip(*shares, strict=True))
    return ("DefCpuPerGPU", str(threads)), ("DefMemPerGPU", str(memory))


def slices_of(plan: Draft, hosts: frozenset[str]) -> int:
    """Return into how many slices each GPU of some hosts is divided, the least where they differ; 0 without GPUs."""
    kinds = (kind for kind in _kinds(plan) if hosts & set(kind.hosts) and kind.model.gpus)
    return min((kind.mig.instances if kind.mig else 1 for kind in kinds), default=0)


def thread_share(plan: Draft, hosts: frozenset[str], reserve_percent: int) -> tuple[tuple[str, str], ...]:
    """Return the default memory per thread of a job without GPUs, the least where hosts differ, and the maximum.

    By default a job would get all of a host's memory (slurm.conf(5), DefMemPerCPU); one with GPUs has DefMemPerGPU in its place. The maximum is
    rounded up, so that the memory of GPUs never needs an additional thread.
    """
    shares = [
        (real_memory_mib(gb, reserve_percent), cpu.sockets * cpu.cores_per_socket * cpu.threads_per_core)
        for kind in _kinds(plan)
        if hosts & set(kind.hosts) and (cpu := kind.model.cpu) and (gb := kind.model.memory_gb)
    ]
    if not shares:
        return ()
    gpus = dict(gpu_share(plan, hosts, reserve_percent))
    brought = [(int(gpus["DefMemPerGPU"]), int(gpus["DefCpuPerGPU"]))] if gpus else []
    least = min(memory // threads for memory, threads in shares)
    most = max(-(-memory // threads) for memory, threads in (*shares, *brought))
    return ("DefMemPerCPU", str(least)), ("MaxMemPerCPU", str(most))


def real_memory_mib(memory_gb: float, reserve_percent: int) -> int:
    """Return RealMemory: below what the kernel reports, or the host would be drained."""
    return int(memory_gb * 10**9) * (100 - reserve_percent) // (100 * 2**20)


def mounts_weka(plan: Plan) -> bool:
    """Whether compute hosts mount WEKA, which reserves cores."""
    tiers = ((tier, plan.site.storage[tier.name]) for tier in plan.tiers)
    return any(
        "compute" in client_roles(plan.groups.values(), tier) and filesystem_of(spec) == "wekafs"
        for tier, spec in tiers
    )


def _gres(plan: Plan, kind: _Kind) -> tuple[str, int]:
    assert kind.model.gpus is not None
    if kind.mig:
        return kind.mig.profile, kind.model.gpus.count * kind.mig.instances
    return plan.hardware.get(Gpu, kind.model.gpus.model).slurm_type, kind.model.gpus.count


def _kinds(plan: Draft) -> Iterator[_Kind]:
    slurm = plan.spec.scheduler.slurm
    divided = slurm.mig if slurm is not None else {}
    beside = slurm.cores if slurm is not None else {}
    found: dict[tuple[str, MigSpec | None, tuple[str, ...]], list[Host]] = {}
    for host in slurm_hosts(plan):
        found.setdefault((host.model, divided.get(host.group), beside.get(host.group, ())), []).append(host)
    for (model, mig, cores), hosts in found.items():
        names, addresses = (tuple(getattr(host, name) for host in hosts) for name in ("name", "inband"))
        yield _Kind(plan.hardware.get(HostModel, model), mig, cores, names, addresses)
