"""A canvas: shapes and text gathered in order, printed as one standalone SVG file."""

from collections.abc import Sequence

from generator.render.drawing.text import LINE, SMALL, text_width
from generator.render.escape import markup
from generator.render.paper import SHEET, page_style

_INK = "#1b1b1b"
MONO = "'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace"
"""Fonts whose letters are all equally wide."""
PAPER_WIDE = 1220
"""Greatest width, px, at which a drawing that fills a landscape page of Letter or A4 (`paper`) has small text of 6 pt."""
PAPER_HIGH = PAPER_WIDE * SHEET[1] / SHEET[0]
"""Height of such a page, px."""
_EDGE = 6.0
"""Kept free at the end of a page, px: browsers round its height."""
_SHEET_HEAD = 36.0
"""Height of the title of a further page, px."""
VIEWS = (
    f"{page_style(across=True)}"
    "@media screen and (prefers-color-scheme:dark){svg{filter:invert(1) hue-rotate(180deg)}}"
)
"""Style of every drawing: on paper it is landscape, with the page number, and a dark screen shows it dark, with the same hues."""


class Canvas:
    """Shapes in the order in which they are drawn. Coordinates are px from the top left corner."""

    def __init__(self, title: str = "") -> None:
        """Make an empty canvas. A drawing with a title is as wide as a landscape page; what does not fit continues on the next page (`fit`)."""
        self._title = title
        self._parts: list[str] = []
        self._shapes: dict[str, Canvas] = {}
        self._right = self._bottom = 0.0
        self._sheet = 0

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str,
        stroke: str = "none",
        dashed: bool = False,
        corner: int = 3,
        tip: str = "",
    ) -> None:
        """Draw a box; `tip` is its tooltip."""
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        end = f"><title>{markup(tip)}</title></rect>" if tip else "/>"
        self._parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{corner}" '
            f'fill="{fill}" stroke="{stroke}"{dash}{end}'
        )
        self._reach(x + width, y + height)

    def grid(self, lines: Sequence[tuple[float, float, float]], *, color: str) -> None:
        """Draw thin level lines: left end, height, length of each."""
        path = "".join(f"M{x:g} {y:g}h{length:g}" for x, y, length in lines)
        self._parts.append(f'<path d="{path}" fill="none" stroke="{color}" stroke-width="0.4"/>')

    def strip(self, start: tuple[float, float], end: tuple[float, float], *, color: str) -> None:
        """Draw a row of small marks: ports, seen from where cables enter."""
        (x1, y1), (x2, y2) = start, end
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        self._parts.append(f'<line {ends} stroke="{color}" stroke-width="8" stroke-dasharray="3 2"/>')

    def define(self, name: str, shape: "Canvas") -> None:
        """Keep a shape that is drawn many times, under a name of letters."""
        self._shapes[name] = shape

    def use(self, name: str, x: float, y: float) -> None:
        """Draw a shape that was defined, moved to there."""
        self._parts.append(f'<use href="#{name}" x="{x:.1f}" y="{y:.1f}"/>')
        shape = self._shapes[name]
        self._reach(x + shape.right, y + shape.bottom)

    def frame(self, x: float, y: float, width: float, height: float, *, color: str) -> None:
        """Draw a border around everything drawn so far."""
        self._parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="2" fill="none" '
            f'stroke="{color}" stroke-width="1.5"/>'
        )
        self._reach(x + width, y + height)

    def __str__(self) -> str:
        """Return everything drawn, for use inside a file."""
        return "".join(self._parts)

    @property
    def right(self) -> float:
        """Where what reaches furthest to the right ends, px."""
        return self._right

    @property
    def bottom(self) -> float:
        """Where the lowest thing drawn so far ends, px."""
        return self._bottom

    def has_room(self, y: float, height: float) -> bool:
        """Whether something so high, at `y`, ends on the page on which it begins."""
        return not self._title or y % PAPER_HIGH + height <= PAPER_HIGH - _EDGE

    def fit(self, y: float, height: float) -> float:
        """Return where something so high is drawn whole: at `y`, or below the head of the next page, which is drawn with it."""
        page, within = divmod(y, PAPER_HIGH)
        begun = page == self._sheet or within > _SHEET_HEAD
        if not self._title or (begun and self.has_room(y, height)):
            self._sheet = int(page)
            return y
        self._sheet = int(page) + begun
        top = self._sheet * PAPER_HIGH
        self.text(20, top + 20, f"{self._title}, sheet {self._sheet + 1}", size=13, bold=True)
        return top + _SHEET_HEAD

    def line(self, start: tuple[float, float], end: tuple[float, float], *, color: str, width: float = 1.5) -> None:
        """Draw a straight line."""
        (x1, y1), (x2, y2) = start, end
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        self._parts.append(f'<line {ends} stroke="{color}" stroke-width="{width:.1f}"/>')
        self._reach(max(x1, x2), max(y1, y2))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: int = SMALL,
        anchor: str = "start",
        fill: str = _INK,
        bold: bool = False,
    ) -> None:
        """Write one line; `y` is its base line."""
        if size < SMALL:
            message = f"text of {size} px is too small to read"
            raise ValueError(message)
        more = f' font-size="{size}"' if size != SMALL else ""
        more += f' text-anchor="{anchor}"' if anchor != "start" else ""
        more += ' font-weight="bold"' if bold else ""
        more += f' fill="{fill}"' if fill != _INK else ""
        self._parts.append(f'<text x="{x:.1f}" y="{y:.1f}"{more}>{markup(text)}</text>')
        left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * text_width(text, size)
        self._reach(left + text_width(text, size), y + size / 3)

    def block(
        self,
        x: float,
        y: float,
        lines: Sequence[str],
        *,
        anchor: str = "start",
        fill: str = _INK,
        bold_first: bool = False,
    ) -> None:
        """Write lines of small text under each other."""
        for number, line in enumerate(lines):
            self.text(x, y + number * LINE, line, anchor=anchor, fill=fill, bold=bold_first and number == 0)

    def label(self, x: float, y: float, text: str, *, stroke: str) -> None:
        """Write a text on a white plate, centred on a point: what names a bundle of lines."""
        width = text_width(text) + 12
        self.rect(x - width / 2, y - 9, width, 18, fill="#ffffff", stroke=stroke, corner=9)
        self.text(x, y + 3.5, text, anchor="middle")

    def svg(self, title: str, description: str, margin: int = 20, *, within: str = "") -> str:
        """Return the SVG file, with a background that is white except on dark screens; or, `within` a page, the part of that name, on a white background."""
        width, height = (PAPER_WIDE if self._title else self._right + margin), self._bottom + margin
        if (
            not within and height + _EDGE <= PAPER_HIGH
        ):  # it is scaled to the width of a page, and is to end on that page
            width = max(width, (height + _EDGE) * PAPER_WIDE / PAPER_HIGH)
        prefix = f"{within}-" if within else ""
        space = "" if within else 'xmlns="http://www.w3.org/2000/svg" '
        head = (
            f'<svg {space}width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" style="max-width:100%;height:auto" role="img" aria-labelledby="{prefix}title {prefix}desc" '
            f'font-family="{MONO}" font-size="{SMALL}" fill="{_INK}">'
        )
        ground = f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>'
        title, description = markup(title), markup(description)
        texts = (f'<title id="{prefix}title">{title}</title>', f'<desc id="{prefix}desc">{description}</desc>')
        shapes = "\n".join(f'<g id="{name}">{shape}</g>' for name, shape in self._shapes.items())
        defs = (f"<defs>{shapes}</defs>",) if shapes else ()
        views = () if within else (f"<style>{VIEWS}</style>",)
        return "\n".join((head, *texts, *views, *defs, ground, *self._parts, "</svg>", ""))

    def _reach(self, right: float, bottom: float) -> None:
        self._right, self._bottom = max(self._right, right), max(self._bottom, bottom)
