"""What routing policy lets through: prefix lists, AS paths and route-maps, whatever system wrote them; and what leaves take from hosts by it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from generator.cli.reach.packet import Span

_BITS = 32
"""Hosts tell of their pods by IPv4."""


@dataclass(frozen=True, slots=True)
class Prefixes:
    """Networks that a line of a prefix list permits: those inside a span whose length is between two."""

    span: Span
    shortest: int
    longest: int

    def hold(self, network: Span) -> bool:
        """Whether a network is one of them."""
        length = _BITS - (network[1] - network[0]).bit_length()
        inside = self.span[0] <= network[0] and network[1] <= self.span[1]
        return inside and self.shortest <= length <= self.longest


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry of a route-map: all of its matches must fit. `other`: matches of which nothing is known here."""

    permits: bool
    prefix_lists: Sequence[str] = ()
    as_path_lists: Sequence[str] = ()
    other: Sequence[str] = ()


@dataclass(slots=True)
class Policy:
    """Lists and maps by name. Lists hold what they permit; what denies a part of them is an error of the reader."""

    prefix_lists: dict[str, list[Prefixes]] = field(default_factory=dict)
    as_path_lists: dict[str, list[str]] = field(default_factory=dict)
    maps: dict[str, dict[int, Entry]] = field(default_factory=dict)

    def lets(self, names: Iterable[str], network: Span, asn: int | None) -> bool:
        """Whether one of the maps lets a route pass whose path is this one AS number; None: any path of the fabric.

        Raises:
            ValueError: an entry matches by what is not known here.
        """
        return any(self._decide(name, network, asn) for name in names)

    def _decide(self, name: str, network: Span, asn: int | None) -> bool:
        """The first entry that fits decides, and what none fits is denied."""
        for _, entry in sorted(self.maps.get(name, {}).items()):
            unknown = [*entry.other, *(entry.as_path_lists if asn is None else ())]
            if unknown:
                message = f"route-map {name} matches by {', '.join(unknown)}, whose effect is not known here"
                raise ValueError(message)
            if all(self._fits(entry, network, asn)):
                return entry.permits
        return False

    def _fits(self, entry: Entry, network: Span, asn: int | None) -> Iterator[bool]:
        for name in entry.prefix_lists:
            yield any(each.hold(network) for each in self.prefix_lists.get(name, ()))
        for name in entry.as_path_lists:
            yield any(re.search(pattern, str(asn)) for pattern in self.as_path_lists.get(name, ()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Callers:
    """Those who may call a switch: their addresses, the AS number that they must have, and the maps that what they tell goes through."""

    addresses: Span
    asn: int
    maps: Sequence[str]


@dataclass(slots=True, kw_only=True)
class Told:
    """What a switch is told by hosts. Maps through which it goes on to switches (`out`), and what switches tell comes in (`into`)."""

    file: str = ""
    callers: Sequence[Callers] = ()
    out: Sequence[str] = ()
    into: Sequence[str] = ()
    policy: Policy = field(default_factory=Policy)

    def takes(self, caller: int, network: Span) -> bool:
        """Whether a caller is heard, and its network taken."""
        return any(self.policy.lets(each.maps, network, each.asn) for each in self._those(caller))

    def tells(self, caller: int, network: Span) -> bool:
        """Whether other switches hear of it."""
        return any(self.policy.lets(self.out, network, each.asn) for each in self._those(caller))

    def hears(self, network: Span) -> bool:
        """Whether a network that another switch tells of is taken."""
        return self.policy.lets(self.into, network, None)

    def _those(self, caller: int) -> Iterator[Callers]:
        return (each for each in self.callers if each.addresses[0] <= caller <= each.addresses[1])
