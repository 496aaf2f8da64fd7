"""`cooling`: what the room can take away."""

from typing import Annotated

from pydantic import Field

from generator.spec.base import SpecModel


class CoolingSpec(SpecModel):
    """Heat is held against what a rack's cooling takes, by the way in which its hosts give it off.

    An air-cooled host gives all of its heat to the air. How a liquid-cooled one divides its heat is a fact of the catalog; where
    no document states it, the division is not known, and only the sum of both limits can be judged.
    """

    air_kw_per_rack: Annotated[float, Field(strict=True, gt=0, le=500)] | None = None
    """Heat that air takes from one rack, kW; left out, it is reported and not judged."""
    liquid_kw_per_rack: Annotated[float, Field(strict=True, gt=0, le=1000)] | None = None
    """Heat that direct liquid cooling takes from one rack, kW; left out, it is reported and not judged."""
