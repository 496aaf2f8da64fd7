"""Headroom, bytes: the data that still arrives after a port has sent a pause to its peer, with the minimum of IEEE 802.3.

Where a platform's own table has a row for the speed that is long enough, that row is used. Where its longest row is too short, it is extended by
three times the data on the additional length: small packets fill cells badly, and published tables grow at this rate. Where it has no row for the
speed, the formula of SONiC's own buffer manager is used, with the same factor.
"""

from math import ceil
from typing import Literal

from msgspec import Struct

from generator.catalog.model import Headroom, SonicPlatform

CELL_FACTOR = 3
"""Buffer space of small packets, in multiples of their size (slope of NVIDIA's and Dell's pg_profile_lookup.ini over cable length)."""
_RESPONSE_QUANTA = {100: 394, 200: 453, 400: 905, 800: 905}
"""Time until a peer stops, in pause quanta, by speed in Gb/s (sonic-swss, cfgmgr/buffer_headroom_mellanox.lua)."""
_QUANTUM_BITS = 512
_NS_A_METRE = 5
_PAUSE_BITS = 672
"""A pause frame with preamble and gap."""
_GAP_BITS = 160
_STEP = 1024
"""Values are rounded up to whole kibibytes, as the tables are."""


class PortHeadroom(Struct, frozen=True, kw_only=True):
    """The headroom of a lossless port, bytes. `length_m` is the length that it covers."""

    speed_gbps: float
    length_m: int
    origin: Literal["table", "formula"]
    size: int
    xon: int
    xon_offset: int | None
    xoff: int
    threshold: int

    @property
    def profile(self) -> str:
        """Its name in SONiC's buffer manager."""
        return f"pg_lossless_{round(self.speed_gbps * 1000)}_{self.length_m}m_profile"


def whole_metres(length_m: float) -> int:
    """Round a cable's length up to metres."""
    return ceil(length_m)


def headroom(platform: SonicPlatform, speed_gbps: float, length_m: float, mtu_bytes: int) -> PortHeadroom | None:
    """Return the headroom of a port; None where the platform's table is empty, or the speed is one whose formula has no constants."""
    length = whole_metres(length_m)
    rows = sorted(
        (row for row in platform.headroom if row.speed_gbps == speed_gbps), key=lambda row: (row.length_m, row.xoff)
    )
    enough = next((row for row in rows if row.length_m >= length), None)
    if enough:
        return _port(enough, enough.length_m, enough.xoff, "table")
    if rows:
        longer = rows[-1].xoff + CELL_FACTOR * _wire_bytes(speed_gbps, length - rows[-1].length_m)
        return _port(rows[-1], length, _whole(longer), "formula")
    quanta = _RESPONSE_QUANTA.get(round(speed_gbps))
    if quanta is None or not platform.headroom:
        return None
    in_flight = mtu_bytes + _wire_bytes(speed_gbps, length) + quanta * _QUANTUM_BITS / 8
    nearest = min(platform.headroom, key=lambda row: (abs(row.speed_gbps - speed_gbps), row.length_m))
    alike = nearest.model_copy(update={"speed_gbps": speed_gbps})
    return _port(alike, length, _whole(mtu_bytes + CELL_FACTOR * in_flight), "formula")


def lower_bound(speed_gbps: float, length_m: float, mtu_bytes: int) -> int | None:
    """Return the least that IEEE 802.3 allows, without the delays inside the interfaces; nothing for speeds without a known response time."""
    quanta = _RESPONSE_QUANTA.get(round(speed_gbps))
    if quanta is None:
        return None
    frames = 2 * 8 * mtu_bytes + _GAP_BITS + _PAUSE_BITS
    return ceil((frames + quanta * _QUANTUM_BITS) / 8 + _wire_bytes(speed_gbps, length_m))


def _wire_bytes(speed_gbps: float, length_m: float) -> float:
    """Return the bytes on a cable in both directions: Gb/s and ns cancel out."""
    return 2 * length_m * _NS_A_METRE * speed_gbps / 8


def _whole(bytes_: float) -> int:
    return ceil(bytes_ / _STEP) * _STEP


def _port(row: Headroom, length_m: int, xoff: int, origin: Literal["table", "formula"]) -> PortHeadroom:
    return PortHeadroom(
        speed_gbps=row.speed_gbps,
        length_m=length_m,
        origin=origin,
        size=row.size,
        xon=row.xon,
        xon_offset=row.xon_offset,
        xoff=xoff,
        threshold=row.threshold,
    )
