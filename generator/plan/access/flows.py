"""The access matrix: flows that every cluster needs, those of management, the site, schedulers and tiers, and those that the spec adds.

Flows that do not depend on values of the spec are in `catalog/access/needs.yaml`.
"""

from collections.abc import Iterable, Iterator, Sequence
from ipaddress import IPv4Address, IPv4Network

from msgspec import Struct, convert

from generator.catalog.exporter import read_exporter
from generator.catalog.facts import read_values
from generator.model.cluster import Cluster
from generator.plan.access.directory import directory_servers, server_zone
from generator.plan.access.records import BURST, PODS, SITE, Access, Flow, Zone
from generator.plan.access.services import POD_SERVICES, service_of
from generator.plan.access.zones import GATEWAYS, plan_zones
from generator.plan.addressing.addresses import Addressing
from generator.plan.addressing.pods import POD_ROLES, routed_pods
from generator.plan.addressing.segments import INBAND
from generator.plan.addressing.tunnel import tunnel_prefix, tunnel_spec
from generator.plan.hosts.logs import collecting_zones, services_of_logs
from generator.plan.infiniband.ipoib import Ipoib
from generator.plan.records import Tier
from generator.plan.tiers import plan_tiers
from generator.source.span import Loc
from generator.spec.monitoring import UfmSpec
from generator.spec.oidc import issuer_of
from generator.spec.s3 import endpoint_of
from generator.spec.scale import ScaleSpec


class Need(Struct, frozen=True):
    """Flows from one party to another, before parties become zones. Tenants are isolated, unless it is needed `across` them."""

    source: str
    to: str
    services: tuple[str, ...]
    why: str
    across: bool = False
    origin: Loc | None = None


_HTTPS = 443
_NEEDS = convert(read_values("access", "needs"), dict[str, tuple[Need, ...]])


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
    if tunnel := tunnel_prefix(cluster.spec):
        pools.append(tunnel)
    twin = cluster.spec.addressing.ipv6
    return Access(
        zones=zones,
        flows=tuple(flows[key] for key in sorted(flows)),
        pools=tuple(sorted({str(pool) for pool in pools})),
        pools_ipv6=(str(twin),) if twin else (),
    )


def _strangers(source: Zone, to: Zone) -> bool:
    """Whether two zones belong to different tenants, or are a tenant's hosts and hosts of the same role without a tenant."""
    both = bool(source.tenant and to.tenant)
    return source.tenant != to.tenant and (both or source.role == to.role)


def _named(zones: Iterable[Zone], party: str) -> list[Zone]:
    """Return the zones of a party: itself and its tenants' parts; for a segment, all roles in it."""
    return [zone for zone in zones if party in {zone.name, zone.segment, zone.party}]


def _needs(cluster: Cluster, zones: tuple[Zone, ...]) -> Iterator[Need]:
    """Yield every need; the first one for a flow is its reason."""
    spec = cluster.spec
    yield from _NEEDS["always"]
    yield Need(INBAND, f"{INBAND}/control", (spec.services.boot,), "services")
    own = {zone.segment for zone in zones if zone.fabric == "frontend" and zone.name not in {PODS, BURST}}
    for segment in sorted(own - {INBAND}):
        yield Need(segment, segment, ("any",), "segment of its own")
    yield from _NEEDS["management"]
    yield from _logs(cluster, zones)
    yield from _outside(cluster, zones)
    for _, zone, service in directory_servers(cluster, zones):
        yield Need(INBAND, zone.partition("@")[0], (service,), "services.directory")
    if spec.scheduler.slurm:
        yield from _NEEDS["slurm"]
    if (tunnel := tunnel_spec(spec)) is not None:
        yield from _NEEDS["burst"]
        yield Need(SITE, f"{INBAND}/control", (f"udp/{tunnel.port}",), "burst hosts: WireGuard")
    yield from _kubernetes(cluster)
    yield from _storage(cluster)
    yield from _stores_of_site(cluster, zones)
    if spec.monitoring.enabled:
        yield from _NEEDS["monitoring"]
        yield from _exporters(cluster)
    for name, rule in sorted(spec.access.items()):
        for source in rule.source:
            for to in rule.to:
                across = rule.across_tenants
                yield Need(source, to, tuple(rule.services), f"access.{name}", across=across, origin=("access", name))


def _exporters(cluster: Cluster) -> Iterator[Need]:
    """Yield the needs of the exporters in the spec."""
    for name in sorted(set(cluster.spec.monitoring.exporters)):
        for each in read_exporter(name).opens:
            services = _of_ufm(cluster.spec.monitoring.ufm) if name == "ufm" else each.services
            yield Need(each.source, each.to, services, f"monitoring.exporters: {name}")


