"""`cabling`: what is ordered on top, and how labels and bundles are made."""

import operator
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, StringConstraints

from generator.spec.base import SpecModel, defaults

LockedSystem = Literal["eos"]
"""Systems that can be unlocked, each with a secret of its own."""
LicenceName = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9._-]{1,63}$")]


_UNSAID = Field(exclude_if=operator.not_)
"""A key that `plan.json` has where the spec states it."""


class LabelSpec(SpecModel):
    """The printable part of a wrap-around label; sheets fit both A4 and Letter."""

    width_mm: Annotated[float, Field(strict=True, ge=40, le=180)] = 60.0
    """Width of a label, mm."""
    height_mm: Annotated[float, Field(strict=True, ge=15, le=80)] = 25.0
    """Height of a label, mm; a self-laminating label wraps its clear part around the cable below."""
    form: Annotated[Literal["tia-606"] | None, _UNSAID] = None
    """Form of the place on cable labels. `tia-606`: both ends as one identifier, `A03-05:1.2/B01-48:7`, which is rack, lowest unit of the device and port, after
    the example of ANSI/TIA-606-B for data centres. Ports keep their names on the device, with a dot for a slash. If left out, each end has its own line."""
    qr: Annotated[StrictBool, _UNSAID] = False
    """Whether each label has a QR code with its id, device and port. Needs segno (the extra `qr`)."""


class CablingSpec(SpecModel):
    """Spares, bends, labels and bundles."""

    spares_percent: Annotated[StrictInt, Field(ge=0, le=100)] = 5
    """Spare cables and transceivers to order, in per cent of those installed, rounded up: if above 0, at least one of each. There are no spare hosts or
    switches."""
    bend_m: Annotated[float, Field(strict=True, ge=0, le=2)] = 0.0
    """Length added for every bend of a route, m: two bends within a rack, four over the trays, two more into another row. If 0, the slack in `racks` covers
    them."""
    trunk_cables: Annotated[StrictInt, Field(ge=2, le=72)] = 12
    """Fibre cables in one pre-bundled trunk; cables that do not fill a trunk are pulled one by one."""
    transceiver_licences: dict[LockedSystem, LicenceName] = {}
    """Licences that let switches accept transceivers and cables of other vendors, by operating system: `eos: NAME`, the name on Arista's licence. Its key is
    a secret of the site. If left out, the switch vendor's own parts are planned where the catalog has some."""
    label: LabelSpec = defaults(LabelSpec)
    """Size of the printed labels."""
