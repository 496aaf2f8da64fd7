"""What the design document prints of each fabric."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from generator.analysis.summary import KINDS
from generator.model.fabric_shape import FabricShape
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.render.drawing.bundles import Bundles
from generator.render.drawing.words import bundle, plural, ranges, speed
from generator.render.escape import markdown, markdown_message


def fabric_rows(plan: Draft, summary: Mapping[str, Any], bundles: Mapping[str, Bundles]) -> Iterator[dict[str, Any]]:
    """Give each fabric's values."""
    for name, shape in plan.cluster.shapes.items():
        counts = summary["fabrics"][name]
        spec = shape.demand.spec
        rails = list(_rails(plan, shape, bundles[name]))
        yield {
            "name": name,
            "technology": counts["technology"],
            "topology": shape.topology.title,
            "tiers": plural(counts["tiers"], "tier"),
            "oversubscription": f"{counts['oversubscription']:g}",
            "counts": list(_counts(counts)),
            "switches": list(_switches(shape)),
            "members": [
                {
                    "name": member.name,
                    "max": f"{member.max:,}",
                    "ports": bundle(Counter(port.speed_gbps for port in member.ports)),
                }
                for member in sorted(shape.demand.members, key=lambda member: member.order)
            ],
            "uplink": speed(shape.demand.uplink_gbps),
            "mtu_bytes": spec.mtu_bytes,
            "host_mtu_bytes": spec.host_mtu_bytes,
            "reasons": [{"what": what, "why": markdown_message(why)} for what, why in shape.reasons.items()],
            "rails": rails,
            "first_su": rails[0]["su"] if rails else "",
        }


def _counts(counts: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    envelope = counts["envelope"]
    rows = [("leaves", counts["leafs"], envelope["leafs"])]
    rows += [(tier, counts[tier], envelope[tier]) for tier in ("spines", "cores")]
    for what in ("links", "cables"):
        rows += [(f"{what}, {kind.replace('_', ' to ')}", counts[what][kind], envelope[what][kind]) for kind in KINDS]
    for what, installed, most in rows:
        if installed or most:
            yield {"what": what, "installed": f"{installed:,}", "envelope": f"{most:,}"}


def _switches(shape: FabricShape) -> Iterator[dict[str, str]]:
    chosen = {"leaf": shape.demand.leaf}
    if shape.spines:
        chosen["spine"] = shape.demand.spine
    if shape.cores:
        chosen["core"] = shape.demand.core
    for tier, each in chosen.items():
        yield {"tier": tier, "model": f"{each.model.model} ({markdown(each.model.title)})", "os": each.os or "its own"}


def _rails(plan: Plan, shape: FabricShape, bundles: Bundles) -> Iterator[dict[str, Any]]:
    """Say which rails each leaf of a scalable unit serves, by the leaves of the first one that has hosts."""
    leaves = [switch for switch in plan.switches if shape.name in switch.carries and switch.tier == "leaf"]
    first = next((leaf.su for leaf in leaves if leaf.name in bundles.rails), None)
    for number, leaf in enumerate((leaf for leaf in leaves if leaf.su == first), 1):
        if leaf.name in bundles.rails:
            rails = ranges(bundles.rails[leaf.name])
            yield {"number": number, "rails": rails, "name": leaf.name, "su": (first or 0) + 1}
