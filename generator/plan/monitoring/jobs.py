"""Scrape jobs: a target exists only where the access matrix allows control hosts to scrape it."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from generator.catalog.exporter import read_exporter
from generator.catalog.model import Gpu
from generator.catalog.model import Host as HostModel
from generator.plan.hosts.certificates import has_tls
from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.s3_stores import s3_stores
from generator.plan.monitoring.extra import asked, parts_of_hosts
from generator.plan.monitoring.pdus import PDU_AUTH, PDU_MODULE, SLOWEST, read_pdus, reads_pdus
from generator.plan.monitoring.records import Job, Target
from generator.plan.monitoring.scraped import SCRAPED, answering, scraped_jobs, tier_of
from generator.plan.monitoring.switches import read_switches, reads_switches, switch_labels, watching_hosts
from generator.plan.monitoring.telemetry import collects, gnmi_address, streamed_switches
from generator.plan.monitoring.ufm import UFM_JOBS, ufm_jobs
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.states import INSTALLED, PLANNED

EXPORTERS = {
    "host": "node",
    "gpu": "dcgm",
    "switch": "blackbox",
    "switch-counters": "snmp",
    "switch-telemetry": "gnmic",
    "bmc": "blackbox",
    "bmc-sensors": "ipmi",
    "bmc-redfish": "redfish",
    "pdu": "pdu",
    **SCRAPED,
    **dict.fromkeys(UFM_JOBS, "ufm"),
    "nvlink-switch": "blackbox",
    "certificate": "blackbox",
    "switch-certificate": "blackbox",
    "object-endpoint": "blackbox",
    "slurm-jobs": "slurmctld",
    "slurm-nodes": "slurmctld",
    "slurm-partitions": "slurmctld",
    "slurm-scheduler": "slurmctld",
    "prometheus": "prometheus",
    "alertmanager": "alertmanager",
}
"""The exporter of each job."""
LOCAL = "127.0.0.1"
SNMP_MODULE, SNMP_AUTH = "switch", "clustergen"
"""Names in snmp.yml of the tables and the credentials; releases before 0.23 have the credentials in the module, and ignore the name."""
IPMI_MODULE = "bmc"
"""The name in ipmi.yml of the queries to BMCs."""
_IPMI = 623
"""Of IPMI over the network (RMCP+)."""
_HTTPS = 443
_SLOW_BMC = 60
"""Seconds: a BMC takes some to read its sensors, and ipmi_exporter's own documentation asks once a minute."""
SLOW_REDFISH = 120
"""Seconds between two questions: ours. A BMC that does not expand collections is asked for each of its sensors."""
_INBAND, _MANAGEMENT, _BMC = "inband", "management", "bmc"
_PING = "icmp"
CERTIFICATES = "certificate"
"""The job that reads the certificates of hosts, and its probe module."""
SWITCH_CERTIFICATES = "switch-certificate"
"""The same for the certificates of switches' gNMI servers."""
_SLOW_CERTIFICATE = 120
"""Seconds between two readings of a switch's certificate: ours. Its management processor makes a handshake each time, and a series lives for five minutes."""
ENDPOINTS = "object-endpoint"
"""The job that probes endpoints of object stores of the site."""
NVLINK_SWITCH = "nvsw"
"""The role of NVLink switch trays."""
_SLURMCTLD, _GNMIC, REDFISH = "slurmctld", "gnmic", "redfish"
_PLAIN = {_SLURMCTLD, _GNMIC, REDFISH}
"""Who answers without TLS: slurmctld has none, and the others listen on the control host itself alone."""


def monitoring_hosts(plan: Plan) -> list[Host]:
    """Return the monitoring hosts: the control hosts in-band, which the matrix allows to scrape all others."""
    if not plan.site.monitoring.enabled:
        return []
    return watching_hosts(plan)


def jobs_of(plan: Plan) -> Iterator[Job]:
    """Yield every job with targets in the design of the envelope; planned devices do not respond yet."""
    tls = has_tls(plan)
    return (replace(job, tls=tls and not answers_plainly(job.exporter)) for job in _jobs(plan))


def answers_plainly(exporter: str) -> bool:
    """Whether an exporter has no TLS, regardless of the spec."""
    return exporter in _PLAIN or bool(read_exporter(exporter).plain)


