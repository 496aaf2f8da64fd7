"""Pinned ends of links that have two addresses, a /31 each (RFC 3021): which pair a link has, and which end has the even one. In IPv6, a /127 (RFC 6164)."""

from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address
from typing import Generic, TypeVar

from msgspec import Struct, field

from generator.model.around import Around
from generator.source.diagnostic import Diagnostic, Note
from generator.source.span import Loc

Key = TypeVar("Key", bound=tuple[object, ...])


class PinnedEnd(Struct, Generic[Key], frozen=True):
    """An end of a link with the address that the site has there. `key` is the link's coordinate; the upper end is the leaf of a host, or the spine of a leaf."""

    key: Key
    upper: bool
    loc: Loc
    address: IPv4Address | IPv6Address

    @property
    def low(self) -> int:
        """The even address of the pair."""
        return int(self.address) & ~1

    @property
    def flipped(self) -> bool:
        """Whether the upper end has the even address: by default it is the lower one's."""
        return bool(int(self.address) & 1) is not self.upper


class Pairs(Struct, Generic[Key]):
    """Even addresses by link, around those that are pinned, and the links whose upper end has them."""

    lows: Around[Key, int] = field(default_factory=lambda: Around({}))
    flipped: frozenset[Key] = frozenset()

    @classmethod
    def make(cls, ends: Iterable[PinnedEnd[Key]]) -> "Pairs[Key]":
        """Take pinned ends; what contradicts itself is found by `clashes`."""
        every = list(ends)
        return cls(Around({end.key: end.low for end in every}), frozenset(end.key for end in every if end.flipped))

    def ends(self, key: Key, low: int) -> tuple[int, int]:
        """Return the addresses of the lower and the upper end."""
        return (low + 1, low) if key in self.flipped else (low, low + 1)


def clashes(ends: Iterable[PinnedEnd[Key]]) -> Iterator[Diagnostic]:
    """Report links that would have two pairs, and pairs of two links."""
    by_key: dict[Key, PinnedEnd[Key]] = {}
    by_low: dict[int, PinnedEnd[Key]] = {}
    for end in ends:
        same, other = by_key.setdefault(end.key, end), by_low.setdefault(end.low, end)
        if same.low != end.low or same.flipped != end.flipped:
            said = (
                f"{_name(end)} and {_name(same)} are the ends of one link, pinned to {end.address} and {same.address}"
            )
            partner = type(same.address)(int(same.address) ^ 1)
            yield _two(end, same, said, f"the other end of {same.address} is {partner}")
        elif other.key != end.key:
            length = end.address.max_prefixlen - 1
            pair = f"{type(end.address)(end.low)}/{length}"
            said = f"{end.address} is in {pair}, which is pinned to the link of {_name(other)}"
            yield _two(end, other, said, f"a link has both addresses of its /{length}; correct one of the two")


def _name(end: PinnedEnd[Key]) -> str:
    """Name an end as pins do: the device, then its interface."""
    device, _, interface = end.loc[2:]
    return f"{device} {interface}"


def _two(end: PinnedEnd[Key], other: PinnedEnd[Key], message: str, fix: str) -> Diagnostic:
    note = Note("the other is pinned here", other.loc)
    return Diagnostic(code="pin-twice", loc=end.loc, message=message, notes=(note,), help=fix)
