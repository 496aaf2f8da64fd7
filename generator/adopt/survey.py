"""Facts of a site from sources, each with its line, and contradictions between sources."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct, field

DEVICE = re.compile(r"[a-z]([a-z0-9-]{0,61}[a-z0-9])?")
"""The form of names of devices in a spec."""
Key = tuple[str, ...]
"""The subject of a fact: `("rack", "gpu01")`, `("address", "gpu01", "rail0")`."""
_OF_SITE = frozenset({"pool", "vlan"})
"""Facts that are about no device."""
End = tuple[str, str]
"""A device and its port, as the site calls them."""


class Place(Struct, frozen=True, order=True):
    """A line of a source, from 1; 0 where the source has no lines."""

    file: str
    line: int
    row: int = 0
    """Which row of a list it is, from 1, where several are in one line."""

    def __str__(self) -> str:
        """Print it as compilers do."""
        row = f" row {self.row}" if self.row else ""
        return f"{self.file}:{self.line}{row}" if self.line else self.file


class Fact(Struct, frozen=True):
    """A value, and where it is stated."""

    value: Any
    place: Place


class Conflict(Struct, frozen=True):
    """Two sources that cannot both be right; the first one is used."""

    about: str
    first: Fact
    other: Fact
    device: str = ""


class Remark(Struct, frozen=True):
    """A value of a source that was not used, with the fix."""

    what: str
    place: Place
    help: str
    devices: tuple[str, ...] = ()
    """Devices of a source that it is about."""


class Cable(Struct, frozen=True):
    """A cable, or a link from LLDP: two ends, its label and its row."""

    a: End
    b: End
    place: Place
    label: str = ""
    length_m: float | None = None


class Survey(Struct):
    """Everything that was read. What is stated first counts, so the order of sources is an order of trust."""

    facts: dict[Key, Fact] = field(default_factory=dict)
    devices: dict[str, Place] = field(default_factory=dict)
    """Every device that is named, and where first."""
    groups: dict[str, dict[str, Place]] = field(default_factory=dict)
    """Inventory groups and roles of every device."""
    rows: list[Cable] = field(default_factory=list)
    """Cables by source: one in two sources is listed twice."""
    cables: list[Cable] = field(default_factory=list)
    """Every cable once, as soon as they are joined."""
    conflicts: list[Conflict] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    left: dict[str, list[Place]] = field(default_factory=dict)
    """Known values that no file needs, such as MAC addresses of bonds: each kind with its places."""
    _ends: dict[End, int] = field(default_factory=dict)
    """The cable at each end, by its place in the list."""

    def device(self, name: Any, place: Place) -> str:
        """Note a device, and return its name without a domain; empty where no device can be called so."""
        text = str(name or "").strip().partition(".")[0].lower()
        if not DEVICE.fullmatch(text):
            if name:
                self.remark(
                    f"{str(name)[:80]!r} cannot be the name of a device",
                    place,
                    "names have letters, digits and dashes; put others under ignore: of --map",
                    text,
                )
            return ""
        self.devices.setdefault(text, place)
        return text

    def state(self, key: Key, value: Any, place: Place) -> None:
        """Take a fact; nothing is no fact."""
        if value is None or value == "":
            return
        known = self.facts.setdefault(key, Fact(value, place))
        if known.value != value:
            device = "" if key[0] in _OF_SITE else key[1]
            self.contradict(" ".join((*key[1:], key[0])), known, Fact(value, place), device)

    def belongs(self, device: str, group: str, place: Place) -> None:
        """Take a group, or a role, that a device is in."""
        self.groups.setdefault(device, {}).setdefault(group.lower().replace("_", "-"), place)

    def address(self, device: str, port: str, value: str | None, place: Place) -> None:
        """Take an address of a port. One source may have several for a port; two sources that differ contradict each other."""
        key = ("address", device, port)
        known = self.facts.get(key)
        if known is None or known.value == value or known.place.file != place.file:
            if (*key, value) not in self.facts:
                self.state(key, value, place)
        elif value:
            self.facts.setdefault((*key, value), Fact(value, place))

    def cable(self, a: End, b: End, place: Place, label: str = "", length_m: float | None = None) -> None:
        """Take a cable."""
        if a == b:
            self.remark(f"{' '.join(a)} is cabled to itself", place, "correct the row", a[0])
        else:
            self.rows.append(Cable(a, b, place, label, length_m))

    def leave_out(self, ignored: Callable[[str], bool]) -> None:
        """Forget devices that are no part of the cluster, with everything that is about them."""
        self.devices = {name: place for name, place in self.devices.items() if not ignored(name)}
        self.groups = {name: each for name, each in self.groups.items() if not ignored(name)}
        self.facts = {key: fact for key, fact in self.facts.items() if key[0] in _OF_SITE or not ignored(key[1])}
        self.rows = [row for row in self.rows if not (ignored(row.a[0]) or ignored(row.b[0]))]
        self.remarks = [each for each in self.remarks if not any(map(ignored, each.devices))]
        self.conflicts = [each for each in self.conflicts if not (each.device and ignored(each.device))]

    def join(self, canonical: Callable[[End], End]) -> None:
        """Merge the facts of sources about the same cable; `canonical` maps names of ports."""
        for row in self.rows:
            a, b = canonical(row.a), canonical(row.b)
            at = self._ends.get(a, self._ends.get(b))
            if at is None:
                self._ends[a] = self._ends[b] = len(self.cables)
                self.cables.append(row)
                continue
            known = self.cables[at]
            if self._ends.get(a) == self._ends.get(b):
                self._merge(at, row)
                continue
            end = row.a if a in self._ends else row.b
            first = known.b if canonical(known.a) == canonical(end) else known.a
            other = row.b if end == row.a else row.a
            about = f"{' '.join(end)} peer"
            self.conflicts.append(Conflict(about, Fact(" ".join(first), known.place), Fact(" ".join(other), row.place)))

    def _merge(self, at: int, other: Cable) -> None:
        """Merge the facts of two sources about one cable."""
        known = self.cables[at]
        for what in ("label", "length_m"):
            first, second = getattr(known, what), getattr(other, what)
            if first and second and first != second:
                about = f"{' '.join(known.a)} {'cable' if what == 'label' else 'length'}"
                self.conflicts.append(Conflict(about, Fact(first, known.place), Fact(second, other.place)))
        self.cables[at] = Cable(
            known.a, known.b, known.place, known.label or other.label, known.length_m or other.length_m
        )

    def remark(self, what: str, place: Place, advice: str, *devices: str) -> None:
        """Keep something that has no place."""
        self.remarks.append(Remark(what, place, advice, tuple(filter(None, devices))))

    def contradict(self, about: str, first: Fact, other: Fact, device: str = "") -> None:
        """Keep two values that cannot both be right."""
        self.conflicts.append(Conflict(about, first, other, device))

    def leave(self, what: str, place: Place) -> None:
        """Count something that no file needs."""
        self.left.setdefault(what, []).append(place)

    def value(self, *key: str) -> Any:
        """Return the stated value; None where there is none."""
        fact = self.facts.get(key)
        return fact.value if fact else None

    def about(self, kind: str) -> Iterator[tuple[Key, Fact]]:
        """Yield all facts of a kind."""
        return ((key, fact) for key, fact in self.facts.items() if key[0] == kind)
