"""Additional exporters that the spec enables (`monitoring.exporters`)."""

from collections.abc import Callable, Iterator, Mapping

from msgspec import UNSET

from generator.catalog.exporter import Exporter, exporter_names, read_exporter
from generator.plan.clients import uses
from generator.plan.hosts.audit import has_audit
from generator.plan.hosts.configured import configured_hosts
from generator.plan.infiniband.subnets import OPENSM
from generator.plan.kubernetes.bootstrap import installation
from generator.plan.monitoring.records import Reporter
from generator.plan.monitoring.telemetry import collects
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.states import PLANNED

NODE = "node"
"""The exporter of hosts, which answers with what programs of ours and further collectors measure."""
COLLECTOR, AUDIT, EGRESS = "collector", "audit", "egress"
"""Programs that follow from the plan, and not from a list of the spec: they read the certificates of gNMIc, what Linux audit lost, and what firewalls dropped of what hosts send."""
_RDMA = frozenset({"roce", "infiniband"})


def asked(plan: Plan, name: str) -> bool:
    """Whether the spec enables an exporter."""
    return plan.site.monitoring.enabled and name in plan.site.monitoring.exporters


def extra_exporters(plan: Plan) -> list[Exporter]:
    """Return the facts of every exporter that the spec enables, by name."""
    return [read_exporter(name) for name in exporter_names() if asked(plan, name)]


def parts_of_hosts(plan: Plan) -> list[Exporter]:
    """Return those that the exporter of a host answers for."""
    parts = [each for each in extra_exporters(plan) if each.part_of == NODE]
    return [*parts, *(read_exporter(name) for name in _PLANNED if _due(plan, name))]


def reporters_of(plan: Plan) -> tuple[Reporter, ...]:
    """Return the programs of ours on hosts, in the order of their names, each with the hosts that run it; none where it has no host."""
    found = (Reporter(name=name, hosts=tuple(_hosts(plan, name))) for name in sorted(_RUNS) if _due(plan, name))
    return tuple(each for each in found if each.hosts)


def reporters_on(plan: Plan, host: Host) -> tuple[str, ...]:
    """Return the names of those that one host runs."""
    return tuple(name for name in sorted(_RUNS) if _due(plan, name) and _RUNS[name](plan, host))


def _due(plan: Plan, name: str) -> bool:
    planned = _PLANNED.get(name)
    return plan.site.monitoring.enabled and planned(plan) if planned else asked(plan, name)


def closes_egress(plan: Plan) -> bool:
    """Whether firewalls of hosts drop what the host itself sends, and nothing allows."""
    return plan.access.egress is not UNSET


def _hosts(plan: Plan, name: str) -> Iterator[str]:
    for host in configured_hosts(plan):
        if host.state != PLANNED and host.inband and _RUNS[name](plan, host):
            yield host.name


def _has_rdma(plan: Plan, host: Host) -> bool:
    """Whether a host has a port in a fabric with RDMA."""
    return any(plan.fabrics[link.fabric].technology in _RDMA for link in plan.links_of[host.name])


def _controls_slurm(plan: Plan, host: Host) -> bool:
    return plan.slurm is not None and host.name in {each.name for each in plan.slurm.controllers}


def _stores_kubernetes(plan: Plan, host: Host) -> bool:
    kubernetes = plan.site.kubernetes
    made = installation(plan, kubernetes) if kubernetes is not None else None
    return made is not None and host.name in {each.name for each in made.etcd}


def _manages_subnet(plan: Plan, host: Host) -> bool:
    """Whether a host runs the manager of a subnet by our files; UFM's appliances have their own."""
    return any(
        host.name == runner.device for subnet in plan.subnets if subnet.manager == OPENSM for runner in subnet.runners
    )


def _has_lustre(plan: Plan, host: Host) -> bool:
    """Whether a host serves or mounts a tier of Lustre that hosts of the cluster serve."""
    tiers = (tier for tier in plan.tiers if plan.site.storage[tier.name].lustre)
    return any(host.group == tier.group or uses(tier, host) for tier in tiers)


_PLANNED: Mapping[str, Callable[[Plan], bool]] = {COLLECTOR: collects, AUDIT: has_audit, EGRESS: closes_egress}
"""When programs run that no list of the spec names."""
_RUNS: Mapping[str, Callable[[Plan, Host], bool]] = {
    AUDIT: lambda _plan, _host: True,
    COLLECTOR: lambda _plan, host: host.role == "control",
    EGRESS: lambda _plan, _host: True,
    "etcd": _stores_kubernetes,
    "kernel-log": lambda _plan, _host: True,
    "kubernetes": _stores_kubernetes,
    "lustre": _has_lustre,
    "nic": _has_rdma,
    "opensm": _manages_subnet,
    "slurm-commands": _controls_slurm,
}
"""By exporter, which hosts run its program."""
