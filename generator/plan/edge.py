"""The edge: ways from border leaves to routers and firewalls of the site, each in one routing instance, and what passes them both ways.

A way's filters hold just the lines that are stated. What it takes travels through the fabric as what its border leaf learned there: other leaves
take it and never pass it on, as with pods. Its default route is a route like any other: when the other side withdraws it, or is gone, so is it
on every leaf.
"""

from collections.abc import Iterable, Iterator
from ipaddress import ip_network

from msgspec import Struct

from generator.model.cluster import Cluster
from generator.model.faceplate import banks
from generator.model.interfaces import interface_name
from generator.plan.addressing.addresses import Addressing
from generator.plan.addressing.pods import NODE_PREFIX, routed_pods
from generator.plan.addressing.records import Vrf
from generator.plan.records import PrefixFilter, Switch, SwitchPort
from generator.source.span import Loc
from generator.spec.edge import EdgeSpec

EDGE = "edge"
"""The kind of a port that leads to the site."""
SITE_LIST = "SITE"
"""What the names of filters begin with that hold what comes from the site."""
LOOPBACKS, RAILS, POD_NETWORKS = "loopbacks", "rails", "pods"
"""What is announced by a word; other words are segments."""
_DEFAULTS = {4: "0.0.0.0/0", 6: "::/0"}
_WHOLE = {4: 32, 6: 128}
_ROOM = 8
_MANY = 1000
_LONGEST_NAME = 15
"""Names of Linux interfaces, which sub-interfaces of SONiC are."""


class Line(Struct, frozen=True):
    """A line of a prefix list: routes inside `prefix` whose length is between two."""

    prefix: str
    shortest: int
    longest: int

    @property
    def exact(self) -> bool:
        """Whether it is the one prefix."""
        return self.prefix.endswith(f"/{self.longest}")


class Family(Struct, frozen=True, kw_only=True):
    """One IP version of a way: both ends, the names of its filters and their lines, and how many routes it may bring."""

    version: int
    address: str
    """The border leaf's, with its length."""
    peer: str
    into: str
    out: str
    accepts: tuple[Line, ...]
    announces: tuple[Line, ...]
    limit: int

    @property
    def afi(self) -> str:
        """Its name in BGP: `ipv4` or `ipv6`."""
        return f"ipv{self.version}"


class Way(Struct, frozen=True, kw_only=True):
    """A way to the site. `port` is the front port, `interface` what has the addresses: a sub-interface where there is a tag. `guard` is where its filter stands.

    Lines say `198.51.100.0/24`, `198.51.100.0/22 le 24`, or `10.0.0.0/9 eq 26`. `originated` is what the border leaf itself brings into BGP for it.
    """

    name: str
    switch: str
    fabric: str
    cage: int
    port: str
    interface: str
    guard: str
    speed_gbps: float
    mtu_bytes: int
    vlan: int | None
    tenant: str
    vrf: str
    address: str
    peer: str
    ipv6: str
    peer_ipv6: str
    asn: int | None
    bfd: bool
    password: str
    default: str
    accept: tuple[str, ...]
    announce: tuple[str, ...]
    originated: tuple[str, ...]
    max_prefixes: int
    origin: Loc

    @property
    def families(self) -> tuple[Family, ...]:
        """Return its IP versions, 4 first."""
        ends = ((4, self.address, self.peer), (6, self.ipv6, self.peer_ipv6))
        return tuple(self._family(*each) for each in ends if each[1])

    def _family(self, version: int, address: str, peer: str) -> Family:
        default = [_DEFAULTS[version]] if self.default == "accept" else []
        passed = [_DEFAULTS[version]] if self.default == "announce" else []
        stem, twin = f"EDGE-{self.name.upper()}", "" if version == 4 else "6"
        return Family(
            version=version,
            address=address,
            peer=peer,
            into=f"{stem}-IN{twin}",
            out=f"{stem}-OUT{twin}",
            accepts=tuple(_lines(version, (*default, *self.accept))),
            announces=tuple(_lines(version, (*passed, *self.announce))),
            limit=self.max_prefixes,
        )


