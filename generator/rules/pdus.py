"""`power.pdu_management`: leaves with a port for each power strip, and makers whose cards can be read."""

from collections.abc import Iterator

from generator.model.fabric_shape import FabricShape
from generator.model.faceplate import ports_in
from generator.model.pdu_seats import OOB, pdu_seats, seat_cage
from generator.model.planes import switch_name
from generator.plan.draft import Draft
from generator.plan.monitoring.extra import asked
from generator.plan.pdu_records import PORT
from generator.plan.pdus import pdu_maker
from generator.rules import plan_rule
from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding

_REACH_M = 100
"""Of a link of twisted pair (ISO/IEC 11801-1, channel of class E; IEEE 802.3, 40.7)."""
_KEY = ("power", "pdu_management")
_FEW = 3


@plan_rule(
    title="Power strips without a port on a management leaf",
    why="Each management port needs a cage of the leaf that serves the devices of its rack, and hosts of the envelope may need it otherwise.",
    fix="Set `reserve_ports` of the out-of-band fabric to the number in the message, or leave `pdu_management` out.",
)
def pdu_ports(plan: Draft) -> Iterator[Finding]:
    """Each leaf keeps as many ports as it has strips, nothing else is in them, and the cable reaches."""
    if plan.spec.power.pdu_management is None:
        return
    shape = plan.cluster.shapes.get(OOB)
    if shape is None:
        yield KeyFinding(
            message="power strips are managed, and the cluster has no out-of-band network",
            loc=_KEY,
            help="add fabrics.oob, or remove power.pdu_management",
        )
        return
    needed: dict[int, int] = {}
    for seat in pdu_seats(plan.cluster).values():
        needed[seat.leaf] = max(needed.get(seat.leaf, 0), seat.first + seat.count)
    kept, most = shape.demand.spec.reserve_ports, max(needed.values(), default=0)
    if most > kept:
        leaf = next(leaf for leaf, count in needed.items() if count == most)
        count = plan.spec.power.feeds * plan.spec.power.pdus_per_feed
        yield KeyFinding(
            message=f"{switch_name(shape, 'leaf', leaf)} serves {most // count} racks of the envelope with {count} power strips each: {most} management ports, and it keeps {kept}",
            loc=_KEY,
            help=f"set fabrics.oob.reserve_ports to {_to_keep(shape, most, count)}",
        )
        return
    yield from _taken(plan, needed)
    far = [pdu for pdu in plan.pdus if pdu.length_m > _REACH_M]
    if far:
        yield KeyFinding(
            message=f"the cable of {far[0].name} to {far[0].leaf} is {far[0].length_m:g} m long, and twisted pair reaches {_REACH_M} m",
            loc=_KEY,
            notes=(Note(", ".join(pdu.name for pdu in far[:_FEW])),),
            help="place racks of one out-of-band leaf in fewer rows",
        )


def _to_keep(shape: FabricShape, most: int, strips: int) -> int:
    """Return how many ports a leaf has to keep: all that are needed, or fewer where leaves that keep more serve fewer racks.

    Its ports are then divided as those of devices are to those of strips now, and one more rack may have devices on two leaves.
    """
    demand = shape.demand
    devices = ports_in(len(demand.host_bank.cages) - demand.reserved, demand.host_breakout)
    ports = devices + demand.spec.reserve_ports
    if shape.in_plane("leaf") == 1 and most < ports:
        return most
    racks = -(-most * ports // ((devices + most) * strips)) + 1
    return min(most, racks * strips)


def _taken(plan: Draft, needed: dict[int, int]) -> Iterator[Finding]:
    """Yield a cage that a device of the envelope has from an earlier plan."""
    shape = plan.cluster.shapes[OOB]
    others = {(port.switch, port.cage): port for port in plan.reserved_ports if port.cable != f"{port.peer}-{PORT}"}
    for leaf, count in needed.items():
        name = switch_name(shape, "leaf", leaf)
        for place in range(count):
            port = others.get((name, seat_cage(shape, place) or 0))
            if port:
                yield KeyFinding(
                    message=f"cage {port.cage} of {name} is kept for {port.peer} {port.peer_interface}, and power strips need the last {count} cages",
                    loc=_KEY,
                    help="move that cable to a free cage (pins.hosts), or manage the power strips otherwise",
                )
                return


@plan_rule(
    title="Power strips of an unknown maker",
    why="Makers number the same readings differently, and in other units; a guess would give wrong figures and alerts that never fire.",
    fix="State `power.pdu_management.maker`, if its objects are among those that the catalog has, or remove `pdu` from `monitoring.exporters`.",
)
def pdu_maker_unknown(plan: Draft) -> Iterator[Finding]:
    """Strips that are to be read have a maker whose objects the catalog has."""
    if plan.spec.power.pdu_management is None or not asked(plan, "pdu") or pdu_maker(plan.cluster):
        return
    power = plan.spec.power
    which = f"the catalog has no objects of SNMP for {power.pdu}" if power.pdu else "power.pdu names no model"
    yield KeyFinding(
        message=f"power strips cannot be read: {which}",
        loc=("monitoring", "exporters", plan.spec.monitoring.exporters.index("pdu")),
        help="set power.pdu_management.maker to apc, raritan or servertech, or remove pdu from monitoring.exporters",
    )
