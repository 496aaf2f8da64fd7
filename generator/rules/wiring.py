"""Links: what must hold on every cable and every leaf of the finished plan."""

from collections import Counter
from collections.abc import Iterator

from generator.model.ratio import oversubscription
from generator.model.tiers import uplinks_for
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.rules import plan_rule, plan_warning
from generator.spec.base import FabricName
from generator.spec.checks.rule import Finding, KeyFinding


@plan_rule(
    title="Two cables in one port",
    why="A port holds one.",
    fix="This is a fault of clustergen: report it.",
)
def port_twice(plan: Plan) -> Iterator[Finding]:
    """Every port of every device has one link."""
    used = Counter((end.device, end.cage, end.port) for link in plan.links for end in (link.a, link.b))
    for (device, cage, port), count in used.items():
        if count > 1:
            yield KeyFinding(
                message=f"{count} links end in port {port} of cage {cage} of {device}",
                loc=("fabrics",),
                help="this is a fault of clustergen: report it with the spec",
            )


@plan_rule(
    title="A rail that leaves its leaf",
    why="Rail n of every host in an SU must end on one leaf, or rails mix.",
    fix="This is a fault of clustergen: report it.",
)
def rail_impure(plan: Draft) -> Iterator[Finding]:
    """In rail topologies, each rail of an SU is on one leaf."""
    shape = plan.cluster.shapes.get("compute")
    if shape is None or not shape.topology.rails:
        return
    sus = {host.name: host.su for host in plan.hosts}
    leaves: dict[tuple[int | None, int, int], str] = {}
    for link in plan.links:
        if link.fabric == "compute" and link.rail is not None:
            first = leaves.setdefault((sus.get(link.a.device), link.rail, link.plane), link.b.device)
            if first != link.b.device:
                yield KeyFinding(
                    message=f"rail {link.rail} of {link.a.device} is on {link.b.device}, and the others of its SU are on {first}",
                    loc=("fabrics", "compute"),
                    help="this is a fault of clustergen: report it with the spec",
                )


@plan_rule(
    title="Leaves with unequal links to the spines",
    why="Unequal paths are unequally loaded.",
    fix="This is a fault of clustergen: report it.",
)
def uneven_links(plan: Plan) -> Iterator[Finding]:
    """Every leaf has the same number of links to each spine of its pod."""
    pairs = Counter((link.fabric, link.a.device, link.b.device) for link in plan.links if link.kind == "leaf_spine")
    counts: dict[FabricName, set[int]] = {}
    for (fabric, _, _), count in pairs.items():
        counts.setdefault(fabric, set()).add(count)
    for fabric, found in counts.items():
        if len(found) > 1:
            yield KeyFinding(
                message=f"leaves and spines of {fabric} are joined by {' or '.join(map(str, sorted(found)))} links",
                loc=("fabrics", fabric),
                help="this is a fault of clustergen: report it with the spec",
            )


@plan_rule(
    title="Less uplink than was asked for",
    why="A full leaf could not send what its hosts can.",
    fix="Use a leaf with more or faster uplink cages, or allow a higher oversubscription.",
)
def oversubscribed(plan: Draft) -> Iterator[Finding]:
    """The ratio of the fullest leaf of the envelope stays within what the spec allows."""
    for name, shape in plan.cluster.shapes.items():
        ratio, asked = oversubscription(shape, shape.uplinks), shape.demand.spec.oversubscription
        if ratio > asked * 1.0001:
            need = uplinks_for(int(ratio * shape.uplinks), 1, 1, asked)
            yield KeyFinding(
                message=f"a full leaf of {name} is oversubscribed {ratio:g}:1 with {shape.uplinks} uplinks of {shape.demand.uplink_gbps:g} Gb/s, and {asked:g}:1 was asked for",
                loc=("fabrics", name, "oversubscription")
                if "oversubscription" in shape.demand.spec.model_fields_set
                else ("fabrics", name),
                help=f"allow oversubscription: {-(-ratio // 1):g}, or choose a leaf with {need} uplinks",
            )


@plan_warning(
    title="A fabric that one spine holds together",
    why="When it fails, every leaf is alone.",
    fix="State `spines: 2`.",
)
def single_spine(plan: Draft) -> Iterator[Finding]:
    """Two spines or none."""
    for name, shape in plan.cluster.shapes.items():
        if shape.spines == 1:
            yield KeyFinding(
                message=f"{name} has a single spine: when it fails, its {shape.leaves} leaves are alone",
                loc=("fabrics", name),
                help=f"set fabrics.{name}.spines to 2",
            )
