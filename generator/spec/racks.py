"""`racks`: the room as far as cables and power need it."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt

from generator.spec.base import Metres, SpecModel


class RacksSpec(SpecModel):
    """Racks are in rows. Row A contains switches and service hosts; rows of compute hosts follow, one scalable unit (SU) after the other."""

    units: Annotated[StrictInt, Field(ge=10, le=60)] = 48
    """Height of a rack, rack units."""
    first_unit: Annotated[StrictInt, Field(ge=1, le=20)] = 3
    """Lowest unit for hosts; the units below it are for power strips and cable trays."""
    reserved_units: tuple[Annotated[StrictInt, Field(ge=1, le=60)], ...] = ()
    """Units that stay free of devices in every rack: for patch panels, cable managers and horizontal power strips."""
    max_kg: Annotated[float, Field(strict=True, gt=0, le=5000)] | None = None
    """Maximum weight of the devices in a rack, which the rack and the floor carry, kg. If left out, weight is reported but not checked."""
    switches_per_rack: Annotated[StrictInt, Field(ge=1, le=60)] | None = None
    """Maximum number of switches in one rack; by default as many as fit. Use a smaller number if a network rack would draw too much power."""
    per_row: Annotated[StrictInt, Field(ge=2, le=100)] = 24
    """Racks in a row, including network racks."""
    width_m: Annotated[float, Field(strict=True, ge=0.4, le=1.5)] = 0.6
    """Width of a rack, m."""
    depth_m: Annotated[float, Field(strict=True, ge=0.6, le=2)] = 1.2
    """Depth of a rack, m."""
    row_pitch_m: Annotated[float, Field(strict=True, ge=1, le=10)] = 3.0
    """From the front of one row to the front of the next, m."""
    aisle_m: Annotated[float, Field(strict=True, ge=0.5, le=5)] | None = None
    """Minimum width of an aisle at the site, m. If left out, aisles are reported but not checked."""
    fronts: Literal["same", "paired"] = "same"
    """How the fronts of racks face: all rows the same way (`same`), or rows in pairs front to front, which share a cold aisle (`paired`)."""
    tray_m: Metres = 0.5
    """Height of the cable trays above the racks, m."""
    slack_percent: Annotated[StrictInt, Field(ge=0, le=100)] = 10
    """Slack added to every cable route, per cent."""
    slack_m: Metres = 1.0
    """Slack added to every cable, for both ends together, m."""
