"""Ports of a fabric around pinned cables: each device has the port of its coordinate, unless a pin takes it."""

from collections.abc import Mapping

from msgspec import Struct, field

from generator.model.baseline import Ends
from generator.model.device import LinkKind
from generator.model.pinned_ports import Places

UplinkKey = tuple[LinkKind, int, int, int]
"""A kind of link, the plane, and of the lower switch its ordinal in the plane and its uplink."""


class Dealt(Struct, frozen=True):
    """The places of devices' ports, and the ends of uplinks that differ from the formula."""

    places: Places
    uplinks: Mapping[UplinkKey, Ends] = field(default_factory=dict)

    def ends(self, kind: LinkKind, plane: int, lower: int, uplink: int) -> Ends | None:
        """Return the end of a link that differs from the formula: the ordinal of the switch above, and its port."""
        return self.uplinks.get((kind, plane, lower, uplink)) if self.uplinks else None
