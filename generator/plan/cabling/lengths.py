"""Components of the length of every link's cable: the route over the trays, slack and bends, and the ordered length."""

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from generator.model.device import Place
from generator.plan.cabling.route import length_m, route_m
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
    spec, bend_m = plan.site.racks, plan.site.cabling.bend_m
    places = {
        device.name: Place(
            rack=device.rack,
            row=racks[device.rack].row,
            position=racks[device.rack].position,
            unit=device.unit,
            height_u=device.height_u,
        )
        for device in plan.devices
    }

    @cache
    def parts(route: float, bends: int) -> dict[str, float]:
        """Return what follows from a route: many links have an equal one."""
        return {
            "route_m": round(route, 2),
            "slack_m": round(route * spec.slack_percent / 100 + spec.slack_m, 2),
            "bends_m": round(bends * bend_m, 2),
            "needed_m": length_m(spec, route, bends, bend_m),
        }

    for link in plan.links:
        route, bends = route_m(spec, places[link.a.device], places[link.b.device])
        yield LinkLength(
            cable_id=link.cable,
            fabric=link.fabric,
            a_device=link.a.device,
            b_device=link.b.device,
            bends=bends,
            order_m=link.length_m,
            **parts(route, bends),
        )
