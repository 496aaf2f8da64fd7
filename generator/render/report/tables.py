"""Tables as data: one form for all, so that one macro prints them."""

from collections.abc import Iterable, Sequence
from typing import Any

_KINDS = {"#": "n", "~": "w"}
Cell = str
"""Text, or a drawing (`escape.Drawn`)."""


def table(caption: str, columns: str, rows: Iterable[Sequence[Cell]], note: str = "") -> dict[str, Any]:
    """Make a table. `columns` are the titles, divided by `|`; one that begins with `#` holds numbers, aligned right, one with `~` names."""
    titles = [title.strip() for title in columns.split("|")]
    found = [list(row) for row in rows]
    assert all(len(row) == len(titles) for row in found), caption
    head = [{"text": title.lstrip("#~").strip(), "kind": _KINDS.get(title[:1], "")} for title in titles]
    return {"caption": caption, "head": head, "rows": found, "note": note}


def number(value: float) -> str:
    """Print a number with thousands set apart, as exact as it is up to a tenth: `3,276,800`, `11.5`."""
    return f"{value:,.0f}" if round(value, 1) == round(value) else f"{value:,.1f}"


def percent(part: float) -> str:
    """Print a part of a whole in per cent, to three digits; neither nearly none nor nearly all is rounded to it."""
    value = 100 * part
    return f"{value:.6g}" if 99.9 < value < 100 else f"{value:.3g}" if value >= 0.001 or not value else "< 0.001"


def ratio(value: float) -> str:
    """Print an oversubscription: `1:1`, `1.6:1`."""
    return f"{value:.3g}:1"
