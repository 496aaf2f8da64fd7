"""Size of monitoring, for the design document: series, samples, bytes and memory of each server."""

from collections.abc import Iterator
from typing import Any

from generator.plan.counts import counted
from generator.plan.monitoring.records import SeriesSize
from generator.plan.plan import Plan

_SAMPLE_BYTES = (1, 2)
"""Prometheus, Storage, Operational aspects: 1 to 2 bytes a sample on average."""
_SERIES_BYTES = 3500
"""Memory of Prometheus 2.42 of Debian 12 for each series that it takes samples of (`python -m tests.bench series --whole`)."""
_GB = 10**9


def monitoring_values(plan: Plan) -> dict[str, Any]:
    """Return the values of its section; empty where nothing is monitored."""
    watch = plan.monitoring
    if watch is None:
        return {}
    size = watch.size
    return {
        "servers": counted(len(watch.hosts), "control host"),
        "days": counted(size.retention_days, "day"),
        "limit": f"{plan.site.monitoring.retention_gb:,} GB" if plan.site.monitoring.retention_gb else "",
        "figures": list(_figures(size)),
        "rows": list(_rows(size)),
        "uncounted": size.uncounted,
        "series_kb": f"{_SERIES_BYTES / 1000:g}",
        "threads": plan.site.monitoring.thread_series,
    }


def _figures(size: SeriesSize) -> Iterator[dict[str, str]]:
    both = (False, True)
    series, samples, disk, memory = zip(
        *(
            (
                f"{size.series(envelope=most):,}",
                f"{size.samples_per_second(envelope=most):,.0f}",
                " to ".join(f"{size.stored_bytes(each, envelope=most) / _GB:,.0f}" for each in _SAMPLE_BYTES),
                f"{size.series(envelope=most) * _SERIES_BYTES / _GB:,.1f}",
            )
            for most in both
        ),
        strict=True,
    )
    named = {
        "series": series,
        "samples a second": samples,
        "on disk after the whole retention, GB (10^9 bytes)": disk,
        "memory of Prometheus, GB": memory,
    }
    for what, (installed, envelope) in named.items():
        yield {"what": what, "installed": installed, "envelope": envelope}


def _rows(size: SeriesSize) -> Iterator[dict[str, str]]:
    """Yield the kinds of series, those with the most first."""
    for row in sorted(size.rows, key=lambda row: (-row.each * row.envelope, row.exporter, row.what)):
        yield {
            "exporter": row.exporter,
            "what": row.what,
            "each": f"{row.each:,}",
            "installed": f"{row.installed:,}",
            "envelope": f"{row.envelope:,}",
            "seconds": str(row.seconds),
            "series": f"{row.each * row.envelope:,}",
        }