def _of_ufm(spec: UfmSpec) -> tuple[str, ...]:
    """Return the services of UFM Telemetry, whose ports the spec states."""
    return tuple(f"tcp/{port}" for port in (spec.port, spec.links_port))


def _logs(cluster: Cluster, zones: tuple[Zone, ...]) -> Iterator[Need]:
    """Yield the needs of senders of logs to control hosts that the spec names as collectors; the others do not listen.

    Over TLS, hosts send to the in-band address of a collector, regardless of which address the spec states.
    """
    collecting = collecting_zones(zones, cluster.spec.services.syslog)
    if "management/control" in collecting:
        yield from (
            Need(source, "management/control", services_of_logs(cluster), "logs") for source in ("management", "bmc")
        )
    if f"{INBAND}/control" in collecting:  # named so where there is no other network: switches send there, too
        yield Need(INBAND, f"{INBAND}/control", services_of_logs(cluster), "logs")
    elif collecting and cluster.spec.services.tls:
        yield Need(INBAND, f"{INBAND}/control", ("syslog-tls",), "logs")


_OF_BMCS = ("dns", "dns-tcp", "ntp")
"""Services of the site that DHCP configures BMCs for, where no control host is out of band."""


def _outside(cluster: Cluster, zones: tuple[Zone, ...]) -> Iterator[Need]:
    """Yield the needs of switches at the site, where the spec has addresses of services outside of all zones of the cluster."""
    services = cluster.spec.services
    own = tuple(IPv4Network(prefix) for zone in zones if zone.name != SITE for prefix in zone.prefixes)

    def inside(address: object) -> bool:
        return isinstance(address, IPv4Address) and any(address in prefix for prefix in own)

    asked = {
        ("dns", "dns-tcp"): services.dns,
        ("ntp",): services.ntp,
        ("syslog",): services.syslog,
        ("tacacs",): services.tacacs,
        ("snmp-trap",): services.snmp.collectors if services.snmp else (),
    }
    names = tuple(name for names, addresses in asked.items() if not all(map(inside, addresses)) for name in names)
    if names:
        yield Need("management", SITE, names, "services of switches")
    served = any(zone.name == "management/control" and zone.prefixes for zone in zones)
    bmc_services = tuple(name for name in names if name in _OF_BMCS)
    if bmc_services and cluster.spec.addressing.oob_way_out and not served:
        yield Need("bmc", SITE, bmc_services, "services of BMCs")


def _kubernetes(cluster: Cluster) -> Iterator[Need]:
    """Yield what daemons of Kubernetes need of each other, and pods of hosts."""
    kubernetes = cluster.spec.scheduler.kubernetes
    if not kubernetes:
        return
    if kubernetes.oidc is not None:
        port = issuer_of(kubernetes.oidc.issuer)[1]
        yield Need(
            f"{INBAND}/control",
            SITE,
            ("https" if port == _HTTPS else f"tcp/{port}",),
            "kubernetes: keys of the identity provider",
        )
    routed = routed_pods(cluster) is not None
    yield from _routed_pods() if routed else ()
    yield from _NEEDS["kubernetes"]
    # The overlay stays open where leaves route, so that they may come first when a cluster changes.
    joins = ("vxlan",) if routed else ("vxlan", "bgp")
    why = "kubernetes: pods reach the cluster's own, wherever these run"
    for source in POD_ROLES:
        yield Need(f"{INBAND}/{source}", f"{INBAND}/compute", joins, why, across=True)
        yield Need(f"{INBAND}/{source}", f"{INBAND}/control", joins, "kubernetes")
    if kubernetes.installer == "rke2":
        yield from _NEEDS["rke2"]


_TO_PODS = ("tcp/1-65535", "dns", "icmp")
"""Services of pods for hosts. Not `any`: answers over TCP are matched by their flags, and over UDP only DNS is used."""


def _routed_pods() -> Iterator[Need]:
    """Yield the needs of pods with routed addresses: each other, and the services of hosts for pods; hosts need pods (probes, webhooks)."""
    yield Need(PODS, PODS, ("any",), "kubernetes: pods among themselves, as policies of their namespaces have it")
    for role in POD_ROLES:
        host = f"{INBAND}/{role}"
        yield Need(host, f"{INBAND}/{GATEWAYS}", ("bgp",), "kubernetes: hosts announce their pods to leaves")
        yield Need(host, PODS, _TO_PODS, "kubernetes: probes, webhooks, and pods in the host's own network")
        yield Need(PODS, host, POD_SERVICES[role], "kubernetes: what a pod asks of a host that runs pods")


def _nfs(options: str) -> tuple[str, ...]:
    """Return what NFS 4 needs: its own port, and over RDMA port 20049, which on Ethernet travels as RoCE (RFC 8267)."""
    return ("nfs", "nfs-rdma", "rocev2") if "rdma" in options.replace("=", ",").split(",") else ("nfs",)


