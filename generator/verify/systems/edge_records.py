"""Peers outside of a switch's fabric, in one form for all systems: individual sessions, routes in each direction, and static routes by a neighbour.

A route-map is reduced to the lines of prefix lists that it permits. Other words of a map or a list are reported, as clustergen does not know their effect.
"""

from collections.abc import Mapping
from ipaddress import ip_network

from msgspec import Struct, field

_WHOLE = {4: 32, 6: 128}
ANYTHING = {4: "0.0.0.0/0", 6: "::/0"}


class Passing(Struct, frozen=True, order=True):
    """Routes inside a prefix whose length is between two."""

    prefix: str
    shortest: int
    longest: int

    def inside(self, other: "Passing") -> bool:
        """Whether all of these are among others."""
        one, two = ip_network(self.prefix), ip_network(other.prefix)
        lengths = other.shortest <= self.shortest and self.longest <= other.longest
        return one.version == two.version and lengths and one.subnet_of(two)  # type: ignore[arg-type]

    def __str__(self) -> str:
        length = self.prefix.rpartition("/")[2]
        if length == str(self.longest):
            return self.prefix
        if self.shortest == self.longest:
            return f"{self.prefix} in length {self.longest}"
        return f"{self.prefix} in lengths {self.shortest} to {self.longest}"


class Policies(Struct):
    """Lists and maps of a file, by name. An entry: whether it permits, its lists, and other words."""

    lists: dict[str, list[Passing]] = field(default_factory=dict)
    denying: set[str] = field(default_factory=set)
    maps: dict[str, list[tuple[bool, list[str], list[str]]]] = field(default_factory=dict)
    paths: dict[str, set[str]] = field(default_factory=dict)
    """Patterns of AS paths that lists permit."""

    def passing(self, name: str, version: int) -> tuple[list[Passing], list[str]]:
        """Return the routes that a map permits, and its unknown words; without a map everything passes."""
        if not name:
            return [Passing(ANYTHING[version], 0, _WHOLE[version])], []
        found: list[Passing] = []
        odd: list[str] = []
        for permits, lists, words in self.maps.get(name, []):
            odd += words + [f"{each}, which denies part of it" for each in lists if each in self.denying]
            odd += ["a deny before a permit"] if not permits and (lists or words) else []
            if permits and len(lists) == 1:
                found += self.lists.get(lists[0], [])
            elif permits:
                found.append(Passing(ANYTHING[version], 0, _WHOLE[version]))
            else:
                break
        return found, odd


class Session(Struct, frozen=True, kw_only=True):
    """A session with a peer that is in no group, in one IP version: the maps at its door."""

    vrf: str
    peer: str
    asn: str
    version: int
    into: str = ""
    out: str = ""
    active: bool = True
    """Whether routes of that version are exchanged, which FRR and EOS configure separately from the session."""


class EdgeFile(Struct, kw_only=True):
    """A switch's file. `joined`: addresses and interfaces of peers that are in a group. `groups`: the maps in and out of each group of the default instance and IP version whose routes are exchanged. `statics`: instance, prefix and next hop. `addressed`: instance and addresses of each interface."""

    file: str
    policies: Policies
    sessions: list[Session]
    joined: set[str]
    statics: set[tuple[str, str, str]]
    addressed: dict[str, tuple[str, set[str]]]
    groups: dict[tuple[str, int], tuple[str, str]]


def passing(prefix: str, said: Mapping[str, int]) -> Passing:
    """Read a line: `ge` alone reaches to the whole length, `le` alone begins at the prefix's own, `eq` is both."""
    own = int(prefix.rpartition("/")[2])
    if "eq" in said:
        return Passing(prefix, said["eq"], said["eq"])
    longest = said.get("le", _WHOLE[6 if ":" in prefix else 4] if "ge" in said else own)
    return Passing(prefix, said.get("ge", own), longest)
