"""`cabling`: what is ordered on top, and how labels and bundles are made."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt, StringConstraints

from generator.spec.base import SpecModel, defaults

LockedSystem = Literal["eos"]
"""Systems that can be unlocked, each with a secret of its own."""
LicenceName = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9._-]{1,63}$")]


class LabelSpec(SpecModel):
    """The printable part of one wrap-around label; sheets fit both A4 and Letter."""

    width_mm: Annotated[float, Field(strict=True, ge=40, le=180)] = 60.0
    """Width of a label, mm."""
    height_mm: Annotated[float, Field(strict=True, ge=15, le=80)] = 25.0
    """Height of a label, mm; a self-laminating label wraps its clear part around the cable below."""


class CablingSpec(SpecModel):
    """Spares, bends, labels and bundles."""

    spares_percent: Annotated[StrictInt, Field(ge=0, le=100)] = 5
    """Cables and transceivers ordered on top of those installed, per cent, rounded up: above 0, at least one of each. Hosts and switches have none."""
    bend_m: Annotated[float, Field(strict=True, ge=0, le=2)] = 0.0
    """Added for every bend of a route, m: two within a rack, four over the trays, two more into another row. At 0 the slack of `racks` covers them."""
    trunk_cables: Annotated[StrictInt, Field(ge=2, le=72)] = 12
    """Fibre cables in one pre-bundled trunk; what does not fill one is pulled singly."""
    transceiver_licences: dict[LockedSystem, LicenceName] = {}
    """Licences by which switches take transceivers and cables that their maker has not coded, by system: `eos: NAME`, the name on Arista's
    licence. Its key is a secret of the site. Left out, their maker's own are planned where the catalog has some."""
    label: LabelSpec = defaults(LabelSpec)
    """Size of the printed labels."""
