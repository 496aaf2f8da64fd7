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
        host = f" (of {_member(shape, link.a.device)})" if link.kind == "host_leaf" and not self.reach_m else ""
        key = "host_speed_gbps" if self._slowed(shape) else "leaf"
        return Diagnostic(
            code="no-medium",
            loc=("fabrics", shape.name, key),
            at_key=True,
            message=f"{link.kind.replace('_', '-')} links of {shape.name}{host} need up to {self.length_m:g} m between {ends}, and {what}",
            help=self._fix(shape),
        )

    def _slowed(self, shape: FabricShape) -> bool:
        """Whether the links of hosts have no product at a speed that the spec states."""
        return bool(self.link.kind == "host_leaf" and not self.reach_m and shape.demand.spec.host_speed_gbps)

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
        if self._slowed(shape):
            return f"leave fabrics.{shape.name}.host_speed_gbps out, state another speed, or add the transceiver to a catalog folder"
        return "choose a leaf with cages of the NIC's kind, a host model with ports for this leaf, another speed, or add the transceiver to a catalog folder"


def _member(shape: FabricShape, device: str) -> str:
    """Return the host group that a device is of, by its name; the device itself where the site has named it."""
    return max((each.name for each in shape.demand.members if device.startswith(each.name)), key=len, default=device)
