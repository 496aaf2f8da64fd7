"""What comparisons read of the `choices` of a plan. Other values there, and those of later releases, are not looked at."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from generator.plan.ranges import Supplies, Units


class _Supplies(Struct):
    count: Supplies
    needed: Supplies | None = None


class _Shelf(Struct):
    count: Annotated[int, Meta(ge=1, le=60)]


class _Fixture(Struct):
    model: str | None = None


class _Model(Struct):
    """A model of hosts or switches."""

    title: str = ""
    supplies: _Supplies | None = None
    rack_supplies: _Shelf | None = None
    rack_fixtures: tuple[_Fixture, ...] | None = None


class _Optic(Struct):
    part: str | None = None


class _Hardware(Struct):
    hosts: Mapping[str, _Model]
    switches: Mapping[str, _Model]
    optics: Mapping[str, _Optic] = field(default_factory=dict)


class _Power(Struct):
    feeds: Annotated[int, Meta(ge=1, le=4)]
    pdus_per_rack: Annotated[int, Meta(ge=1, le=12)] | None


class _Circuit(Struct):
    pdu: str | None
    phases: Literal[1, 3]


class _Asset(Struct):
    serial: str | None = None
    macs: Mapping[str, str] = field(default_factory=dict)
    guid: str | None = None
    guids: Mapping[str, str] = field(default_factory=dict)


class _Pair(Struct):
    address: str = ""
    device: str = ""


class _Tier(Struct):
    source: Any = None
    nfs: _Pair | None = None


class _Racks(Struct):
    first_unit: Units = 1
    reserved_units: tuple[Units, ...] = ()


class _Cabling(Struct):
    label: Mapping[str, Any] = field(default_factory=dict)


class _Site(Struct):
    power: _Power
    circuit: _Circuit | None
    assets: Mapping[str, _Asset] = field(default_factory=dict)
    storage: Mapping[str, _Tier] = field(default_factory=dict)
    racks: _Racks = field(default_factory=_Racks)
    cabling: _Cabling | None = None


class _Fabric(Struct):
    allowed_oversubscription: float | None = None


class Choices(Struct):
    """The parts, where a plan has them: formats before 3 have none."""

    site: _Site | UnsetType = UNSET
    hardware: _Hardware | UnsetType = UNSET
    fabrics: Mapping[str, _Fabric] = field(default_factory=dict)
