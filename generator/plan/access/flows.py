"""The matrix: what a cluster needs to work, what its schedulers and tiers need, and what the spec adds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.model.cluster import Cluster
from generator.plan.access.records import PODS, SITE, Access, Flow, Zone
from generator.plan.access.services import POD_SERVICES, service_of
from generator.plan.access.zones import GATEWAYS, plan_zones
from generator.plan.addressing.addresses import Addressing
from generator.plan.addressing.pods import POD_ROLES, routed_pods
from generator.plan.addressing.segments import INBAND
from generator.plan.infiniband.ipoib import Ipoib
from generator.plan.tiers import plan_tiers
from generator.source.span import Loc


@dataclass(frozen=True, slots=True)
class _Need:
    """Flows between parties, before parties become zones. Tenants are kept apart, unless they do so `across` them."""

    source: str
    to: str
    services: tuple[str, ...]
    why: str
    across: bool = False
    origin: Loc | None = None


def plan_access(cluster: Cluster, addressing: Addressing, ipoib: Sequence[Ipoib] = ()) -> Access:
    """Make the matrix of a cluster: every flow once, by source, destination and service."""
    zones = tuple(plan_zones(cluster, addressing, ipoib))
    flows: dict[tuple[str, str, str], Flow] = {}
    for need in _needs(cluster, zones):
        for source in _named(zones, need.source):
            for to in _named(zones, need.to):
                if not need.across and _strangers(source, to):
                    continue
                for name in need.services:
                    service = service_of(name)
                    if service is not None:
                        flow = Flow(
                            source=source.name,
                            to=to.name,
                            service=service,
                            why=need.why,
                            source_party=need.source,
                            to_party=need.to,
                            origin=need.origin,
                        )
                        flows.setdefault((source.name, to.name, name), flow)
    pools = [layout.prefix for layout in (*addressing.layouts, *(each.layout for each in ipoib))]
    if pods := routed_pods(cluster):
        pools.append(pods)
    twin = cluster.spec.addressing.ipv6
    return Access(
        zones=zones,
        flows=tuple(flows[key] for key in sorted(flows)),
        pools=tuple(sorted({str(pool) for pool in pools})),
        pools_ipv6=(str(twin),) if twin else (),
    )


def _strangers(source: Zone, to: Zone) -> bool:
    """Whether two zones belong to different tenants, or are a tenant's hosts and others of the same role that are nobody's."""
    both = bool(source.tenant and to.tenant)
    return source.tenant != to.tenant and (both or source.role == to.role)


def _named(zones: Iterable[Zone], party: str) -> list[Zone]:
    """Find the zones that a party stands for: itself and its tenants' parts; a segment stands for all roles in it."""
    return [zone for zone in zones if party in {zone.name, zone.segment, zone.name.partition("@")[0]}]


def _needs(cluster: Cluster, zones: tuple[Zone, ...]) -> Iterator[_Need]:
    yield from _everyone(zones)
    yield from _out_of_band()
    yield from _outside(cluster)
    yield from _schedulers(cluster)
    yield from _storage(cluster)
    if cluster.spec.monitoring.enabled:
        told = ("alertmanager", "alertmanager-udp")
        yield _Need(f"{INBAND}/control", f"{INBAND}/control", told, "monitoring: alerts are told once")
    for name, rule in sorted(cluster.spec.access.items()):
        for source in rule.source:
            for to in rule.to:
                across = rule.across_tenants
                yield _Need(source, to, tuple(rule.services), f"access.{name}", across=across, origin=("access", name))


def _everyone(zones: tuple[Zone, ...]) -> Iterator[_Need]:
    """Give what every cluster needs: looking after hosts, users' way in, names and time, and the rails themselves."""
    yield _Need(INBAND, INBAND, ("icmp",), "reachability")
    yield _Need(f"{INBAND}/control", INBAND, ("ssh", "metrics"), "operation")
    yield _Need(
        INBAND,
        f"{INBAND}/control",
        ("dns", "dns-tcp", "ntp", "nts-ke", "syslog", "syslog-tcp", "http", "dhcp"),
        "services",
    )
    yield _Need(INBAND, SITE, ("any",), "way out")
    yield _Need(SITE, f"{INBAND}/login", ("ssh", "icmp"), "users")
    yield _Need(f"{INBAND}/login", f"{INBAND}/compute", ("ssh",), "users")
    yield _Need(f"{INBAND}/compute", f"{INBAND}/compute", ("jobs", "ssh"), "jobs")
    yield _Need("compute", "compute", ("any",), "rails")
    own = {zone.segment for zone in zones if zone.fabric == "frontend" and zone.name != PODS}
    for segment in sorted(own - {INBAND}):
        yield _Need(segment, segment, ("any",), "segment of its own")


