"""The effect of losing one host with services: control hosts, subnet managers, login hosts, hosts of storage tiers."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from generator.plan.hosts.exports import servers_of
from generator.plan.kubernetes.workers import kubernetes_hosts
from generator.plan.monitoring.jobs import monitoring_hosts
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.states import PLANNED

_TAKEN_OVER = "continues on the others"


class ServiceHosts(Struct, frozen=True, kw_only=True):
    """A service, its hosts, and the effect of losing one of them. `single`: no other host takes over."""

    service: str
    hosts: tuple[str, ...]
    without_one: str
    single: bool = False


def service_hosts(plan: Plan) -> tuple[ServiceHosts, ...]:
    """Return every service that installed hosts provide."""
    found = (*_provisioning(plan), *_slurm(plan), *_kubernetes(plan), *_monitoring(plan), *_subnets(plan), *_logins(plan), *_tiers(plan))  # fmt: skip
    return tuple(each for each in found if each.hosts)


def _service(service: str, hosts: Sequence[Host], alone: str, shared: str = _TAKEN_OVER) -> ServiceHosts:
    names = tuple(host.name for host in hosts if host.state != PLANNED)
    single = len(names) == 1
    return ServiceHosts(service=service, hosts=names, without_one=alone if single else shared, single=single)


def _provisioning(plan: Plan) -> Iterator[ServiceHosts]:
    if plan.provisioning.serving is None:
        return
    serving = {each.host for each in plan.provisioning.serving.web}
    hosts = [host for host in plan.hosts_of.get("control", []) if host.name in serving]
    if plan.provisioning.dhcp:
        yield _service("DHCP", hosts, "no device gets an address by DHCP")
    if plan.provisioning.zones:
        site = " for the zones of the cluster" if plan.site.services.dns else ""
        yield _service(f"DNS{site}", hosts, "no name server of the cluster answers")
    shared = f"the others have the same files, but every URL names {hosts[0].name}: without it, no installation starts"
    yield _service("boot files", hosts, "no installation from the network starts", shared)


def _slurm(plan: Plan) -> Iterator[ServiceHosts]:
    if plan.slurm is None:
        return
    yield _service("Slurm's controller", plan.slurm.controllers, "running jobs continue, no job starts")
    base = plan.slurm.database
    if base is not None:
        hosts = tuple(name for name in (base.host, base.standby) if name)
        alone = "no change of accounts, no report of jobs"
        yield ServiceHosts(
            service="Slurm's accounts",
            hosts=hosts,
            without_one=_TAKEN_OVER if base.standby else alone,
            single=not base.standby,
        )
    if plan.slurm.state_server:
        text = "no controller reads the queue: running jobs continue, no job starts"
        yield ServiceHosts(
            service="Slurm's queue, on NFS", hosts=(plan.slurm.state_server,), without_one=text, single=True
        )


def _kubernetes(plan: Plan) -> Iterator[ServiceHosts]:
    if plan.kubernetes is None:
        return
    hosts = [host for host in kubernetes_hosts(plan) if host.role == "control" and host.inband]
    members = len(hosts) - 1 + len(hosts) % 2
    stops = "running pods continue, nothing is scheduled"
    shared = f"etcd keeps its majority: {members - 1} of {members}" if members > 1 else f"without {hosts[0].name}, which alone has etcd: {stops}" if hosts else ""  # fmt: skip
    yield _service("Kubernetes' control plane", hosts, stops, shared)


def _monitoring(plan: Plan) -> Iterator[ServiceHosts]:
    yield _service("monitoring and alerts", monitoring_hosts(plan), "nothing is measured, no alert is sent")


def _subnets(plan: Plan) -> Iterator[ServiceHosts]:
    for subnet in plan.subnets:
        hosts = tuple(runner.device for runner in subnet.runners if runner.installed)
        alone = "traffic continues, but no port joins and no failed path is replaced"
        yield ServiceHosts(
            service=f"subnet manager of {subnet.name}",
            hosts=hosts,
            without_one=alone if len(hosts) == 1 else _TAKEN_OVER,
            single=len(hosts) == 1,
        )


def _logins(plan: Plan) -> Iterator[ServiceHosts]:
    yield _service("login", plan.hosts_of.get("login", []), "users cannot log in")


def _tiers(plan: Plan) -> Iterator[ServiceHosts]:
    for tier in plan.tiers:
        hosts = [host for host in plan.hosts if tier.group and host.group == tier.group]
        count = sum(host.state != PLANNED for host in hosts)
        if tier.kind == "nfs":
            servers = servers_of(plan, tier)
            yield _service(
                f"storage tier {tier.name}",
                [host for host in hosts if host.name in servers],
                f"{tier.mount or 'its mount'} does not answer",
                "the other one takes over; clients wait until then",
            )
        else:
            share = f"{count - 1} of {count} hosts are left; its protection decides whether all data can be read"
            yield _service(f"storage tier {tier.name}", hosts, "it does not answer", share)