def _lnet(cluster: Cluster, fabric: str) -> tuple[str, ...]:
    """Return what LNet needs on a fabric: its acceptor's port over TCP (Lustre Operations Manual, accept_port); over RoCE v2 only RDMA, including its connection manager.

    On InfiniBand none of it is IP: partitions control access.
    """
    of_it = {"ethernet": ("lnet",), "roce": ("rocev2",), "infiniband": ()}
    return of_it[cluster.spec.fabrics.given()[fabric].technology]


def _storage(cluster: Cluster) -> Iterator[Need]:
    """Yield each tier's clients their servers; servers of a tier talk among themselves."""
    for tier in plan_tiers(cluster.spec):
        if not tier.fabric or cluster.spec.storage[tier.name].s3:
            continue
        segment = INBAND if tier.fabric == "frontend" else "storage"
        if cluster.spec.storage[tier.name].nfs is not None:
            yield from _pair(tier)
        if (store := cluster.spec.storage[tier.name].ceph) is not None:
            port, moving = (
                "https" if store.port == _HTTPS else f"tcp/{store.port}",
                ("vrrp",) if store.addresses else (),
            )
            own = ("ceph-mon", "ceph", port, *moving)
            yield Need(f"{segment}/storage", f"{segment}/storage", own, f"storage.{tier.name}: daemons of the store")
        for role in tier.clients:
            client, server = f"{segment}/{role}", f"{segment}/storage"
            if tier.kind == "nfs":
                yield Need(client, server, _nfs(cluster.spec.storage[tier.name].options or ""), f"storage.{tier.name}")
            elif (ceph := cluster.spec.storage[tier.name].ceph) is not None:
                yield Need(
                    client,
                    server,
                    ("https" if ceph.port == _HTTPS else f"tcp/{ceph.port}",),
                    f"storage.{tier.name}: buckets",
                )
            elif (scale := cluster.spec.storage[tier.name].scale) is not None:
                yield from _scale(cluster, tier, scale, segment, role)
            else:  # servers of parallel file systems call their clients too: locks, evictions (Lustre's port 988, WEKA's own)
                services = _lnet(cluster, tier.fabric) if cluster.spec.storage[tier.name].lustre else ("any",)
                yield Need(client, server, services, f"storage.{tier.name}")
                yield Need(server, client, services, f"storage.{tier.name}")
                if cluster.spec.storage[tier.name].beegfs:  # they register with management, and copy to their buddies
                    yield Need(server, server, services, f"storage.{tier.name}")


def _stores_of_site(cluster: Cluster, zones: tuple[Zone, ...]) -> Iterator[Need]:
    """Yield what object stores of the site are asked: by their clients, and by control hosts, which create buckets and probe endpoints."""
    for name, tier in sorted(cluster.spec.storage.items()):
        for host, port in map(endpoint_of, tier.s3.endpoints if tier.s3 else ()):
            zone = server_zone(cluster, zones, host).partition("@")[0]
            for role in sorted({*tier.clients, "control"}):
                service = "https" if port == _HTTPS else f"tcp/{port}"
                yield Need(f"{INBAND}/{role}", zone, (service,), f"storage.{name}: buckets")


def _pair(tier: Tier) -> Iterator[Need]:
    """Yield the needs of a pair that exports NFS: each host sends heartbeats to the other on two networks, and powers it off by its BMC."""
    why = f"storage.{tier.name}: hosts of the pair"
    for zone in (f"{INBAND}/storage", "management/storage"):
        yield Need(zone, zone, ("corosync",), why)
    yield Need(
        "management/storage",
        "bmc",
        ("https",),
        f"storage.{tier.name}: a host of the pair powers the other one off (Redfish)",
    )


def _scale(cluster: Cluster, tier: Tier, scale: ScaleSpec, segment: str, role: str) -> Iterator[Need]:
    """Yield the needs of a client of Storage Scale: daemons of all nodes reach each other, and servers run commands on clients by SSH."""
    why, client, server = f"storage.{tier.name}", f"{segment}/{role}", f"{segment}/storage"
    roce = scale.verbs and cluster.spec.fabrics.given()[tier.fabric].technology == "roce" if tier.fabric else False
    services = ("scale", "rocev2") if roce else ("scale",)
    others = (f"{segment}/{each}" for each in tier.clients)
    for other in dict.fromkeys((server, *others)):
        yield Need(client, other, services, why)
        yield Need(other, client, services, why)
    yield Need(server, server, services, why)
    yield Need(f"{INBAND}/storage", f"{INBAND}/{role}", ("ssh",), why)
    yield Need(f"{INBAND}/storage", f"{INBAND}/storage", ("ssh",), why)
