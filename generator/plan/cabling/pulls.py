"""Pulls: every cable once, in the rack from which it is laid, with all the ports that its ends fill."""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.cabling.ends import label, label_lines, leg_places, place_text, plug_ports
from generator.plan.cabling.records import LEGS, Link, LinkEnd
from generator.plan.plan import Plan


class PullEnd(Struct, frozen=True, kw_only=True):
    """One end of a cable as printed: several ports, or the places of several legs, are joined."""

    rack: str
    unit: str
    device: str
    cage: str
    port: str
    label: str


class Pull(Struct, frozen=True, kw_only=True):
    """A cable that is laid once: from `near`, in the rack of the sheet, to `far`."""

    link: Link
    near: PullEnd
    far: PullEnd


def pulls(plan: Plan) -> Iterator[tuple[str, list[Pull]]]:
    """Yield every rack's pulls in pulling order: far racks first, then device by device, port by port.

    A cable is laid from the rack of its lower end (host before leaf before spine), a splitter from its trunk, which is there
    with its first leg: its row has the legs of the whole envelope, as its label does, and so never changes.
    """
    shared = {cable.cable: cable.links for cable in plan.cables if cable.links > 1}
    trunks = _trunks(plan, shared) if shared else {}
    for rack, found in plan.pulls_of.items():
        here = [(link, near) for link, near, _ in found if link.cable not in shared or link.a.ports > 1]
        yield rack, sorted([*_once(here, shared), *trunks.get(rack, ())], key=lambda pull: -pull.link.length_m)


def _once(found: list[tuple[Link, LinkEnd]], shared: dict[str, int]) -> Iterator[Pull]:
    """Yield the cables with two plugs, each with its first link."""
    seen = set()
    for link, _ in found:
        if link.cable in seen:
            continue
        links = shared.get(link.cable, 1)
        if links > 1:
            seen.add(link.cable)
        yield Pull(link=link, near=_end(link.a, link.label_a, links), far=_end(link.b, link.label_b, links))


def _end(end: LinkEnd, text: str, links: int) -> PullEnd:
    """Return a plug with all the ports that it serves."""
    port = str(end.port) if links == 1 else LEGS.join(map(str, plug_ports(end, links)))
    return PullEnd(rack=end.rack, unit=str(end.unit), device=end.device, cage=end.cage, port=port, label=text)


def _trunks(plan: Plan, shared: dict[str, int]) -> dict[str, list[Pull]]:
    """Return the splitters by the rack of their trunks, the longest first, then by leaf and cage."""
    firsts: dict[str, Link] = {}
    for link in plan.links:
        if link.cable in shared and link.a.ports == 1:
            firsts.setdefault(link.cable, link)
    found: dict[str, list[Pull]] = {}
    for link in sorted(firsts.values(), key=lambda each: (-each.length_m, -each.b.unit, each.b.device, each.cable)):
        found.setdefault(link.b.rack, []).append(
            Pull(link=link, near=_end(link.b, link.label_b, shared[link.cable]), far=_legs(link, shared[link.cable]))
        )
    return found


def _legs(link: Link, links: int) -> PullEnd:
    """Return the legs of a splitter, in the order of the trunk's ports; the last hosts of a run may leave some unused."""
    places = leg_places(label_lines(link, "b")[1])
    ports = plug_ports(link.b, links)[: len(places)]
    trunk = [place_text(link.b.rack, link.b.unit, link.b.device, f"{link.b.cage}/{port}") for port in ports]
    own = [place_text(*place) for place in places]
    racks = [place[0] for place in places]
    return PullEnd(
        rack=racks[0] if len(set(racks)) == 1 else LEGS.join(racks),
        unit=LEGS.join(str(unit) for _, unit, _, _ in places),
        device=LEGS.join(device for _, _, device, _ in places),
        cage=LEGS.join(cage for *_, cage in places),
        port=LEGS.join(str(link.a.port) for _ in places),
        label=LEGS.join(label(link.cable, near, far) for near, far in zip(own, trunk, strict=True)),
    )
