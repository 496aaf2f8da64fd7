"""Burst hosts: Slurm's configuration of hosts that are created on demand."""

from generator.plan.draft import Draft
from generator.plan.hostlist import fold
from generator.plan.slurm.cloud import cloud_settings, first_boot, stop_seconds
from generator.plan.slurm.records import BurstHosts
from generator.plan.slurm.tunnel import tunnel_of
from generator.spec.slurm import BurstSpec


def burst_of(plan: Draft) -> BurstHosts | None:
    """Return the numbers as the spec states them. Four digits always, so that more of them change no name."""
    slurm = plan.spec.scheduler.slurm
    burst = slurm.burst if slurm is not None else None
    if slurm is None or burst is None:
        return None
    memory_mib = burst.memory_gib * 1024 * (100 - slurm.memory_reserve_percent) // 100
    tunnel = tunnel_of(plan, burst)
    facts = [("NodeAddr", fold(tunnel.addresses))] if tunnel else []
    facts += [("CPUs", str(burst.cpus)), ("RealMemory", str(memory_mib)), ("Feature", burst.name)]
    if burst.gpus and burst.gpu_type:
        facts.append(("Gres", f"gpu:{burst.gpu_type}:{burst.gpus}"))
    share = _share(burst, memory_mib)
    times: tuple[tuple[str, str], ...] = (
        ("ResumeTimeout", str(burst.ready_minutes * 60)),
        ("SuspendTimeout", str(stop_seconds(burst))),
        ("SuspendTime", str(burst.idle_minutes * 60)),
    )
    names = tuple(f"{burst.name}{number:04d}" for number in range(1, burst.count + 1))
    if burst.tenants is not None:
        times = (("AllowAccounts", ",".join(sorted({"root", *burst.tenants}))), *times)
    return BurstHosts(
        partition=burst.name,
        names=names,
        facts=tuple(facts),
        partition_facts=times,
        share=share,
        gpu_type=burst.gpu_type or "",
        gpus=burst.gpus if burst.gpu_type else 0,
        ready_minutes=burst.ready_minutes,
        settings=cloud_settings(plan, burst, names, tunnel) if burst.cloud else None,
        first_boot=first_boot(plan, burst.cloud, tunnel) if burst.cloud else None,
        tunnel=tunnel,
    )


def _share(burst: BurstSpec, memory_mib: int) -> tuple[tuple[str, str], ...]:
    """Return the shares of memory and threads per thread and GPU; the most is rounded up, so that GPUs never need an additional thread."""
    gpus = burst.gpus if burst.gpu_type else 0
    brought = (burst.cpus // gpus, memory_mib // gpus) if gpus and burst.cpus >= gpus else None
    most = max(-(-memory // threads) for threads, memory in [(burst.cpus, memory_mib), *([brought] if brought else [])])
    of_gpus = (("DefCpuPerGPU", str(brought[0])), ("DefMemPerGPU", str(brought[1]))) if brought else ()
    return ("DefMemPerCPU", str(memory_mib // burst.cpus)), ("MaxMemPerCPU", str(most)), *of_gpus
