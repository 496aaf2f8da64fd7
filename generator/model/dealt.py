"""How the ports of a fabric are dealt: what stands where by its coordinate, around what a site has cabled otherwise."""

from collections.abc import Mapping

from msgspec import Struct, field

from generator.model.baseline import Ends
from generator.model.device import LinkKind
from generator.model.pinned_ports import Places

UplinkKey = tuple[LinkKind, int, int, int]
"""A kind of link, the plane, and of the lower switch its ordinal in the plane and its uplink."""


class Dealt(Struct, frozen=True):
    """The places of devices' ports, and where uplinks end that do not end as the formula has it."""

    places: Places
    uplinks: Mapping[UplinkKey, Ends] = field(default_factory=dict)

    def ends(self, kind: LinkKind, plane: int, lower: int, uplink: int) -> Ends | None:
        """Return where a link ends that is dealt otherwise: the switch above, as the formula counts it, and its port."""
        return self.uplinks.get((kind, plane, lower, uplink)) if self.uplinks else None
