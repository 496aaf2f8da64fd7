"""Time limits of jobs, and the window of the backfill scheduler."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.slurm.accounts import preempts
from generator.plan.slurm.forms import days_and_hours
from generator.plan.slurm.partitions import partitions

_WINDOW_MINUTES, _RESOLUTION_SECONDS = 1440, 60
"""Slurm's own: a day, in steps of a minute (slurm.conf(5), bf_window and bf_resolution)."""
_MOST_WINDOW_MINUTES, _MOST_RESOLUTION_SECONDS = 43_200, 3600
_THREADS = 256
"""Messages that slurmctld serves at once (slurm.conf(5), max_rpc_cnt: MAX_SERVER_THREADS)."""
_MESSAGES = 150
""""Running around the middle (150) may give you good results" (slurm.conf(5), bf_max_time)."""


def job_times(default_hours: int, max_hours: int) -> tuple[tuple[str, str], ...]:
    """Return the keys of a partition: the default time of a job, and the maximum."""
    return ("DefaultTime", days_and_hours(default_hours)), ("MaxTime", days_and_hours(max_hours))


def scheduler_parameters(plan: Draft) -> Iterator[str]:
    """Yield SchedulerParameters.

    The window is the longest job's time, or large jobs starve; its steps grow with it, so that there are no more of them than Slurm has by itself.
    Where all hosts of the envelope together can have more messages than are served at once, scheduling waits for these.
    """
    slurm = plan.spec.scheduler.slurm
    if slurm is None:
        return
    longest = max([slurm.max_hours, *(each.max_hours for each in partitions(plan))])
    window = min(max(longest * 60, _WINDOW_MINUTES), _MOST_WINDOW_MINUTES)
    resolution = min(-(-window * _RESOLUTION_SECONDS // _WINDOW_MINUTES), _MOST_RESOLUTION_SECONDS)
    # A job whose prolog finds an unhealthy host is not held: it starts elsewhere
    yield from ("bf_continue", f"bf_window={window}", f"bf_resolution={resolution}", "nohold_on_prolog_fail")
    if len(plan.scheduled.slurm) > _THREADS:
        yield f"max_rpc_cnt={_MESSAGES}"
    if preempts(plan):
        yield "preempt_youngest_first"
