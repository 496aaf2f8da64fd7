"""Cables that get new labels and nothing else, as rows of the sheets: one for each end, in the order in which labels are printed."""

from collections.abc import Iterator, Sequence

from generator.change.cables import CableWork, Work
from generator.change.records import Row
from generator.plan.cabling.plugs import cage_order
from generator.render.change.cables import end_text, id_text
from generator.render.change.words import Cells

_Place = tuple[int, str, int, str, int]


def label_rows(cables: Sequence[CableWork]) -> Iterator[tuple[str, Cells]]:
    """Yield racks and cells, from the top device of a rack down, cage by cage: no step, cable, this end, other end."""
    rows: list[tuple[str, _Place, Cells]] = []
    for cable in cables:
        if cable.work is Work.RELABEL:
            for near, far in _plugs(cable):
                first = near[0]
                place = (-first["unit"], first["device"], *cage_order(first["cage"]), first["port"])
                rows.append((first["rack"], place, ("", id_text(cable), _text(near), _text(far))))
    for rack, _, cells in sorted(rows, key=lambda each: each[:2]):
        yield rack, cells


def _plugs(cable: CableWork) -> Iterator[tuple[list[Row], list[Row]]]:
    """Yield the ends in each plug of a cable, with those at its other end: a splitter has one plug with all of its links, and its legs."""
    for here, there in (("a", "b"), ("b", "a")):
        plugs: dict[tuple[str, str, int], tuple[list[Row], list[Row]]] = {}
        for link in cable.after:
            end = link[here]
            key = (end["device"], end["cage"], 0 if cable.row["links"] > 1 else end["port"])
            near, far = plugs.setdefault(key, ([], []))
            near.append(end)
            far.append(link[there])
        yield from plugs.values()


def _text(ends: Sequence[Row]) -> str:
    return " + ".join(dict.fromkeys(map(end_text, ends)))
