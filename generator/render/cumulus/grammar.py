"""The paths that `nv set` takes, by release: data from NVIDIA's command reference, and the judge of a path."""

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from ipaddress import ip_address, ip_interface, ip_network
from pathlib import Path

import yaml
from msgspec import Struct, field

from generator import catalog

_COMMANDS = Path(catalog.__file__).parent / "nvue" / "commands.yaml"
Release = tuple[int, ...]
Words = tuple[str, ...]
Span = tuple[Release, Release]
"""First and last release."""
_NEWEST = (1_000_000,)
"""Later than any release: the end of an open span."""


class _Step(Struct):
    """A place in the tree of paths: the words and kinds of value that may follow, and since when a command may end here."""

    words: dict[str, "_Step"] = field(default_factory=dict)
    kinds: dict[str, "_Step"] = field(default_factory=dict)
    ends: list[Span] = field(default_factory=list)


def release_of(version: str) -> Release:
    """Read a release: 5.9 comes before 5.15."""
    return tuple(int(part) for part in version.split("."))


def fault(words: Iterable[str], version: str) -> str:
    """Return the fault in the words after `nv set` for a release; empty where there is none."""
    return _fault(tuple(words), version)


@lru_cache(maxsize=1 << 17)
def _fault(given: Words, version: str) -> str:
    """Switches of a fabric have most of their lines in common."""
    release = release_of(version)
    spans = _spans(_grammar(), given)
    text = " ".join(given)
    if spans is None:
        return f"no release has: {text}"
    if not spans:
        return f"not a whole command: {text}"
    if any(first <= release <= last for first, last in spans):
        return ""
    later = [first for first, _ in spans if first > release]
    when = f"since {_dotted(later[0])}" if later else f"until {_dotted(spans[-1][1])}"
    return f"only {when}: {text}"


def _spans(root: _Step, words: Words) -> list[Span] | None:
    """Return the spans of all possible parses of the words; None where there is none."""
    steps = [root]
    for word in words:
        steps = [
            after
            for step in steps
            for after in (
                *([step.words[word]] if word in step.words else []),
                *(next_ for kind, next_ in step.kinds.items() if _KINDS[kind](word)),
            )
        ]
        if not steps:
            return None
    return [span for step in steps for span in step.ends]


@cache
def _grammar() -> _Step:
    root = _Step()
    given = yaml.safe_load(_COMMANDS.read_text(encoding="utf-8"))
    for section in given["sections"].values():
        for path, when in section.items():
            _add(root, path.split(), when)
    return root


def _add(step: _Step, pattern: list[str], when: str) -> None:
    if not pattern:
        first, _, last = when.partition("-")
        step.ends.append((release_of(first), release_of(last) if last else _NEWEST))
        return
    word, *rest = pattern
    if word.startswith("<"):
        _add(step.kinds.setdefault(word[1:-1], _Step()), rest, when)
        return
    for choice in word.strip("()").split("|"):
        _add(step.words.setdefault(choice, _Step()), rest, when)


def _dotted(release: Release) -> str:
    return ".".join(map(str, release))


def _shape(pattern: str) -> Callable[[str], bool]:
    return lambda word: re.fullmatch(pattern, word) is not None


def _reads(read: Callable[[str], object], version: int | None = None, *, slash: bool = False) -> Callable[[str], bool]:
    """Make a judge of values that a function of `ipaddress` reads, of one IP version or of both."""

    def judge(word: str) -> bool:
        try:
            found = read(word)
        except ValueError:
            return False
        return (version is None or getattr(found, "version", None) == version) and ("/" in word or not slash)

    return judge


_NUMBERS = r"\d+(-\d+)?(,\d+(-\d+)?)*"
_HOST = _shape(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")
_ADDRESS = _reads(ip_address)
_MTU = range(552, 9217)
_NETWORK = _reads(ip_network, slash=True)

_KINDS: dict[str, Callable[[str], bool]] = {
    "address": _ADDRESS,
    "address4": _reads(ip_address, 4),
    "address6": _reads(ip_address, 6),
    "classes": _shape(_NUMBERS),
    "host": lambda word: _HOST(word) or _ADDRESS(word),
    "interface": _shape(r"lo|eth0|vlan\d+|swp\d+(s[0-7])?(\.\d+)?|bond\d+|peerlink(\.\d+)?"),
    "mac": _shape(r"[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}"),
    "match": lambda word: word == "ANY" or _NETWORK(word),
    "mtu": lambda word: word.isdecimal() and int(word) in _MTU,
    "name": _shape(r"[A-Za-z][A-Za-z0-9._-]*"),
    "number": _shape(r"\d+"),
    "numbers": _shape(_NUMBERS),
    "peer": lambda word: _ADDRESS(word) or re.fullmatch(r"swp\d+(s[0-7])?|[A-Za-z][A-Za-z0-9_-]*", word) is not None,
    "ports": _shape(r"ANY|\d+(:\d+)?"),
    "prefix": _reads(ip_interface, slash=True),
    "prefix4": _reads(ip_interface, 4, slash=True),
    "prefix6": _reads(ip_interface, 6, slash=True),
    "route": _NETWORK,
    "speed": _shape(r"\d+[GM]"),
    "text": bool,
    "vlans": _shape(_NUMBERS),
    "vrf": _shape(r"[A-Za-z][A-Za-z0-9_-]{0,14}"),
    "zone": _shape(r"[A-Za-z]+(/[A-Za-z0-9_+-]+)*"),
}
"""Placeholders of values in the data, and the test of each. A MTU has the bounds of the reference (link mtu)."""
