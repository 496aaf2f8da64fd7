"""What every label sheet has beside its labels: what the prefix of a cable id means, and the colour of each fabric."""

from collections.abc import Iterable, Iterator, Mapping

from generator.plan.cabling.cables import FABRIC_LETTERS, KIND_LETTERS
from generator.plan.cabling.plugs import Plug
from generator.plan.cabling.records import LEGS, Harness, Link
from generator.render.drawing.palette import FABRICS
from generator.render.escape import markup

Label = tuple[str, str, str, str]
"""The fabric, the id in large type, this end, the other end."""
COLOURS = [(name, paint.fill) for name, paint in FABRICS.items()]
_KINDS = {
    "host_leaf": "host to leaf",
    "leaf_spine": "leaf to spine",
    "spine_core": "spine to core",
    "leaf_leaf": "leaf to leaf",
}


def legend(links: Iterable[Link]) -> Iterator[tuple[str, str, str]]:
    """Yield fabric, prefix and meaning for each kind of link that is there; an id that the spec pins has none."""
    found = {(link.fabric, link.kind) for link in links}
    for fabric, letter in FABRIC_LETTERS.items():
        for kind, second in KIND_LETTERS.items():
            if (fabric, kind) in found:
                yield fabric, letter + second, f"{fabric}, {_KINDS[kind]}"


def harness_label(harness: Harness, fabrics: Mapping[tuple[str, str], str]) -> Label:
    """The label of a harness's trunk: its cage, where it is, and the ports of its tails, which end in a panel of this rack."""
    fabric = fabrics.get((harness.device, harness.cage), "")
    return fabric, markup(harness.cage), markup(harness.label), markup(f"panel: {LEGS.join(harness.tails)}")


def plug_label(plug: Plug) -> Label:
    """The label of one plug."""
    return plug.link.fabric, plug.link.cable, markup(plug.here), markup(plug.there)


def cage_fabrics(links: Iterable[Link]) -> dict[tuple[str, str], str]:
    """Return the fabric of every cage that has a link, by device and cage."""
    return {(end.device, end.cage): link.fabric for link in links for end in (link.a, link.b)}
