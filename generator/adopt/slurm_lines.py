"""Lines of Slurm's configuration files: comments, continued lines, keys in any case, quoted values, lists of hosts (slurm.conf(5))."""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.adopt.source_file import SourceError, SourceFile
from generator.adopt.survey import Place

_WORD = re.compile(r'([\w.]+)\s*[-*+/]?=\s*(?:"([^"]*)"|(\S*))')
_INCLUDE = re.compile(r"include\s+(\S.*)", re.IGNORECASE)
_MOST = 100_000


class Line(Struct, frozen=True):
    """A line: its first key, in lower case, and the values of all keys by theirs. Of `Include`, the file is the value."""

    key: str
    values: Mapping[str, str]
    place: Place

    @property
    def value(self) -> str:
        """The value of the first key."""
        return self.values[self.key]


def lines(file: SourceFile) -> Iterator[Line]:
    """Yield all lines that are not empty, each at the number of its first one."""
    for number, text in _whole(file.text):
        said = text.partition("#")[0].strip()
        if found := _INCLUDE.fullmatch(said):
            yield Line("include", {"include": found[1].strip().strip('"')}, file.place(number))
        elif values := {key.lower(): quoted or plain for key, quoted, plain in _WORD.findall(said)}:
            yield Line(next(iter(values)), values, file.place(number))


def _whole(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines joined with their continuations."""
    begun, start = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        start = start or number
        if line.endswith("\\"):
            begun += f"{line[:-1]} "
            continue
        yield start, begun + line
        begun, start = "", 0
    if begun:
        yield start, begun


def expand(text: str) -> Iterator[str]:
    """Yield the names of a hostlist: `node[017-018,020],dgx-a01`. Raises SourceError: brackets that do not end, or more names than a site has."""
    for word in re.findall(r"(?:[^,\[\]]|\[[^\]]*\])+", text):
        found = re.fullmatch(r"([^\[\]]*)\[([^\]]*)\](.*)", word)
        if found is None:
            yield word
            continue
        for span in found[2].split(","):
            first, _, last = span.partition("-")
            if not first.isdigit() or not (last or first).isdigit() or len(last or first) > 9:
                raise SourceError(f"has an invalid hostlist: {word[:60]}")
            if int(last or first) - int(first) > _MOST:
                raise SourceError(f"has a range of {int(last) - int(first):,} hosts")
            for number in range(int(first), int(last or first) + 1):
                yield from (
                    (f"{found[1]}{number:0{len(first)}d}{rest}" for rest in expand(found[3]) or ("",))
                    if found[3]
                    else (f"{found[1]}{number:0{len(first)}d}",)
                )
