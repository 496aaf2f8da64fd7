"""Billing of jobs: the part of a host that a job uses or blocks, counted in GPUs.

With PriorityFlags=MAX_TRES a job counts by the largest of its weighted parts (slurm.conf(5), TRESBillingWeights). A GPU counts 1000; processors and
memory count in shares of a GPU, rounded down, so that a job with no more than these is charged for its GPUs only.
"""

from fractions import Fraction

GPU_WEIGHT = 1000
"""Of a whole GPU. Accounting keeps whole numbers, so that a single thread counts, too."""
FLAGS = "MAX_TRES"


def weights(slices: int, share: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return the key of a partition by the number of slices of its GPUs, each with a share of its host (DefCpuPerGPU, DefMemPerGPU)."""
    weight, brought = GPU_WEIGHT // slices, dict(share)
    given = []
    if "DefCpuPerGPU" in brought:
        given.append(f"CPU={_hundredths(Fraction(weight, int(brought['DefCpuPerGPU'])))}")
    if "DefMemPerGPU" in brought:
        given.append(f"Mem={_hundredths(Fraction(weight * 1024, int(brought['DefMemPerGPU'])))}G")
    return (("TRESBillingWeights", ",".join((*given, f"GRES/gpu={weight}"))),)


def _hundredths(value: Fraction) -> str:
    whole = int(value * 100)
    return f"{whole // 100}.{whole % 100:02d}"
