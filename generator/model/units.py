"""Rack units: the next position in a rack at which a device fits, outside the reserved units."""

from generator.spec.racks import RacksSpec


def room_units(spec: RacksSpec) -> int:
    """Units of a rack that devices may take."""
    taken = {unit for unit in spec.reserved_units if spec.first_unit <= unit <= spec.units}
    return spec.units - spec.first_unit + 1 - len(taken)


def fit_up(spec: RacksSpec, low: int, height_u: int) -> int | None:
    """Return the lowest unit from `low` on at which a device fits; None where none is left."""
    for unit in range(low, spec.units - height_u + 2):
        if not any(unit <= taken < unit + height_u for taken in spec.reserved_units):
            return unit
    return None


def fit_down(spec: RacksSpec, top: int, height_u: int) -> int | None:
    """Return the highest unit at which a device fits whose top is `top` at most; None where none is left."""
    for unit in range(top - height_u + 1, spec.first_unit - 1, -1):
        if not any(unit <= taken < unit + height_u for taken in spec.reserved_units):
            return unit
    return None


def stack(spec: RacksSpec, count: int, height_u: int, gap_units: int) -> tuple[int, ...]:
    """Return the lowest unit of each of `count` equal devices, from the bottom up; fewer where the rack is full."""
    units: list[int] = []
    low = spec.first_unit
    while len(units) < count:
        unit = fit_up(spec, low, height_u)
        if unit is None:
            break
        units.append(unit)
        low = unit + height_u + gap_units
    return tuple(units)
