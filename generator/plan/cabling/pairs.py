"""Pairs of places that the links of the envelope join."""

from collections.abc import Callable, Iterator

from generator.model.device import LinkKind, Place
from generator.model.fabric_shape import FabricShape
from generator.model.planes import envelope_switches, planes_of


def switch_pairs(shape: FabricShape, place: Callable[[str], Place], kind: LinkKind) -> Iterator[tuple[Place, Place]]:
    """Yield the places of both ends of every link of a kind between switches. `place` returns that of a device."""
    upper = shape.upper
    for plane in planes_of(shape, envelope_switches(shape)):
        if kind == "leaf_leaf":
            yield place(plane.switch("leaf", 0)), place(plane.switch("leaf", 1))
        elif upper and kind == "leaf_spine":
            spines = [place(plane.switch("spine", spine)) for spine in plane.spines]
            for leaf in plane.leaves:
                here, pod = place(plane.switch("leaf", leaf)), leaf // upper.pod_leaves
                yield from ((here, spine) for spine in spines[pod * upper.spines : (pod + 1) * upper.spines])
        elif upper:
            cores = [place(plane.switch("core", core)) for core in plane.cores]
            for spine in plane.spines:
                here, group = place(plane.switch("spine", spine)), spine % upper.spines * upper.group
                yield from ((here, core) for core in cores[group : group + upper.group])
