"""`racks`: the room as far as cables and power need it."""

from typing import Annotated

from pydantic import Field, StrictInt

from generator.spec.base import Metres, SpecModel


class RacksSpec(SpecModel):
    """Racks stand in rows. Row A holds switches and service hosts; compute rows follow, one SU after the other."""

    units: Annotated[StrictInt, Field(ge=10, le=60)] = 48
    """Rack units of a rack."""
    first_unit: Annotated[StrictInt, Field(ge=1, le=20)] = 3
    """Lowest unit that a host may take; below stand power strips and cable trays."""
    per_row: Annotated[StrictInt, Field(ge=2, le=100)] = 24
    """Racks in a row, network racks counted."""
    width_m: Annotated[float, Field(strict=True, ge=0.4, le=1.5)] = 0.6
    """Width of a rack, m."""
    row_pitch_m: Annotated[float, Field(strict=True, ge=1, le=10)] = 3.0
    """From the front of one row to the front of the next, m."""
    tray_m: Metres = 0.5
    """Height of the cable trays above the racks, m."""
    slack_percent: Annotated[StrictInt, Field(ge=0, le=100)] = 10
    """Added to every cable route, per cent."""
    slack_m: Metres = 1.0
    """Added to every cable for both ends together, m."""
