"""Cable length from rack coordinates: up to the tray, along it, and down again, with slack."""

from functools import cache

from generator.model.device import Place
from generator.spec.racks import RacksSpec

_UNIT_M = 0.04445
"""Height of a rack unit, m (EIA-310)."""


@cache
def needed_length_m(spec: RacksSpec, a: Place, b: Place) -> float:
    """Give the length that a cable between two devices needs, m, rounded up to the centimetre.

    Within a rack the cable runs down its side; between racks it climbs to the trays, which run along the
    rows and across them. Slack is the spec's per cent of the route plus its fixed metres.
    """
    if a.rack == b.rack:
        route = abs(_height(a) - _height(b)) + spec.width_m
    else:
        top = spec.units * _UNIT_M + spec.tray_m
        along = abs(a.position - b.position) * spec.width_m
        across = abs(a.row - b.row) * spec.row_pitch_m
        route = 2 * top - _height(a) - _height(b) + along + across + spec.width_m
    length = route * (1 + spec.slack_percent / 100) + spec.slack_m
    return -int(-length * 100 // 1) / 100


def _height(place: Place) -> float:
    return (place.unit - 1 + place.height_u / 2) * _UNIT_M
