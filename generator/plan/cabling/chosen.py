"""The cable that a link gets, and what of it the site has fixed."""

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from generator.model.around import Around
from generator.model.device import LinkKind
from generator.plan.cabling.media import Medium

CableKey = tuple[str, LinkKind, int]
"""Fabric, kind of link, and the first link of a cable."""


class Cabling(Struct, frozen=True, gc=False):
    """A link's cable: its id, how many links it can carry, and its parts."""

    cable: str
    links: int
    medium: Medium


class CablePins(Struct):
    """Ids and lengths that the site has fixed, by cable; `unsold` gathers cables whose kind is not sold in the pinned length."""

    ids: Around[CableKey, str]
    usual: Callable[[CableKey], str]
    lengths: Mapping[CableKey, float] = field(default_factory=dict)
    unsold: dict[CableKey, Medium] = field(default_factory=dict)
