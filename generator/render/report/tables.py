"""Tables as data: one form for all, so that one macro prints them; numbers and small bars in their cells, and the escaping of every text."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from generator.render.escape import markup_message

_KINDS = {"#": "n", "~": "w"}
Cell = str
"""Text, or a drawing (`Drawn`)."""
_HEIGHT = 12


class Drawn(str):
    """Markup of our own making, whose texts are escaped already."""

    __slots__ = ()


def message(text: str) -> Drawn:
    """Return one of our own messages: text between backticks becomes code."""
    return Drawn(markup_message(text))


def table(caption: str, columns: str, rows: Iterable[Sequence[Cell]], note: str = "") -> dict[str, Any]:
    """Make a table. `columns` are the titles, divided by `|`; one that begins with `#` holds numbers, aligned right, one with `~` names."""
    titles = [title.strip() for title in columns.split("|")]
    found = [list(row) for row in rows]
    assert all(len(row) == len(titles) for row in found), caption
    head = [{"text": title.lstrip("#~").strip(), "kind": _KINDS.get(title[:1], "")} for title in titles]
    return {"caption": caption, "head": head, "rows": found, "note": note}


def number(value: float) -> str:
    """Return a number with thousands separators, to a tenth: `3,276,800`, `11.5`."""
    return f"{value:,.0f}" if round(value, 1) == round(value) else f"{value:,.1f}"


def percent(part: float) -> str:
    """Print a part of a whole in per cent, to three digits; neither nearly none nor nearly all is rounded to it."""
    value = 100 * part
    return f"{value:.6g}" if 99.9 < value < 100 else f"{value:.3g}" if value >= 0.001 or not value else "< 0.001"


def ratio(value: float) -> str:
    """Print an oversubscription: `1:1`, `1.6:1`."""
    return f"{value:.3g}:1"


def bar(parts: Sequence[tuple[str, float, str]], whole: float = 0.0, width: int = 160) -> Drawn:
    """Draw (what, amount, colour class) side by side, in colours that the page's style sets for light and dark; `whole` is the full length (0: the sum of the parts), drawn `width` px long."""
    total = whole or sum(amount for _, amount, _ in parts)
    if total <= 0:
        return Drawn("")
    label = escape(", ".join(f"{what} {100 * amount / total:.3g} %" for what, amount, _ in parts if amount) or "none")
    drawn, left = "", 0.0
    for _, amount, colour in parts:
        length = min(width - left, width * amount / total)
        if length > 0:
            drawn += f'<rect class="{colour}" x="{left:.4g}" width="{length:.4g}" height="{_HEIGHT}"/>'
            left += length
    frame = f'<rect class="rest" width="{width}" height="{_HEIGHT}"/>'
    view = f'viewBox="0 0 {width} {_HEIGHT}" width="{width}" height="{_HEIGHT}" preserveAspectRatio="none"'
    return Drawn(f'<svg class="bar" {view} role="img" aria-label="{label}"><title>{label}</title>{frame}{drawn}</svg>')


def escaped(value: Any) -> Any:
    """Escape every text of plain values for HTML; drawings pass as they are.

    Raises TypeError: a value that is neither plain nor drawn, which could print anything.
    """
    if type(value) is str:
        return escape(value)
    if isinstance(value, Drawn | bool | int):
        return value
    if isinstance(value, str):
        return escape(value)
    if isinstance(value, Mapping):
        return {key: escaped(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [escaped(each) for each in value]
    message = f"{type(value).__name__} cannot be shown in the report"
    raise TypeError(message)
