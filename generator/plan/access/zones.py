"""Zones: every segment, each role in it where addresses distinguish roles, and each tenant's hosts where they share a role."""

from collections.abc import Iterable, Iterator, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, collapse_addresses, summarize_address_range

from generator.model.cluster import Cluster
from generator.plan.access.records import BURST, GATEWAYS, PODS, SITE, Zone
from generator.plan.addressing.addresses import Addressing
from generator.plan.addressing.host_links import HostLinks
from generator.plan.addressing.numbers import IPV6_MORE, ipv6_twin
from generator.plan.addressing.pods import routed_pods
from generator.plan.addressing.pools import ROLE_CODES, role_numbers
from generator.plan.addressing.segments import Segment
from generator.plan.addressing.spans import Span, less
from generator.plan.addressing.tunnel import tunnel_prefix
from generator.plan.infiniband.ipoib import Ipoib
from generator.plan.infiniband.tenancy import Tenant, plan_tenants
from generator.spec.hosts import HostRole


def plan_zones(cluster: Cluster, addressing: Addressing, ipoib: Iterable[Ipoib]) -> Iterator[Zone]:
    """Yield every zone, fabric by fabric; the site last. IPoIB ports have the coordinates that routed ones would have."""
    tenants = plan_tenants(cluster)
    for name, links in {**addressing.routed, **{each.name: each.links for each in ipoib}}.items():
        yield from _routed(cluster, name, links, tenants)
    for segment in addressing.segments:
        yield from _segment(cluster, segment, tenants)
    for name, each in addressing.oob.items():
        whole = each.layout.prefix_of(through="segment", segment=each.code)
        yield Zone(name=name, segment=name, role="", tenant="", fabric="oob", prefixes=(str(whole),), prefixes_ipv6=())
        if name == "management":
            yield _zone(cluster, "oob", name, "control", "", _managers(cluster, addressing, "control"))
            if any(tier.nfs for tier in cluster.spec.storage.values()):
                yield _zone(cluster, "oob", name, "storage", "", _managers(cluster, addressing, "storage"))
    pods = routed_pods(cluster)
    if pods:
        yield Zone(
            name=PODS, segment=PODS, role="", tenant="", fabric="frontend", prefixes=(str(pods),), prefixes_ipv6=()
        )
    if tunnel := tunnel_prefix(cluster.spec):
        prefix = (str(tunnel),)
        yield Zone(name=BURST, segment=BURST, role="", tenant="", fabric="frontend", prefixes=prefix, prefixes_ipv6=())
    yield Zone(name=SITE, segment=SITE, role="", tenant="", fabric="", prefixes=("0.0.0.0/0",), prefixes_ipv6=("::/0",))


def _routed(cluster: Cluster, fabric: str, links: HostLinks, tenants: tuple[Tenant, ...]) -> Iterator[Zone]:
    """Yield the roles on a routed fabric; hosts of a role are in runs, so their addresses fold into few prefixes."""
    groups = {group.name: group for group in cluster.groups}
    for role in sorted({groups[member.name].role for member in links.shape.demand.members}):
        members = [member for member in links.shape.demand.members if groups[member.name].role == role]
        every = [span for member in members for span in _spans(links, member.name, len(member.ports), None)]
        theirs: list[Span] = []
        for tenant in tenants:
            mine = [
                span
                for member in members
                for ordinal in range(member.max)
                if groups[member.name].host_name(ordinal) in tenant.hosts
                for span in _spans(links, member.name, len(member.ports), ordinal)
            ]
            if mine:
                theirs += mine
                yield _zone(cluster, fabric, fabric, role, tenant.name, mine)
        yield _zone(cluster, fabric, fabric, role, "", every, without=theirs)


def _spans(links: HostLinks, member: str, ports: int, ordinal: int | None) -> Iterator[Span]:
    """Yield the hosts' ends of a member's links, run by run, or those of one host. A link's other address is its leaf's, or unused."""
    shape = links.shape
    for plane in range(shape.planes):
        for rail in range(ports):
            if ordinal is not None:
                low = links.low(plane, member, ordinal, rail)
                yield low, low + 1
                continue
            if links.pairs.lows.pins or links.places.pins.pins:
                seats = (run.first + n for run in shape.seating.runs if run.member == member for n in range(run.count))
                yield from (
                    (links.low(plane, member, each, rail), links.low(plane, member, each, rail) + 1) for each in seats
                )
                continue
            for run in shape.seating.runs:
                if run.member == member:
                    last = run.first + run.count - 1
                    yield links.low(plane, member, run.first, rail), links.low(plane, member, last, rail) + 1


