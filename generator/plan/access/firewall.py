"""A host's own firewall by interface: the flows to the zones that it is in. It keeps state, so answers need no line.

RDMA bypasses the kernel: RoCE and InfiniBand never pass this firewall. Tenants are isolated by the leaf's routing instance (or the partition key),
clients of the storage fabric by the leaf's filter. A host that runs pods permits the services that a pod needs from its host, and forwards their packets in-band.
"""

from collections.abc import Iterator

from msgspec import UNSET, Struct

from generator.plan.access.records import BURST, SITE, Flow, Service, Zone, fewest
from generator.plan.access.services import POD_SERVICES, SERVICES
from generator.plan.addressing.segments import INBAND
from generator.plan.hosts.records import HostInterface
from generator.plan.plan import Plan
from generator.plan.records import Host


class Entrance(Struct, frozen=True, kw_only=True):
    """An interface of a host, or several that are in one zone, and what may come in there."""

    zone: Zone
    interfaces: tuple[str, ...]
    flows: tuple[Flow, ...]


def entrances(plan: Plan, host: Host) -> list[Entrance]:
    """Return every zone of a host with its interfaces there."""
    found: dict[str, list[str]] = {}
    for interface in plan.interfaces_of[host.name]:
        zone = _zone_of(plan, host, interface)
        if zone is not None:
            found.setdefault(zone.name, []).append(interface.name)
    access = plan.access
    return [Entrance(zone=access.zone[name], interfaces=tuple(names), flows=tuple(access.flows_to[name])) for name, names in found.items()]  # fmt: skip


POD_INTERFACES = (
    *("cali*", "tunl0", "vxlan.calico", "vxlan-v6.calico", "wireguard.cali", "wg-v6.cali"),
    *("lxc*", "cilium_*"),
    *("cni0", "flannel*"),
)
"""A host's ends of its pods, and of the tunnels between hosts' pods: Calico's (its NetworkManager page), Cilium's, Flannel's."""


def pod_services(plan: Plan, host: Host) -> tuple[Service, ...]:
    """Return the services of a host for its own pods; empty where it runs none. Addresses of pods are not in the plan."""
    if "kubernetes" not in plan.scheduled.schedulers:
        return ()
    return tuple(SERVICES[name] for name in sorted(POD_SERVICES.get(host.role, ())))


class Forwarding(Struct, frozen=True, kw_only=True):
    """Interfaces between which a host forwards connections and their answers. Between all others it forwards nothing.

    `pods`: names of pods' interfaces, which communicate with each other and over `uplink`, the in-band bond: never with management, a rail or
    storage, where a pod's packets would have the host's own address. `joined`: interfaces between which a gateway forwards. `site`: ports that are
    not in the plan belong to the site, and a border host forwards between them and `uplink`; `own` are the planned ones, which are excluded. `tunnel` leads
    to burst hosts, at their gateway: the matrix has its flows.
    """

    uplink: str
    pods: tuple[str, ...]
    joined: tuple[str, ...]
    site: bool
    own: tuple[str, ...]
    tunnel: str = ""


def forwarding(plan: Plan, host: Host) -> Forwarding:
    """Return what a host forwards."""
    interfaces = plan.interfaces_of[host.name]
    uplink = next((each.name for each in interfaces if each.kind == "bond"), "")
    data = tuple(each.name for each in interfaces if each.address and each.fabric in {"frontend", "storage"})
    return Forwarding(
        uplink=uplink,
        pods=POD_INTERFACES if pod_services(plan, host) else (),
        joined=data if host.role == "gateway" else (),
        site=host.role == "border" and bool(uplink),
        own=tuple(each.name for each in interfaces if each.name != uplink),
        tunnel=_tunnel_of(plan, host),
    )


def _tunnel_of(plan: Plan, host: Host) -> str:
    """Name the interface of the tunnel to burst hosts; empty where the host is not its gateway."""
    burst = plan.slurm.burst if plan.slurm is not None else None
    tunnel = burst.tunnel if burst is not None else None
    return tunnel.interface if tunnel is not None and tunnel.gateway == host.name else ""


class Passage(Struct, frozen=True, kw_only=True):
    """Packets of a service through a gateway of burst hosts: source and destination prefixes, and the outgoing interface; without one, they are for the gateway itself."""

    protocol: str
    ports: tuple[tuple[int, int], ...]
    sources: tuple[str, ...]
    destinations: tuple[str, ...]
    leaves_by: str
    why: str


def passages(plan: Plan, passing: Forwarding) -> Iterator[Passage]:
    """Yield what may pass the tunnel of a gateway, in the order of directions and services."""
    by_direction: dict[tuple[int, str, str], list[Flow]] = {}
    for flow in plan.access.flows_from[BURST]:
        if flow.to == BURST:
            by_direction.setdefault((1, flow.service.name, passing.tunnel), []).append(flow)
        else:
            by_direction.setdefault((2, flow.service.name, passing.uplink), []).append(flow)
            if plan.access.zone[flow.to].role == "control":
                by_direction.setdefault((0, flow.service.name, ""), []).append(flow)
    for flow in plan.access.flows_to[BURST]:
        if flow.source != BURST:
            by_direction.setdefault((3, flow.service.name, passing.tunnel), []).append(flow)
    zones = plan.access.zone
    for (_, name, leaves_by), flows in sorted(by_direction.items()):
        yield Passage(
            protocol=flows[0].service.protocol,
            ports=flows[0].service.ports,
            sources=fewest(p for flow in flows for p in zones[flow.source].prefixes),
            destinations=fewest(p for flow in flows for p in zones[flow.to].prefixes),
            leaves_by=leaves_by,
            why=_reason(name, [(zones[flow.source].party, zones[flow.to].party) for flow in flows]),
        )


