"""Slurm's hostlists: many host names as few words, `gpu[01-32],gpu40`."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

_NUMBERED = re.compile(r"(?P<stem>.*?)(?P<digits>[0-9]+)", re.DOTALL)


@dataclass(slots=True)
class _Range:
    """Names of one stem whose numbers follow each other. `digits` is the first number as it is written."""

    stem: str
    digits: str
    count: int = 1

    @property
    def text(self) -> str:
        """`01` or `01-32`."""
        if self.count == 1:
            return self.digits
        last = int(self.digits) + self.count - 1
        return f"{self.digits}-{last:0{len(self.digits)}d}"

    def takes(self, stem: str, digits: str) -> bool:
        """Tell whether a name is the next one, with its zeros as Slurm would write them."""
        following = int(self.digits) + self.count if self.digits else -1
        return stem == self.stem and digits == f"{following:0{len(self.digits)}d}"


def fold(names: Iterable[str]) -> str:
    """Give the hostlist that expands to exactly these names, in this order."""
    ranges: list[_Range] = []
    for name in names:
        match = _NUMBERED.fullmatch(name)
        stem, digits = (match["stem"], match["digits"]) if match else (name, "")
        if ranges and digits and ranges[-1].takes(stem, digits):
            ranges[-1].count += 1
        else:
            ranges.append(_Range(stem, digits))
    runs = groupby(ranges, key=lambda each: (each.stem, bool(each.digits)))
    return ",".join(word for (stem, _), run in runs for word in _words(stem, list(run)))


def _words(stem: str, ranges: list[_Range]) -> list[str]:
    if not ranges[0].digits:
        return [stem] * len(ranges)
    if len(ranges) == 1 and ranges[0].count == 1:
        return [stem + ranges[0].digits]
    return [f"{stem}[{','.join(each.text for each in ranges)}]"]
