"""The GPU that a run computes on, with its links: from the catalog's entries of the GPU and of a host that has it."""

from generator.catalog.model import Gpu, Host
from generator.workload.records import GIGA, TERA, Machine

_JOB_SHARE = 8 / 9
"""Of 72 GPUs of an NVL72 rack a job uses 64: every MLPerf Training entry on such racks is a multiple of 64 (mlcommons/training_results v4.1 to v5.1)."""
_PRECISIONS = ("bf16", "fp8", "fp4")


def machine_of(gpu: Gpu, host: Host, oversubscription: float = 1.0) -> Machine:
    """Return a GPU in a host of the catalog. Raises ValueError: no document states its memory or its BF16 peak."""
    if gpu.memory_gb is None or gpu.tflops.bf16 is None:
        raise ValueError(f"no document of the catalog states the memory and the BF16 peak of {gpu.title}")
    peaks = {name: peak * TERA for name in _PRECISIONS if (peak := getattr(gpu.tflops, name)) is not None}
    domain = host.gpu_count * (host.nvlink_domain_hosts or 1)
    rails = sum(port.speed_gbps for port in host.ports if port.fabric == "compute")
    return Machine(
        model=gpu.model,
        title=gpu.title,
        host=host.model,
        memory_bytes=gpu.memory_gb * GIGA,
        peaks=peaks,
        training=gpu.training,
        link=(gpu.link_gbytes_per_s or 0) / 2 * GIGA,
        rail=rails / 8 / host.gpu_count * GIGA,
        domain=domain if gpu.link_gbytes_per_s else 1,
        job_domain=round(domain * _JOB_SHARE) if host.nvlink_domain_hosts else host.gpu_count,
        host_gpus=host.gpu_count,
        oversubscription=oversubscription,
        bandwidth=(gpu.memory_tbytes_per_s or 0) * TERA,
        fp64=(gpu.tflops.fp64 or 0) * TERA,
        sources=(
            f"{gpu.title}, peaks: {gpu.sources['tflops']}",
            *([f"{gpu.title}, training: {gpu.sources['training']}"] if gpu.training else []),
        ),
    )
