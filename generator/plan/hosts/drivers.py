"""What is installed for a host's GPUs: NVIDIA's driver of one branch from Ubuntu's archive, and whatever else the spec names.

Names as Ubuntu's list of packages has them: the server flavour with open kernel modules, which Hopper can and Blackwell must use (NVIDIA Driver Installation
Guide, Kernel modules), Fabric Manager of multiverse, and the library by which DCGM reads NVSwitches.
"""

from collections.abc import Iterator

from generator.plan.hosts.tuning import has_nvidia_gpus, runs_fabric_manager
from generator.plan.plan import Plan
from generator.plan.records import Host


def driver_packages(plan: Plan, host: Host) -> Iterator[str]:
    """Yield the packages of a host's driver, of one branch, then those that the spec names."""
    group = plan.groups[host.group]
    if group.driver is not None:
        yield f"nvidia-driver-{group.driver}-server-open"
        yield f"nvidia-utils-{group.driver}-server"
        if runs_fabric_manager(plan, host):
            yield from (f"nvidia-fabricmanager-{group.driver}", f"libnvidia-nscq-{group.driver}")
    yield from group.packages


def packs_driver(plan: Plan, host: Host) -> bool:
    """Whether a host's distribution has a driver for its GPUs in its own archive."""
    return has_nvidia_gpus(plan, host) and plan.groups[host.group].os.startswith("ubuntu-")
