"""All of monitoring in one record: jobs, rules, receivers, and the options that its programs start with."""

from collections.abc import Collection, Iterable, Iterator
from typing import get_args

from msgspec.structs import replace

from generator.catalog.alerts import LOSSLESS, Rule, RuleGroup, alert_subjects, read_alerts
from generator.catalog.exporter import read_exporter
from generator.plan.backups.switches import reader_of
from generator.plan.hosts.audit import has_audit
from generator.plan.hosts.certificates import has_tls
from generator.plan.hosts.gds import section_of
from generator.plan.hosts.s3_stores import s3_stores
from generator.plan.infiniband.subnets import OPENSM
from generator.plan.monitoring.alerting import GOSSIP_PORT, alertmanagers, peers_of, receivers_of
from generator.plan.monitoring.dcgm import JOBS_FOLDER
from generator.plan.monitoring.expected import has_infiniband, has_rdma
from generator.plan.monitoring.extra import NODE, asked, parts_of_hosts, reporters_of
from generator.plan.monitoring.fabric_map import boards_of
from generator.plan.monitoring.jobs import REDFISH, has_nvlink_switches, jobs_of, monitoring_hosts, watches_gpus
from generator.plan.monitoring.panels import panels_of
from generator.plan.monitoring.pdus import reads_pdus
from generator.plan.monitoring.readings import RedfishReading
from generator.plan.monitoring.records import Job, MonitoringPlan
from generator.plan.monitoring.remote import EXPANDED, remote_write_of
from generator.plan.monitoring.sessions import ESTABLISHED, session_counts, sessions_by_address, streams_bfd
from generator.plan.monitoring.sizing import OF_THREADS, size_of
from generator.plan.monitoring.switches import reads_switches
from generator.plan.monitoring.telemetry import (
    collects,
    lossless_queues,
    streamed_series,
    streamed_switches,
    telemetry_of,
)
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.spec.monitoring import ExporterName
from generator.spec.power import PduMaker

UNITS = (
    "beegfs-.+",
    "chronyd?",
    "clustergen-.+",
    "containerd",
    "etcd",
    "kea-dhcp4(-server)?",
    "kubelet",
    "mariadb",
    "munge",
    "named",
    "nfs-server",
    "nvidia-(dcgm|dcgm-exporter|fabricmanager|imex|persistenced)",
    "prometheus.*",
    "rke2-(agent|server)",
    "rsyslog",
    "sackd",
    "slurm(ctld|d|dbd)",
    "sssd",
    "wg-quick@.+",
)
"""Services whose failure is reported: those of the cluster. All units of a host would be a thousand series each."""
_BYTES_PER_GB = 10**9
"""Prometheus' own GB are 2^30 bytes (units.Base2Bytes)."""
_OF_PAIRS = ("corosync", "pacemaker")
"""Those of hosts that export NFS in turn."""
_OF_STORES = ("ceph-(mon|mgr|osd|radosgw)@.+",)
"""Daemons of an object store."""
_OF_BALANCERS = ("haproxy", "keepalived")
"""Those of gateways of an object store that share addresses."""
_OF_SUBNETS = ("opensmd?(@.+)?",)
"""Those of hosts that manage InfiniBand subnets: opensm of distributions, opensmd of DOCA-OFED."""
_OF_SCALE = ("gpfs", "mmautoload", "mmccrmonitor", "mmsysmon")
"""Those of hosts that serve or mount Storage Scale (IBM's manual: Planning for systemd)."""
_OF_AUDIT = ("auditd",)
"""That of Linux audit (`services.audit`)."""
_BLACKBOX_FILE = "/etc/prometheus/blackbox.yml"
WEB = "/etc/prometheus/web"
"""The folder of the settings by which programs answer over TLS."""
EXPORTERS_WEB, PAGES_WEB, GOSSIP, AMTOOL = "exporters.yml", "pages.yml", "gossip.yml", "amtool.yml"
"""Files of TLS settings: exporters accept only clients with a certificate; pages also others; Alertmanagers among themselves; and the authority for amtool."""
SNMP_FILE = "/etc/prometheus/snmp/snmp.yml"
"""In a folder that only its user may enter: it has the passphrases of switches."""
IPMI_FILE = "/etc/prometheus/ipmi/ipmi.yml"
"""In a folder that only its user may enter: it has the password of BMCs."""
_IPMI_OPTIONS = (f"--config.file={IPMI_FILE}", "--web.listen-address=127.0.0.1:9290")
"""Whoever reaches the exporter reads BMCs by its credentials: only the host itself does."""
_SNMP_OPTIONS = (f"--config.file={SNMP_FILE}", "--web.listen-address=127.0.0.1:9116")
"""Whoever reaches the exporter reads switches by its credentials: only the host itself does."""


