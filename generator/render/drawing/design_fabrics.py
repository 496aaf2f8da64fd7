"""Values of the design document for each fabric."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from generator.analysis.summary import KINDS
from generator.catalog.model import Switch
from generator.plan.counts import counted
from generator.plan.fabrics import Fabric
from generator.plan.plan import Plan
from generator.render.drawing.bundles import Bundles
from generator.render.drawing.words import bundle, ranges, speed
from generator.render.escape import markdown, markdown_message


def fabric_rows(plan: Plan, summary: Mapping[str, Any], bundles: Mapping[str, Bundles]) -> Iterator[dict[str, Any]]:
    """Yield each fabric's values."""
    for name, fabric in plan.fabrics.items():
        counts = summary["fabrics"][name]
        rails = list(_rails(plan, fabric, bundles[name]))
        yield {
            "name": name,
            "technology": counts["technology"],
            "topology": fabric.title,
            "tiers": counted(counts["tiers"], "tier"),
            "oversubscription": f"{counts['oversubscription']:g}",
            "counts": list(_counts(counts)),
            "switches": list(_switches(plan, fabric)),
            "members": [
                {
                    "name": member.name,
                    "max": f"{member.max:,}",
                    "ports": bundle(Counter(member.speeds_gbps)),
                }
                for member in fabric.members
            ],
            "uplink": speed(fabric.uplink_gbps),
            "mtu_bytes": fabric.mtu_bytes,
            "host_mtu_bytes": fabric.host_mtu_bytes,
            "reasons": [{"what": what, "why": markdown_message(why)} for what, why in fabric.reasons.items()],
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


def _switches(plan: Plan, fabric: Fabric) -> Iterator[dict[str, str]]:
    for tier, each in fabric.models.items():
        switch = plan.hardware.get(Switch, each.model)
        own = "its own" if switch.technology == "infiniband" else "none: no files are rendered"
        yield {"tier": tier, "model": f"{each.model} ({markdown(switch.title)})", "os": each.os or own}


def _rails(plan: Plan, fabric: Fabric, bundles: Bundles) -> Iterator[dict[str, Any]]:
    """Report which rails each leaf of a scalable unit serves, by the leaves of the first one that has hosts."""
    leaves = [switch for switch in plan.switches if fabric.name in switch.carries and switch.tier == "leaf"]
    first = next((leaf.su for leaf in leaves if leaf.name in bundles.rails), None)
    for number, leaf in enumerate((leaf for leaf in leaves if leaf.su == first), 1):
        if leaf.name in bundles.rails:
            rails = ranges(bundles.rails[leaf.name])
            yield {"number": number, "rails": rails, "name": leaf.name, "su": (first or 0) + 1}
