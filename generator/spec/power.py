"""`power`: what the room can feed."""

from typing import Annotated

from pydantic import Field

from generator.spec.base import SpecModel


class PowerSpec(SpecModel):
    """Budgets are held against the maximum that the vendor states, never against a typical draw."""

    rack_kw: Annotated[float, Field(strict=True, gt=0, le=500)] | None = None
    """What one rack's feeds can carry, kW; left out, rack power is reported and not judged."""
    pue: Annotated[float, Field(strict=True, ge=1, le=3)] = 1.3
    """Facility power to IT power."""
