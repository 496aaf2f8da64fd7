"""Effects of changed files: `files.yaml` distinguishes a new server of a clock from a new address of a port.

A file that is missing there counts as touching traffic, so that no new file is taken for harmless.
"""

import re
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import yaml
from msgspec import Struct, convert

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEEPEST = 12
"""Levels of indentation that are distinguished."""
_LISTS = rb"NodeAddr=\S+|\b(%s)(\[[0-9,-]+\]|[0-9]+)(,(%s)(\[[0-9,-]+\]|[0-9]+))*"
"""Lists of hosts by their groups' names, and Slurm's addresses of them."""


class FileEffect(StrEnum):
    """The effect of placing a changed file, the mildest first."""

    NOTHING = "nothing"
    RELOAD = "reload"
    SESSION = "session"
    TRAFFIC = "traffic"
    BOOT = "boot"
    REINSTALL = "reinstall"

    @property
    def interrupts(self) -> bool:
        """Whether packets or jobs are affected."""
        return self not in (FileEffect.NOTHING, FileEffect.RELOAD)


_GRAVITY = {effect: number for number, effect in enumerate(FileEffect)}


class FileRule(Struct, frozen=True, forbid_unknown_fields=True):
    """The effect of a change of some files; `files.yaml` explains the fields."""

    files: tuple[str, ...]
    effect: FileEffect
    why: str
    removed: str = ""
    lines: dict[str, FileEffect] = {}
    prefix: str = ""
    grows: bool = False
    names: bool = False
    rows: bool = False

    def between(self, before: bytes | None, after: bytes | None, groups: frozenset[str]) -> FileEffect | None:
        """Return the effect of a change of content; None where rows of the plan have all of it.

        A content of None is a missing file. `groups` are the groups of hosts, the prefixes of their names.
        """
        if self.rows:
            return None
        if before is None or after is None:
            return self.effect
        if self.names and _nameless(before, groups) == _nameless(after, groups):
            return None
        if not self.lines:
            return self.effect
        was, now = (Counter(line.removeprefix(self.prefix) for line in _placed(data)) for data in (before, after))
        found = (self._of(line) for line in ((was - now) | (now - was)))
        return max(found, key=_GRAVITY.__getitem__, default=FileEffect.NOTHING)

    def _of(self, line: str) -> FileEffect:
        return next((effect for pattern, effect in self.lines.items() if re.fullmatch(pattern, line)), self.effect)


class _Said(Struct, frozen=True, forbid_unknown_fields=True):
    hosts: tuple[FileRule, ...]
    switches: tuple[FileRule, ...]
    cluster: tuple[FileRule, ...]
    documents: frozenset[str]


_UNKNOWN = FileRule(files=("*",), effect=FileEffect.TRAFFIC, why="its effect is unknown")


@cache
def _said() -> _Said:
    text = Path(__file__).with_name("files.yaml").read_text(encoding="utf-8")
    return convert(yaml.load(text, Loader=_LOADER), _Said)  # noqa: S506  (the safe loader, in C)


def documents() -> frozenset[str]:
    """Return the backends whose files are read by people only."""
    return _said().documents


def rule_of(path: str) -> FileRule:
    """Return the rule of a file by its path in the tree."""
    folder, _, rest = path.partition("/")
    whose = {"hosts": "hosts", "host_groups": "hosts", "switches": "switches"}.get(folder)
    return _rule(whose, rest.partition("/")[2]) if whose else _rule("cluster", path)


@cache
def _rule(whose: str, place: str) -> FileRule:
    """Return the rule of a file by its place in the folder of its device, which others have as well."""
    rules: tuple[FileRule, ...] = getattr(_said(), whose)
    return next((rule for rule in rules if any(fnmatchcase(place, pattern) for pattern in rule.files)), _UNKNOWN)


def is_known(path: str) -> bool:
    """Whether the table has a rule for a file."""
    return rule_of(path) is not _UNKNOWN


@cache
def _lists(groups: frozenset[str]) -> re.Pattern[bytes]:
    names = b"|".join(re.escape(name.encode()) for name in sorted(groups))
    return re.compile(_LISTS % (names, names))


def _nameless(data: bytes, groups: frozenset[str]) -> set[str]:
    """Return the lines of a file without lists of hosts, each with the lines that it is indented under, as `enabled: true` alone is ambiguous."""
    return set(_placed(_lists(groups).sub(b"<hosts>", data)))


def _placed(data: bytes) -> Iterator[str]:
    """Yield each line with the lines that it is indented under."""
    above: list[tuple[int, str]] = []
    for raw in data.decode(errors="replace").splitlines():
        line = raw.strip()
        depth = len(raw) - len(raw.lstrip())
        while above and above[-1][0] >= depth:
            above.pop()
        above = [*above[-_DEEPEST:], (depth, line)]
        yield " > ".join(text for _, text in above)
