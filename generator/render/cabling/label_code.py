"""QR codes of labels as paths of SVG, by segno, which is only loaded if a spec enables them."""

from collections.abc import Callable, Iterable, Iterator
from html import unescape
from typing import Any

from generator.render.artifact import RenderError
from generator.render.cabling.label_sheet import Label
from generator.spec.cabling import LabelSpec

INSTALL = (
    "python3 -m pip install 'segno>=1.6,<2', into clustergen's environment; or pip install '.[qr]' in a checkout of it"
)
"""clustergen itself is on no package index, so no command may install it from one."""
_QUIET = 4
"""Blank modules around a code, as ISO/IEC 18004 requires."""
Coded = tuple[str, str, str, str, str]
Code = Callable[[str], str]


def no_code(_text: str) -> str:
    """Return nothing, where the spec does not enable codes."""
    return ""


def coder(spec: LabelSpec) -> Code:
    """Return the function that makes the code of a text; it returns nothing where the spec does not enable codes.

    Raises RenderError: segno is not installed.
    """
    if not spec.qr:
        return no_code
    segno = _load()
    return lambda text: _svg(segno, text)


def code_size(spec: LabelSpec) -> str:
    """Return the side of a code, mm: within the label's height, and at most 16 mm; 0 where there is none."""
    return f"{min(16.0, spec.height_mm - 3):g}" if spec.qr else ""


def coded(labels: Iterable[Label], code: Code) -> Iterator[Coded]:
    """Add the code of each label: its id and place."""
    for fabric, name, here, there in labels:
        yield fabric, name, here, there, "" if code is no_code else code(unescape(f"{name} {here}"))


def _load() -> Any:
    try:
        import segno  # noqa: PLC0415  (an extra: labels without codes never load it)
    except ImportError:
        raise RenderError(
            f"QR codes (cabling.label.qr) are made by segno, which is not installed; nothing was written\nhelp: {INSTALL}"
        ) from None
    return segno


def _svg(segno: Any, text: str) -> str:
    """Draw a code of medium error correction: one path of horizontal runs, a module wide."""
    rows = segno.make(text, error="m", micro=False, boost_error=False).matrix
    runs = "".join(f"M{x} {y}h{length}v1h-{length}z" for y, row in enumerate(rows) for x, length in _runs(row))
    size = len(rows) + 2 * _QUIET
    return f'<svg viewBox="{-_QUIET} {-_QUIET} {size} {size}" aria-hidden="true"><path d="{runs}"/></svg>'


def _runs(row: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield where dark modules begin, and how many there are."""
    start = length = 0
    for x, dark in enumerate(row):
        if not dark:
            if length:
                yield start, length
            length = 0
        elif not length:
            start, length = x, 1
        else:
            length += 1
    if length:
        yield start, length
