"""`cooling`: what the room can take away."""

import operator
from typing import Annotated

from pydantic import Field

from generator.spec.base import Slug, SpecModel
from generator.spec.loops import LoopSpec

_UNSAID = Field(exclude_if=operator.not_)
"""A key that `plan.json` has where the spec states it."""
_Electricity = Annotated[float, Field(strict=True, gt=0, le=2)]


class CoolingSpec(SpecModel):
    """The heat of a rack is compared with its cooling capacity, separately for air and liquid.

    An air-cooled host gives all of its heat to the air. For a liquid-cooled host, the catalog has the shares of air and liquid; where
    no document states them, only the sum of both limits is checked.
    """

    air_kw_per_rack: Annotated[float, Field(strict=True, gt=0, le=500)] | None = None
    """Heat that air cooling removes from one rack, kW. If left out, this heat is reported but not checked."""
    liquid_kw_per_rack: Annotated[float, Field(strict=True, gt=0, le=1000)] | None = None
    """Heat that direct liquid cooling removes from one rack, kW. If left out, this heat is reported but not checked."""
    loops: Annotated[dict[Slug, LoopSpec], _UNSAID] = {}
    """Coolant loops by name. If one is stated, every rack with liquid-cooled hosts has to be on one."""
    air_kw_per_kw: Annotated[_Electricity | None, _UNSAID] = None
    """Electricity that the removal of 1 kW of heat from the air takes, kW, from fans to chillers; used to compute the PUE."""
    liquid_kw_per_kw: Annotated[_Electricity | None, _UNSAID] = None
    """Electricity that the removal of 1 kW of heat from the loops takes, kW, without the CDUs; used to compute the PUE."""
