"""Cable length from rack coordinates: up to the tray, along it, and down again, with slack and bends."""

from generator.model.device import Place
from generator.spec.racks import RacksSpec

_UNIT_M = 0.04445
"""Height of a rack unit, m (EIA-310)."""
_BENDS_WITHIN = 2
"""Bends within a rack: out of the port into the side of the rack, and back to the other port."""
_BENDS_OVER = 4
"""Bends over the trays: port to riser, riser to tray, and the same at the other end."""
_BENDS_ACROSS = 2
"""Additional bends of a route that leaves its row: onto the tray across the rows, and off it."""


def needed_length_m(spec: RacksSpec, a: Place, b: Place, bend_m: float = 0.0) -> float:
    """Return the length that a cable between two devices needs, m, rounded up to the centimetre.

    Slack is the spec's per cent of the route plus its fixed metres; `bend_m` is added for each bend.
    """
    return length_m(spec, *route_m(spec, a, b), bend_m)


def length_m(spec: RacksSpec, route: float, bends: int, bend_m: float) -> float:
    """Return the length that a cable over such a route needs, m."""
    length = route * (1 + spec.slack_percent / 100) + spec.slack_m + bends * bend_m
    return -int(-length * 100 // 1) / 100


def route_m(spec: RacksSpec, a: Place, b: Place) -> tuple[float, int]:
    """Return the route between two devices, m, and the number of its bends.

    Within a rack the cable runs down its side; between racks it climbs to the trays, which run along the rows and across them.
    """
    if a.rack == b.rack:
        route = abs(_height(a) - _height(b)) + spec.width_m
        bends = _BENDS_WITHIN
    else:
        top = spec.units * _UNIT_M + spec.tray_m
        along = abs(a.position - b.position) * spec.width_m
        across = abs(a.row - b.row) * spec.row_pitch_m
        route = 2 * top - _height(a) - _height(b) + along + across + spec.width_m
        bends = _BENDS_OVER + (_BENDS_ACROSS if a.row != b.row else 0)
    return route, bends


def _height(place: Place) -> float:
    return (place.unit - 1 + place.height_u / 2) * _UNIT_M
