"""`racks`: the room as far as cables and power need it."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt

from generator.spec.base import Metres, SpecModel


class RacksSpec(SpecModel):
    """Racks are in rows. Row A holds switches and service hosts; compute rows follow, one SU after the other."""

    units: Annotated[StrictInt, Field(ge=10, le=60)] = 48
    """Rack units of a rack."""
    first_unit: Annotated[StrictInt, Field(ge=1, le=20)] = 3
    """Lowest unit that a host may take; power strips and cable trays are below."""
    reserved_units: tuple[Annotated[StrictInt, Field(ge=1, le=60)], ...] = ()
    """Units that no device takes, in every rack: for patch panels, cable managers, power strips that lie flat."""
    max_kg: Annotated[float, Field(strict=True, gt=0, le=5000)] | None = None
    """Weight of devices that a rack and the floor under it carry, kg; left out, it is reported and not judged."""
    switches_per_rack: Annotated[StrictInt, Field(ge=1, le=60)] | None = None
    """Most switches in one rack; by default as many as its units hold. Lower it where a network rack draws too much."""
    per_row: Annotated[StrictInt, Field(ge=2, le=100)] = 24
    """Racks in a row, network racks counted."""
    width_m: Annotated[float, Field(strict=True, ge=0.4, le=1.5)] = 0.6
    """Width of a rack, m."""
    depth_m: Annotated[float, Field(strict=True, ge=0.6, le=2)] = 1.2
    """Depth of a rack, m."""
    row_pitch_m: Annotated[float, Field(strict=True, ge=1, le=10)] = 3.0
    """From the front of one row to the front of the next, m."""
    aisle_m: Annotated[float, Field(strict=True, ge=0.5, le=5)] | None = None
    """Narrowest aisle that the site allows, m; left out, the aisles are reported and not judged."""
    fronts: Literal["same", "paired"] = "same"
    """Which way the racks look: all rows the same way, or in pairs front to front, so that two rows share a cold aisle."""
    tray_m: Metres = 0.5
    """Height of the cable trays above the racks, m."""
    slack_percent: Annotated[StrictInt, Field(ge=0, le=100)] = 10
    """Added to every cable route, per cent."""
    slack_m: Metres = 1.0
    """Added to every cable for both ends together, m."""