def _jobs(plan: Plan) -> Iterator[Job]:
    yield replace(_job("host", _host_targets(plan, "host")), relabels=_relabels(plan))
    if watches_gpus(plan):
        yield _job("gpu", _host_targets(plan, "gpu"))
    yield _job("switch", _switch_targets(plan), probe=_PING)
    if reads_switches(plan):
        yield replace(
            _job("switch-counters", read_switches(plan), probe=SNMP_MODULE),
            auth=SNMP_AUTH,
            patient=True,
            endpoint="/snmp",
        )
    if collects(plan):
        yield replace(_job("switch-telemetry", [_local(_GNMIC)]), streamed=True, patient=True)
        shown = _job(SWITCH_CERTIFICATES, _streaming_targets(plan), probe=SWITCH_CERTIFICATES)
        yield replace(shown, patient=True, slowest=_SLOW_CERTIFICATE)
    yield _job("bmc", _bmc_targets(plan), probe=_PING)
    if asked(plan, "ipmi"):
        sensors = _job("bmc-sensors", _bmc_targets(plan, "udp", _IPMI), probe=IPMI_MODULE)
        yield replace(sensors, endpoint="/ipmi", patient=True, slowest=_SLOW_BMC)
    if asked(plan, REDFISH):
        sensors = _job("bmc-redfish", _bmc_targets(plan, "tcp", _HTTPS), probe=REDFISH)
        yield replace(sensors, endpoint="/redfish", patient=True, slowest=SLOW_REDFISH)
    if reads_pdus(plan):
        strips = _job("pdu", read_pdus(plan), probe=PDU_MODULE)
        yield replace(strips, auth=PDU_AUTH, endpoint="/snmp", patient=True, slowest=SLOWEST)
    yield from ufm_jobs(plan)
    if has_nvlink_switches(plan):
        yield _job("nvlink-switch", _nvlink_switch_targets(plan), probe=_PING)
    if has_tls(plan):
        yield _job(CERTIFICATES, _host_targets(plan, "host"), probe=CERTIFICATES)
    if s3_stores(plan):
        yield replace(_job(ENDPOINTS, _endpoint_targets(plan), probe=ENDPOINTS), probe_by="tier")
    yield from _slurm_jobs(plan)
    yield from (_job(name, _scraped_targets(plan, name)) for name in scraped_jobs(plan))
    for name in ("prometheus", "alertmanager"):
        yield _job(name, [_local(EXPORTERS[name])])


def _local(exporter: str) -> Target:
    return Target(address=f"{LOCAL}:{read_exporter(exporter).port}", labels={})


def _job(name: str, targets: Iterator[Target] | list[Target], probe: str = "") -> Job:
    return Job(name=name, exporter=EXPORTERS[name], targets=tuple(targets), probe=probe)


def _slurm_jobs(plan: Plan) -> Iterator[Job]:
    """Yield the jobs for metrics of slurmctld, as far as the release has them. All controllers are scraped; the active one responds."""
    if plan.slurm is None or not plan.slurm.metrics:
        return
    port = read_exporter(_SLURMCTLD).port
    open_ = bool(plan.access.may(f"{_INBAND}/control", f"{_INBAND}/control", "tcp", port))
    asked = [host for host in plan.slurm.controllers if host.inband and open_]
    targets = tuple(Target(address=f"{host.inband}:{port}", labels=host_labels(plan, host)) for host in asked)
    for name, exporter in EXPORTERS.items():
        if exporter == _SLURMCTLD:
            yield Job(name=name, exporter=exporter, targets=targets, path=f"/metrics/{name.removeprefix('slurm-')}")


def watches_gpus(plan: Plan) -> bool:
    """Whether any group of the envelope has GPUs that dcgm-exporter reads."""
    return plan.site.monitoring.gpu_exporter and any(_has_nvidia(plan, group.model) for group in plan.groups.values())


def has_nvlink_switches(plan: Plan) -> bool:
    """Whether NVLink switch trays come with any rack of the envelope."""
    return any(group.role == NVLINK_SWITCH for group in plan.groups.values())


def reads_gpus(plan: Plan, host: Host) -> bool:
    """Whether dcgm-exporter answers on a host: its own, or the GPU Operator's on the host's network."""
    return watches_gpus(plan) and _has_nvidia(plan, host.model)


def operated(plan: Plan, host: Host) -> bool:
    """Whether the GPU Operator has a host's driver in a container, and so runs dcgm-exporter there."""
    kubernetes = plan.kubernetes
    return kubernetes is not None and kubernetes.gpu_driver == "operator" and host.name in plan.scheduled.kubernetes


