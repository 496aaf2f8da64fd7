"""Components of the length of every link's cable: the route over the trays, slack and bends, and the ordered length."""

from collections.abc import Iterator

from msgspec import Struct

from generator.model.device import Place
from generator.plan.cabling.records import LinkEnd
from generator.plan.cabling.route import needed_length_m, route_m
from generator.plan.plan import Plan


class LinkLength(Struct, frozen=True, kw_only=True):
    """A link, m. `needed_m` is route, slack and bends, rounded up to the centimetre; `order_m` is that of the cable, as it is sold.

    `order_m` is above `needed_m` because of the vendor's next length, or of another link in the cable. It is below only where the spec pins a length.
    """

    cable_id: str
    fabric: str
    a_device: str
    b_device: str
    route_m: float
    slack_m: float
    bends: int
    bends_m: float
    needed_m: float
    order_m: float


def link_lengths(plan: Plan) -> Iterator[LinkLength]:
    """Yield the length of every link, in the order of `cables.csv`."""
    racks = {rack.name: rack for rack in plan.racks}
    heights = {device.name: device.height_u for device in plan.devices}
    spec, bend_m = plan.site.racks, plan.site.cabling.bend_m

    def place(end: LinkEnd) -> Place:
        rack = racks[end.rack]
        return Place(rack=end.rack, row=rack.row, position=rack.position, unit=end.unit, height_u=heights[end.device])

    for link in plan.links:
        a, b = place(link.a), place(link.b)
        route, bends = route_m(spec, a, b)
        yield LinkLength(
            cable_id=link.cable,
            fabric=link.fabric,
            a_device=link.a.device,
            b_device=link.b.device,
            route_m=round(route, 2),
            slack_m=round(route * spec.slack_percent / 100 + spec.slack_m, 2),
            bends=bends,
            bends_m=round(bends * bend_m, 2),
            needed_m=needed_length_m(spec, a, b, bend_m),
            order_m=link.length_m,
        )
