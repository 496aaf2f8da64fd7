"""Names of devices of one kind: by their ordinal, unless a site has names already."""

from collections.abc import Mapping

from msgspec import Struct

from generator.model.around import Around
from generator.spec.pins import NamesPin, PinsSpec

_DIGITS = "0123456789"


class Naming(Struct, frozen=True):
    """The names of a kind: a pattern for all of them, and those of single devices by ordinal."""

    pattern: NamesPin | None
    single: Around[int, str]

    def name(self, ordinal: int, stem: str, digits: int) -> str:
        """Name a device by its ordinal, around the names that are pinned."""
        pattern = self.pattern
        if pattern:
            return self.single.of(ordinal, pattern.name)
        return self.single.of(ordinal, lambda each: device_name(stem, each, digits))


def namings(pins: PinsSpec) -> Mapping[str, Naming]:
    """Return the pinned names by kind: a host group, or the switches of a tier."""
    single: dict[str, dict[int, str]] = {kind: {} for kind in pins.names}
    for device, pin in pins.devices.items():
        if pin.name is not None:
            kind, ordinal = kind_of(device)
            single.setdefault(kind, {})[ordinal] = pin.name
    return {kind: Naming(pins.names.get(kind), Around(names)) for kind, names in single.items()}


def kind_of(device: str) -> tuple[str, int]:
    """Read a device's kind and ordinal (from 0; -1 where there is none) from the name that it has without pins."""
    stem = device.rstrip(_DIGITS)
    return stem.removesuffix("-"), int(device[len(stem) :] or 0) - 1


def device_name(stem: str, ordinal: int, digits: int) -> str:
    """Join a group's name and a place in it: `gpu` and 0 of 32 is `gpu01`; `b300` and 0 of 32 is `b300-01`."""
    dash = "-" if stem[-1].isdigit() else ""
    return f"{stem}{dash}{ordinal + 1:0{digits}d}"
