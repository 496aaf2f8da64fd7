"""Forwarding and ends of cables in a switch's files, in one form for all systems."""

from collections.abc import Mapping

from msgspec import Struct, field

from generator.verify.reach.filters import FilterList
from generator.verify.reach.learned import Learned
from generator.verify.reach.packet import Span

Subnet = tuple[int, int, Span]
"""IP version, the switch's own address, and the network that it is in."""


class Port(Struct, kw_only=True):
    """A port, or a VLAN's routed interface: its instance (empty: the default one), addresses, VLANs and filters.

    `link_local`: whether it routes IPv6 without an address of its own, which sessions by interface need.
    """

    vrf: str = ""
    subnets: list[Subnet] = field(default_factory=list)
    untagged: int | None = None
    tagged: set[int] = field(default_factory=set)
    lists: list[FilterList] = field(default_factory=list)
    link_local: bool = False

    def carries(self, tag: int | None) -> int | None:
        """Return the VLAN of a frame with a tag or without one; None where it is not accepted."""
        if tag is None:
            return self.untagged
        return tag if tag in self.tagged else None

    def own(self, family: int, address: int) -> bool:
        """Whether an address is the switch's own here."""
        return any(subnet[:2] == (family, address) for subnet in self.subnets)


class Taken(Struct, frozen=True):
    """Addresses of one instance of a switch (empty: the default one) to which another has routes."""

    into: str
    source: str
    family: int
    span: Span


class Peers(Struct, frozen=True):
    """A switch's AS number, and its sessions in the default instance: the neighbour's, or `external`, by its address (with the IP version) or by interface."""

    asn: str = ""
    addresses: Mapping[tuple[int, int], str] = {}
    interfaces: Mapping[str, str] = {}


class SwitchFiles(Struct, kw_only=True):
    """A switch. `announced`: networks that it originates, by instance; `vnis`: VXLAN networks of VLANs and of instances.

    `targets`: route targets by which instances import or export routes; `learned`: the policy for routes of hosts with pods, in the default
    instance; `taken`: routes that instances import from each other; `counted`: the links that each entry of a route-map counts for a route.
    """

    name: str
    file: str
    ports: Mapping[str, Port]
    vlans: Mapping[int, Port]
    announced: Mapping[str, list[tuple[int, Span]]]
    vlan_vnis: Mapping[int, int]
    vrf_vnis: Mapping[str, int]
    learned: Learned = field(default_factory=Learned)
    taken: list[Taken] = field(default_factory=list)
    targets: list[tuple[str, str]] = field(default_factory=list)
    counted: Mapping[str, str] = field(default_factory=dict)
    peers: Peers = Peers()

    def port(self, name: str) -> Port | None:
        """Find a port by name."""
        return self.ports.get(name)


class PortEnd(Struct, frozen=True, kw_only=True):
    """A port: its MTU in bytes (0: not stated), the class of each DSCP (empty: no RoCE), paused priorities, marked classes.

    `cable_m` is the cable length for which headroom is sized, metres (0: not stated): the longest, unless `exact`.
    """

    mtu_bytes: int
    classes: Mapping[int, int]
    paused: frozenset[int]
    marked: frozenset[int]
    weights: Mapping[int, int] = {}
    """The share of each weighted queue, per cent; empty where not stated."""
    cable_m: int = 0
    exact: bool = False
    lag: str = ""
    """Whether it is in a group of ports: `lacp`, `static`, or in none."""
    adaptive: bool = False
    """Whether its switch chooses a flow's path by load."""
    negotiates: bool = False
    """Whether it negotiates its speed with the other end."""
    up: bool = True
    """Whether it is not shut down."""
    speed_mbps: int = 0
    """Its speed; 0: not stated."""
    lanes: int = 0
    """How many lanes it has; 0: the transceiver decides, or the file of this system does not say."""
    fec: str = ""
    """Its forward error correction, by SONiC's words: `rs`, `fc`, `none`; empty: not stated."""
    segment: str = ""
    """The identifier of its group towards the host and other leaves: two leaves of one host must have the same."""


class SwitchPorts(Struct, frozen=True):
    """A switch's ports by the names of its own system, and their file."""

    file: str
    ports: Mapping[str, PortEnd]
