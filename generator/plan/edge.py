"""The edge: uplinks from border leaves to routers and firewalls of the site, each in one routing instance, and the routes that each side announces.

The prefix lists of an uplink have only the stated lines. Its border leaf announces accepted routes to the fabric; other leaves accept them and
never pass them on, as with pods. A default route of the site is treated alike: if the peer withdraws it or fails, no leaf has it any more.
"""

from collections.abc import Iterable, Iterator
from ipaddress import ip_network
from typing import Final

from msgspec import Struct

from generator.plan.records import Switch
from generator.source.span import Loc

EDGE = "edge"
"""The kind of a port that leads to the site."""
OOB: Final = "oob"
"""The fabric of uplinks for switches and BMCs; all others are for the frontend, whichever leaves carry it."""
SITE_LIST = "SITE"
"""Prefix of the names of filters for routes from the site."""
DEFAULTS = {4: "0.0.0.0/0", 6: "::/0"}
"""The default route, by IP version."""


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
    """One IP version of an uplink: both ends, the names of its filters and their lines, and the limit of routes."""

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


class SiteUplink(Struct, frozen=True, kw_only=True):
    """An uplink to the site.

    `port` is the front port, `interface` has the addresses: a sub-interface if there is a tag. `guard` is the interface with its packet filter.
    Lines are `198.51.100.0/24`, `198.51.100.0/22 le 24`, or `10.0.0.0/9 eq 26`. `originated` are the prefixes that the border leaf originates in BGP for it.
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
        """Its IP versions, 4 first: those with both ends stated."""
        ends = ((4, self.address, self.peer), (6, self.ipv6, self.peer_ipv6))
        return tuple(self._family(*each) for each in ends if each[1] and each[2])

    def _family(self, version: int, address: str, peer: str) -> Family:
        default = [DEFAULTS[version]] if self.default == "accept" else []
        passed = [DEFAULTS[version]] if self.default == "announce" else []
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


class Instance(Struct, frozen=True, kw_only=True):
    """The uplinks of one routing instance of a switch; empty where it has none."""

    vrf: str
    uplinks: tuple[SiteUplink, ...]

    @property
    def sessions(self) -> list[SiteUplink]:
        """The uplinks with a BGP session."""
        return [uplink for uplink in self.uplinks if uplink.asn is not None]

    def brought(self, version: int) -> list[str]:
        """Return the prefixes that the border leaf originates in BGP for its uplinks, each once."""
        found = dict.fromkeys(prefix for uplink in self.uplinks for prefix in uplink.originated)
        return [prefix for prefix in found if ip_network(prefix).version == version]

    def statics(self) -> Iterator[tuple[str, str]]:
        """Yield static routes: a prefix and the other side's address."""
        for uplink in self.uplinks:
            for each in uplink.families if uplink.asn is None else ():
                yield from ((line.prefix, each.peer) for line in each.accepts)


def instances(uplinks: Iterable[SiteUplink], switch: Switch) -> list[Instance]:
    """Return the instances of a switch that have uplinks, the default one (empty) first."""
    found: dict[str, list[SiteUplink]] = {}
    for uplink in uplinks:
        if uplink.switch == switch.name:
            found.setdefault(uplink.vrf, []).append(uplink)
    return [Instance(vrf=vrf, uplinks=tuple(found[vrf])) for vrf in sorted(found)]


class Transit(Struct, frozen=True, kw_only=True):
    """Routes of the site that the switches of a fabric accept in the default instance.

    `paths` are the AS paths by which a border leaf recognises routes of its own edge (`^$`: a static route), which it may announce to the fabric;
    empty on other switches.
    """

    lines: dict[int, tuple[Line, ...]]
    paths: tuple[str, ...]


def transit(uplinks: Iterable[SiteUplink], switch: Switch) -> Transit | None:
    """Return the site's routes that a switch accepts; None where no uplink of its fabric accepts any."""
    here = [uplink for uplink in uplinks if uplink.fabric == switch.fabric and not uplink.vrf]
    lines: dict[int, tuple[Line, ...]] = {}
    for version in (4, 6):
        every = (
            line for uplink in here for each in uplink.families if each.version == version for line in each.accepts
        )
        if found := tuple(dict.fromkeys(every)):
            lines[version] = found
    if not lines:
        return None
    own = [uplink for uplink in here if uplink.switch == switch.name and any(each.accepts for each in uplink.families)]
    paths = dict.fromkeys(f"^{uplink.asn}_" if uplink.asn else "^$" for uplink in own)
    return Transit(lines=lines, paths=tuple(paths))


def site_routes(uplinks: Iterable[SiteUplink], fabric: str) -> int:
    """Return how many routes of one IP version come from the site at most in the default instance."""
    return sum(uplink.max_prefixes for uplink in uplinks if uplink.fabric == fabric and not uplink.vrf)