def _reason(name: str, ends: list[tuple[str, str]]) -> str:
    sources, targets = (", ".join(dict.fromkeys(parties)) for parties in zip(*ends, strict=True))
    return f"{name} from {sources} to {targets}"


class Opening(Struct, frozen=True, kw_only=True):
    """Packets that a zone accepts for one service, with the fewest prefixes for all allowed sources."""

    protocol: str
    ports: tuple[tuple[int, int], ...]
    prefixes: tuple[str, ...]
    prefixes_ipv6: tuple[str, ...]
    outside: bool
    """Whether the site is allowed, too: sources without an address of the cluster, except link-local neighbours."""
    outside_ipv6: bool
    unnumbered: bool
    """Whether clients without an address are allowed, too (RFC 2131, section 4.1)."""
    why: str


NEIGHBOURS = ("0.0.0.0/8", "169.254.0.0/16")
NEIGHBOURS_IPV6 = ("fe80::/10",)
"""Sources that are always on the same link (RFC 1122, RFC 3927, RFC 4291)."""


def openings(plan: Plan, entrance: Entrance) -> Iterator[Opening]:
    """Yield the openings of an entrance, a service each, in the order of their names.

    Their reasons name roles, not tenants: a tenant more changes those files alone whose prefixes it changes.
    """
    by_service: dict[str, list[Flow]] = {}
    for flow in entrance.flows:
        by_service.setdefault(flow.service.name, []).append(flow)
    for name, flows in sorted(by_service.items()):
        sources = [plan.access.zone[flow.source] for flow in flows]
        zones = [zone for zone in sources if zone.name != SITE]
        yield Opening(
            protocol=flows[0].service.protocol,
            ports=flows[0].service.ports,
            prefixes=fewest(p for zone in zones for p in zone.prefixes),
            prefixes_ipv6=fewest(p for zone in zones for p in zone.prefixes_ipv6),
            outside=len(zones) < len(sources),
            outside_ipv6=len(zones) < len(sources) and bool(entrance.zone.prefixes_ipv6),
            unnumbered=name == "dhcp",
            why=f"{name} from {', '.join(dict.fromkeys(zone.party for zone in sources))}",
        )


def exits(plan: Plan, entrance: Entrance) -> Iterator[Opening]:
    """Yield what hosts of a zone may open to others, a service each: what flows allow, then each stated destination outside of the cluster.

    Both ends are from one matrix: the firewall of a destination accepts the same service from the prefixes of this zone.
    """
    access = plan.access
    if access.egress is UNSET:
        return
    by_service: dict[str, list[Flow]] = {}
    for flow in access.flows_from[entrance.zone.name]:
        if flow.to != SITE:
            by_service.setdefault(flow.service.name, []).append(flow)
    for name, flows in sorted(by_service.items()):
        zones = [access.zone[flow.to] for flow in flows]
        yield Opening(
            protocol=flows[0].service.protocol,
            ports=flows[0].service.ports,
            prefixes=fewest(p for zone in zones for p in zone.prefixes),
            prefixes_ipv6=fewest(p for zone in zones for p in zone.prefixes_ipv6),
            outside=False,
            outside_ipv6=False,
            unnumbered=False,
            why=f"{name} to {', '.join(dict.fromkeys(zone.party for zone in zones))}",
        )
    for each in access.egress:
        if each.source == entrance.zone.name:
            anywhere = not each.prefixes
            yield Opening(
                protocol=each.service.protocol,
                ports=each.service.ports,
                prefixes=tuple(prefix for prefix in each.prefixes if ":" not in prefix),
                prefixes_ipv6=tuple(prefix for prefix in each.prefixes if ":" in prefix),
                outside=anywhere,
                outside_ipv6=anywhere and bool(entrance.zone.prefixes_ipv6),
                unnumbered=False,
                why=f"{each.service.name}: {each.why}",
            )


def answers_dhcp(entrance: Entrance) -> bool:
    """Whether hosts of a zone serve DHCP: clients that have no address yet get answers to broadcasts, which belong to no connection."""
    return any(flow.service.name == "dhcp" for flow in entrance.flows)


def leaves_by(entrance: Entrance, passing: Forwarding) -> tuple[str, ...]:
    """Return the interfaces by which a zone's connections leave: those that are in it, and for in-band the tunnel to burst hosts."""
    tunnel = (passing.tunnel,) if passing.tunnel and passing.uplink in entrance.interfaces else ()
    return (*entrance.interfaces, *tunnel)


def _zone_of(plan: Plan, host: Host, interface: HostInterface) -> Zone | None:
    if not interface.address:
        return None
    if interface.kind == "vlan":
        segment = next(v.name for v in plan.vlans if v.fabric == "frontend" and v.vlan == interface.vlan)
    else:
        segment = {"bond": INBAND, "access": "management"}.get(interface.kind, interface.fabric)
    return plan.access.zone_of(segment, host.role, plan.tenants.get(host.name, ""))
