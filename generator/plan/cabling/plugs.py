"""Plugs: the ends of cables and the transceivers, once each, as a technician meets them rack by rack."""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.cabling.ends import label_lines
from generator.plan.cabling.records import Link, LinkEnd
from generator.plan.plan import Plan


class Plug(Struct, frozen=True):
    """One end of one cable: its place, and that of the other end. A cable of several links has one at each cage."""

    link: Link
    end: str
    near: LinkEnd
    here: str
    there: str


def plugs(plan: Plan) -> Iterator[Plug]:
    """Yield both ends of every cable, in the order of its links; a splitter has one trunk end and its legs."""
    shared = {cable.cable for cable in plan.cables if cable.links > 1}
    seen = set()
    for link in plan.links:
        for end, near in (("a", link.a), ("b", link.b)):
            if link.cable in shared:
                plug = (link.cable, near.device, near.cage)
                if plug in seen:
                    continue
                seen.add(plug)
            yield Plug(link, end, near, *label_lines(link, end))


def plugs_of(plan: Plan) -> dict[str, list[Plug]]:
    """Return every rack's plugs: from the top device down, cage by cage."""
    found: dict[str, list[Plug]] = {rack.name: [] for rack in plan.racks}
    for plug in plugs(plan):
        found[plug.near.rack].append(plug)
    for mine in found.values():
        mine.sort(key=lambda plug: (-plug.near.unit, plug.near.device, *cage_order(plug.near.cage), plug.near.port))
    return found


def transceivers_of(plan: Plan) -> dict[str, list[LinkEnd]]:
    """Return every rack's transceivers, one end of a link for each: from the lowest device up, cage by cage."""
    found: dict[str, dict[tuple[str, str], LinkEnd]] = {rack.name: {} for rack in plan.racks}
    for link in plan.links:
        for end in (link.a, link.b):
            if end.optic:
                found[end.rack].setdefault((end.device, end.cage), end)
    return {
        rack: sorted(ends.values(), key=lambda end: (end.unit, end.device, *cage_order(end.cage)))
        for rack, ends in found.items()
    }


def cage_order(cage: str) -> tuple[int, str]:
    """Order cages as they are numbered: 2 before 10, OSFP1 before OSFP2."""
    return len(cage), cage