def watch_of(plan: Plan) -> MonitoringPlan | None:
    """Return the monitoring of a cluster; None where the spec has it off, or no control host is installed."""
    hosts = monitoring_hosts(plan)
    if not hosts:
        return None
    jobs, telemetry = tuple(jobs_of(plan)), telemetry_of(plan)
    return MonitoringPlan(
        hosts=tuple(hosts),
        jobs=jobs,
        groups=tuple(_groups(plan, busy_exporters(plan, jobs))),
        receivers=tuple(receivers_of(plan)),
        alertmanagers=tuple(alertmanagers(plan)),
        interval_seconds=plan.site.monitoring.interval_seconds,
        gpus=watches_gpus(plan),
        gpu_jobs=_gpu_jobs(plan),
        tls=has_tls(plan),
        snmp_user=_snmp_user(plan),
        telemetry=telemetry,
        remote_write=remote_write_of(plan),
        stores={name: store.authority for name, store in s3_stores(plan).items()},
        bmc_user=plan.site.monitoring.bmc_user if asked(plan, "ipmi") else "",
        redfish=_redfish(plan, jobs),
        pdus=reads_pdus(plan),
        reporters=reporters_of(plan),
        panels=tuple(panels_of(plan)),
        boards=tuple(boards_of(plan)),
        size=size_of(plan, jobs, telemetry),
        options=dict(_options(plan)),
        alertmanager_options={host.name: tuple(_alertmanager(plan, host)) for host in hosts},
    )


def _gpu_jobs(plan: Plan) -> str:
    """Return the folder with the job of each GPU, which prologs and epilogs of Slurm keep; empty where it has none."""
    kept = plan.slurm is not None and "prolog.sh" in plan.slurm.files
    return JOBS_FOLDER if watches_gpus(plan) and kept else ""


def _options(plan: Plan) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the command-line options of each program."""
    exporters = _web(plan, EXPORTERS_WEB)
    yield "prometheus", (*_retention(plan), *_expanded(plan), *_web(plan, PAGES_WEB))
    yield "prometheus-blackbox-exporter", (f"--config.file={_BLACKBOX_FILE}", *exporters)
    yield "prometheus-node-exporter", (*_node_options(plan), *exporters)
    if asked(plan, "ipmi"):
        yield "prometheus-ipmi-exporter", (*_IPMI_OPTIONS, *exporters)
    if reads_switches(plan) or reads_pdus(plan):
        yield "prometheus-snmp-exporter", (*_SNMP_OPTIONS, *exporters)


def _retention(plan: Plan) -> Iterator[str]:
    """Yield for how long and how many bytes measurements are kept: whichever comes first."""
    spec = plan.site.monitoring
    yield f"--storage.tsdb.retention.time={spec.retention_days}d"
    if spec.retention_gb:
        yield f"--storage.tsdb.retention.size={spec.retention_gb * _BYTES_PER_GB}B"


def _expanded(plan: Plan) -> tuple[str, ...]:
    return (EXPANDED,) if plan.site.monitoring.remote_write else ()


def _node_options(plan: Plan) -> tuple[str, ...]:
    """Return the options of the node exporter: `systemd` is on by default in Debian's build alone."""
    wanted = (
        (_OF_PAIRS, has_pairs),
        (_OF_STORES, has_ceph),
        (_OF_BALANCERS, has_balancers),
        (_OF_SCALE, has_scale),
        (_OF_SUBNETS, has_opensm),
        (_OF_AUDIT, has_audit),
    )
    others = tuple(each for units, has in wanted if has(plan) for each in units)
    units = sorted((*UNITS, *others)) if others else UNITS
    further = (*_left_out(plan), *(option for each in parts_of_hosts(plan) for option in each.options))
    return "--collector.systemd", f"--collector.systemd.unit-include=^({'|'.join(units)})[.]service$", *further


def _left_out(plan: Plan) -> tuple[str, ...]:
    """Return the options by which series of threads are left out, if the spec states it."""
    if plan.site.monitoring.thread_series:
        return ()
    each = (option for kind in read_exporter(NODE).series if kind.per in OF_THREADS for option in kind.without)
    return tuple(dict.fromkeys(each))


def has_pairs(plan: Plan) -> bool:
    """Whether a tier has a pair of NFS servers, installed or not."""
    return any(tier.nfs for tier in plan.site.storage.values())


def has_ceph(plan: Plan) -> bool:
    """Whether hosts serve an object store with Ceph, installed or not."""
    return any(tier.ceph for tier in plan.site.storage.values())


def has_balancers(plan: Plan) -> bool:
    """Whether gateways of an object store share addresses, installed or not."""
    return any(tier.ceph and tier.ceph.addresses for tier in plan.site.storage.values())


def has_opensm(plan: Plan) -> bool:
    """Whether hosts manage a subnet of InfiniBand."""
    return any(subnet.manager == OPENSM for subnet in plan.subnets)


