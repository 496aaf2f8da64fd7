"""Widths of texts of a drawing, and how they are made to fit."""

from collections.abc import Iterable, Sequence

SMALL = 10
"""Smallest text that is readable on paper, px."""
LINE = 13
"""From one line of small text to the next, px."""
_ADVANCE = 0.61


def text_width(text: str, size: int = SMALL) -> float:
    """Width of a text, px: every letter of a fixed-width font is 0.6 of its size."""
    return len(text) * size * _ADVANCE


def wrap(text: str, width: float, size: int = SMALL, *, hyphens: bool = False) -> list[str]:
    """Break a text into lines at its blanks; a single word that is too long is cut, or, with `hyphens`, hyphenated."""
    room = max(2, int(width / (size * _ADVANCE)))
    lines: list[str] = []
    for raw in (part for each in text.split() for part in _parts(each, room, hyphens=hyphens)):
        word = raw if len(raw) <= room else raw[: room - 1] + "…"
        if lines and len(lines[-1]) + 1 + len(word) <= room:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def fitting(texts: Iterable[Sequence[str]], width: float, most: int) -> list[str]:
    """Return the rows of the first of several texts that has at most so many of them and no word that is cut; the last one is shortened."""
    rows: list[str] = []
    for lines in texts:
        rows = [row for line in lines for row in wrap(line, width)]
        if len(rows) <= most and not any(row.endswith("…") for row in rows):
            return rows
    return rows[:most]


def tail(name: str, width: float, size: int = SMALL) -> str:
    """Return a name, or as much of its end as fits: the end tells it from its neighbours."""
    room = max(2, int(width / (size * _ADVANCE)))
    return name if len(name) <= room else "…" + name[1 - room :]


def _parts(word: str, room: int, *, hyphens: bool) -> list[str]:
    """Return a word as one part, or in parts that end with a hyphen and fit."""
    parts = [""]
    for piece in word.replace("-", "-\0").split("\0") if hyphens and len(word) > room else [word]:
        if parts[-1] and len(parts[-1]) + len(piece) > room:
            parts.append("")
        parts[-1] += piece
    return parts
