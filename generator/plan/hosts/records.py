"""Interfaces and names of hosts, as the plan records them."""

from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from generator.spec.base import FabricName

Family = Literal["ubuntu", "debian", "redhat"]
"""Distributions whose packages, files and services are alike."""


InterfaceKind = Literal["routed", "bond", "member", "vlan", "access", "infiniband"]


class HostInterface(Struct, frozen=True, kw_only=True, gc=False):
    """A configured interface of a host.

    `kind`: routed (a /31 to a leaf, or an address in the rail's VLAN there), bond, member (of the bond `parent`), vlan (on `parent`), access (an address in a VLAN that the
    switch adds), infiniband. `gateway` is the next hop of `routes` in the main table; a routed interface has a separate `table` with `table_routes`
    by the same next hop, and a rule at `rule` for packets from its address; so has a segment for networks that another segment leads to. With a `backup_metric`, `table_routes` are in the main table, too, at
    that metric. `unreachable` prefixes are only reached by more specific routes of other interfaces.
    """

    host: str
    name: str
    kind: InterfaceKind
    fabric: FabricName
    rail: int | None
    plane: int
    speed_gbps: float
    mtu_bytes: int
    address: str = ""
    length: int = 0
    gateway: str = ""
    routes: tuple[str, ...] = ()
    table: int | None = None
    rule: int | None = None
    table_routes: tuple[str, ...] = ()
    ipv6: str = ""
    ipv6_length: int = 0
    gateway_ipv6: str = ""
    routes_ipv6: tuple[str, ...] = ()
    table_routes_ipv6: tuple[str, ...] = ()
    parent: str = ""
    vlan: int | None = None
    pci: str
    rdma: str
    mac: str
    gpu: int | None
    nic: str
    backup_metric: int | None = None
    unreachable: tuple[str, ...] = ()
    neighbours: tuple[str, ...] = ()
    """Prefixes of the port's own VLAN, repeated in its `table` without a gateway, as the main table has them by the address."""
    neighbours_ipv6: tuple[str, ...] = ()
    lacp: bool = False
    """Whether a bond's ports all carry (IEEE 802.1AX), and its leaves have a group for it."""
    hops: tuple[tuple[str, str], ...] | UnsetType = UNSET
    """Prefixes that another host of the segment leads to, each with its address."""


class Name(Struct, frozen=True):
    """An address with its names, the full one first."""

    address: str
    names: tuple[str, ...]


class Known(Struct, frozen=True, kw_only=True):
    """Names for hosts, those of the envelope."""

    by_role: Mapping[str, tuple[Name, ...]]
    """Every host with an in-band address."""
    managers: tuple[Name, ...]
    """The control hosts' management ports that end on installed leaves."""
    servers: Mapping[str, Name]
    """The first host of the group that serves a storage tier, by the tier's name."""
