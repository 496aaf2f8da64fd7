"""What a switch's files say of forwarding and of the ends of cables, in one form for all systems."""

from collections.abc import Mapping

from msgspec import Struct, field

from generator.verify.reach.filters import FilterList
from generator.verify.reach.learned import Learned
from generator.verify.reach.packet import Span

Subnet = tuple[int, int, Span]
"""IP version, the switch's own address, and the network that it is in."""


class Port(Struct, kw_only=True):
    """A port, or a VLAN's routed interface: its instance (empty: the default one), addresses, VLANs and filters."""

    vrf: str = ""
    subnets: list[Subnet] = field(default_factory=list)
    untagged: int | None = None
    tagged: set[int] = field(default_factory=set)
    lists: list[FilterList] = field(default_factory=list)

    def carries(self, tag: int | None) -> int | None:
        """Return the VLAN of a frame that comes with a tag or without one; nothing where it is not taken."""
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


class SwitchFiles(Struct, kw_only=True):
    """A switch. `announced`: networks that it brings into routing, by instance; `vnis`: VXLAN networks of VLANs and of instances.

    `targets`: route targets by which instances take or give routes; `learned`: routes of hosts that run pods, in the default instance; `taken`: what instances have of each other; `counted`: the links that each
    entry of a route-map counts behind a route.
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

    def port(self, name: str) -> Port | None:
        """Find a port by name."""
        return self.ports.get(name)


class PortEnd(Struct, frozen=True, kw_only=True):
    """A port: its MTU in bytes (0: not said), what class each DSCP is (empty: no RoCE), which priorities it pauses, which classes it marks.

    `cable_m` is the cable that headroom is sized for, metres (0: not said): the longest, unless `exact`.
    """

    mtu_bytes: int
    classes: Mapping[int, int]
    paused: frozenset[int]
    marked: frozenset[int]
    weights: Mapping[int, int] = {}
    """What share each queue that takes turns is told to have, per cent; empty where nothing is said."""
    cable_m: int = 0
    exact: bool = False
    lag: str = ""
    """Whether it is in a group of ports: `lacp`, `static`, or in none."""
    adaptive: bool = False
    """Whether its switch chooses a flow's path by load."""
    negotiates: bool = False
    """Whether it is told to agree on its speed with the other end."""
    segment: str = ""
    """What its group calls itself to the host and to other leaves: two leaves of one host must say the same."""


class SwitchPorts(Struct, frozen=True):
    """A switch's ports by the names of its own system, and the file that says so."""

    file: str
    ports: Mapping[str, PortEnd]
