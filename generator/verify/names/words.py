"""Words of files as names of hosts: an address needs no name service, and a URL or a port has one inside."""

import re
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from generator.source.broken import StatedError

_ADDRESS = re.compile(r"[\d.]+|[\da-f]*:[\da-f:.]*(%\w+)?", re.IGNORECASE)
_LIST = re.compile(r"[^,\[]*(?:\[[^\]]*\][^,\[]*)*")
_RANGE = re.compile(r"\[([^\]]*)\]")
_MOST_NAMES = 1 << 20
"""Of one host list: more than any cluster has."""


def host_names(words: Iterable[str]) -> frozenset[str]:
    """Return the names of hosts among words in places of hosts: without addresses, schemes, ports and paths.

    Variables (`$variable`) are skipped.
    """
    return frozenset(name for word in words if (name := _host_name(word)) and "$" not in name)


def is_address(word: str) -> bool:
    """Whether a word is an IP address, which needs no resolution."""
    return bool(_ADDRESS.fullmatch(word))


def _host_name(word: str) -> str:
    word = word.strip().strip("\"'")
    if "://" in word:
        word = urlsplit(word).netloc.rpartition("@")[2]
    if word.startswith("["):
        return ""  # an IPv6 address in brackets
    if word.count(":") == 1:
        word = word.partition(":")[0]
    word = word.rstrip(".").lower()
    return "" if is_address(word) else word


def expand(text: str) -> list[str]:
    """Return the names of a host list (`gpu[01-04,7],login1`), in its order. Raises ValueError: it is no host list, or one of more names than a cluster has."""
    names: list[str] = []
    for part in filter(None, _LIST.findall(text)):
        names += _expand_one(part.strip())
        if len(names) > _MOST_NAMES:
            raise StatedError(f"a host list has more than {_MOST_NAMES:,} names")
    return names


def _expand_one(part: str) -> list[str]:
    found = _RANGE.search(part)
    if not found:
        return [part]
    head, tails = part[: found.start()], _expand_one(part[found.end() :])
    numbers: list[str] = []
    for span in found.group(1).split(","):
        first, _, last = span.partition("-")
        start, end = int(first), int(last or first)
        if (end - start + 1) * len(tails) > _MOST_NAMES:
            raise StatedError(f"a host list has more than {_MOST_NAMES:,} names")
        numbers += [f"{number:0{len(first)}}" for number in range(start, end + 1)]
    return [f"{head}{number}{tail}" for number in numbers for tail in tails]


def content_lines(text: str) -> Iterator[str]:
    """Yield a file's lines without blanks around them and without those that are a comment in any of the formats that are read here."""
    for line in text.splitlines():
        if (line := line.strip()) and line[0] not in "#!;":
            yield line
