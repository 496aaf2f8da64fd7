"""Routing policy of all systems, and the networks behind hosts that a switch accepts with it."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from generator.source.broken import StatedError
from generator.verify.reach import reading
from generator.verify.reach.packet import Span, family_of, span_of

BITS = 32
"""Hosts announce their pods by IPv4."""


class Prefixes(Struct, frozen=True):
    """Networks that a line of a prefix list permits: those inside a span whose length is between two."""

    span: Span
    shortest: int
    longest: int

    def hold(self, network: Span) -> bool:
        """Whether a network is one of them."""
        length = BITS - (network[1] - network[0]).bit_length()
        inside = self.span[0] <= network[0] and network[1] <= self.span[1]
        return inside and self.shortest <= length <= self.longest


class Entry(Struct, frozen=True, kw_only=True):
    """An entry of a route-map: all of its matches must fit. `other`: unknown words.

    `bandwidth`: the links that it counts for a route, by FRR's name (RFC 10005); it changes weights, not which routes pass.
    """

    permits: bool
    prefix_lists: Sequence[str] = ()
    as_path_lists: Sequence[str] = ()
    bandwidth: str = ""
    other: Sequence[str] = ()


class Policy(Struct):
    """Lists and maps by name. Lists have what they permit; `denying` has those that also deny a part, which is not supported."""

    prefix_lists: dict[str, list[Prefixes]] = field(default_factory=dict)
    as_path_lists: dict[str, list[re.Pattern[str]]] = field(default_factory=dict)
    maps: dict[str, dict[int, Entry]] = field(default_factory=dict)
    denying: set[str] = field(default_factory=set)

    def lets(self, name: str, network: Span, asn: int | str | None) -> bool:
        """Whether a map permits a route whose path is one AS number (empty: its own; None: any path of a fabric); without a map all pass.

        The first entry that fits decides, and routes without one are denied, as with a missing map.

        Raises: ValueError: an entry has unknown words.
        """
        if not name:
            return True
        for _, entry in sorted(self.maps.get(name, {}).items()):
            lists = (*entry.prefix_lists, *entry.as_path_lists)
            paths = entry.as_path_lists if asn is None else ()
            unknown = [*entry.other, *paths, *(each for each in lists if each in self.denying)]
            if unknown:
                message = f"route-map {name} goes by {', '.join(unknown)}, whose effect is not known to clustergen"
                raise StatedError(message)
            if all(self._fits(entry, network, asn)):
                return entry.permits
        return False

    def _fits(self, entry: Entry, network: Span, asn: int | str | None) -> Iterator[bool]:
        for name in entry.prefix_lists:
            yield any(each.hold(network) for each in self.prefix_lists.get(name, ()))
        for name in entry.as_path_lists:
            yield any(pattern.search(str(asn)) for pattern in self.as_path_lists.get(name, ()))


def counted(maps: Mapping[str, Mapping[int, Entry]]) -> dict[str, str]:
    """Return the counted links of each entry of the maps, by `name number`; empty where it counts nothing."""
    return {f"{name} {number}": entry.bandwidth for name, rows in maps.items() for number, entry in rows.items()}


def path_pattern(text: str) -> re.Pattern[str]:
    """Read a pattern of AS paths: `_` matches a separator or an end (FRR manual, AS path regular expressions)."""
    return re.compile(text.replace("_", "(?:^|[ ,{}()]|$)"))


class Group(Struct, frozen=True, kw_only=True):
    """A peer group: the AS number that its dynamic peers must have (0: switches, which have different ones), and its maps."""

    asn: int = 0
    into: str = ""
    out: str = ""
    active: bool = True
    """Whether IPv4 is active."""


class Learned(Struct, kw_only=True):
    """A switch's default instance. `callers`: groups of dynamic peers; `unknown`: words with unknown effect.

    Methods raise UnreadableError where such words matter.
    """

    file: str = ""
    callers: Sequence[tuple[Span, Group]] = ()
    switches: Sequence[Group] = ()
    policy: Policy = field(default_factory=Policy)
    unknown: Sequence[str] = ()

    def takes(self, caller: int, network: Span, asn: int) -> bool:
        """Whether a dynamic peer with an AS number is accepted, and its network: by every group that its address may join."""
        mine = [group for (first, last), group in self.callers if first <= caller <= last]
        good = bool(mine) and all(group.active and group.asn == asn for group in mine)
        return good and all(self._lets(group.into, network, asn) for group in mine)

    def tells(self, network: Span, asn: int | str | None) -> bool:
        """Whether it announces a network to neighbouring switches: one of a peer (by its AS number), its own (empty), or another switch's (None)."""
        spoken = [group for group in self.switches if group.active]
        return bool(spoken) and all(self._lets(group.out, network, asn) for group in spoken)

    def hears(self, network: Span) -> bool:
        """Whether it accepts a network that another switch announces."""
        spoken = [group for group in self.switches if group.active]
        return bool(spoken) and all(self._lets(group.into, network, None) for group in spoken)

    def _lets(self, name: str, network: Span, asn: int | str | None) -> bool:
        with reading(self.file):
            if self.unknown:
                message = f"{', '.join(self.unknown)}: its effect is not known to clustergen"
                raise StatedError(message)
            return self.policy.lets(name, network, asn)


def learn(
    file: str, groups: Mapping[str, Group], joined: Sequence[tuple[str, str]], policy: Policy, unknown: Sequence[str]
) -> Learned:
    """Return the policy of a file, with groups of dynamic peers (`joined`: a prefix and the group) separate from all others, which are of switches."""
    called = {name for _, name in joined}
    return Learned(
        file=file,
        callers=[
            (span_of(prefix), groups.get(name, Group(active=False)))
            for prefix, name in joined
            if family_of(prefix) == 4
        ],
        switches=[group for name, group in groups.items() if name not in called],
        policy=policy,
        unknown=unknown,
    )
