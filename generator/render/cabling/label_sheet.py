"""The legend of label sheets: meanings of prefixes of cable ids, and the colour of each fabric."""

from collections.abc import Iterable, Iterator, Mapping

from generator.plan.cabling.cables import FABRIC_LETTERS, KIND_LETTERS
from generator.plan.cabling.plugs import Plug
from generator.plan.cabling.records import Harness, Link
from generator.plan.power.cords import Cord
from generator.render.cabling.label_form import plug_lines
from generator.render.drawing.palette import FABRICS
from generator.render.escape import markup

Label = tuple[str, str, str, str]
"""The fabric (and `IDENTIFIED`), the id in large type, this end, the other end."""
IDENTIFIED = "identified"
"""The class of labels whose first line has both ends: the second has no arrow before it."""
COLOURS = [(name, paint.fill) for name, paint in FABRICS.items()]
_KINDS = {
    "host_leaf": "host to leaf",
    "leaf_spine": "leaf to spine",
    "spine_core": "spine to core",
    "leaf_leaf": "leaf to leaf",
}


def legend(links: Iterable[Link]) -> Iterator[tuple[str, str, str]]:
    """Yield fabric, prefix and meaning for each existing kind of link; a pinned id has no prefix."""
    found = {(link.fabric, link.kind) for link in links}
    for fabric, letter in FABRIC_LETTERS.items():
        for kind, second in KIND_LETTERS.items():
            if (fabric, kind) in found:
                yield fabric, letter + second, f"{fabric}, {_KINDS[kind]}"


def harness_labels(harness: Harness, fabrics: Mapping[tuple[str, str], str]) -> Iterator[Label]:
    """The labels of a harness: its trunk, with where it is and the positions of its tails in the panel; then each tail, and its position."""
    fabric = fabrics.get((harness.device, harness.cage), "")
    name, panel = markup(harness.harness), markup(harness.panel)
    yield fabric, name, markup(harness.label), markup(f"{harness.panel}: {harness.positions}")
    for tail in map(markup, harness.tails):
        yield fabric, tail, name, f"{panel}, position {tail}"
        yield fabric, tail, f"{panel}, position {tail}", name


def strip_label(name: str, rack: str) -> Label:
    """The label of a power strip."""
    return "power", markup(name), f"rack {markup(rack)}", f"feed {name.rpartition('-')[2]}"


def cord_labels(cord: Cord) -> tuple[Label, Label]:
    """The labels of a power cord: at the supply, and at the strip."""
    here, there = markup(cord.here), markup(cord.there)
    return ("power", cord.cord, here, there), ("power", cord.cord, there, here)


def plug_label(plug: Plug, form: str | None) -> Label:
    """The label of one plug."""
    first, second, arrow = plug_lines(plug, form)
    fabric = plug.link.fabric if arrow else f"{plug.link.fabric} {IDENTIFIED}"
    return fabric, plug.link.cable, markup(first), markup(second)


def cage_fabrics(links: Iterable[Link]) -> dict[tuple[str, str], str]:
    """Return the fabric of every cage that has a link, by device and cage."""
    return {(end.device, end.cage): link.fabric for link in links for end in (link.a, link.b)}
