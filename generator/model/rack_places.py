"""Units of hosts and fixtures in a rack that is delivered whole: at the units that a document states, else above its hosts."""

from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.model import RackFixture
from generator.model.units import fit_up, stack
from generator.spec.racks import RacksSpec


class FixturePlace(Struct, frozen=True, kw_only=True):
    """The unit of one fixture, `number` (from 1) of its kind; `stated` says whether a document places it there."""

    fixture: RackFixture
    kind: int
    number: int
    unit: int
    stated: bool


def fixture_places(
    racks: RacksSpec, fixtures: tuple[RackFixture, ...], per_rack: int, height_u: int, gap_units: int
) -> Iterator[FixturePlace]:
    """Place the fixtures of one rack of `per_rack` hosts: where a document states it, else above the hosts."""
    hosts = stack(racks, per_rack, height_u, gap_units)
    low = hosts[-1] + height_u if hosts else racks.first_unit
    for kind, fixture in enumerate(fixtures):
        for number in range(fixture.count):
            stated = fixture.units is not None
            # a rack that does not hold them all is refused by a rule of the plan; until then they get some unit
            unit = fixture.units[number] if fixture.units else fit_up(racks, low, fixture.height_u) or low
            low = low if stated else unit + fixture.height_u
            yield FixturePlace(fixture=fixture, kind=kind, number=number + 1, unit=unit, stated=stated)
