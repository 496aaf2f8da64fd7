"""Values at places of a switch's file: a path of keys in JSON and YAML, a path of the beginnings of lines in a file of commands."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from generator.source.diagnostic import SpecError
from generator.source.document import Document, read_document
from generator.source.span import Loc
from generator.verify.systems import cumulus, sonic

_RENAMED = {"state": "enable"}
"""A key of NVUE, and what releases before 5.15 call it (Cumulus Linux 5.15, New and Changed NVUE Commands)."""
_ON = frozenset({"on", "enable", "enabled", "True"})
_NVUE: Loc = (0, "set")


class Places(Protocol):
    """A file of a switch."""

    def value(self, loc: Loc) -> str | None:
        """Return the value at a place: empty where it exists without a value, None where it does not exist."""

    def below(self, loc: Loc) -> list[str]:
        """Return the names directly below a place."""

    def line(self, loc: Loc) -> int:
        """Return the line of a place, or of the nearest one around it: the first where the file has neither."""


class Keys:
    """A file of keys. NVUE's words for on are one: `on`."""

    def __init__(self, file: Path) -> None:
        """Parse it as the reader of its system does."""
        self._file = file
        self._nvue = file.suffix == ".yaml"
        text = file.read_text(encoding="utf-8")
        self._tree: Mapping[str, Any] = cumulus.parse(text) if self._nvue else sonic.parse(text)

    def value(self, loc: Loc) -> str | None:
        """Return the value at a place: lists joined by commas."""
        match self._at(loc):
            case None:
                return None
            case Mapping():
                return ""
            case list() as several:
                return ",".join(map(str, several))
            case one:
                return "on" if self._nvue and str(one) in _ON else str(one)

    def below(self, loc: Loc) -> list[str]:
        """Return the keys of a mapping."""
        found = self._at(loc)
        return [str(key) for key in found] if isinstance(found, Mapping) else []

    def line(self, loc: Loc) -> int:
        """Return the line of a key's value."""
        span = self._document.span_of((*(_NVUE if self._nvue else ()), *loc)) if self._document else None
        return span.line if span else 1

    def _at(self, loc: Loc) -> Any:
        found: Any = self._tree
        for key in loc:
            if not isinstance(found, Mapping):
                return None
            other = int(key) if isinstance(key, str) and key.isdigit() else _RENAMED.get(str(key), key)
            found = found.get(key, found.get(other))
        return found

    @cached_property
    def _document(self) -> Document | None:
        """The file once more, with the place of every key: read where there is a fault, and these are few."""
        try:
            return read_document(self._file.name, self._file.read_bytes(), foreign=True)
        except SpecError:
            return None


class Commands:
    """A file of commands, those below a line indented. Of equal lines below one the first counts."""

    def __init__(self, file: Path) -> None:
        """Read it whole."""
        self._top: _Block = {}
        around: list[tuple[int, _Block]] = [(-1, self._top)]
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            text = line.strip()
            if not text or text.startswith("!"):
                continue
            indent = len(line) - len(line.lstrip())
            while around[-1][0] >= indent:
                around.pop()
            around.append((indent, around[-1][1].setdefault(text, (number, {}))[1]))

    def value(self, loc: Loc) -> str | None:
        """Return the rest of the line after its beginning."""
        found = [*self._along(loc)]
        return found[-1][2] if len(found) == len(loc) else None

    def below(self, loc: Loc) -> list[str]:
        """Return the lines directly below a line; those that are below none for an empty place."""
        found = [(0, self._top, ""), *self._along(loc)]
        return list(found[-1][1]) if len(found) == len(loc) + 1 else []

    def line(self, loc: Loc) -> int:
        """Return the number of a line."""
        return next((number for number, _, _ in reversed([*self._along(loc)])), 1)

    def _along(self, loc: Loc) -> Iterator[tuple[int, "_Block", str]]:
        """Yield the line of each part of a place, as far as there is one: its number, the lines below it, and its rest after the beginning."""
        block = self._top
        for part in map(str, loc):
            if (line := next((each for each in (part, *block) if each in block and f"{each} ".startswith(f"{part} ")), None)) is None:  # fmt: skip
                return
            number, block = block[line]
            yield number, block, line.removeprefix(part).strip()


_Block = dict[str, tuple[int, "_Block"]]
"""Lines below a line, each with its number and those below it."""


def read_places(file: Path) -> Places:
    """Read a file of a switch, by its suffix."""
    return Keys(file) if file.suffix in {".json", ".yaml"} else Commands(file)
