"""`power.ups` and `power.generators`: what carries the load when mains power fails."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt

from generator.spec.base import SpecModel
from generator.spec.rack_ranges import RackRanges
from generator.spec.redundancy import Redundancy, spare_units

UnitKw = Annotated[float, Field(strict=True, gt=0, le=20_000)]
"""Rating of one unit, kW."""
Units = Annotated[StrictInt, Field(ge=1, le=200)]
"""Units that are installed, spare ones included."""


class UpsSpec(SpecModel):
    """One UPS system: equal modules in parallel that carry some or all feeds of some or all racks."""

    modules: Units
    """Installed modules, spare ones included."""
    module_kw: UnitKw
    """Rating of one module, kW."""
    redundancy: Redundancy | None = None
    """Modules that may fail while the others carry the load. By default `n+1`, with one module `n`."""
    minutes: Annotated[float, Field(strict=True, gt=0, le=600)] | None = None
    """Minutes that the batteries carry the load of all modules that are not spare."""
    efficiency: Annotated[float, Field(strict=True, ge=0.5, le=1)] | None = None
    """Output power divided by input power, 0.5 to 1; used to compute the PUE."""
    feeds: tuple[Literal["A", "B", "C", "D"], ...] = ()
    """Feeds that it carries; all if left out."""
    racks: RackRanges = ()
    """Racks whose feeds it carries: `B01`, `B[01-16]`; all if left out."""
    other_kw: Annotated[float, Field(strict=True, ge=0, le=20_000)] = 0.0
    """Load beside the racks, kW: pumps, fans, controls."""

    @property
    def spare(self) -> int:
        """Modules that may fail."""
        return spare_units(self.redundancy, self.modules)

    @property
    def capacity_kw(self) -> float:
        """Capacity without the spare modules, kW."""
        return (self.modules - self.spare) * self.module_kw


class GeneratorsSpec(SpecModel):
    """Equal generators in parallel that carry the whole facility."""

    count: Units
    """Installed generators, spare ones included."""
    kw: UnitKw
    """Rating of one generator, kW."""
    redundancy: Redundancy | None = None
    """Generators that may fail while the others carry the load. By default `n+1`, with one generator `n`."""
    start_s: Annotated[float, Field(strict=True, gt=0, le=3600)] | None = None
    """Seconds from the failure of mains power until the generators carry the load; compared with `minutes` of each UPS."""

    @property
    def spare(self) -> int:
        """Generators that may fail."""
        return spare_units(self.redundancy, self.count)

    @property
    def capacity_kw(self) -> float:
        """Capacity without the spare generators, kW."""
        return (self.count - self.spare) * self.kw
