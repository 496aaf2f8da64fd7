"""Cables that get new labels and nothing else, as rows of the sheets: one for each end, in the order in which labels are printed."""

from collections.abc import Iterator, Sequence

from generator.change.cables import CableWork, Work
from generator.plan.cabling.plugs import cage_order
from generator.render.change.cables import id_text, plugs_of
from generator.render.change.words import Cells

_Place = tuple[int, str, int, str, int]


def label_rows(cables: Sequence[CableWork]) -> Iterator[tuple[str, Cells]]:
    """Yield racks and cells, from the top device of a rack down, cage by cage: no step, cable, this end, other end."""
    rows: list[tuple[str, _Place, Cells]] = []
    for cable in cables:
        if cable.work is Work.RELABEL:
            for near, here, there in plugs_of(cable.after, shared=cable.row["links"] > 1):
                place = (-near["unit"], near["device"], *cage_order(near["cage"]), near["port"])
                rows.append((near["rack"], place, ("", id_text(cable), here, there)))
    for rack, _, cells in sorted(rows, key=lambda each: each[:2]):
        yield rack, cells
