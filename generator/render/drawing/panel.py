"""Common state of the parts of a fabric's panel while it is drawn."""

from msgspec import Struct, field

from generator.plan.fabrics import Fabric
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.drawing.bundles import Bundles
from generator.render.drawing.canvas import Canvas
from generator.render.drawing.palette import Paint

WIDTH = 1180.0
"""Of every panel, px: on A4 and Letter across, the smallest text of a drawing of 1,220 px has 6 pt."""
PAD = 14.0
TIER, MESH = 48.0, 80.0
"""Heights of a tier of switches, and of what joins two tiers, px."""
PodSpots = dict[tuple[int, ...], tuple[float, float]]
"""Left edge and width of each pod, by its number from 0; pods that are drawn as one share an entry."""


class Facts(Struct, frozen=True):
    """The text above a panel: the fabric, and its total links and cables."""

    what: str
    totals: str


class Box(Struct, frozen=True):
    """A box at which links end: its middle, px, and the switches that it represents."""

    x: float
    switches: tuple[str, ...]


class Panel(Struct):
    """Common state of the parts of a panel while it is drawn."""

    canvas: Canvas
    plan: Plan
    fabric: Fabric
    bundles: Bundles
    paint: Paint
    x: float
    boxes: dict[str, list[Box]] = field(default_factory=dict)
    """The boxes of each tier."""

    def switches(self, tier: str) -> list[Switch]:
        """Return the installed switches of a tier in plane 0: the other planes are like it."""
        name = self.fabric.name
        return [s for s in self.plan.switches if name in s.carries and s.tier == tier and s.plane == 0]
