"""Logs: the hosts that collect them, and the senders with their transport. Control hosts collect where the spec names their addresses; no other host listens.

Without `services.tls`, switches send in plain text by UDP, and hosts keep their journals. With it hosts send over TLS, and with `switch_logs` switches whose system can;
the port for plain text is open only where other switches of the cluster are configured to send there.
"""

from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv4Network

from msgspec import Struct

from generator.catalog.model import FeatureName, SwitchSystem
from generator.model.cluster import Cluster
from generator.plan.access.records import Zone
from generator.plan.hosts.certificates import AUTHORITY, CERTIFICATE, SYSLOG_USER, has_tls, host_key_of, key_of
from generator.plan.kubernetes.audit import AUDIT_LINE, AUDIT_LOG
from generator.plan.plan import Plan
from generator.plan.records import Host, Switch
from generator.plan.systems import version_of

COLLECTORS = "control"
"""The role of hosts that take logs in where the spec names them."""
TLS_PORT = 6514
"""RFC 5425, section 4.1."""
_FEATURE: FeatureName = "syslog-tls"


class LogTarget(Struct, frozen=True, kw_only=True):
    """A collector that a host sends its journal to: the name that its certificate must have, and its address."""

    name: str
    address: str


class LogTls(Struct, frozen=True, kw_only=True):
    """TLS of rsyslogd on a host: its certificate, accepted senders (names, with a wildcard), and the servers for the host's journal. `audit` is the file of its API server that it sends as well, or empty."""

    authority: str
    certificate: str
    key: str
    peers: str
    targets: tuple[LogTarget, ...]
    audit: str = ""
    longest: str = ""
    """The longest message in rsyslog's words; empty: its own default."""


def collects_logs(plan: Plan, host: Host) -> bool:
    """Whether a host is one of the spec's collectors: rsyslog then listens on it."""
    own = {host.management, host.inband} - {""}
    return host.role == COLLECTORS and any(str(address) in own for address in plan.site.services.syslog)


def collectors_of(plan: Plan) -> list[Host]:
    """Return the hosts of the cluster that collect logs."""
    return [host for host in plan.hosts_of.get(COLLECTORS, []) if collects_logs(plan, host)]


def log_tls(plan: Plan, host: Host, *, ubuntu: bool) -> LogTls | None:
    """Return the TLS of a host's rsyslogd; None where it neither sends nor collects over TLS. Each host sends to every collector except itself."""
    if not has_tls(plan):
        return None
    targets = tuple(_targets(plan, host))
    if not targets and not collects_logs(plan, host):
        return None
    return LogTls(
        authority=AUTHORITY,
        certificate=CERTIFICATE,
        key=key_of(SYSLOG_USER) if ubuntu else host_key_of(),
        peers=f"*.{plan.domain}",
        targets=targets,
        audit=AUDIT_LOG if targets and _records_requests(plan, host) else "",
        longest=AUDIT_LINE if _records_requests(plan, host) else "",
    )


def _records_requests(plan: Plan, host: Host) -> bool:
    """Whether an API server on a host records requests; collectors are such hosts as well."""
    kubernetes = plan.site.kubernetes
    return kubernetes is not None and kubernetes.audit and host.role == COLLECTORS


def _targets(plan: Plan, host: Host) -> Iterator[LogTarget]:
    for other in collectors_of(plan):
        address = log_address(host, other)
        if other.name != host.name and address:
            yield LogTarget(name=f"{other.name}.{plan.domain}", address=address)


def log_address(host: Host, collector: Host) -> str:
    """Return the address at which a host sends its logs to a collector: in-band, out of band where it has no in-band port; empty where they share no network."""
    return collector.inband if host.inband else collector.management if host.management else ""


def sends_over_tls(plan: Plan, switch: Switch, server: IPv4Address) -> bool:
    """Whether a switch sends to a server over TLS: one of the cluster's collectors, whose authority is known, by a system that can."""
    own = {address for host in collectors_of(plan) for address in (host.management, host.inband)}
    return str(server) in own and asks_tls(plan, switch)


def sends_plainly(plan: Plan, switch: Switch) -> bool:
    """Whether a switch sends logs in plain text: its system supports nothing else, or the spec does not use TLS."""
    configured = _is_configured(switch.os, plan.fabrics[switch.fabric].technology)
    return configured and not asks_tls(plan, switch)


def asks_tls(plan: Plan, switch: Switch) -> bool:
    """Whether a switch sends logs over TLS: the spec wants it, and its system can."""
    tls = plan.site.services.tls
    system = plan.hardware.find(SwitchSystem, switch.os or "")
    return tls is not None and tls.switch_logs and _has_tls(system, switch.version, switch.model)


def plain_senders(plan: Plan) -> list[Switch]:
    """Return the installed switches that send logs in plain text."""
    return [switch for switch in plan.switches if sends_plainly(plan, switch)]


def listens_plainly(plan: Plan) -> bool:
    """Whether collectors of the cluster take logs in plain text: without TLS always, with it for switches that have none."""
    tls = plan.site.services.tls
    return tls is None or (tls.plain_logs and bool(plain_senders(plan)))


def log_servers(plan: Plan, switch: Switch) -> tuple[IPv4Address, ...]:
    """Return the servers that a switch is configured to send logs to: without collectors of the cluster if these accept no plain text and it supports nothing else."""
    tls, servers = plan.site.services.tls, plan.site.services.syslog
    if tls is None or tls.plain_logs or not sends_plainly(plan, switch):
        return servers
    own = {address for host in collectors_of(plan) for address in (host.management, host.inband)}
    return tuple(server for server in servers if str(server) not in own)


def services_of_logs(cluster: Cluster) -> tuple[str, ...]:
    """Name the services by which collectors of the cluster take logs from switches and BMCs."""
    tls = cluster.spec.services.tls
    if tls is None:
        return ("syslog",)
    technologies = {name: fabric.technology for name, fabric in cluster.spec.fabrics.given().items()}
    plain = tls.plain_logs and any(
        _is_configured(switch.os, technologies[switch.fabric])
        and not (
            tls.switch_logs
            and _has_tls(
                cluster.catalog.get(SwitchSystem, switch.os) if switch.os else None,
                version_of(cluster, switch),
                switch.model.model,
            )
        )
        for switch in cluster.switches
    )
    return ("syslog", "syslog-tls") if plain else ("syslog-tls",)


def _is_configured(system: str | None, technology: str) -> bool:
    """Whether a switch is configured with a collector: those of InfiniBand have systems that the catalog does not describe."""
    return system is not None or technology == "infiniband"


def _has_tls(system: SwitchSystem | None, version: str, model: str) -> bool:
    return system is not None and version in system.versions and system.has(_FEATURE, version, model)


def collecting_zones(zones: Iterable[Zone], collectors: Iterable[IPv4Address]) -> frozenset[str]:
    """Name the zones of control hosts that have collectors in them."""
    addresses = tuple(collectors)
    return frozenset(
        zone.name
        for zone in zones
        if zone.role == COLLECTORS
        and any(address in IPv4Network(prefix) for prefix in zone.prefixes for address in addresses)
    )