def _out_of_band() -> Iterator[_Need]:
    """Give what management needs. Protocols without authentication and encryption are not among it (IPMI, Telnet, HTTP, SNMP before 3)."""
    yield _Need("management/control", "management", ("icmp", "ssh", "https", "snmp", "gnmi"), "operation of switches")
    yield _Need("management", "management/control", ("icmp", "dns", "dns-tcp", "ntp", "syslog", "syslog-tcp", "snmp-trap", "dhcp", "https", "tacacs"), "services of switches")  # fmt: skip
    yield _Need("management/control", "bmc", ("icmp", "ssh", "https"), "operation of hosts (Redfish)")
    yield _Need(
        "bmc",
        "management/control",
        ("ntp", "dns", "syslog", "dhcp", "snmp-trap", "https"),
        "services of BMCs (Redfish events)",
    )


def _outside(cluster: Cluster) -> Iterator[_Need]:
    """Give what switches ask the site for, where the spec names services."""
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
        yield _Need("management", SITE, names, "services of switches")


def _schedulers(cluster: Cluster) -> Iterator[_Need]:
    compute, control, login = (f"{INBAND}/{role}" for role in ("compute", "control", "login"))
    if cluster.spec.scheduler.slurm:
        yield _Need(compute, control, ("slurmctld", "slurmdbd"), "slurm")
        yield _Need(login, control, ("slurmctld", "slurmdbd"), "slurm")
        yield _Need(control, control, ("slurmctld", "slurmdbd", "slurmd", "jobs"), "slurm")
        yield _Need(control, compute, ("slurmd", "srun"), "slurm")
        yield _Need(login, compute, ("slurmd",), "slurm")
        yield _Need(compute, compute, ("slurmd",), "slurm")
        yield _Need(compute, login, ("srun",), "slurm")
        yield _Need(control, login, ("srun",), "slurm")
    if cluster.spec.scheduler.kubernetes:
        routed = routed_pods(cluster) is not None
        yield from _routed_pods() if routed else ()
        # The overlay stays open where leaves route, so that they may come first when a cluster changes.
        joins = ("vxlan",) if routed else ("vxlan", "bgp")
        for source in (compute, control, login):
            yield _Need(source, control, ("kube-api",), "kubernetes")
        for source in (control, compute):
            yield _Need(source, compute, ("kubelet",), "kubernetes")
            yield _Need(
                source,
                compute,
                joins,
                "kubernetes: pods reach the cluster's own, wherever these run",
                across=True,
            )
            yield _Need(source, control, ("kubelet", *joins), "kubernetes")
        yield _Need(control, control, ("etcd",), "kubernetes")
        if cluster.spec.scheduler.kubernetes.installer == "rke2":
            for source in (compute, control):
                yield _Need(source, control, ("rke2",), "kubernetes: hosts of RKE2 join here")


_TO_PODS = ("tcp/1-65535", "dns", "icmp")
"""What hosts ask pods. Not `any`: answers over TCP are known by their flags, and over UDP it is names that are asked for."""


def _routed_pods() -> Iterator[_Need]:
    """Give what pods with addresses of their own on the wire need: each other, and of hosts what a pod may ask of its own; hosts ask pods (probes, webhooks)."""
    yield _Need(PODS, PODS, ("any",), "kubernetes: pods among themselves, as policies of their namespaces have it")
    for role in POD_ROLES:
        yield _Need(f"{INBAND}/{role}", f"{INBAND}/{GATEWAYS}", ("bgp",), "kubernetes: hosts tell leaves of their pods")
        yield _Need(
            f"{INBAND}/{role}", PODS, _TO_PODS, "kubernetes: probes, webhooks, and pods in the host's own network"
        )
        yield _Need(
            PODS, f"{INBAND}/{role}", POD_SERVICES[role], "kubernetes: what a pod asks of a host that runs pods"
        )


def _nfs(options: str) -> tuple[str, ...]:
    """Give what NFS 4 needs: its own port, and over RDMA port 20049, which on Ethernet travels as RoCE (RFC 8267)."""
    return ("nfs", "nfs-rdma", "rocev2") if "rdma" in options.replace("=", ",").split(",") else ("nfs",)


def _storage(cluster: Cluster) -> Iterator[_Need]:
    """Give each tier's clients their servers; servers of a tier talk among themselves."""
    for tier in plan_tiers(cluster.spec):
        if not tier.fabric:
            continue
        segment = INBAND if tier.fabric == "frontend" else "storage"
        for role in tier.clients:
            client, server = f"{segment}/{role}", f"{segment}/storage"
            if tier.kind == "nfs":
                yield _Need(client, server, _nfs(cluster.spec.storage[tier.name].options or ""), f"storage.{tier.name}")
            else:  # servers of parallel file systems call their clients too: locks, evictions (Lustre's port 988, WEKA's own)
                yield _Need(client, server, ("any",), f"storage.{tier.name}")
                yield _Need(server, client, ("any",), f"storage.{tier.name}")
    yield _Need("storage/storage", "storage/storage", ("any",), "storage servers")
    yield _Need("storage/gateway", "storage/storage", ("any",), "storage gateways")
    yield _Need("storage", "storage", ("icmp",), "reachability")