def has_scale(plan: Plan) -> bool:
    """Whether a tier is Storage Scale, of hosts or of the site, installed or not."""
    return any(section_of(tier) == "gpfs" for tier in plan.site.storage.values())


def _web(plan: Plan, file: str) -> tuple[str, ...]:
    """Return the option by which a program answers over TLS alone."""
    return (f"--web.config.file={WEB}/{file}",) if has_tls(plan) else ()


def _snmp_user(plan: Plan) -> str:
    snmp = plan.site.services.snmp
    return snmp.user if snmp and reads_switches(plan) else ""


def _redfish(plan: Plan, jobs: tuple[Job, ...]) -> RedfishReading | None:
    """Return how BMCs are read by Redfish. A certificate has the name of DNS: a BMC may get another address."""
    asked_of = [target for job in jobs if job.exporter == REDFISH for target in job.targets]
    if not asked_of:
        return None
    spec = plan.site.monitoring
    names = {each.address: f"{each.labels['instance']}-bmc.{plan.domain}" for each in asked_of}
    return RedfishReading(user=spec.bmc_user, verified=spec.bmc_certificates == "verified", bmcs=names)


def busy_exporters(plan: Plan, jobs: Iterable[Job]) -> set[str]:
    """Return the exporters, other than those of hosts, that have something to monitor: a job with targets, a program on a host, or a tier."""
    measuring = {job.exporter for job in jobs if job.targets} | {each.name for each in reporters_of(plan)}
    return measuring | ({"nfs"} & {tier.kind for tier in plan.tiers})


def _groups(plan: Plan, busy: Collection[str]) -> Iterator[RuleGroup]:
    """Yield the rules for all parts of the design, installed or not, so that no rule changes when a host is added.

    Rules of an optional exporter are included once it is `busy`: before that nothing measures their metrics.
    """
    slurm = plan.slurm is not None and plan.slurm.metrics
    strips = reads_pdus(plan)
    there = {
        "backups": plan.site.backups is not None,
        "switch-drift": reader_of(plan) is not None,
        "congestion": collects(plan),
        LOSSLESS: any(lossless_queues(plan, host) for host in monitoring_hosts(plan)),
        "burst": plan.slurm is not None and plan.slurm.burst is not None and plan.slurm.burst.settings is not None,
        "fabric": reads_switches(plan),
        "sessions": bool(sessions_by_address(plan)),
        "session-counts": any(True for _ in session_counts(plan)),
        "bgp-flaps": ESTABLISHED in streamed_series(plan, lossless=False) and collects(plan),
        "bfd": any(map(streams_bfd, streamed_switches(plan))),
        "infiniband": has_infiniband(plan),
        "rails": has_rdma(plan),
        "jobs": watches_gpus(plan),
        "goodput": watches_gpus(plan) and plan.site.monitoring.goodput_objective is not None,
        "gpus": watches_gpus(plan),
        "slurm": slurm,
        "health": plan.slurm is not None and plan.slurm.look_seconds > 0,
        "nvlink": has_nvlink_switches(plan),
        "pairs": has_pairs(plan),
        "stores": has_ceph(plan),
        "caches": any(tier.caches for tier in plan.site.storage.values()),
        "balancers": has_balancers(plan),
        "endpoints": bool(s3_stores(plan)),
        "certificates": has_tls(plan),
        "switch-certificates": collects(plan),
        "collector": collects(plan),
        "watchdog": plan.site.monitoring.receivers.watchdog is not None,
        "reporters": bool(reporters_of(plan)),
        **{name: asked(plan, name) and name in busy for name in get_args(ExporterName)},
        **{f"pdu-{maker}": strips is not None and strips.maker == maker for maker in get_args(PduMaker)},
    }
    for group in (read_alerts(name) for name in alert_subjects() if there.get(name, True)):
        rules = (rule for rule in group.rules if all(there.get(each, True) for each in rule.needs))
        yield replace(group, rules=tuple(rule for rule in rules if _are_streamed(plan, rule)))


def _are_streamed(plan: Plan, rule: Rule) -> bool:
    """Whether some switch that a rule is about streams the series that it needs."""
    needed = {*rule.needs} & read_exporter("gnmic").metrics.keys()
    return not needed or needed <= streamed_series(plan, lossless=LOSSLESS in rule.needs)


def _alertmanager(plan: Plan, host: Host) -> list[str]:
    """Return the options of a host's Alertmanager: its peers, or that it has none."""
    peers, pages = peers_of(plan, host), _web(plan, PAGES_WEB)
    if not peers:
        return ["--cluster.listen-address=", *pages]
    own = f"{host.inband}:{GOSSIP_PORT}"
    return [
        f"--cluster.listen-address={own}",
        f"--cluster.advertise-address={own}",
        *(f"--cluster.peer={each}" for each in peers),
        *pages,
        *((f"--cluster.tls-config={WEB}/{GOSSIP}",) if has_tls(plan) else ()),
    ]
