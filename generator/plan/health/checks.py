"""The list of checks of a host, in the order in which they run: it follows from the host's model and the spec, for both schedulers."""

from collections.abc import Iterator

from generator.plan.health.check import HOST, Check
from generator.plan.health.gpu_checks import gpu_checks
from generator.plan.health.hardware import HealthyHost
from generator.plan.health.port_checks import port_checks

_FULL_PERCENT = 95
"""Where the alert of full file systems begins (catalog/alerts/hosts)."""
_SYSTEM_PATHS = ("/", "/var")
"""Not what jobs fill: /tmp and local tiers."""


def checks_of(host: HealthyHost) -> Iterator[Check]:
    """Yield every check of a group's hosts."""
    yield from gpu_checks(host)
    yield from port_checks(host.ports)
    for mount in host.mounts:
        yield Check(
            name=f"mount{mount.replace('/', '-')}",
            probe=f"mounted {mount}",
            limit="mounted, and answers in time",
            source="the plan: the host's mount units",
            seconds=8,
            step="requeue",
            condition=HOST,
        )
    yield Check(
        name="clock",
        probe="clock",
        limit="chrony is synchronised",
        source="chronyc(1), tracking: Leap status",
        seconds=5,
        step="requeue",
        condition=HOST,
        failures=3,
        runs=5,
    )
    yield Check(
        name="space",
        probe=f"space {_FULL_PERCENT} {' '.join(_SYSTEM_PATHS)}",
        limit=f"less than {_FULL_PERCENT} per cent used",
        source="clustergen's alert of full file systems",
        seconds=5,
        step="hold",
        condition=HOST,
        failures=3,
        runs=5,
    )
