"""Records of the plan: every record names its device, so that it never changes when another is added."""

from typing import Literal

from msgspec import Struct

from generator.catalog.entry import HostRole
from generator.model.device import LinkKind, SwitchTier
from generator.plan.ranges import Units
from generator.source.span import Loc
from generator.spec.base import FabricName
from generator.spec.states import State
from generator.spec.storage import TierKind


class Host(Struct, frozen=True, kw_only=True):
    """A host: its model, its place, and its address on each network. `domain` is its NVLink domain, from 0, where one spans hosts."""

    name: str
    group: str
    ordinal: int
    role: HostRole
    model: str
    rack: str
    unit: Units
    height_u: Units
    su: int | None
    domain: int | None
    gpus: int
    inband: str
    bmc: str
    management: str
    power_w: float | None
    state: State
    """planned, installed or maintenance; a retired host has no record of this kind."""
    origin: Loc


class Retired(Struct, frozen=True, kw_only=True):
    """The place of a removed host, which stays empty: its name, ordinal and rack units are not reused."""

    name: str
    group: str
    ordinal: int
    rack: str
    unit: Units
    height_u: Units


_NEGOTIATED_FROM_GBPS = 25


class SwitchPort(Struct, frozen=True, kw_only=True, gc=False):
    """A port of an installed switch that the envelope uses. `peer` is the device at the other end, installed or not.

    `group` is the BGP peer group of an unnumbered session (RFC 8950); `address` the switch's end of a /31;
    `vlan` and `tagged` the VLANs of an access port, or of a rail's (`host_links: vlan`). `role` is the role of the host at the other end, `bmc` or `switch` out of band;
    A port of kind `edge` leads to the site: `peer` is its first uplink (`plan/edge.py`), and uplinks have their own addresses and instances.
    `tenant` is that of the host, `vrf` the routing instance of the port, if not the default one. A port with a `group` has its peer's AS number; in a numbered underlay also both addresses of the link.
    `medium` is the kind of its cable: fibre, dac, acc, aec, aoc or copper (twisted pair). `cable` is its id, plugged or not yet.
    """

    switch: str
    cage: int
    port: int
    ports: int
    interface: str
    fabric: FabricName
    kind: LinkKind | Literal["edge"]
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
    role: str
    tenant: str
    vrf: str
    peer_address: str
    peer_asn: int | None
    medium: str = ""
    cable: str = ""

    @property
    def negotiates(self) -> bool:
        """Whether both ends agree on speed and train the link."""
        return negotiates(self.medium, self.speed_gbps)


def negotiates(medium: str, speed_gbps: float) -> bool:
    """Return whether both ends of a cable negotiate: twisted pair (IEEE 802.3, 40.5) and passive copper from 25 Gb/s (clauses 73, 92, 110, 136, 162).

    No standard has light or 10 Gb/s over copper negotiate, and no document at hand has amplified or retimed cables do so.
    """
    return medium == "copper" or (medium == "dac" and speed_gbps >= _NEGOTIATED_FROM_GBPS)


class Lag(Struct, frozen=True, kw_only=True):
    """A host's bond as one of its leaves has it: a LACP group over `members`, the leaf's ports to that host.

    `number` is the same on every leaf of the host, and no other group of these leaves has it. Where the host has several leaves they are one
    Ethernet segment to EVPN: `system_mac` is their common system id in LACP, `segment` the ten bytes of its identifier (RFC 7432, section 5),
    `preference` this leaf's weight in the election of the forwarder of broadcasts (RFC 8584). Empty and 0 elsewhere.
    """

    switch: str
    number: int
    host: str
    members: tuple[str, ...]
    system_mac: str
    segment: str
    preference: int


class PrefixFilter(Struct, frozen=True, kw_only=True):
    """A line of a prefix list: routes inside `prefix` whose length is exactly `length`, and the IPv6 twin of both."""

    prefix: str
    length: int
    ipv6: str = ""
    ipv6_length: int = 0


class Switch(Struct, frozen=True, kw_only=True):
    """A switch: its model, its place, and its routing."""

    name: str
    fabric: str
    tier: SwitchTier
    ordinal: int
    plane: int
    su: int | None
    pod: int
    model: str
    os: str | None
    version: str
    rack: str
    unit: Units
    height_u: Units
    asn: int | None
    loopback: str
    loopback_ipv6: str
    vtep: str
    management: str
    management_length: int
    management_gateway: str
    carries: tuple[str, ...]
    """The fabrics that have ports on it, its own first."""
    overlay: bool
    """Whether its fabric runs EVPN: the frontend does, and others on which tenants have instances."""
    networks: tuple[str, ...]
    networks_ipv6: tuple[str, ...]
    aggregates: tuple[str, ...]
    """Those of `networks` that summarise addresses of hosts: originated from a blackhole route, so that they are always announced."""
    aggregates_ipv6: tuple[str, ...]
    way_out: str
    """Next hop of its default route, which leads to the site; on leaves of the frontend, if stated in the spec."""
    vlans: tuple[int, ...]
    vrfs: tuple[str, ...]
    """The tenants' routing instances that it has, of the envelope."""
    power_w: float | None
    state: State
    """planned, installed or maintenance."""
    origin: Loc


class Rack(Struct, frozen=True, kw_only=True):
    """A rack with something in it: `row` and `position` count from 0, `use` is hosts or switches."""

    name: str
    row: int
    position: int
    use: str
    units: Units


class Tier(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A storage tier as clients and servers see it. `apart`: groups whose role is among `clients`, and that do not use it, as no port of theirs leads to it."""

    name: str
    kind: TierKind
    mount: str
    group: str
    clients: tuple[str, ...]
    fabric: str
    product: str
    apart: tuple[str, ...] = ()


class Scheduled(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Compute hosts of the envelope by scheduler. `pods` are those of Kubernetes on which Slurm runs in pods, `spares` the spare hosts of either."""

    schedulers: tuple[str, ...]
    """`slurm`, `kubernetes`: those in the spec."""
    slurm: frozenset[str]
    kubernetes: frozenset[str]
    pods: frozenset[str]
    spares: frozenset[str] = frozenset()


class FreePlace(Struct, frozen=True, kw_only=True):
    """A free place of the envelope, and the device for it."""

    name: str
    model: str
    rack: str
    unit: Units
    height_u: Units


class Membership(Struct, frozen=True, kw_only=True):
    """A host's part in a scheduler."""

    scheduler: str
    host: str
    part: str
