"""What makes a node sick: GPUs whose driver reports a fault that only a reset clears, and ports without a link.

node-problem-detector says it as conditions of the node; the Node Readiness Controller makes a taint of those that jobs cannot do without.
Alerts of the hosts' own exporters say more (rates, temperatures, errors of one job); what is here stands for itself, without a threshold.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from generator.catalog.model import Gpu
from generator.catalog.model import Host as HostModel
from generator.plan.hosts.port_names import port_names
from generator.plan.hosts.records import HostInterface
from generator.plan.kubernetes.rails import FABRIC
from generator.plan.kubernetes.workers import worker_hosts
from generator.plan.plan import Plan
from generator.plan.records import Host

RESETS = (46, 48, 64, 79, 95, 119, 120, 136)
"""XIDs after which a GPU is of no use before a reset, a reboot or a repair: stopped, double-bit and uncontained memory errors, a row that could not be
remapped, fallen off the bus, a GSP that does not answer, a failed link training (docs.nvidia.com/deploy/xid-errors, Resolution Bucket)."""
TAINT = "readiness.k8s.io/clustergen.dev-sick"
"""The key that a sick node is tainted with; the controller takes keys of this prefix alone (its CRD)."""
SECONDS = 60
"""Between two looks at the ports."""
TIMEOUT_SECONDS = 45
"""How long a look may take: one that does not end is no answer, which the controller takes for sick."""
GOOD_LOOKS = 3
"""Looks in a row that ports have to be well after a loss."""
LONGEST = 2048
"""Characters of what a look says that a condition shows: all ports of a host with their cables. The detector reads 4096 (pkg/custompluginmonitor/plugin)."""
_PORTS = frozenset({"routed", "infiniband", "member"})


class Condition(Struct, frozen=True):
    """A condition of a node: its type, and what it says while all is well. `stops`: no job is to start where it is true."""

    type: str
    reason: str
    message: str
    stops: bool


GPUS = Condition("GpuFault", "GpusWork", "no GPU has a fault that only a reset clears", stops=True)
RAILS = Condition("RailDown", "RailsAreUp", "every rail has its link", stops=True)
PORTS = Condition("PortDown", "PortsAreUp", "every port of storage and frontend has its link", stops=False)


class NodeHealth(Struct, frozen=True, kw_only=True):
    """What is looked at on the hosts of a group: all of a group are alike. Ports are (interface, PCI address, RDMA device), empty where no document says."""

    group: str
    nvidia: bool
    rails: tuple[tuple[str, str, str], ...]
    others: tuple[tuple[str, str, str], ...]

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions that its nodes have."""
        return (*([GPUS] if self.nvidia else []), *([RAILS] if self.rails else []), *([PORTS] if self.others else []))


def node_health(plan: Plan) -> Iterator[NodeHealth]:
    """Yield every group with hosts in Kubernetes that compute."""
    kubernetes = plan.kubernetes
    if kubernetes is None or kubernetes.node_health == "none":
        return
    members: dict[str, list[Host]] = {}
    for host in worker_hosts(plan):
        members.setdefault(host.group, []).append(host)
    for group, hosts in sorted(members.items()):
        host, named = hosts[0], _named(plan, hosts)
        gpus = plan.hardware.get(HostModel, host.model).gpus
        ports = [
            each for each in plan.interfaces_of[host.name] if each.kind in _PORTS and (each.rdma or each.name in named)
        ]
        found = NodeHealth(
            group=group,
            nvidia=gpus is not None and plan.hardware.get(Gpu, gpus.model).vendor_kind == "nvidia",
            rails=tuple(_port(each) for each in ports if each.fabric == FABRIC),
            others=tuple(_port(each) for each in ports if each.fabric != FABRIC),
        )
        if found.conditions:
            yield found


def _named(plan: Plan, hosts: Sequence[Host]) -> frozenset[str]:
    """Return the ports that have their names on all of them: no look finds one whose PCI or MAC address nobody knows, or that no system configures."""
    known = [{port.name for port in port_names(plan, host) if port.key} for host in hosts]
    return frozenset(set.intersection(*known))


def _port(port: HostInterface) -> tuple[str, str, str]:
    return port.name, port.pci, port.rdma
