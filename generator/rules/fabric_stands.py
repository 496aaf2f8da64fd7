"""Settings of a fabric that differ between the spec and the baseline: existing leaves keep theirs, with a warning."""

from collections.abc import Iterator, Mapping

from generator.model.baseline import BaselineFabric
from generator.model.fabric_shape import FabricShape
from generator.plan.draft import Draft
from generator.rules import plan_warning
from generator.spec.checks.rule import Finding


@plan_warning(
    title="A setting of a fabric that comes too late",
    why="Leaves of the baseline keep their uplinks and their scalable units, so that no existing cable moves.",
    fix="State the values of the earlier plan; or plan with --fresh if nothing of the fabric is installed yet.",
)
def fabric_stands(plan: Draft) -> Iterator[Finding]:
    """Each fabric has the oversubscription and the scalable units that the spec states, or the line of the spec has a warning."""
    for name, shape in plan.cluster.shapes.items():
        stood = plan.cluster.baseline.fabrics.get(name)
        if stood is not None and not shape.carrier:
            yield from _ratio(name, shape, stood)
            yield from _units(name, shape, stood)


def _ratio(name: str, shape: FabricShape, stood: BaselineFabric) -> Iterator[Finding]:
    spec = shape.demand.spec
    asked = max(spec.oversubscription, spec.spine_oversubscription if shape.cores else 1.0)
    if stood.allowed is None or asked == stood.allowed or not stood.uplinks:
        return
    key = "oversubscription" if spec.oversubscription == asked else "spine_oversubscription"
    yield Finding(
        message=f"the spec allows {name} an oversubscription of {asked:g}:1, and the earlier plan is built for {stood.allowed:g}:1: existing leaves keep their {stood.uplinks} uplinks, and later ones get the same number",
        loc=("fabrics", name, key) if key in spec.model_fields_set else ("fabrics", name),
        help=f"set {key} to {stood.allowed:g}, unless you rebuild the network",
    )


def _units(name: str, shape: FabricShape, stood: BaselineFabric) -> Iterator[Finding]:
    asked, managing = shape.demand.spec.su_hosts, {each.name for each in shape.demand.members if each.manages}
    held: dict[int, int] = {}
    for run in stood.runs:
        if run.member not in managing:
            held[run.su] = held.get(run.su, 0) + run.count
    if asked is None or not held or _first(held) == asked or (len(held) == 1 and _first(held) < asked):
        return
    yield Finding(
        message=f"the spec has {asked} hosts in a scalable unit of {name}, and the first unit of the earlier plan has {_first(held)}: existing units stay as they are",
        loc=("fabrics", name, "su_hosts"),
        help=f"set su_hosts to {_first(held)} or leave it out, unless you rebuild the network",
    )


def _first(held: Mapping[int, int]) -> int:
    return held[min(held)]
