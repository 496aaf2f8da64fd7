"""NICs: what a host plugs into a fabric must speak its protocol."""

from collections.abc import Iterator

from generator.catalog.model import Nic
from generator.plan.draft import Draft
from generator.rules import plan_rule
from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding


@plan_rule(
    title="A NIC that does not speak the fabric's protocol",
    why="The plug fits and the speed is right, and no link comes up.",
    fix="Choose a host with other NICs, or another technology for the fabric.",
)
def nic_protocol(plan: Draft) -> Iterator[Finding]:
    """Every adapter of every group speaks the technology of the fabric that its ports are on."""
    for fabric, shape in plan.cluster.shapes.items():
        wanted = shape.demand.spec.technology
        seated = {member.name for member in shape.demand.members}
        for group in (group for group in plan.cluster.groups if group.name in seated):
            for model in sorted({port.nic for port in group.ports_on(fabric) if port.nic}):
                nic = plan.catalog.get(Nic, model)
                if wanted not in nic.protocols:
                    yield Finding(
                        message=f"{nic.title} in {group.model.model} speaks {', '.join(nic.protocols)}, and {fabric} is {wanted}",
                        loc=(*group.origin, "model"),
                        notes=(Note(f"{fabric} is {wanted} here", ("fabrics", fabric, "technology")),),
                        help=f"choose a host whose NICs speak {wanted} for {group.name}, or build {fabric} of {nic.protocols[-1]} switches",
                    )
