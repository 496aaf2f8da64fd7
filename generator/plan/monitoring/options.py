"""Command-line options of the programs of monitoring."""

from collections.abc import Iterator

from generator.catalog.exporter import read_exporter
from generator.plan.hosts.audit import has_audit
from generator.plan.hosts.certificates import has_tls
from generator.plan.monitoring.alerting import GOSSIP_PORT, peers_of
from generator.plan.monitoring.extra import NODE, asked, parts_of_hosts
from generator.plan.monitoring.parts import has_balancers, has_ceph, has_opensm, has_pairs, has_scale
from generator.plan.monitoring.pdus import reads_pdus
from generator.plan.monitoring.remote import EXPANDED
from generator.plan.monitoring.sizing import OF_THREADS
from generator.plan.monitoring.switches import reads_switches
from generator.plan.plan import Plan
from generator.plan.records import Host

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


def options_of(plan: Plan) -> Iterator[tuple[str, tuple[str, ...]]]:
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


def _web(plan: Plan, file: str) -> tuple[str, ...]:
    """Return the option by which a program answers over TLS alone."""
    return (f"--web.config.file={WEB}/{file}",) if has_tls(plan) else ()


def alertmanager_options(plan: Plan, host: Host) -> list[str]:
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
