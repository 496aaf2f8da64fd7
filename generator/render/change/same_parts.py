"""Transceivers and power cords that new hardware gets from the device that it replaces, as rows of its page."""

from collections.abc import Iterator

from generator.change.cords import plan_cords
from generator.change.difference import Difference
from generator.change.tables import tables
from generator.plan.cabling.plugs import cage_order


def same_optics(found: Difference, device: str) -> Iterator[tuple[str, str]]:
    """Yield cage and model of the transceivers of a device that stay as they are, cage by cage."""
    before, after = (
        {key: row for key, row in tables(plan)["optics"]().items() if key[0] == device}
        for plan in (found.old, found.new)
    )
    for key in sorted(before, key=lambda each: cage_order(each[1])):
        if before[key] == after.get(key):
            yield key[1], before[key]["optic"]


def same_cords(found: Difference, device: str) -> Iterator[tuple[str, str, str]]:
    """Yield cord, supply and strip of the power cords of a device that end where they ended."""
    before, after = (
        {cord.cord: cord for cord in plan_cords(plan) if cord.device == device} for plan in (found.old, found.new)
    )
    for name, cord in after.items():
        if name in before and (before[name].here, before[name].there) == (cord.here, cord.there):
            yield name, str(cord.supply), cord.there