def _lines(version: int, texts: Iterable[str]) -> Iterator[Line]:
    for text in texts:
        prefix, word, number = (*text.split(), "", "")[:3]
        network = ip_network(prefix)
        if network.version == version:
            longest = int(number or network.prefixlen)
            yield Line(prefix, longest if word == "eq" else network.prefixlen, longest)


def edge_specs(cluster: Cluster) -> dict[str, tuple[Loc, EdgeSpec]]:
    """Return every stated way with its place in the spec, by name: those of the fabric that carries the frontend."""
    fabrics = cluster.spec.fabrics.given()
    home = edge_home(cluster)
    ways = fabrics[home].edge if home in fabrics else {}
    return {name: (("fabrics", home, EDGE, name), way) for name, way in sorted(ways.items())}


def edge_home(cluster: Cluster) -> str:
    """Name the fabric whose leaves are the frontend's: its own, or compute where that carries it."""
    compute = cluster.spec.fabrics.compute
    return "compute" if compute and "frontend" in compute.carries else "frontend"


def plan_ways(cluster: Cluster, addressing: Addressing, vrfs: Iterable[Vrf]) -> Iterator[Way]:
    """Yield every way whose leaf and cage are there; `rules/edge.py` reports the others."""
    instances = {vrf.tenant: vrf.name for vrf in vrfs}
    leaves = {switch.name: switch for switch in cluster.switches if switch.tier == "leaf"}
    for name, (loc, spec) in edge_specs(cluster).items():
        leaf = leaves.get(spec.leaf)
        if (
            leaf is None
            or leaf.fabric != edge_home(cluster)
            or not any(spec.cage in bank.cages for bank in banks(leaf.model, leaf.os))
        ):
            continue
        port = interface_name(leaf.model, leaf.os, spec.cage, 1, 1)
        interface = _tagged(leaf.os, port, spec.vlan) if spec.vlan else port
        announced = [line for word in spec.announce for line in announced_lines(cluster, addressing, word)]
        segments = [segment for segment in addressing.segments if segment.vlan.name in spec.announce]
        static = [line.partition(" ")[0] for line in spec.accept] if spec.asn is None else []
        if spec.asn is None and spec.default == "accept":
            static = [*(_DEFAULTS[version] for version in _versions(spec)), *static]
        yield Way(
            name=name,
            switch=leaf.name,
            fabric=leaf.fabric,
            cage=spec.cage,
            port=port,
            interface=interface,
            # SONiC binds a filter to the front port alone, where it sees every tag.
            guard=port if leaf.os == "sonic" else interface,
            speed_gbps=spec.speed_gbps,
            mtu_bytes=spec.mtu_bytes,
            vlan=spec.vlan,
            tenant=spec.tenant or "",
            vrf=instances.get(spec.tenant or "", ""),
            address=str(spec.address or ""),
            peer=str(spec.peer or ""),
            ipv6=str(spec.ipv6 or ""),
            peer_ipv6=str(spec.peer_ipv6 or ""),
            asn=spec.asn,
            bfd=spec.bfd and spec.asn is not None,
            password=spec.password or "",
            default=spec.default,
            accept=spec.accept,
            announce=tuple(dict.fromkeys(announced)),
            originated=(*(str(segment.layout.prefix) for segment in segments), *static),
            max_prefixes=spec.max_prefixes or _limit(spec),
            origin=loc,
        )


def _tagged(os: str | None, port: str, vlan: int) -> str:
    """Name a sub-interface. SONiC has a short form for those whose name Linux would not take."""
    name = f"{port}.{vlan}"
    return name.replace("Ethernet", "Eth") if os == "sonic" and len(name) > _LONGEST_NAME else name


def _versions(spec: EdgeSpec) -> list[int]:
    return [version for version, address in ((4, spec.address), (6, spec.ipv6)) if address]


def _limit(spec: EdgeSpec) -> int:
    exact = all(" le " not in line for line in spec.accept)
    return 2 * (len(spec.accept) + 1) + _ROOM if exact else _MANY


