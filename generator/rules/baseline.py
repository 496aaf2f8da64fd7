"""Rules on what stands from an earlier plan, in a room that is now another."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.rules import plan_rule
from generator.spec.checks.rule import Finding


@plan_rule(
    title="A place that the racks no longer have",
    why="What stands keeps its rack unit, and the spec now says that racks end below it, or rows before it.",
    fix="State the racks as they are where things stand in them.",
)
def place_outside(plan: Draft) -> Iterator[Finding]:
    """Every device is within the units of its rack, and every rack within its row."""
    racks = plan.spec.racks
    high = [device for device in plan.devices if device.unit + device.height_u - 1 > racks.units]
    if high:
        first = high[0]
        yield Finding(
            message=f"{len(high)} devices, such as {first.name} at U{first.unit} of {first.rack}, stand above U{racks.units}, where racks now end",
            loc=("racks", "units"),
            help=f"state units: {max(device.unit + device.height_u - 1 for device in high)} or more, as the racks that stand have",
        )
    far = [rack for rack in plan.racks if rack.position >= racks.per_row]
    if far:
        yield Finding(
            message=f"{len(far)} racks, such as {far[0].name}, stand beyond the {racks.per_row} of a row",
            loc=("racks", "per_row"),
            help=f"state per_row: {max(rack.position for rack in far) + 1} or more, as the rows that stand have",
        )