def _segment(cluster: Cluster, segment: Segment, tenants: tuple[Tenant, ...]) -> Iterator[Zone]:
    """Yield the roles of a frontend segment: each is one prefix by coordinate."""
    roles = {group.role for group in cluster.groups}
    numbers = role_numbers(cluster)
    strays = _strays(cluster, segment)
    home = segment.layout.prefix_of(through="role", role=ROLE_CODES[GATEWAYS])
    hosts = [span for role, spans in strays.items() if role != GATEWAYS for span in spans]
    gateways = [*less([(int(home[0]), int(home[-1]))], hosts), *strays.get(GATEWAYS, ())]
    yield _zone(cluster, "frontend", segment.vlan.name, GATEWAYS, "", gateways)
    for role in (role for role in ROLE_CODES if role in roles and role in segment.roles):
        prefix = segment.layout.prefix_of(through="role", role=ROLE_CODES[role])
        theirs: list[Span] = []
        for tenant in tenants:
            if segment.tenant not in {"", tenant.name}:
                continue
            mine = [
                int(IPv4Address(segment.host(role, numbers[role].number(group.name, ordinal))))
                for group in cluster.groups
                if group.role == role
                for ordinal in range(group.max)
                if group.host_name(ordinal) in tenant.hosts
            ]
            if mine:
                spans = [(at, at) for at in mine]
                theirs += spans
                yield _zone(cluster, "frontend", segment.vlan.name, role, tenant.name, spans)
        if segment.tenant:
            continue  # no other host is in it
        whole = (int(prefix.network_address), int(prefix.broadcast_address))
        others = [span for other, spans in strays.items() if other != role for span in spans]
        spans = [*less([whole], others), *strays.get(role, ())]
        yield _zone(cluster, "frontend", segment.vlan.name, role, "", spans, without=theirs)


def _strays(cluster: Cluster, segment: Segment) -> dict[str, list[Span]]:
    """Return the addresses of hosts and gateways of the envelope that are not in the prefix of their role, by role: pinned ones, and those around them."""
    home = segment.layout.prefix_of(through="role", role=ROLE_CODES[GATEWAYS])
    outside = [int(at) for at in segment.gateways(cluster.shapes["frontend"].leaves) if at not in home]
    found: dict[str, list[Span]] = {GATEWAYS: [(at, at) for at in outside]} if outside else {}
    numbers = role_numbers(cluster) if segment.pins.pins else {}
    for group in (group for group in cluster.groups if group.role in segment.roles and numbers):
        prefix = segment.layout.prefix_of(through="role", role=ROLE_CODES[group.role])
        for ordinal in range(group.max):
            address = IPv4Address(segment.host(group.role, numbers[group.role].number(group.name, ordinal)))
            if address not in prefix:
                found.setdefault(group.role, []).append((int(address), int(address)))
    return found


def _managers(cluster: Cluster, addressing: Addressing, role: HostRole) -> Iterator[Span]:
    """Yield the management ports of a role's hosts of the envelope that end on installed leaves; appliances have such ports, too."""
    roles = {group.name: group.role for group in cluster.groups}
    for link in cluster.reserved:
        if (
            link.fabric == "oob"
            and link.a.interface == "mgmt0"
            and roles[cluster.floor.group_of(link.a.device)] == role
        ):
            at = int(IPv4Address(addressing.out_of_band(link)))
            yield at, at


def _zone(
    cluster: Cluster,
    fabric: str,
    segment: str,
    role: str,
    tenant: str,
    spans: Iterable[Span],
    without: Sequence[Span] = (),
) -> Zone:
    prefixes = _folded(spans, without)
    return Zone(
        name=f"{segment}/{role}" + (f"@{tenant}" if tenant else ""),
        segment=segment,
        role=role,
        tenant=tenant,
        fabric=fabric,
        prefixes=tuple(map(str, prefixes)),
        prefixes_ipv6=tuple(_twins(cluster, segment, prefixes)),
    )


def _folded(spans: Iterable[Span], without: Sequence[Span]) -> list[IPv4Network]:
    """Fold spans, less others, into the fewest prefixes that hold just them."""
    left = less(spans, without) if without else spans
    every = (p for a, b in left for p in summarize_address_range(IPv4Address(a), IPv4Address(b)))
    return list(collapse_addresses(every))


def _twins(cluster: Cluster, fabric: str, prefixes: list[IPv4Network]) -> Iterator[str]:
    """Yield the same coordinates in IPv6, where the spec has it: on routed fabrics."""
    if cluster.spec.addressing.ipv6 is None or fabric not in {"compute", "storage"}:
        return
    pool = getattr(cluster.spec.addressing, fabric)
    for prefix in prefixes:
        twin = ipv6_twin(cluster, fabric, int(prefix.network_address) - int(pool.network_address))
        yield str(IPv6Network((int(IPv6Address(twin)), prefix.prefixlen + IPV6_MORE)))
