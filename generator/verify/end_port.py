"""The form in which ports of switches are compared."""

from collections.abc import Mapping

from msgspec import Struct


class PortEnd(Struct, frozen=True, kw_only=True):
    """A port: its MTU in bytes (0: not said), what class each DSCP is (empty: no RoCE), which priorities it pauses, which classes it marks.

    `cable_m` is the cable that headroom is sized for, metres (0: not said): the longest, unless `exact`.
    """

    mtu_bytes: int
    classes: Mapping[int, int]
    paused: frozenset[int]
    marked: frozenset[int]
    cable_m: int = 0
    exact: bool = False
    lag: str = ""
    """Whether it is in a group of ports: `lacp`, `static`, or in none."""
    segment: str = ""
    """What its group calls itself to the host and to other leaves: two leaves of one host must say the same."""


class SwitchPorts(Struct, frozen=True):
    """A switch's ports by the names of its own system, and the file that says so."""

    file: str
    ports: Mapping[str, PortEnd]
