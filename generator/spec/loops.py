"""`cooling.loops`: the coolant loops of liquid-cooled hosts, each with its coolant distribution units (CDUs)."""

from typing import Annotated, Literal

from pydantic import Field

from generator.spec.base import SpecModel
from generator.spec.rack_ranges import RackRanges
from generator.spec.redundancy import Redundancy, spare_units
from generator.spec.ups import UnitKw, Units

Coolant = Literal["water", "pg25"]
Celsius = Annotated[float, Field(strict=True, ge=2, le=80)]
"""A temperature of the coolant, degrees Celsius."""


class LoopSpec(SpecModel):
    """One loop: equal CDUs in parallel, and the racks that it cools."""

    cdus: Units
    """Installed CDUs, spare ones included."""
    cdu_kw: UnitKw
    """Heat that one CDU removes at the temperatures of this site, kW; the rating of a data sheet often applies to colder facility water."""
    redundancy: Redundancy | None = None
    """CDUs that may fail while the others remove the heat. By default `n+1`, with one CDU `n`."""
    cdu_lpm: Annotated[float, Field(strict=True, gt=0, le=100_000)] | None = None
    """Coolant that one CDU delivers to the racks, litres per minute."""
    supply_c: Celsius | None = None
    """Temperature of the coolant at the inlet of the racks, degrees Celsius."""
    rise_k: Annotated[float, Field(strict=True, gt=0, le=60)] | None = None
    """Highest permitted rise of the coolant's temperature in the racks at full load, K."""
    coolant: Coolant = "water"
    """`water`, or `pg25`: water with 25 per cent of propylene glycol, which carries less heat."""
    racks: RackRanges = ()
    """Racks on this loop: `B01`, `B[01-16]`; all racks with liquid-cooled hosts if left out."""
    cdu_power_w: Annotated[float, Field(strict=True, ge=0, le=200_000)] | None = None
    """Power of one CDU with its pumps, W; used to compute the PUE."""

    @property
    def spare(self) -> int:
        """CDUs that may fail."""
        return spare_units(self.redundancy, self.cdus)

    @property
    def capacity_kw(self) -> float:
        """Heat that is removed when the spare CDUs have failed, kW."""
        return (self.cdus - self.spare) * self.cdu_kw

    @property
    def flow_lpm(self) -> float | None:
        """Coolant that is delivered when the spare CDUs have failed, litres per minute."""
        return None if self.cdu_lpm is None else (self.cdus - self.spare) * self.cdu_lpm
