"""Devices by row: leaves in the compute rows, and the out-of-band ports of everything around them."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from generator.model.fabric_shape import FabricShape
from generator.model.member import Batch, Member
from generator.model.planes import switch_stem

Nearby = dict[int, list[tuple[str, int]]]
"""By scalable unit of the compute fabric: (fabric, leaf ordinal) of the other fabrics' leaves in its row."""


def leaves_near_hosts(shapes: dict[str, FabricShape]) -> Nearby:
    """Find the leaves of the other fabrics that serve compute rows only; empty where one SU holds all hosts."""
    compute = shapes.get("compute")
    found: Nearby = {}
    if compute is None or compute.seating.sus == 1:
        return found
    seated = {run.member for run in compute.seating.runs}
    for fabric, shape in shapes.items():
        if fabric == "compute" or shape.first.seating.sus == 1:
            continue
        for su in range(shape.first.seating.sus):
            runs = shape.seating.in_su(su)
            if runs and all(run.member in seated or run.near is not None for run in runs):
                middle = runs[len(runs) // 2] if runs[0].near is not None else runs[0]
                near = middle.near
                if near is None:
                    near = compute.seating.run_of(middle.member, middle.first + middle.count // 2).su
                found.setdefault(near, []).extend((fabric, leaf) for leaf in shape.leaves_of(su))
    return found


def management_batches(members: Sequence[Member], shapes: dict[str, FabricShape]) -> tuple[Batch, ...]:
    """Order devices with out-of-band ports by place: row after row of the compute fabric, then the rest.

    Copper reaches 100 m (IEEE 802.3ab), so a management leaf is in the row of what it manages.
    """
    compute = shapes.get("compute")
    if compute is None or compute.seating.sus == 1:
        return ()
    by_name = {member.name: member for member in members}
    nearby = leaves_near_hosts(shapes)
    batches: list[Batch] = []
    for su in range(compute.seating.sus):
        batches += [
            Batch(by_name[run.member], run.first, run.count, rows=True, near=su)
            for run in compute.seating.in_su(su)
            if run.member in by_name and by_name[run.member].computes
        ]
        places = [("compute", leaf) for leaf in compute.leaves_of(su)] + nearby.get(su, [])
        batches += _switches(places, shapes, by_name, su)
    late = [member for member in members if member.late]
    with_racks = list(_late(late, compute))
    first = _rest([member for member in members if not member.late], batches)
    return (*batches, *first, *with_racks, *_rest(late, with_racks))


def _late(members: Sequence[Member], compute: FabricShape) -> Iterator[Batch]:
    """Batch devices that come with racks of compute hosts by scalable unit."""
    for member in members:
        share = member.share
        assert share is not None
        for run in compute.seating.of(share.group):  # a rack is beside the unit of its first host
            first, end = (-(-place // share.hosts) * share.devices for place in (run.first, run.first + run.count))
            if end > first:
                yield Batch(member, first, end - first, rows=True, near=run.su)


def _switches(
    places: list[tuple[str, int]], shapes: dict[str, FabricShape], by_name: dict[str, Member], su: int
) -> Iterator[Batch]:
    """Batch the leaves of a row: runs of ordinals within a plane."""
    for fabric, leaf in places:
        plane, local = divmod(leaf, shapes[fabric].in_plane("leaf"))
        member = by_name.get(f"{switch_stem(shapes[fabric], plane)}-leaf")
        if member:
            yield Batch(member, local, 1, rows=True, near=su)


def _rest(members: Sequence[Member], batches: list[Batch]) -> Iterator[Batch]:
    """Batch devices outside the compute rows."""
    seated: dict[str, set[int]] = {}
    for batch in batches:
        seated.setdefault(batch.member.name, set()).update(range(batch.first, batch.first + batch.count))
    for member in sorted(members, key=lambda each: each.order):
        left = [ordinal for ordinal in range(member.max) if ordinal not in seated.get(member.name, ())]
        for _, run in groupby(enumerate(left), key=lambda pair: pair[1] - pair[0]):
            ordinals = [ordinal for _, ordinal in run]
            yield Batch(member, ordinals[0], len(ordinals), rows=False)