def _has_nvidia(plan: Plan, model: str) -> bool:
    gpus = plan.hardware.get(HostModel, model).gpus
    return gpus is not None and plan.hardware.get(Gpu, gpus.model).vendor_kind == "nvidia"


def host_labels(plan: Plan, host: Host) -> dict[str, str]:
    """Return the labels of a host's metrics."""
    tenant = plan.tenants.get(host.name, "")
    return {
        "instance": host.name,
        "group": host.group,
        "role": host.role,
        "rack": host.rack,
        **({"su": str(host.su + 1)} if host.su is not None else {}),
        **({"tenant": tenant} if tenant else {}),
        **({} if host.state == INSTALLED else {"state": host.state}),
    }


def _host_targets(plan: Plan, job: str) -> Iterator[Target]:
    port = read_exporter(EXPORTERS[job]).port

    @cache
    def reached(zone: str) -> bool:
        return plan.access.may(f"{_INBAND}/control", zone, "tcp", port) is not None

    for host in configured_hosts(plan):
        if host.state == PLANNED or not host.inband or (job == "gpu" and not reads_gpus(plan, host)):
            continue
        zone = plan.access.zone_of(_INBAND, host.role, plan.tenants.get(host.name, ""))
        if zone and reached(zone.name):
            whose = _by_operator(plan) if job == "gpu" and operated(plan, host) else {}
            yield Target(address=f"{host.inband}:{port}", labels={**host_labels(plan, host), **whose})


def _scraped_targets(plan: Plan, job: str) -> Iterator[Target]:
    hosts = (host for host in configured_hosts(plan) if host.state != PLANNED)
    for host, endpoint in answering(plan, job, hosts):
        tier = tier_of(plan, host) if job == "object-store" else ""
        yield Target(address=endpoint, labels={**host_labels(plan, host), **({"tier": tier} if tier else {})})


def _endpoint_targets(plan: Plan) -> Iterator[Target]:
    """Yield the endpoints of object stores of the site."""
    for store in s3_stores(plan).values():
        for place in store.places:
            yield Target(address=f"https://{place}", labels={"instance": place, "tier": store.tier})


def _by_operator(plan: Plan) -> dict[str, str]:
    """Return the labels of an exporter that is the GPU Operator's. No file of ours is in its pods, so it has no certificate."""
    return {"exporter": "operator", **({"__scheme__": "http"} if has_tls(plan) else {})}


def _switch_targets(plan: Plan) -> Iterator[Target]:
    if not _may_ping(plan, _MANAGEMENT):
        return
    for switch in plan.switches:
        if switch.management and switch.state != PLANNED:
            yield Target(address=switch.management, labels=switch_labels(switch))


def _streaming_targets(plan: Plan) -> Iterator[Target]:
    for switch in streamed_switches(plan):
        yield Target(address=gnmi_address(switch), labels=switch_labels(switch))


def _relabels(plan: Plan) -> tuple[Mapping[str, Any], ...]:
    """Return the relabelling of series that additional collectors of hosts add."""
    return tuple(rule for each in parts_of_hosts(plan) for rule in each.relabels)


def _bmc_targets(plan: Plan, protocol: str = _PING, port: int | None = None) -> Iterator[Target]:
    if not _may(plan, _BMC, protocol, port):
        return
    for host in plan.hosts:
        if host.bmc and host.state != PLANNED:
            yield Target(address=host.bmc, labels=host_labels(plan, host))


def _nvlink_switch_targets(plan: Plan) -> Iterator[Target]:
    """Yield every management port of the NVLink switch trays: that of their system's first interface, and the second."""
    if not _may_ping(plan, _MANAGEMENT):
        return
    for host in plan.hosts_of.get(NVLINK_SWITCH, []):
        for address in plan.addresses_of[host.name] if host.state != PLANNED else ():
            if address.use == _MANAGEMENT:
                yield Target(address=address.address, labels={**host_labels(plan, host), "port": address.interface})


def _may_ping(plan: Plan, segment: str) -> bool:
    return _may(plan, segment, _PING)


def _may(plan: Plan, segment: str, protocol: str, port: int | None = None) -> bool:
    """Whether all control hosts reach a segment out of band: they have a port there, and the matrix allows it."""
    source = f"{_MANAGEMENT}/control"
    if source not in plan.access.zone or segment not in plan.access.zone:
        return False
    return all(host.management for host in monitoring_hosts(plan)) and bool(
        plan.access.may(source, segment, protocol, port)
    )
