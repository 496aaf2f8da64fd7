"""Conditions of unhealthy nodes, which node-problem-detector sets from the list of checks, and the interval of its runs.

The Node Readiness Controller turns conditions that jobs need into a taint. Alerts of the hosts' own exporters say more (rates,
temperatures, errors of one job).
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.plan.health.check import GPU, HOST, NOTICE, PORT, RAIL, Check
from generator.plan.health.checks import checks_of
from generator.plan.health.hardware import HealthyHost, PortCheck, healthy_groups
from generator.plan.hosts.port_names import port_names
from generator.plan.kubernetes.workers import worker_hosts
from generator.plan.plan import Plan
from generator.plan.records import Host

TAINT = "readiness.k8s.io/clustergen.dev-sick"
"""The key that an unhealthy node is tainted with; the controller takes keys of this prefix alone (its CRD)."""
SECONDS = 60
"""Between two runs."""
TIMEOUT_SECONDS = 45
"""How long a run may take: the program's own deadline and a margin. One that does not end is no answer, which the controller takes for unhealthy."""
_WHOLE = "none"
"""GPUs that no pod gets in slices."""
LONGEST = 2048
"""Characters of a run's answer that a condition shows: all ports of a host with their cables. The detector reads 4096 (pkg/custompluginmonitor/plugin)."""


class Condition(Struct, frozen=True):
    """A condition of a node: its type, its reason while a check fails, and its message while healthy. `stops`: no job may start where it is true."""

    type: str
    fault: str
    reason: str
    message: str
    stops: bool


CONDITIONS = (
    Condition(GPU, "GpuFails", "GpusWork", "every GPU is there and works", stops=True),
    Condition(RAIL, "RailFails", "RailsAreUp", "every rail has its link at its speed", stops=True),
    Condition(
        PORT, "PortFails", "PortsAreUp", "every port of storage and frontend has its link at its speed", stops=False
    ),
    Condition(HOST, "HostFails", "HostWorks", "mounts, clock and space are as planned", stops=True),
    Condition(
        NOTICE,
        "HealthReports",
        "NothingToReport",
        "every check is read, and none has a finding without an effect",
        stops=False,
    ),
)


class NodeHealth(Struct, frozen=True, kw_only=True):
    """The checks of a group's hosts: all of a group are alike."""

    group: str
    checks: tuple[Check, ...]

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions that its nodes have."""
        asked = {NOTICE, *(check.condition for check in self.checks)}
        return tuple(condition for condition in CONDITIONS if condition.type in asked)


def node_health(plan: Plan) -> Iterator[NodeHealth]:
    """Yield every group with hosts in Kubernetes that compute."""
    kubernetes = plan.kubernetes
    if kubernetes is None or kubernetes.node_health == "none":
        return
    workers = worker_hosts(plan)
    for each in healthy_groups(plan, workers):
        named = _named(plan, [host for host in workers if host.group == each.group])
        host = replace(
            _findable(each, named),
            sliced=kubernetes.mig != _WHOLE,
            operator_driver=kubernetes.gpu_driver == "operator" and each.vendor == "nvidia",
        )
        yield NodeHealth(group=each.group, checks=tuple(checks_of(host)))


def _findable(host: HealthyHost, named: frozenset[str]) -> HealthyHost:
    """Leave out ports that no check can find: it would take every host for unhealthy."""
    return replace(host, ports=tuple(port for port in host.ports if _found(port, named)))


def _found(port: PortCheck, named: frozenset[str]) -> bool:
    return bool(port.device) or port.name in named


def _named(plan: Plan, hosts: Sequence[Host]) -> frozenset[str]:
    """Return the ports that have their configured name on all hosts: a check cannot find a port without a known PCI or MAC address, or one that no system configures."""
    known = [{port.name for port in port_names(plan, host) if port.key} for host in hosts]
    return frozenset(set.intersection(*known))
