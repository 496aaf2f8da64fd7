"""A plan for drawings: racks and tiers with their devices, and one line for all links between two devices."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from generator.exports.export import Asked, ExportError
from generator.plan.plan import Plan

_TIERS = {"core": 0, "spine": 1, "leaf": 2}
_HOSTS = 3


class Box(Struct, frozen=True):
    """A device: `row` counts tiers from the top, cores first and hosts last."""

    name: str
    text: str
    row: int
    group: str


class Line(Struct, frozen=True):
    """All links of one speed between two devices; `count` of them."""

    a: str
    b: str
    count: int
    speed_gbps: float
    fabric: str

    @property
    def text(self) -> str:
        """How many, and how fast: `4 x 400G`."""
        return f"{self.count} x {self.speed_gbps:g}G"


def lines_of(plan: Plan, asked: Asked) -> list[Line]:
    """Return a line for each pair of devices, fabric and speed, in the order of the links."""
    counts = Counter(
        (link.a.device, link.b.device, link.speed_gbps, link.fabric) for link in plan.links if asked.has(link.fabric)
    )
    if not counts:
        raise ExportError(f"{', '.join(asked.fabrics)} has no links: the plan's fabrics are {', '.join(plan.fabrics)}")
    return [Line(a, b, count, speed, fabric) for (a, b, speed, fabric), count in counts.items()]


def boxes_of(plan: Plan, lines: list[Line]) -> list[Box]:
    """Return the devices at the ends of the lines, tier after tier."""
    used = {name for line in lines for name in (line.a, line.b)}
    found = [box for box in _boxes(plan) if box.name in used]
    return sorted(found, key=lambda box: box.row)


def _boxes(plan: Plan) -> Iterator[Box]:
    for switch in plan.switches:
        text = f"{switch.model} {switch.rack} U{switch.unit}"
        yield Box(switch.name, text, _TIERS[switch.tier], f"{switch.fabric} {switch.tier}")
    for host in plan.hosts:
        yield Box(host.name, f"{host.model} {host.rack} U{host.unit}", _HOSTS, host.group)
