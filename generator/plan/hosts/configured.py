"""Which hosts have an operating system that is configured here: all but appliances, which run their vendor's own."""

from collections.abc import Iterator

from generator.catalog.model import Host as HostModel
from generator.plan.plan import Plan
from generator.plan.records import Host


def configured_hosts(plan: Plan) -> Iterator[Host]:
    """Yield the hosts that files are written for, in the order of the plan."""
    for host in plan.hosts:
        if plan.hardware.get(HostModel, host.model).subnet_manager is None:
            yield host


def system_of(plan: Plan, host: Host) -> str:
    """Return a host's operating system as the spec has it: `ubuntu-24.04`."""
    return plan.groups[host.group].os
