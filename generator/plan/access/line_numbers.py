"""Numbers of a filter's lines: from the content of a line, never from its position, so an additional line renumbers no other.

A band has a range of numbers, a reason a block of its band's range, a line a place in its reason's block; block and place are digests. Where two
digests meet, the lower SHA-256 keeps the place and the other takes the next free one. So the result follows from the set of lines, not from their
order, but a new line with the lower SHA-256 moves the other. This happens to a new reason among 40 once in 800 times and a new line among 20 of its reason
once in 6,000; in NVUE's range, which ends at 65535, a new line among 100 once in 800; before a switch's own services, a new line among 64 once in 14,000.
A moved line keeps its content.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

from msgspec.structs import replace

from generator.plan.access.lines import Band, FilterLine

_UNIT = 1 << 27
_WIDE = {
    Band.CLAIMS: (1 * _UNIT, _UNIT),
    Band.WITHIN: (2 * _UNIT, 8 * _UNIT),
    Band.POSING: (10 * _UNIT, _UNIT),
    Band.ENTERING: (11 * _UNIT, _UNIT),
    Band.POOLS: (12 * _UNIT, _UNIT),
    Band.LEAVING: (13 * _UNIT, _UNIT),
}
"""First number and count, of 31 bits; numbers below and above are for lines that a system needs before and after those of the plan."""
LAST = (1 << 31) - 1
_BLOCK = 1 << 16
_NARROW = {
    Band.CLAIMS: (1_000, 12_000),
    Band.WITHIN: (13_000, 40_000),
    Band.POSING: (53_000, 2_000),
    Band.ENTERING: (55_000, 4_000),
    Band.POOLS: (59_000, 2_000),
    Band.LEAVING: (61_000, 4_000),
}
"""The same below 65535, where no reason has a block of its own."""
_HIGHEST = 9_900
_EACH_BAND = 1_000
_PRIORITIES = 900
"""Priorities of a band: from 9900 down to 9001, from 8900 down, and so on. Both bounds are within what acl-loader uses and every switch of SONiC takes."""
_CONTROL = (100_000, 900_000)
"""First number and how many, of lines before a switch's own services: what sonic-acl.yang takes as a priority (0 to 999999). All have six digits,
as caclmgrd sorts priorities as text (sonic-host-services 202411 to 202605)."""


def numbered(lines: Iterable[FilterLine]) -> tuple[FilterLine, ...]:
    """Number every line, and return the lines in the order of their numbers. No two lines of a band are equal.

    Lines that `overfull` counts are returned without numbers.
    """
    lines = tuple(lines)
    if any(overfull(lines, short=False)):
        return lines
    found: list[FilterLine] = []
    reasons: dict[Band, dict[str, list[FilterLine]]] = {}
    for line in lines:
        reasons.setdefault(line.band, {}).setdefault(line.why, []).append(line)
    for band, by_reason in reasons.items():
        first, room = _WIDE[band]
        blocks = placed(by_reason, room // _BLOCK)
        for why, same in by_reason.items():
            remark = first + _BLOCK * blocks[why]
            said = {line.says: line for line in same}
            for text, place in placed(said, _BLOCK - 1).items():
                line, number = said[text], remark + 1 + place
                priority = _HIGHEST - _EACH_BAND * band - (number - first) * _PRIORITIES // room
                found.append(replace(line, number=number, remark=remark, priority=priority))
    return tuple(sorted(found, key=lambda line: line.number))


def overfull(lines: Sequence[FilterLine], *, short: bool) -> Iterator[tuple[Band, int, int]]:
    """Yield the bands with more lines, or one reason with more lines, than there are numbers: lines, and numbers. `short`: those below 65535."""
    least = min(room for _, room in _NARROW.values()) if short else _BLOCK - 1
    if len(lines) <= least:
        return
    for (band, _), count in Counter((line.band, "" if short else line.why) for line in lines).items():
        room = _NARROW[band][1] if short else _BLOCK - 1
        if count > room:
            yield band, count, room


def short_numbers(lines: Iterable[FilterLine]) -> list[tuple[int, FilterLine]]:
    """Return every line of a filter a number below 65535, in their order.

    ValueError: a band has more lines than numbers.
    """
    bands: dict[Band, dict[str, FilterLine]] = {}
    for line in lines:
        bands.setdefault(line.band, {})[line.says] = line
    found: list[tuple[int, FilterLine]] = []
    for band, said in bands.items():
        first, room = _NARROW[band]
        found += [(first + place, said[text]) for text, place in placed(said, room).items()]
    return sorted(found, key=lambda each: each[0])


def control_numbers(texts: Iterable[str]) -> dict[str, int]:
    """Return every line of a list before a switch's own services a number that is unique in the list. All have the same action, so their order has no effect.

    ValueError: there are more of them than numbers.
    """
    first, room = _CONTROL
    return {text: first + place for text, place in placed(texts, room).items()}


def placed(texts: Iterable[str], room: int) -> dict[str, int]:
    """Assign every text a unique place below `room`, independent of their order.

    ValueError: there are more of them than places.
    """
    digests = sorted((int.from_bytes(sha256(text.encode()).digest()), text) for text in set(texts))
    if len(digests) > room:
        raise ValueError(f"{len(digests)} lines, and {room} numbers")
    taken: dict[int, str] = {}
    for digest, text in digests:
        place = digest % room
        while place in taken:
            place = (place + 1) % room
        taken[place] = text
    return {text: place for place, text in taken.items()}