def announced_lines(cluster: Cluster, addressing: Addressing, word: str) -> list[str]:
    """Return the lines that a word of `announce` stands for; none where the cluster has nothing of that name on these leaves."""
    home = edge_home(cluster)
    carried = {home, "frontend"} | set(cluster.spec.fabrics.given()[home].carries)
    if word == LOOPBACKS:
        return [line for each in addressing.filters()[home][:1] for line in _of_filter(each)]
    if word == RAILS:
        routed = {str(links.layout.prefix) for name, links in addressing.routed.items() if name in carried}
        return [line for each in addressing.filters()[home] if each.prefix in routed for line in _of_filter(each)]
    if word == POD_NETWORKS:
        pods = routed_pods(cluster)
        return [f"{pods} eq {NODE_PREFIX}"] if pods else []
    return [str(segment.layout.prefix) for segment in addressing.segments if segment.vlan.name == word]


def _of_filter(line: PrefixFilter) -> Iterator[str]:
    yield f"{line.prefix} eq {line.length}"
    if line.ipv6:
        yield f"{line.ipv6} eq {line.ipv6_length}"


def way_ports(ways: Iterable[Way]) -> Iterator[SwitchPort]:
    """Yield the front ports of ways, each once: a port that several ways share is one of the first."""
    seen: dict[tuple[str, int], SwitchPort] = {}
    for way in ways:
        if (way.switch, way.cage) in seen:
            continue
        seen[way.switch, way.cage] = port = SwitchPort(
            switch=way.switch,
            cage=way.cage,
            port=1,
            ports=1,
            interface=way.port,
            fabric="frontend",
            kind="edge",
            speed_gbps=way.speed_gbps,
            mtu_bytes=way.mtu_bytes,
            length_m=0.0,
            peer=way.name,
            peer_interface="site",
            group="",
            address="",
            ipv6="",
            vlan=None,
            tagged=(),
            role=EDGE,
            tenant="",
            vrf="",
            peer_address="",
            peer_asn=None,
        )
        yield port


class Instance(Struct, frozen=True, kw_only=True):
    """The ways of one routing instance of a switch; empty where it has none."""

    vrf: str
    ways: tuple[Way, ...]

    @property
    def sessions(self) -> list[Way]:
        """Return the ways that speak BGP."""
        return [way for way in self.ways if way.asn is not None]

    def brought(self, version: int) -> list[str]:
        """Return what the border leaf brings into BGP for its ways, each prefix once."""
        found = dict.fromkeys(prefix for way in self.ways for prefix in way.originated)
        return [prefix for prefix in found if ip_network(prefix).version == version]

    def statics(self) -> Iterator[tuple[str, str]]:
        """Yield static routes: a prefix and the other side's address."""
        for way in self.ways:
            for each in way.families if way.asn is None else ():
                yield from ((line.prefix, each.peer) for line in each.accepts)


def instances(ways: Iterable[Way], switch: Switch) -> list[Instance]:
    """Return the instances of a switch that have ways, the default one (empty) first."""
    found: dict[str, list[Way]] = {}
    for way in ways:
        if way.switch == switch.name:
            found.setdefault(way.vrf, []).append(way)
    return [Instance(vrf=vrf, ways=tuple(found[vrf])) for vrf in sorted(found)]


class Transit(Struct, frozen=True, kw_only=True):
    """What the switches of a fabric take of the site's routes in the default instance.

    `paths` are the AS paths by which a border leaf knows what it learned at its own edge (`^$`: a static route), and so may tell the fabric; empty on
    other switches.
    """

    lines: dict[int, tuple[Line, ...]]
    paths: tuple[str, ...]


def transit(ways: Iterable[Way], switch: Switch) -> Transit | None:
    """Return what a switch takes of the site's routes; nothing where no way of its fabric takes any."""
    here = [way for way in ways if way.fabric == switch.fabric and not way.vrf]
    lines: dict[int, tuple[Line, ...]] = {}
    for version in (4, 6):
        every = (line for way in here for each in way.families if each.version == version for line in each.accepts)
        if found := tuple(dict.fromkeys(every)):
            lines[version] = found
    if not lines:
        return None
    own = [way for way in here if way.switch == switch.name and any(each.accepts for each in way.families)]
    paths = dict.fromkeys(f"^{way.asn}_" if way.asn else "^$" for way in own)
    return Transit(lines=lines, paths=tuple(paths))


def site_routes(ways: Iterable[Way], fabric: str) -> int:
    """Return how many routes of one IP version come from the site at most in the default instance."""
    return sum(way.max_prefixes for way in ways if way.fabric == fabric and not way.vrf)
