"""Compute hosts of Slurm by group, with the expected state of a healthy one."""

from collections.abc import Iterator

from generator.plan.health.hardware import HealthyHost, healthy_groups
from generator.plan.plan import Plan
from generator.plan.scheduled import slurm_hosts


def healthy_hosts(plan: Plan) -> Iterator[HealthyHost]:
    """Yield every group of hosts that compute for Slurm, by its first host: all of a group are alike."""
    return healthy_groups(plan, slurm_hosts(plan))
