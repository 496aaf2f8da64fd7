"""A size as programs read it."""

from generator.workload.failures import PUBLISHED, Rates
from generator.workload.records import Split
from generator.workload.size import Size


def described(size: Size) -> dict[str, object]:
    """Return a size as `clustergen size --format json` prints it."""
    peak = size.machine.peaks["bf16"]
    rates = (size.rate.high, size.rate.expected, size.rate.low)
    expected = size.rate.expected
    return {
        "model": size.model.name,
        "gpu": size.machine.model,
        "host": size.machine.host,
        "gpus": size.gpus,
        "precision": size.run.precision,
        "model_flops": size.model_flops,
        "days": _three(size.days),
        "wall_days": size.wall_days,
        "gpu_hours": _three(tuple(days * 24 * size.gpus for days in size.days)),
        "mfu": {"low": rates[2] / peak, "expected": expected / peak, "high": rates[0] / peak},
        "tflops_per_gpu": expected / 1e12,
        "tokens_per_second": size.gpus * expected / (6 * size.model.active_params),
        "batch_tokens": size.run.batch,
        "sequence": size.run.sequence,
        "step_seconds": 6 * size.model.active_params * size.run.batch / (size.gpus * expected),
        "checkpoint_bytes": size.checkpoint_bytes,
        "memory_bytes_per_gpu": size.best.memory.total,
        "recomputed": size.best.memory.recomputed,
        "fits": size.fits,
        "split": _split(size.best.split),
        "bubble": size.best.step.bubble,
        "exposed": size.best.step.exposed,
        "bytes_per_step": {"link": size.best.step.link_bytes, "rail": size.best.step.rail_bytes},
        "collective_seconds": size.best.step.collectives_s,
        "alternatives": [
            {"split": _split(each.split), "slower": each.step.seconds / size.best.step.seconds - 1, "why": each.why_slower(size.best), "fits": each.memory.fits}
            for each in size.others
        ],
        "interruptions_per_day": size.failures.a_day,
        "checkpoint_interval_s": size.failures.interval_s,
        "goodput": size.failures.goodput,
        "background": {"interval_s": size.background.interval_s, "stall_s": size.background.stall_s, "goodput": size.background.goodput},
        "goodput_at_twice_the_write_rate": size.failures.goodput + size.gained_goodput,
        "spare_hosts": [{"repair_days": days, "hosts": hosts} for days, hosts in size.spares],
        "spare_trays": [
            {"repair_days": days, "trays_a_rack": size.spare_trays, "racks": size.racks, "share_of_time": share}
            for days, share in (size.complete if size.spare_trays else ())
        ],
        "storage": {
            "write_gbs": size.demand.write_gbs,
            "read_gbs": size.demand.read_gbs,
            "capacity_tb": size.demand.capacity_tb,
        },
        "assumed": list(size.assumed),
        "sources": [*size.model.sources, *size.rate.sources, *_sources(size.rates)],
    }  # fmt: skip


def _sources(rates: Rates) -> tuple[str, ...]:
    stated = (rates.gpu_hours, rates.restart_s) != (PUBLISHED.gpu_hours, PUBLISHED.restart_s)
    source = "stated" if stated else "arXiv 2407.21783; MegaScale, NSDI 2024"
    return (
        f"failures: one in {rates.gpu_hours:,.0f} GPU-hours, {rates.restart_s / 60:.3g} minutes a restart ({source})",
        "memory: arXiv 1910.02054 and 2205.05198; bytes on links: arXiv 2104.04473",
        "checkpoints: 14 bytes a parameter (bigscience chronicles, mlcommons/storage); storage rates: DGX SuperPOD Reference Architecture, DGX H100",
    )


def _three(values: tuple[float, ...]) -> dict[str, float]:
    low, expected, high = values
    return {"low": low, "expected": expected, "high": high}


def _split(split: Split) -> dict[str, int]:
    return {name: getattr(split, name) for name in ("tp", "cp", "ep", "pp", "dp")}
