"""The port map of a switch as a picture: its cages in the order of their numbers, coloured by use.

There is one for each switch, so shapes are defined once per file and referred to by each cage.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from generator.plan.counts import counted
from generator.plan.records import Switch
from generator.render.drawing.canvas import MONO, PAPER_HIGH, PAPER_WIDE, VIEWS
from generator.render.drawing.palette import INK, PORTS, QUIET
from generator.render.drawing.port_bank import LEFT, Grid, draw_bank, draw_shape, make_grids, shape_name
from generator.render.drawing.port_uses import BankUse, PortUses
from generator.render.drawing.text import LINE, SMALL, text_width, wrap
from generator.render.escape import markup

_TOP, _KEY, _ABOVE, _BELOW = 66, 32, 8, 26
"""Where the note begins, what the key takes, and what is above and below a bank, px."""
_STYLE = (
    f"text{{font:{SMALL}px {MONO};fill:{INK}}}.c text{{text-anchor:middle}}.q{{fill:{QUIET}}}.b{{font-weight:bold;fill:{INK}}}"
    ".t{font-size:18px;font-weight:bold}.s{font-size:11px}"
)
_CONVENTION = (
    "Every port that the envelope uses, with the id of its cable in bold (beside the cage number if the whole cage has one cable); {0}.csv lists those that are cabled. Switches of {1} are named without '{1}-'. "
    "Numbered order, odd above even, not to scale: the catalog does not state the arrangement on the metal."
)


def draw_ports(uses: PortUses, switch: Switch) -> str:
    """Draw one switch."""
    banks = list(uses.banks(switch))
    *better, last = make_grids(banks, switch.fabric)
    grids = next(filter(_fits, better), last)
    width = _width(grids)
    note = wrap(_CONVENTION.format(switch.name, switch.fabric), width - 2 * LEFT)
    parts = [*_head(uses, switch, note), *_key(banks, _TOP + len(note) * LINE)]
    shapes: dict[str, str] = {}
    y = _TOP + len(note) * LINE + _KEY
    for bank, grid in zip(banks, grids, strict=True):
        parts.append(f'<text class="b" x="{LEFT}" y="{y}">{_heading(bank)}</text>')
        parts += ['<g class="c">', *draw_bank(bank, grid, y + _ABOVE, switch.fabric), "</g>"]
        counts = sorted({len(cage.cells) for cage in bank.cages})
        shapes |= {shape_name(count, grid): draw_shape(count, grid) for count in counts}
        y += _ABOVE + grid.size[1] + _BELOW
    return _file(switch, shapes.values(), (width, y - 14), parts)


def _width(grids: Sequence[Grid]) -> int:
    return max(860, LEFT * 2 + max(grid.size[0] for grid in grids))


def _fits(grids: Sequence[Grid]) -> bool:
    """Whether a drawing with these grids ends on one page, with a note of two lines."""
    high = _TOP + 2 * LINE + _KEY + sum(_ABOVE + grid.size[1] + _BELOW for grid in grids)
    return high <= PAPER_HIGH * min(1.0, _width(grids) / PAPER_WIDE)


def _heading(bank: BankUse) -> str:
    cages = counted(len(bank.cages), "cage")
    return f"{cages} {bank.form_factor}: {bank.numbers}{', service, not planned' if bank.service else ''}"


def _head(uses: PortUses, switch: Switch, note: Sequence[str]) -> Iterator[str]:
    """Yield the title, the switch and its management, and the convention."""
    model = uses.model(switch)
    plane = f", plane {switch.plane}" if uses.planes(switch) > 1 else ""
    what = f"{model.title}, {switch.fabric} {switch.tier}{plane}, rack {switch.rack}, unit {switch.unit}"
    where = uses.plan.managed_by.get(switch.name)
    managed = f"{model.management_port} (management) to {where[0]} cage {where[1]}" if where else "no management cable"
    kept = uses.kept_free(switch)
    stays = f"; {counted(kept, 'host port')} kept free (reserve_ports)" if kept else ""
    subtitle = markup(f"{what}; {managed}{stays}.")
    yield f'<text class="t" x="{LEFT}" y="32">{markup(switch.name)}: ports</text>'
    yield f'<text class="s" x="{LEFT}" y="50">{subtitle}</text>'
    for number, line in enumerate(note):
        yield f'<text class="q" x="{LEFT}" y="{_TOP + number * LINE}">{markup(line)}</text>'


def _key(banks: Sequence[BankUse], y: int) -> Iterator[str]:
    """Draw the key of the colours, with the count of each use."""
    counts = Counter(cell.use for bank in banks for cage in bank.cages for cell in cage.cells)
    x = LEFT
    for use, style in PORTS.items():
        if counts[use]:
            text = f"{style.says} ({counts[use]})"
            yield f'<rect class="{use}" x="{x}" y="{y}" width="12" height="12"/><text x="{x + 17}" y="{y + 10}">{text}</text>'
            x += int(text_width(text)) + 34


def _file(switch: Switch, shapes: Iterable[str], size: tuple[int, int], parts: Sequence[str]) -> str:
    """Put the file together: style, shapes of cages, then everything drawn."""
    width, height = size
    name = markup(switch.name)
    style = (
        _STYLE + VIEWS + "".join(f".{use}{{fill:{paint.fill};stroke:{paint.stroke}}}" for use, paint in PORTS.items())
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
    return "\n".join(
        (
            f'{head}style="max-width:100%;height:auto" role="img" aria-labelledby="title desc">',
            f'<title id="title">{name}: ports</title>',
            f'<desc id="desc">Cages of {name} in numbered order, coloured by what they are for.</desc>',
            f"<style>{style}</style>",
            f"<defs>{''.join(shapes)}</defs>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            *parts,
            "</svg>",
            "",
        )
    )
