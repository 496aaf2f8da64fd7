"""`cooling`: what the room can take away."""

from typing import Annotated

from pydantic import Field

from generator.spec.base import SpecModel


class CoolingSpec(SpecModel):
    """The heat of a rack is compared with its cooling capacity, separately for air and liquid.

    An air-cooled host gives all of its heat to the air. For a liquid-cooled host, the catalog has the shares of air and liquid; where
    no document states them, only the sum of both limits is checked.
    """

    air_kw_per_rack: Annotated[float, Field(strict=True, gt=0, le=500)] | None = None
    """Heat that air cooling removes from one rack, kW. If left out, this heat is reported but not checked."""
    liquid_kw_per_rack: Annotated[float, Field(strict=True, gt=0, le=1000)] | None = None
    """Heat that direct liquid cooling removes from one rack, kW. If left out, this heat is reported but not checked."""
