"""The shape of what comparisons read of a plan's `choices`: hardware, and what the site states. A `plan.json` is not trusted."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from generator.change.row_types import LONGEST_TEXT
from generator.plan.sections import CHOICES

_Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
_Few = Annotated[int, Meta(ge=0, le=1000)]


class _Supplies(Struct, frozen=True):
    count: _Few
    needed: _Few | None = None


class _Fixture(Struct, frozen=True):
    model: _Text | None = None


class _Model(Struct, frozen=True):
    title: _Text = ""
    supplies: _Supplies | None = None
    rack_supplies: _Supplies | None = None
    rack_fixtures: list[_Fixture] | None = None


class _Hardware(Struct, frozen=True):
    hosts: dict[_Text, _Model]
    switches: dict[_Text, _Model]


class _Asset(Struct, frozen=True):
    serial: _Text | None = None
    macs: dict[_Text, _Text] = {}
    guid: _Text | None = None
    guids: dict[_Text, _Text] = {}


class _Device(Struct, frozen=True):
    device: _Text = ""


class _Tier(Struct, frozen=True):
    source: Any = None
    nfs: _Device | None = None


class _Power(Struct, frozen=True):
    feeds: Annotated[int, Meta(ge=1, le=4)]
    pdus_per_rack: Annotated[int, Meta(ge=1, le=12)] | None = None


class _Circuit(Struct, frozen=True):
    pdu: _Text | None = None
    phases: Literal[1, 3] | None = None


class _Racks(Struct, frozen=True):
    first_unit: _Few = 1
    reserved_units: list[_Few] = []


class _Cabling(Struct, frozen=True):
    label: dict[_Text, Any]


class _Site(Struct, frozen=True):
    power: _Power
    circuit: _Circuit | None
    assets: dict[_Text, _Asset] = {}
    storage: dict[_Text, _Tier] = {}
    racks: _Racks = _Racks()
    cabling: _Cabling | None = None


class _Choices(Struct, frozen=True):
    site: _Site | None = None
    hardware: _Hardware | None = None


def odd_choices(plan: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is not as clustergen writes it, as text to put after the plan's name; nothing where the format has no choices."""
    try:
        found = msgspec.convert(plan.get(CHOICES, {}), _Choices)
    except msgspec.ValidationError as error:
        yield f"is not a complete plan: `{CHOICES}` is not as clustergen writes it: {error}"
        return
    if found.hardware is not None:
        for section, known in (("hosts", found.hardware.hosts), ("switches", found.hardware.switches)):
            for row in plan[section]:
                if row["model"] not in known:
                    yield f"is not a complete plan: `{CHOICES}` has no hardware {row['model'][:80]!r} of {row['name']}"
