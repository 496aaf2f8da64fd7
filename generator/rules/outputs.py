"""What nobody can order by number, and what nobody can reach."""

from collections.abc import Iterator

from generator.plan.cabling.bom import bill_of_materials
from generator.plan.draft import Draft
from generator.rules import plan_warning
from generator.spec.checks.rule import Finding, KeyFinding


@plan_warning(
    title="Lines of the bill without a part number",
    why="A buyer cannot order by number what no document numbers.",
    fix="Add `part` or `parts` in a catalog file of your own.",
)
def part_unknown(plan: Draft) -> Iterator[Finding]:
    """Name the optics and vendor cables without one; patch cords are ordered by kind."""
    lines = [i for i in bill_of_materials(plan) if i.kind in {"transceiver", "dac", "acc", "aec", "aoc"} and not i.part]
    if lines:
        names = sorted({item.model for item in lines})
        yield KeyFinding(
            message=f"no part number is known for {', '.join(names[:4])}"
            + (f" and {len(names) - 4} more" if len(names) > 4 else ""),
            loc=("fabrics",),
            help="add it in a catalog file of your own",
        )


@plan_warning(
    title="A storage tier for hosts that have no port on its fabric",
    why="They would mount it over another fabric, or not at all.",
    fix="Name the roles that can reach it in `clients`, or put the tier on a fabric that all of them have.",
)
def tier_out_of_reach(plan: Draft) -> Iterator[Finding]:
    """Every group of a client role has a port on the tier's fabric."""
    for tier in plan.tiers:
        shape = plan.cluster.shapes.get(tier.fabric)
        seated = {member.name for member in shape.demand.members} if shape else set()
        for group in plan.cluster.groups:
            if tier.fabric and group.role in tier.clients and group.name not in seated:
                yield KeyFinding(
                    message=f"{group.name} ({group.role}) is a client of storage.{tier.name} and has no port on the {tier.fabric} fabric",
                    loc=("storage", tier.name),
                    help=f"leave {group.role} out of its clients, or set fabric: frontend",
                )
