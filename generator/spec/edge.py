"""`fabrics.<name>.edge`: where the cluster meets the routers and firewalls of the site, port by port and instance by instance."""

import re
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network, ip_network
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StrictInt, StringConstraints

from generator.spec.addresses import Network, usable
from generator.spec.base import Asn, Flag, Slug, SpecModel, SpeedGbps, VlanId, own_error

_LINE = r"(?P<prefix>\S+)(?: le (?P<longest>\d{1,3}))?"
_LONGEST_WORD = 60


def _interface(value: Any, kind: type[IPv4Interface | IPv6Interface], what: str, example: str) -> Any:
    try:
        found = kind(str(value)) if "/" in str(value) else None
    except ValueError:
        found = None
    if found is None:
        raise own_error(f"{value!r} is not {what} with its length; write it like {example}")
    usable(found.network, str(value))
    return found


def _interface4(value: Any) -> IPv4Interface:
    found: IPv4Interface = _interface(value, IPv4Interface, "an IPv4 address", "192.0.2.1/31")
    return found


def _interface6(value: Any) -> IPv6Interface:
    found: IPv6Interface = _interface(value, IPv6Interface, "an IPv6 address", "2001:db8:0:1::1/127")
    return found


def _address(value: Any, kind: type[IPv4Address | IPv6Address], example: str) -> Any:
    try:
        found = kind(str(value))
    except ValueError:
        raise own_error(f"{value!r} is not an address of that version; write it like {example}") from None
    usable(ip_network(found), str(value))
    return found


def _peer4(value: Any) -> IPv4Address:
    found: IPv4Address = _address(value, IPv4Address, "192.0.2.0")
    return found


def _peer6(value: Any) -> IPv6Address:
    found: IPv6Address = _address(value, IPv6Address, "2001:db8:0:1::")
    return found


def split_line(text: str) -> tuple[Network, int]:
    """Return a prefix and the greatest length of routes inside it: its own, or that of `le`. Raises ValueError: it is no such line."""
    found = re.fullmatch(_LINE, text)
    if found is None:
        raise ValueError
    prefix = ip_network(found["prefix"])
    longest = int(found["longest"] or prefix.prefixlen)
    if "/" not in text or not prefix.prefixlen <= longest <= prefix.max_prefixlen:
        raise ValueError
    return prefix, longest


def _line(value: Any) -> str:
    text = str(value)
    try:
        prefix, _ = split_line(text)
    except ValueError:
        raise own_error(
            f"{text[:_LONGEST_WORD]!r} is not a line of a prefix list; write 198.51.100.0/24, or 198.51.100.0/22 le 24 for routes inside it as well"
        ) from None
    if prefix.prefixlen == 0:
        raise own_error(f"{text} is the default route, which has a key of its own; write default: accept")
    usable(prefix, text)
    return text


Interface4 = Annotated[IPv4Interface, BeforeValidator(_interface4)]
"""An IPv4 address with the length of its prefix."""
Interface6 = Annotated[IPv6Interface, BeforeValidator(_interface6)]
"""An IPv6 address with the length of its prefix."""
Peer4 = Annotated[IPv4Address, BeforeValidator(_peer4)]
"""An IPv4 address."""
Peer6 = Annotated[IPv6Address, BeforeValidator(_peer6)]
"""An IPv6 address."""
PrefixLine = Annotated[str, BeforeValidator(_line)]
"""A prefix, with or without routes inside it: `198.51.100.0/24`, `198.51.100.0/22 le 24`."""


def some(value: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse a list that has something twice."""
    if len(set(value)) < len(value):
        raise own_error(f"{next(each for each in value if value.count(each) > 1)} is there twice; once is enough")
    return value


class EdgeSpec(SpecModel):
    """One uplink to a router or firewall of the site: a port of a border leaf, one routing instance, BGP or static routes.

    Nothing is accepted and nothing is announced that is not stated.
    """

    leaf: Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z][a-z0-9-]{0,62}$")]
    """The border leaf: a leaf of this fabric, by its name."""
    cage: Annotated[StrictInt, Field(ge=1, le=256)]
    """The undivided cage of that leaf that takes the site's cable. `reserve_ports` keeps cages free of hosts."""
    speed_gbps: SpeedGbps
    """Speed of the port, Gb/s."""
    mtu_bytes: Annotated[StrictInt, Field(ge=1280, le=9216)] = 1500
    """Largest packet towards the site, bytes; it must match the other side."""
    vlan: VlanId | None = None
    """The 802.1Q tag of this uplink, where several share a port; by default none."""
    tenant: Slug | None = None
    """The tenant whose routing instance the uplink belongs to; by default the default instance."""
    address: Interface4 | None = None
    """The border leaf's IPv4 address on this uplink, with its prefix length: 192.0.2.1/31."""
    peer: Peer4 | None = None
    """The other side's IPv4 address."""
    ipv6: Interface6 | None = None
    """The border leaf's IPv6 address, with its prefix length."""
    peer_ipv6: Peer6 | None = None
    """The other side's IPv6 address."""
    asn: Asn | None = None
    """AS number of the other side, with which the border leaf then has a BGP session; by default it has static routes to the prefixes in `accept`."""
    bfd: Flag = True
    """Whether BFD monitors the session, so that a dead peer is detected within a second."""
    password: Slug | None = None
    """Name of the secret that authenticates both sides (TCP MD5, RFC 2385): `fw` is the Ansible variable `clustergen_edge_fw`. Uplinks may share one."""
    default: Literal["accept", "announce", "none"] = "none"
    """`accept`: the other side's default route is accepted, and all leaves use it while it exists. `announce`: the other side gets a default
    route while the border leaf has one from elsewhere."""
    accept: Annotated[tuple[PrefixLine, ...], AfterValidator(some)] = ()
    """Prefixes accepted from the other side, IPv4 and IPv6: `198.51.100.0/24`, or `198.51.100.0/22 le 24` for routes inside it as well."""
    announce: Annotated[tuple[Slug, ...], AfterValidator(some)] = ()
    """Prefixes announced to the other side: a segment of the frontend (`inband`, or one of `segments`), `pods`, `loopbacks` of the fabric's switches, or `rails`:
    the prefixes of the hosts' rails in this instance."""
    max_prefixes: Annotated[StrictInt, Field(ge=1, le=1_000_000)] | None = None
    """Number of routes of one IP version at which the session is closed; by default somewhat more than twice the lines of `accept`, or 1000 where one has `le`."""

    def accepted(self, version: int) -> list[tuple[IPv4Network | IPv6Network, int]]:
        """Return the accepted routes of an IP version: prefixes, each with the greatest length of routes inside it."""
        return [line for line in map(split_line, self.accept) if line[0].version == version]
