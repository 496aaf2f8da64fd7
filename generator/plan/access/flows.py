"""The access matrix: flows that every cluster needs, those of management, the site, schedulers and tiers, and those that the spec adds.

Flows that do not depend on values of the spec are in `catalog/access/needs.yaml`.
"""

from collections.abc import Iterable, Iterator, Sequence
from ipaddress import IPv4Address, IPv4Network

from msgspec import UNSET, convert

from generator.catalog.exporter import read_exporter
from generator.catalog.facts import read_values
from generator.model.cluster import Cluster
from generator.plan.access.directory import directory_servers, identity_provider
from generator.plan.access.egress import plan_egress
from generator.plan.access.records import BURST, GATEWAYS, PODS, SITE, Access, Flow, Need, Zone
from generator.plan.access.services import POD_SERVICES, service_of
from generator.plan.access.storage_flows import site_store_needs, storage_needs
from generator.plan.access.zones import plan_zones
from generator.plan.addressing.addresses import Addressing
from generator.plan.addressing.pods import POD_ROLES, routed_pods
from generator.plan.addressing.segments import INBAND
from generator.plan.addressing.tunnel import tunnel_prefix, tunnel_spec
from generator.plan.edge_uplinks import COMPUTE, tenants_of_rails
from generator.plan.hosts.logs import collecting_zones, services_of_logs
from generator.plan.infiniband.ipoib import Ipoib
from generator.spec.monitoring import UfmSpec

_NEEDS = convert(read_values("access", "needs"), dict[str, tuple[Need, ...]])


def plan_access(cluster: Cluster, addressing: Addressing, ipoib: Sequence[Ipoib] = ()) -> Access:
    """Make the matrix of a cluster: every flow once, by source, destination and service."""
    zones = tuple(plan_zones(cluster, addressing, ipoib))
    flows: dict[tuple[str, str, str], Flow] = {}
    outward = tenants_of_rails(cluster)
    for need in _needs(cluster, zones):
        for source in _named(zones, need.source):
            for to in _named(zones, need.to):
                if (not need.across and _strangers(source, to)) or _cut_off(source, to, outward):
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
                            reason=need.reason or UNSET,
                        )
                        flows.setdefault((source.name, to.name, name), flow)
    pools = [layout.prefix for layout in (*addressing.layouts, *(each.layout for each in ipoib))]
    if pods := routed_pods(cluster):
        pools.append(pods)
    if tunnel := tunnel_prefix(cluster.spec):
        pools.append(tunnel)
    twin = cluster.spec.addressing.ipv6
    every = tuple(flows[key] for key in sorted(flows))
    return Access(
        zones=zones,
        flows=every,
        pools=tuple(sorted({str(pool) for pool in pools})),
        pools_ipv6=(str(twin),) if twin else (),
        egress=plan_egress(cluster, zones, every),
    )


def _strangers(source: Zone, to: Zone) -> bool:
    """Whether two zones belong to different tenants, or are a tenant's hosts and hosts of the same role without a tenant."""
    both = bool(source.tenant and to.tenant)
    return source.tenant != to.tenant and (both or source.role == to.role)


def _cut_off(source: Zone, to: Zone, outward: set[str]) -> bool:
    """Whether one end is the site and the other are rails of hosts without a route to it. `outward`: tenants with one."""
    ends = (source, to)
    return any(zone.name == SITE for zone in ends) and any(
        zone.fabric == COMPUTE and zone.tenant not in outward for zone in ends
    )


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
    yield from _kubernetes(cluster, zones)
    yield from storage_needs(cluster)
    yield from site_store_needs(cluster, zones)
    if spec.monitoring.enabled:
        yield from _NEEDS["monitoring"]
        yield from _exporters(cluster)
    for name, rule in sorted(spec.access.items()):
        for source in rule.source:
            for to in rule.to:
                across = rule.across_tenants
                place = ("access", name)
                yield Need(source, to, rule.services, ".".join(place), across=across, origin=place, reason=rule.why)


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


def _kubernetes(cluster: Cluster, zones: tuple[Zone, ...]) -> Iterator[Need]:
    """Yield what daemons of Kubernetes need of each other, and pods of hosts."""
    kubernetes = cluster.spec.scheduler.kubernetes
    if not kubernetes:
        return
    for _, zone, service in identity_provider(cluster, zones):
        yield Need(f"{INBAND}/control", zone.partition("@")[0], (service,), "kubernetes: keys of the identity provider")
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
