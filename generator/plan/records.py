"""What the plan is made of: every record names its device, so that a record never changes when another comes."""

from dataclasses import dataclass

from generator.source.span import Loc


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefix:
    """A prefix with a meaning: a pool, a rail, a rail in one SU, a segment."""

    prefix: str
    kind: str
    name: str
    fabric: str
    vlan: int | None = None
    gateway: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """An address on an interface. `use` is link, loopback, vtep, inband, management, bmc, gateway, segment or ipoib."""

    address: str
    length: int
    device: str
    interface: str
    fabric: str
    use: str
    ipv6: str = ""
    vlan: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Vlan:
    """A VLAN with its overlay number, its prefix and where it lives."""

    vlan: int
    name: str
    vni: int | None
    fabric: str
    prefix: str
    gateway: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AsNumber:
    """An AS number: one a leaf, one for the spines of a pod, one for the cores (RFC 7938, section 5.2.1)."""

    asn: int
    fabric: str
    tier: str
    holder: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkEnd:
    """One end of a planned link: a port on the metal, its interface, its address."""

    device: str
    rack: str
    unit: int
    cage: str
    port: int
    ports: int
    interface: str
    form_factor: str
    address: str = ""
    ipv6: str = ""
    optic: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A logical link: two ports, a speed, the cable that carries it. Labels are what hangs at each end."""

    fabric: str
    kind: str
    index: int
    a: LinkEnd
    b: LinkEnd
    speed_gbps: float
    mtu_bytes: int
    rail: int | None
    plane: int
    cable: str
    medium: str
    length_m: float
    part: str
    label_a: str
    label_b: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cable:
    """A physical cable: one row in the bill of materials. `links` counts the links that it carries at most."""

    cable: str
    fabric: str
    kind: str
    model: str
    medium: str
    length_m: float
    part: str
    links: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """A host: what it is, where it stands, what it is called on each network. `domain` is its NVLink domain, from 0, where one spans hosts."""

    name: str
    group: str
    ordinal: int
    role: str
    model: str
    rack: str
    unit: int
    height_u: int
    su: int | None
    domain: int | None
    gpus: int
    inband: str
    bmc: str
    management: str
    power_w: float | None
    origin: Loc


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchPort:
    """A port of an installed switch that the envelope uses. `peer` is who is, or will be, at the other end.

    `group` is the BGP peer group of an unnumbered session (RFC 8950); `address` the switch's end of a /31;
    `vlan` and `tagged` the VLANs of an access port.
    """

    switch: str
    cage: int
    port: int
    ports: int
    interface: str
    fabric: str
    kind: str
    speed_gbps: float
    mtu_bytes: int
    length_m: float
    peer: str
    peer_interface: str
    group: str
    address: str
    ipv6: str
    vlan: int | None
    tagged: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixFilter:
    """A line of a prefix list: routes inside `prefix` whose length is exactly `length`, and the IPv6 twin of both."""

    prefix: str
    length: int
    ipv6: str = ""
    ipv6_length: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A switch: what it is, where it stands, and what it routes."""

    name: str
    fabric: str
    tier: str
    ordinal: int
    plane: int
    su: int | None
    pod: int
    model: str
    os: str | None
    rack: str
    unit: int
    height_u: int
    asn: int | None
    loopback: str
    loopback_ipv6: str
    vtep: str
    management: str
    management_length: int
    management_gateway: str
    carries: tuple[str, ...]
    """The fabrics that have ports on it, its own first."""
    networks: tuple[str, ...]
    networks_ipv6: tuple[str, ...]
    aggregates: tuple[str, ...]
    """Those of `networks` that stand for many addresses of hosts: routed from a blackhole, so that they are always announced."""
    aggregates_ipv6: tuple[str, ...]
    vlans: tuple[int, ...]
    power_w: float | None
    origin: Loc


@dataclass(frozen=True, slots=True, kw_only=True)
class Rack:
    """A rack with something in it: `row` and `position` count from 0, `use` is hosts or switches."""

    name: str
    row: int
    position: int
    use: str
    units: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """A storage tier as clients and servers see it."""

    name: str
    kind: str
    mount: str
    group: str
    clients: tuple[str, ...]
    fabric: str
    product: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Roce:
    """The RoCE classes of a fabric: the one value that every end derives from. `None` thresholds: not known."""

    fabric: str
    dscp: int
    priority: int
    cnp_dscp: int
    cnp_priority: int
    kmin_bytes: int | None
    kmax_bytes: int | None
    pmax_percent: int | None
