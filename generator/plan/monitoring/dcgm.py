"""How dcgm-exporter is started, on hosts and by the GPU Operator, and what it measures."""

from collections.abc import Mapping

from generator.catalog.exporter import Metric, read_exporter
from generator.plan.plan import Plan

XID_WINDOW_MS = 900_000
"""For how long an XID is counted: more than three times the longest `monitoring.interval_seconds`, so that a scrape that is late or lost hides none."""
JOBS_FOLDER = "/run/clustergen-gpu-jobs"
"""Where a host of Slurm has a file for each GPU that a job holds, called by the number of the GPU: dcgm-exporter adds the number of the job in it to series (`hpc_job`)."""
DCGM, PROFILING = "dcgm", "dcgm-profiling"
"""The fields that are always measured, and those of `monitoring.gpu_profiling`."""


def profiles_gpus(plan: Plan) -> bool:
    """Whether dcgm-exporter measures profiling fields where it runs."""
    return plan.site.monitoring.gpu_profiling


def gpu_fields(plan: Plan) -> Mapping[str, Metric]:
    """Return the fields that dcgm-exporter measures, on hosts and in pods of the GPU Operator."""
    lists = (DCGM, PROFILING) if profiles_gpus(plan) else (DCGM,)
    return {name: metric for each in lists for name, metric in read_exporter(each).metrics.items()}
