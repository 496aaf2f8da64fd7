"""A driver that is asked for must be one that the host's distribution packs."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.hosts.drivers import packs_driver
from generator.plan.hosts.roce import gpu_of
from generator.rules import plan_rule
from generator.spec.checks.rule import Finding


@plan_rule(
    title="A GPU driver that no archive of the distribution has",
    why="`driver` names a branch in Ubuntu's own archive, for NVIDIA's GPUs. Others come from their vendor's repository, which only your image knows.",
    fix="Leave `driver` out, set the vendor's repository up in the image, and name its packages in `packages`.",
)
def driver_unpacked(plan: Draft) -> Iterator[Finding]:
    """Each group once."""
    first = {host.group: host for host in reversed(plan.hosts)}
    for group, spec in plan.spec.hosts.items():
        host = first.get(group)
        if spec.driver is None or host is None or packs_driver(plan, host):
            continue
        gpu = gpu_of(plan, host)
        whose = f"{spec.os} has no driver for the {gpu.title} in its archive" if gpu else f"a {host.model} has no GPUs"
        yield Finding(
            message=f"{whose}, and {group} asks for branch {spec.driver}",
            loc=("hosts", group, "driver"),
            help="remove driver, and name the packages of the vendor's repository in packages"
            if gpu
            else "remove driver",
        )
