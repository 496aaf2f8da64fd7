"""Zones, services and flows: the complete access matrix."""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from ipaddress import IPv4Network, IPv6Network, collapse_addresses, ip_network

from msgspec import UNSET, Struct, UnsetType

from generator.source.span import Loc

ANY = "any"
PODS = "pods"
"""Pods, where leaves route to them."""
BURST = "burst"
"""Hosts of a provider that a tunnel joins with the cluster."""
SITE = "site"
"""Everything outside the cluster."""
GATEWAYS = "network"
"""The role of a segment's own addresses: its gateway is the first of them."""


class Zone(Struct, frozen=True, kw_only=True):
    """Addresses that are treated alike: a segment, a role of hosts in it, or one tenant's hosts of that role.

    `name` is `bmc`, `inband/login`, or `compute/compute@blue` for a tenant; `inband/compute` then has the hosts without a tenant. Prefixes are those
    of the envelope, so new hosts do not change them. A zone without prefixes is empty.
    """

    name: str
    segment: str
    role: str
    tenant: str
    fabric: str
    prefixes: tuple[str, ...]
    prefixes_ipv6: tuple[str, ...]

    @property
    def party(self) -> str:
        """Its name in rules: `bmc`, or `inband/login` for that role of every tenant and of none."""
        return f"{self.segment}/{self.role}" if self.role else self.segment


class Service(Struct, frozen=True, kw_only=True):
    """A service: a protocol (`tcp`, `udp`, `icmp`, `vrrp`, or `any` for all of them) and the ports of the server, as (first, last)."""

    name: str
    protocol: str
    ports: tuple[tuple[int, int], ...] = ()

    def covers(self, protocol: str, port: int | None) -> bool:
        """Whether a packet to this protocol and port belongs to the service."""
        if self.protocol == ANY:
            return True
        if protocol != self.protocol:
            return False
        return not self.ports or (port is not None and any(first <= port <= last for first, last in self.ports))


class Need(Struct, frozen=True):
    """Flows from one party to another, before parties become zones. Tenants are isolated, unless it is needed `across` them."""

    source: str
    to: str
    services: tuple[str, ...]
    why: str
    across: bool = False
    origin: Loc | None = None
    reason: str = ""


class Flow(Struct, frozen=True, kw_only=True):
    """Hosts in `source` may open connections to hosts in `to`; answers are allowed.

    `why` is the rule, and `reason` what the spec states for it. `source_party` and `to_party` are the parties of that rule: the zone, the zone of all tenants that it is a part of, or a whole segment.
    """

    source: str
    to: str
    service: Service
    why: str
    source_party: str
    to_party: str
    origin: Loc | None = None
    reason: str | UnsetType = UNSET


class Destination(Struct, frozen=True, kw_only=True):
    """Addresses outside of the cluster to which hosts of a zone may open connections for a service; without prefixes, all addresses there. `why` is the key that states it."""

    source: str
    service: Service
    prefixes: tuple[str, ...]
    why: str


class Access(Struct, frozen=True, kw_only=True, dict=True):
    """The matrix. What no flow allows is denied."""

    zones: tuple[Zone, ...]
    flows: tuple[Flow, ...]
    pools: tuple[str, ...]
    """Every pool of the cluster: addresses outside of them are the site."""
    pools_ipv6: tuple[str, ...]
    egress: tuple[Destination, ...] | UnsetType = UNSET
    """What flows to the site mean for hosts, where the spec closes their other connections; UNSET: everything at the site."""

    @cached_property
    def zone(self) -> dict[str, Zone]:
        """Zones by name."""
        return {zone.name: zone for zone in self.zones}

    @cached_property
    def flows_to(self) -> dict[str, list[Flow]]:
        """Flows by the zone that answers."""
        return self._sorted((flow.to, flow) for flow in self.flows)

    @cached_property
    def flows_from(self) -> dict[str, list[Flow]]:
        """Flows by the zone that starts."""
        return self._sorted((flow.source, flow) for flow in self.flows)

    def _sorted(self, flows: Iterable[tuple[str, Flow]]) -> dict[str, list[Flow]]:
        found: dict[str, list[Flow]] = {zone.name: [] for zone in self.zones}
        for zone, flow in flows:
            found[zone].append(flow)
        return found

    @cached_property
    def owned(self) -> frozenset[str]:
        """Segments of one tenant: no host without a tenant has a zone in them."""
        hosts = [zone for zone in self.zones if zone.role not in {"", GATEWAYS}]
        return frozenset(zone.segment for zone in hosts) - {zone.segment for zone in hosts if not zone.tenant}

    @cached_property
    def covers(self) -> dict[str, str]:
        """The one IPv4 prefix that holds all zones of a segment, by segment."""
        return narrowest((zone.segment, prefix) for zone in self.zones for prefix in zone.prefixes)

    @cached_property
    def covers_ipv6(self) -> dict[str, str]:
        """The same in IPv6, for the segments that have it."""
        return narrowest((zone.segment, prefix) for zone in self.zones for prefix in zone.prefixes_ipv6)

    def zone_of(self, segment: str, role: str, tenant: str) -> Zone | None:
        """Find the zone of a host's interface in a segment."""
        own = self.zone.get(f"{segment}/{role}@{tenant}") if tenant else None
        return own or self.zone.get(f"{segment}/{role}") or self.zone.get(segment)

    def may(self, source: str, to: str, protocol: str, port: int | None = None) -> Flow | None:
        """Return the flow that allows a connection between two zones; None where it is denied."""
        return next((f for f in self.flows_from[source] if f.to == to and f.service.covers(protocol, port)), None)


def fewest(prefixes: Iterable[str]) -> tuple[str, ...]:
    """Return the fewest prefixes that hold just what these hold, IPv4 first."""
    return _fewest(frozenset(prefixes))


@lru_cache(maxsize=1 << 14)
def _fewest(prefixes: frozenset[str]) -> tuple[str, ...]:
    """Filters of many roles open the same zones."""
    every = {ip_network(prefix) for prefix in prefixes}
    v4 = [each for each in every if isinstance(each, IPv4Network)]
    v6 = [each for each in every if isinstance(each, IPv6Network)]
    return tuple(str(each) for each in (*collapse_addresses(v4), *collapse_addresses(v6)))


def narrowest(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the narrowest prefix that holds all prefixes of each name."""
    found: dict[str, IPv4Network | IPv6Network] = {}
    for name, text in pairs:
        prefix = ip_network(text)
        cover = found.setdefault(name, prefix)
        ends = int(prefix.network_address), int(prefix.broadcast_address)
        apart = max((int(cover.network_address) ^ end).bit_length() for end in ends)
        wider = apart - (cover.max_prefixlen - cover.prefixlen)
        found[name] = cover.supernet(wider) if wider > 0 else cover
    return {name: str(cover) for name, cover in found.items()}
