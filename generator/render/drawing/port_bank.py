"""One kind of cage on a port map: cages in the order of their numbers, two to a column, in blocks that fit the width."""

from collections.abc import Iterator, Sequence
from functools import cache
from math import ceil

from msgspec import Struct

from generator.render.drawing.canvas import PAPER_WIDE
from generator.render.drawing.palette import PORTS
from generator.render.drawing.port_uses import BankUse, CageUse, Cell
from generator.render.drawing.text import text_width
from generator.render.escape import markup

LEFT = 20
"""Left edge of everything, px."""
_GAP, _ROW, _LINE, _NUMBER = 4, 15, 12, 14
"""Between two cages, height of a port in one, of a further line in it, and of the number above it, px."""
_SIDES = 2
"""Kept free beside a line in a cage, px."""
_PAIR = 2
"""Ports of a cage in which two lines each fit."""
_COLUMNS, _WIDTH, _MOST = 11, PAPER_WIDE - 2 * LEFT, 126
"""The most columns of a block (a longer faceplate continues in the next), and the widths of a block and of a cage at most, px."""


class Grid(Struct, frozen=True):
    """How a bank is drawn: columns of a block, lines of cages, and width and height of a cage, px."""

    columns: int
    lines: int
    width: int
    height: int

    @property
    def pitch(self) -> int:
        """From one cage to the next, px."""
        return self.width + _GAP

    @property
    def rise(self) -> int:
        """From one line of cages to the next, px."""
        return self.height + _NUMBER + _GAP

    @property
    def room(self) -> int:
        """Letters that fit into a cage."""
        return int((self.width - _SIDES) / text_width("x"))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the bank, px."""
        return self.columns * self.pitch, self.lines * self.rise


def make_grids(banks: Sequence[BankUse], fabric: str) -> Iterator[list[Grid]]:
    """Yield the grids of the banks, the best first: cages in which every peer has its port beside it, in equal or in full lines, then smaller cages."""
    for even in (True, False):
        yield [_make_grid(bank, _columns(bank, fabric), even=even) for bank in banks]
    yield [_make_grid(bank, _COLUMNS) for bank in banks]


def _columns(bank: BankUse, fabric: str) -> int:
    """Return how many columns a block may have so that the text of every port fits."""
    letters = max((_letters(cage, cell, fabric) for cage in bank.cages for cell in cage.cells if cell.peer), default=0)
    wide = min(ceil(letters * text_width("x")) + _SIDES, _MOST)
    return min(_COLUMNS, _WIDTH // (wide + _GAP))


def _letters(cage: CageUse, cell: Cell, fabric: str) -> int:
    """Count the letters of the longest line in a port: a cage that is not divided has one for the peer, and one for its port."""
    peer = cell.peer.removeprefix(f"{fabric}-")
    if len(cage.cells) == 1:
        return max(len(peer), len(cell.peer_port))
    before = 0 if cage.cable or _apart(cage) else len(cell.cable) + 1
    return before + len(f"{peer} {cell.peer_port}")


def _make_grid(bank: BankUse, most: int, *, even: bool = True) -> Grid:
    """Choose columns, of two cages each and `most` at most, so that blocks are equally long (`even`), and the size of a cage."""
    columns = -(-len(bank.cages) // 2)
    columns = -(-columns // -(-columns // most)) if even else min(columns, most)
    high = max(map(_high, bank.cages))
    lines = 2 * -(-len(bank.cages) // (2 * columns))
    return Grid(columns, lines, min(_MOST, _WIDTH // columns - _GAP), max(_ROW * (1 if bank.service else 2), high))


def draw_bank(bank: BankUse, grid: Grid, top: int, fabric: str) -> Iterator[str]:
    """Yield each cage as a group: its tooltip, its shape in its colour, its number, and the peer and cable of each port."""
    room = grid.room
    for index, cage in enumerate(bank.cages):
        column, low = divmod(index, 2)
        line, place = divmod(column, grid.columns)
        x, y = LEFT + grid.width / 2 + place * grid.pitch, top + (2 * line + low) * grid.rise + _NUMBER
        shape, part = shape_name(len(cage.cells), grid), grid.height / len(cage.cells)
        kinds = {cell.use for cell in cage.cells}
        parts = [f'<g transform="translate({x:g},{y})"><title>{_tip(bank, cage)}</title>']
        if len(kinds) == 1:
            parts.append(f'<use href="#w{shape}" class="{kinds.pop()}"/>')
        else:
            parts += [
                f'<use href="#p{shape}" y="{port * part:g}" class="{cell.use}"/>'
                for port, cell in enumerate(cage.cells)
            ]
        parts.append(_number(cage))
        apart = _apart(cage)
        for port, cell in enumerate(cage.cells):
            if cell.peer:
                lines = _lines(cage, cell, fabric, room, apart=apart)
                heights = _heights(port, part, len(lines))
                parts += [f'<text{cls} y="{y}">{words}</text>' for y, (cls, words) in zip(heights, lines, strict=True)]
        parts.append("</g>")
        yield "".join(parts)


def _tip(bank: BankUse, cage: CageUse) -> str:
    """Return all facts of a cage, a line for each port."""
    count = len(cage.cells)
    head = f"cage {cage.number}, {bank.form_factor}"
    if count == 1:
        return markup(f"{head}: {_say(cage.cells[0])}")
    return markup(
        "\n".join((f"{head}, {count} ports", *(f"{n}: {_say(cell)}" for n, cell in enumerate(cage.cells, 1))))
    )


def _say(cell: Cell) -> str:
    return cell.words or PORTS[cell.use].says


def _number(cage: CageUse) -> str:
    """Write the number of a cage, and the cable that all of its ports share."""
    cable = f' <tspan class="b">{markup(cage.cable)}</tspan>' if cage.cable else ""
    return f'<text class="q" y="-3">{cage.number}{cable}</text>'


def _apart(cage: CageUse) -> bool:
    """Whether the ports of a cage have separate cables, on separate lines; for more than two, a cable is before its port."""
    return not cage.cable and len(cage.cells) == _PAIR and any(cell.cable for cell in cage.cells)


def _high(cage: CageUse) -> int:
    return len(cage.cells) * (_ROW + _LINE if _apart(cage) else _ROW)


def _lines(cage: CageUse, cell: Cell, fabric: str, room: int, *, apart: bool) -> list[tuple[str, str]]:
    """Return the text in a port: the class of each line, and its text."""
    if len(cage.cells) > 1 and cell.cable and not cage.cable and not apart:
        (name,) = _short(cell, fabric, room - len(cell.cable) - 1, lines=1)
        return [("", f'<tspan class="b">{markup(cell.cable)}</tspan> {markup(name)}')]
    named = [("", markup(words)) for words in _short(cell, fabric, room, lines=2 if len(cage.cells) == 1 else 1)]
    return [*named, (' class="b"', markup(cell.cable))] if apart and cell.cable else named


@cache
def _heights(port: int, part: float, lines: int) -> tuple[str, ...]:
    """Return where the lines in a port are, px: around the middle of the port, of which each is `part` high."""
    base = (port + 0.5) * part + 3.5 - _LINE / 2 * (lines - 1)
    return tuple(f"{base + _LINE * line:g}" for line in range(lines))


def _short(cell: Cell, fabric: str, room: int, *, lines: int) -> list[str]:
    """Shorten a peer to fit into a port: its fabric and then its port are dropped first, then its beginning, as the end distinguishes it from its neighbours."""
    peer = cell.peer.removeprefix(f"{fabric}-")
    name = f"{peer} {cell.peer_port}"
    if len(name) <= room:
        return [name]
    words = [peer, cell.peer_port] if lines > 1 else [peer]
    return [word if len(word) <= room else "…" + word[1 - room :] for word in words]


def shape_name(ports: int, grid: Grid) -> str:
    """Return the name of the shape of a cage with this number of ports."""
    return f"{ports}-{grid.width}-{grid.height}"


@cache
def draw_shape(count: int, grid: Grid) -> str:
    """Return the shape of a cage with `count` ports, whole (`w`) and of one port (`p`); their middle is at 0."""
    name, width, height = shape_name(count, grid), grid.width, grid.height
    part, left = height / count, -width / 2
    lines = "".join(f"M{left:g} {port * part:g}h{width}" for port in range(1, count))
    divided = f'<path d="{lines}" fill="none"/>' if lines else ""
    return (
        f'<g id="w{name}"><rect x="{left:g}" width="{width}" height="{height}" rx="2"/>{divided}</g>'
        f'<rect id="p{name}" x="{left:g}" width="{width}" height="{part:g}"/>'
    )
