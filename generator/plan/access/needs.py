"""Who needs what of whom: what every cluster needs, what management, the site, schedulers and tiers do, and what the spec adds."""

from collections.abc import Iterator

from generator.model.cluster import Cluster
from generator.plan.access.need import Need
from generator.plan.access.records import PODS, SITE, Zone
from generator.plan.access.scheduler_needs import scheduler_needs
from generator.plan.addressing.segments import INBAND
from generator.plan.tiers import plan_tiers


def needs(cluster: Cluster, zones: tuple[Zone, ...]) -> Iterator[Need]:
    """Yield every need; who comes first says why."""
    yield from _everyone(zones, cluster.spec.services.boot)
    yield from _out_of_band()
    yield from _outside(cluster)
    yield from scheduler_needs(cluster)
    yield from _storage(cluster)
    if cluster.spec.monitoring.enabled:
        told = ("alertmanager", "alertmanager-udp")
        yield Need(f"{INBAND}/control", f"{INBAND}/control", told, "monitoring: alerts are told once")
    for name, rule in sorted(cluster.spec.access.items()):
        for source in rule.source:
            for to in rule.to:
                across = rule.across_tenants
                yield Need(source, to, tuple(rule.services), f"access.{name}", across=across, origin=("access", name))


def _everyone(zones: tuple[Zone, ...], boot: str) -> Iterator[Need]:
    """Yield what every cluster needs: looking after hosts, users' way in, names and time, boot files, and the rails themselves."""
    yield Need(INBAND, INBAND, ("icmp",), "reachability")
    yield Need(f"{INBAND}/control", INBAND, ("ssh", "metrics"), "operation")
    yield Need(
        INBAND,
        f"{INBAND}/control",
        ("dns", "dns-tcp", "ntp", "nts-ke", "syslog", "syslog-tcp", boot, "dhcp"),
        "services",
    )
    yield Need(INBAND, SITE, ("any",), "way out")
    yield Need(SITE, f"{INBAND}/login", ("ssh", "icmp"), "users")
    yield Need(f"{INBAND}/login", f"{INBAND}/compute", ("ssh",), "users")
    yield Need(f"{INBAND}/compute", f"{INBAND}/compute", ("jobs", "ssh"), "jobs")
    yield Need("compute", "compute", ("any",), "rails")
    own = {zone.segment for zone in zones if zone.fabric == "frontend" and zone.name != PODS}
    for segment in sorted(own - {INBAND}):
        yield Need(segment, segment, ("any",), "segment of its own")


def _out_of_band() -> Iterator[Need]:
    """Yield what management needs. Protocols without authentication and encryption are not among it (IPMI, Telnet, HTTP, SNMP before 3)."""
    yield Need("management/control", "management", ("icmp", "ssh", "https", "snmp", "gnmi"), "operation of switches")
    yield Need("management", "management/control", ("icmp", "dns", "dns-tcp", "ntp", "syslog", "syslog-tcp", "snmp-trap", "dhcp", "https", "tacacs"), "services of switches")  # fmt: skip
    yield Need("management/control", "bmc", ("icmp", "ssh", "https"), "operation of hosts (Redfish)")
    yield Need(
        "bmc",
        "management/control",
        ("ntp", "dns", "syslog", "dhcp", "snmp-trap", "https"),
        "services of BMCs (Redfish events)",
    )


def _outside(cluster: Cluster) -> Iterator[Need]:
    """Yield what switches ask the site for, where the spec names services."""
    services = cluster.spec.services
    asked = {
        ("dns", "dns-tcp"): services.dns,
        ("ntp",): services.ntp,
        ("syslog",): services.syslog,
        ("tacacs",): services.tacacs,
        ("snmp-trap",): services.snmp.collectors if services.snmp else (),
    }
    names = tuple(name for names, addresses in asked.items() if addresses for name in names)
    if names:
        yield Need("management", SITE, names, "services of switches")


def _nfs(options: str) -> tuple[str, ...]:
    """Return what NFS 4 needs: its own port, and over RDMA port 20049, which on Ethernet travels as RoCE (RFC 8267)."""
    return ("nfs", "nfs-rdma", "rocev2") if "rdma" in options.replace("=", ",").split(",") else ("nfs",)


def _storage(cluster: Cluster) -> Iterator[Need]:
    """Yield each tier's clients their servers; servers of a tier talk among themselves."""
    for tier in plan_tiers(cluster.spec):
        if not tier.fabric:
            continue
        segment = INBAND if tier.fabric == "frontend" else "storage"
        for role in tier.clients:
            client, server = f"{segment}/{role}", f"{segment}/storage"
            if tier.kind == "nfs":
                yield Need(client, server, _nfs(cluster.spec.storage[tier.name].options or ""), f"storage.{tier.name}")
            else:  # servers of parallel file systems call their clients too: locks, evictions (Lustre's port 988, WEKA's own)
                yield Need(client, server, ("any",), f"storage.{tier.name}")
                yield Need(server, client, ("any",), f"storage.{tier.name}")
    yield Need("storage/storage", "storage/storage", ("any",), "storage servers")
    yield Need("storage/gateway", "storage/storage", ("any",), "storage gateways")
    yield Need("storage", "storage", ("icmp",), "reachability")
