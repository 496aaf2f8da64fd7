"""Small bars for tables: parts of a whole, in colours that the page's style sets for light and dark."""

from collections.abc import Sequence
from html import escape

from generator.render.report.escape import Drawn

_HEIGHT = 12


def bar(parts: Sequence[tuple[str, float, str]], whole: float = 0.0, width: int = 160) -> Drawn:
    """Draw (what, amount, colour class) side by side; `whole` is the full length (0: the sum of the parts), drawn `width` px long."""
    total = whole or sum(amount for _, amount, _ in parts)
    if total <= 0:
        return Drawn("")
    told = escape(", ".join(f"{what} {100 * amount / total:.3g} %" for what, amount, _ in parts if amount))
    drawn, left = "", 0.0
    for _, amount, colour in parts:
        length = min(width - left, width * amount / total)
        if length > 0:
            drawn += f'<rect class="{colour}" x="{left:.4g}" width="{length:.4g}" height="{_HEIGHT}"/>'
            left += length
    frame = f'<rect class="rest" width="{width}" height="{_HEIGHT}"/>'
    view = f'viewBox="0 0 {width} {_HEIGHT}" width="{width}" height="{_HEIGHT}"'
    return Drawn(f'<svg class="bar" {view} role="img" aria-label="{told}"><title>{told}</title>{frame}{drawn}</svg>')
