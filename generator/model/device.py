"""Hosts, switches and the ends of links."""

from typing import Literal

from msgspec import Struct

from generator.catalog import model as catalog
from generator.catalog.entry import HostRole
from generator.source.span import Loc
from generator.spec.base import FabricName

SwitchTier = Literal["leaf", "spine", "core"]
"""How far from its hosts a switch stands."""
TIERS: tuple[SwitchTier, ...] = ("leaf", "spine", "core")
LinkKind = Literal["host_leaf", "leaf_leaf", "leaf_spine", "spine_core"]
"""The tiers that a link joins, the lower one first."""


class Place(Struct, frozen=True, kw_only=True, cache_hash=True):
    """Where a device stands. `unit` is its lowest rack unit, from 1; `row` and `position` count from 0."""

    rack: str
    row: int
    position: int
    unit: int
    height_u: int


class Host(Struct, frozen=True, kw_only=True):
    """An installed host. `ordinal` is its place in its group, from 0; `su` its scalable unit, from 0.

    `domain` is the NVLink domain that it shares with other hosts, from 0 within its group: 18 trays of an NVL72 rack.
    """

    name: str
    group: str
    ordinal: int
    role: HostRole
    model: catalog.Host
    place: Place
    su: int | None
    domain: int | None
    origin: Loc


class Switch(Struct, frozen=True, kw_only=True):
    """An installed switch. `ordinal` counts within its fabric and tier over all planes, from 0; `su` and `pod` within its plane."""

    name: str
    fabric: FabricName
    tier: SwitchTier
    ordinal: int
    plane: int
    model: catalog.Switch
    os: str | None
    place: Place
    su: int | None
    pod: int
    carries: tuple[str, ...]
    """The fabrics that have ports on it, its own first."""
    origin: Loc


class End(Struct, frozen=True, kw_only=True, gc=False):
    """One end of a link: a logical port. `port` counts within the cage, from 1, of `ports` that the cage holds."""

    device: str
    cage: str
    port: int
    ports: int
    interface: str
    form_factor: str


class Link(Struct, frozen=True, kw_only=True, gc=False):
    """A logical link at its speed; `a` is the lower end (host before leaf before spine before core).

    `kind` is host_leaf, leaf_spine, spine_core or leaf_leaf. `index` is its coordinate among all links of
    that kind that the envelope may hold, from 0, plane after plane; `rail` is set on compute host links.
    """

    fabric: FabricName
    kind: LinkKind
    index: int
    a: End
    b: End
    speed_gbps: float
    rail: int | None = None
    plane: int = 0
