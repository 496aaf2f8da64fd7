"""Layout of the drawing of a room: direction of its rows, scale, and bands."""

from msgspec import Struct

LEFT, TOP, LABEL = 20.0, 112.0, 34.0
"""Left edge, upper edge, and what row and position labels take, px."""
WIDTH, _HEIGHT = 1120.0, 610.0
"""Size of the drawing of a room, px: on A4 and Letter in landscape, its smallest text has 6 pt."""
_LEAST, _MOST = 14.0, 96.0
"""Px a metre: below the least, racks are specks; above the most, they are needlessly large."""
_NAMED = 16.0
"""Width of a rack, px, from which its name fits when rows run down the picture."""


class Sheet(Struct, frozen=True):
    """`across`: rows run from left to right, else downwards, `rows_per_band` of them beside each other."""

    scale: float
    rows: int
    rows_per_band: int
    width_m: float
    pitch_m: float
    depth_m: float
    row_m: float
    """Length of the longest row, m."""
    across: bool = False

    @property
    def bands(self) -> int:
        """Parts into which the hall is cut."""
        return -(-self.rows // self.rows_per_band)

    def box(self, row: int, position: int, count: int = 1) -> tuple[float, float, float, float]:
        """Return the box of `count` neighbouring places: left, top, width, height, px."""
        band, place = divmod(row, self.rows_per_band)
        along, wide = position * self.width_m * self.scale, count * self.width_m * self.scale
        off, deep = place * self.pitch_m * self.scale, self.depth_m * self.scale
        if self.across:
            return LEFT + LABEL + along, TOP + LABEL + off, wide, deep
        top = TOP + LABEL + band * (self.row_m * self.scale + LABEL)
        return LEFT + LABEL + off, top + along, deep, wide


def make_sheet(rows: int, row_m: float, width_m: float, pitch_m: float, depth_m: float) -> Sheet:
    """Choose the direction of the rows with the larger scale; divide the hall into bands while names do not fit and this helps."""
    hall_m = (rows - 1) * pitch_m + depth_m
    across = Sheet(
        min(WIDTH / row_m, _HEIGHT / hall_m, _MOST), rows, rows, width_m, pitch_m, depth_m, row_m, across=True
    )
    best, bands = across, 1
    while bands <= rows and best.scale * width_m < _NAMED:
        each = -(-rows // bands)
        high = (_HEIGHT - (bands - 1) * LABEL) / bands / row_m
        scale = min(WIDTH / ((each - 1) * pitch_m + depth_m), high, _MOST)
        if scale > best.scale:
            best = Sheet(scale, rows, each, width_m, pitch_m, depth_m, row_m)
        bands += 1
    if best.scale >= _LEAST:
        return best
    return Sheet(_LEAST, rows, max(1, int(WIDTH / (pitch_m * _LEAST))), width_m, pitch_m, depth_m, row_m)
