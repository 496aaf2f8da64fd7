"""Harnesses: they connect a transceiver whose lanes go to different devices with a panel in its rack."""

from collections.abc import Iterator, Sequence

from generator.catalog.model import Cable, Optic
from generator.plan.cabling.ends import place_text, plug_ports
from generator.plan.cabling.light_paths import Fitting, harnesses
from generator.plan.cabling.plugs import cage_order
from generator.plan.cabling.records import LEGS, Harness, Link, LinkEnd
from generator.plan.once import once
from generator.plan.plan import Plan


def plan_harnesses(plan: Plan, sold: Sequence[Cable]) -> list[Harness]:
    """Return every harness once, rack by rack, from the top device down, cage by cage; `sold` are the cables that there are."""
    racks = {rack.name: (rack.row, rack.position) for rack in plan.racks}
    return sorted(
        _every(plan, sold),
        key=lambda each: (racks[each.rack], -each.unit, each.device, *cage_order(each.cage), each.label),
    )


def _every(plan: Plan, sold: Sequence[Cable]) -> Iterator[Harness]:
    """Yield every harness once, with the first link that needs it."""
    divided = _divided(plan)
    ports = {optic.model: optic.ports for optic in plan.hardware.optics.values()}
    cords = _cords(plan) if divided else {}
    seen = set()
    for link, end in divided:
        each = end.ports // ports[end.optic]
        plug = (end.device, end.cage, plug_ports(end, each)[0])
        if plug not in seen:
            seen.add(plug)
            yield _harness(plan, sold, link, end, each, cords[link.cable])


def adapters(plan: Plan) -> Iterator[str]:
    """Yield the connector of every adapter that the panels need: one for each tail that a cord meets."""
    divided = _divided(plan)
    cords = _cords(plan) if divided else {}
    connectors = {cable.model: cable.connector or "" for cable in plan.hardware.cables.values()}
    for link, _ in divided:
        yield connectors[cords[link.cable]]


def _cords(plan: Plan) -> dict[str, str]:
    return {cable.cable: cable.model for cable in plan.cables}


@once
def _divided(plan: Plan) -> tuple[tuple[Link, LinkEnd], ...]:
    """Return the ends whose cage has more ports than its transceiver has connectors, of links with a separate cord."""
    ports = {optic.model: optic.ports for optic in plan.hardware.optics.values()}
    every = ((link, end) for link in plan.links for end in (link.a, link.b))
    found = [(link, end) for link, end in every if end.optic and end.ports > ports[end.optic]]
    shared = {cable.cable for cable in plan.cables if cable.links > 1} if found else ()
    return tuple((link, end) for link, end in found if link.cable not in shared)


def _harness(plan: Plan, sold: Sequence[Cable], link: Link, end: LinkEnd, each: int, cord: str) -> Harness:
    optic, met = plan.hardware.get(Optic, end.optic), plan.hardware.get(Cable, cord)
    spec = plan.fabrics[link.fabric]
    technology = "infiniband" if spec.technology == "infiniband" else "ethernet"
    fitting = Fitting(optic, optic.signal, optic.reach_m, each)
    entry = next(
        cable
        for cable in harnesses((cable for cable in sold if technology in cable.technologies), fitting)
        if (cable.tail_connector, cable.tails_meet_pins) == (met.connector, met.pins)
    )
    ports = plug_ports(end, each)
    length = entry.lengths_m[0]
    return Harness(
        rack=end.rack,
        unit=end.unit,
        device=end.device,
        cage=end.cage,
        ports=LEGS.join(map(str, ports)),
        optic=end.optic,
        model=entry.model,
        fibre=entry.fibre or "",
        connector=entry.connector or "",
        tail_connector=entry.tail_connector or "",
        length_m=length,
        part=entry.parts.get(f"{length:g}", ""),
        label=place_text(end.rack, end.unit, end.device, f"{end.cage}/{ports[0]}-{ports[-1]}"),
    )
