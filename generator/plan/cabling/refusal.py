"""The problem of a link for which the catalog has no product, with a fix."""

from msgspec import Struct

from generator.model.device import Link
from generator.model.fabric_shape import FabricShape
from generator.plan.cabling.light_paths import Socket
from generator.source.diagnostic import Diagnostic
from generator.source.rule import register

register(
    "no-medium",
    title="A cable that the catalog does not have",
    stage="plan",
    why="The two cages share no transceiver or cable of that speed, or none that is long enough for the distance of the racks.",
    fix="Move the racks closer, choose other cages or speeds, or add the cable to a catalog folder of yours.",
)


class Refusal(Struct, frozen=True, kw_only=True):
    """A kind of link between two kinds of cage: `length_m` is the length that it needs, `reach_m` the longest that is sold (0: nothing fits).

    `seated`: some transceiver of the catalog fills the host's cage with these links.
    """

    link: Link
    a: Socket
    b: Socket
    length_m: float
    reach_m: float
    seated: bool

    def said(self, shape: FabricShape) -> Diagnostic:
        """The problem, at the leaf of the fabric."""
        link, speed = self.link, self.link.speed_gbps
        ends = " and ".join(f"{end.form_factor} ({end.ports} x {speed:g} Gb/s)" for end in (self.a, self.b))
        fits = f"the longest that the catalog has for them is {self.reach_m:g} m"
        what = fits if self.reach_m else "nothing in the catalog fits both"
        return Diagnostic(
            code="no-medium",
            loc=("fabrics", shape.name, "leaf"),
            at_key=True,
            message=f"{link.kind.replace('_', '-')} links of {shape.name} need up to {self.length_m:g} m between {ends}, and {what}",
            help=self._fix(shape),
        )

    def _fix(self, shape: FabricShape) -> str:
        if self.reach_m:
            return "bring the racks closer (racks.per_row, racks.row_pitch_m), choose other switches, or add the cable or transceiver to a catalog folder"
        if self.link.kind != "host_leaf":
            return f"set fabrics.{shape.name}.uplink_speed_gbps to another speed of both switches, or add the transceiver to a catalog folder"
        if shape.planes > 1 and not self.seated:
            cage = f"such a cage of {self.a.adapter}" if self.a.adapter else "such a cage"
            ends = f"{self.a.ports} ends of {self.link.speed_gbps:g} Gb/s"
            return (
                f"no document at hand divides {cage} into {ends}: state fewer planes for fabrics.{shape.name}, or describe a transceiver "
                "with this `splits`, and the harness for it, in a catalog folder beside the spec"
            )
        return "choose a leaf with cages of the NIC's kind, another speed, or add the transceiver to a catalog folder"
