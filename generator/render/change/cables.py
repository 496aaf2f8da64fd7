"""Work on cables as lines, rack by rack."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from generator.change.cables import CableWork, Work
from generator.change.records import Row
from generator.plan.cabling.ends import label_ends, place_text
from generator.plan.counts import counted
from generator.render.change.words import folded, rack_order

MARKS = MappingProxyType(
    {
        Work.PULL: "+",
        Work.MOVE: "!",
        Work.EXCHANGE: "!",
        Work.REMOVE: "-",
        Work.RELABEL: "~",
        Work.PLUG: "+",
        Work.UNPLUG: "-",
    }
)
_VERBS = MappingProxyType({
    Work.PULL: "to pull", Work.MOVE: "to move", Work.EXCHANGE: "to replace", Work.REMOVE: "to remove",
    Work.RELABEL: "to relabel", Work.PLUG: "with legs to plug in", Work.UNPLUG: "with legs to unplug",
})  # fmt: skip


_ORDER = (Work.MOVE, Work.EXCHANGE, Work.REMOVE, Work.UNPLUG, Work.RELABEL, Work.PLUG, Work.PULL)
_AS_THEY_ARE = frozenset({Work.PULL, Work.REMOVE, Work.PLUG, Work.UNPLUG})
"""Work whose cables have no ends before and after."""
_MOST_RACKS = 12
"""Racks that are listed for each kind of work, unless all are requested."""


def cable_lines(cables: Sequence[CableWork], *, every: bool) -> Iterator[str]:
    """The work, on existing cables first, rack by rack. A cable that is moved or exchanged has both ends before and after."""
    for work in _ORDER:
        mine = [cable for cable in cables if cable.work is work]
        if not mine:
            continue
        yield f"{MARKS[work]} {counted(len(mine), 'cable')} {_VERBS[work]}"
        by_rack: dict[str, list[CableWork]] = {}
        for cable in mine:
            by_rack.setdefault(cable.rack, []).append(cable)
        racks = sorted(by_rack.items(), key=lambda each: rack_order(each[0]))
        for rack, some in racks if every else racks[:_MOST_RACKS]:
            if every:
                yield from (f"    {rack}: {cable_text(cable)}" for cable in some)
            else:
                yield f"    {rack}: {_folded(work, some)}"
        if not every and len(racks) > _MOST_RACKS:
            rest = racks[_MOST_RACKS:]
            yield f"    and {sum(len(some) for _, some in rest):,} in {counted(len(rest), 'more rack')}; --all prints them"


def _folded(work: Work, cables: Sequence[CableWork]) -> str:
    names = folded((cable.cable for cable in cables), brief=True)
    if len(cables) == 1:
        return cable_text(cables[0])
    if work in (Work.PLUG, Work.UNPLUG):
        ends = folded(near["device"] for cable in cables for near, _ in cable.legs)
        return f"{counted(sum(len(cable.legs) for cable in cables), 'leg')}, of {ends}: {names}"
    ends = folded(sorted({link["b"]["device"] for cable in cables for link in cable.links}))
    text = f"{len(cables):,}, to {ends}: {names}"
    return text if work in _AS_THEY_ARE else f"{text}; the first: {cable_text(cables[0])}"


def cable_text(cable: CableWork) -> str:
    """The work on one cable, with both ends, and their places before if they change."""
    before, after = (_ends(links) for links in (cable.before, cable.after))
    kind = kind_text(cable.row)
    if cable.work is Work.EXCHANGE:
        kind = f"{kind_text(cable.before[0])} -> {kind}"
    text = f"{id_text(cable)} {kind}"
    if cable.legs:
        return f"{text}: {'; '.join(f'{end_text(near)} to {end_text(far)}' for near, far in cable.legs)}"
    if before and after and before != after:
        return f"{text}: {before} -> {after}"
    return f"{text}: {after or before}"


def id_text(cable: CableWork) -> str:
    """Return the id of a cable, and its earlier label."""
    was = cable.before[0]["cable"] if cable.before else cable.cable
    return cable.cable if was == cable.cable else f"{cable.cable} (labelled {was})"


def kind_text(row: Row) -> str:
    """Name a cable's kind: medium, length, order number where there is one."""
    return f"({row['medium']} {row['length_m']:g} m{', ' + row['part'] if row['part'] else ''})"


def _ends(links: Sequence[Row]) -> str:
    if not links:
        return ""
    more = f" and {len(links) - 1} more" if len(links) > 1 else ""
    return f"{end_text(links[0]['a'])} to {end_text(links[0]['b'])}{more}"


def plugs_of(links: Sequence[Row], *, shared: bool) -> Iterator[tuple[Row, str, str]]:
    """Yield the plugs of a cable, with both ends in words: one a link and side; of links that share it, one a cage, in the words of its label."""
    for here, there in (("a", "b"), ("b", "a")):
        seen = set()
        for link in links:
            near = link[here]
            if not shared:
                yield near, end_text(near), end_text(link[there])
            elif (near["device"], near["cage"]) not in seen:
                seen.add((near["device"], near["cage"]))
                yield near, *label_ends(link["cable"], link[f"label_{here}"])


def end_text(end: Mapping[str, Any]) -> str:
    """Place of an end of a link, as text: rack and unit, device, port."""
    return place_text(end["rack"], end["unit"], end["device"], port_text(end))


def port_text(end: Mapping[str, Any]) -> str:
    """Name the port of an end: its cage, and the part of it where a cable has one of several."""
    return f"{end['cage']}/{end['port']}" if end["ports"] > 1 else str(end["cage"])
