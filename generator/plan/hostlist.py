"""Many names as few words: ranges of numbered names, and Slurm's hostlists of them, `gpu[01-32],gpu40`."""

import re
from collections.abc import Iterable
from itertools import groupby

from msgspec import Struct

_NUMBERED = re.compile(r"(?P<stem>.*?)(?P<digits>[0-9]+)", re.DOTALL)


class NameRange(Struct):
    """Names of one stem whose numbers follow each other. `first` is the first number as it is written, empty where the name has none."""

    stem: str
    first: str
    count: int = 1

    @property
    def last(self) -> str:
        """The last number, with its zeros."""
        return self._number(self.count - 1)

    def takes(self, stem: str, digits: str) -> bool:
        """Whether a name is the next one, with its zeros as Slurm would write them."""
        return bool(self.first) and stem == self.stem and digits == self._number(self.count)

    def _number(self, further: int) -> str:
        return f"{int(self.first) + further:0{len(self.first)}d}"


def name_ranges(names: Iterable[str]) -> list[NameRange]:
    """Return the ranges that expand to exactly these names, in this order."""
    ranges: list[NameRange] = []
    for name in names:
        match = _NUMBERED.fullmatch(name)
        stem, digits = (match["stem"], match["digits"]) if match else (name, "")
        if ranges and ranges[-1].takes(stem, digits):
            ranges[-1].count += 1
        else:
            ranges.append(NameRange(stem, digits))
    return ranges


def fold(names: Iterable[str]) -> str:
    """Return the hostlist that expands to exactly these names, in this order."""
    return ",".join(words(names))


def words(names: Iterable[str]) -> list[str]:
    """Return the words of a hostlist: one for adjacent ranges of a stem."""
    runs = groupby(name_ranges(names), key=lambda each: (each.stem, bool(each.first)))
    return [word for (stem, _), run in runs for word in _words(stem, list(run))]


def _words(stem: str, ranges: list[NameRange]) -> list[str]:
    if not ranges[0].first:
        return [stem] * len(ranges)
    if len(ranges) == 1 and ranges[0].count == 1:
        return [stem + ranges[0].first]
    numbers = (each.first if each.count == 1 else f"{each.first}-{each.last}" for each in ranges)
    return [f"{stem}[{','.join(numbers)}]"]
