"""How hosts bond their frontend ports: where it is said, and where it would do harm."""

from collections.abc import Iterator

from generator.catalog.model import FeatureName, SwitchSystem
from generator.plan.draft import Draft
from generator.plan.lags import FRONTEND
from generator.plan.records import Switch
from generator.rules import plan_rule
from generator.spec.checks.rule import Finding


@plan_rule(
    title="Bonds on a fabric whose hosts have none",
    why="Hosts bond their frontend ports alone: rails and storage sides are routed, each by itself, and BMCs have one port.",
    fix="Say `bonding` of the frontend, or of compute where it carries the frontend.",
)
def bonding_elsewhere(plan: Draft) -> Iterator[Finding]:
    """Only the frontend's leaves know about bonds."""
    fabrics = plan.spec.fabrics
    carried = fabrics.compute is not None and FRONTEND in fabrics.compute.carries
    home = FRONTEND if fabrics.frontend else "compute" if carried else ""
    for name in ("compute", "storage", "oob"):
        fabric = getattr(fabrics, name)
        if fabric is not None and fabric.bonding != "active-backup" and name != home:
            yield Finding(
                message=f"fabrics.{name} states bonding: {fabric.bonding}, and no host bonds its ports there",
                loc=("fabrics", name, "bonding"),
                help=f"say it of fabrics.{home}" if home else "remove it: there is no frontend",
            )


@plan_rule(
    title="Multihoming on two leaves that have only each other",
    why="Such a leaf takes its hosts' ports down when it has no uplink left; where its uplinks lead to the other leaf alone, the loss of one leaf is the loss of both.",
    fix="Give the two leaves spines (`spines: 2`), or let hosts bond active-backup.",
)
def multihoming_pair(plan: Draft) -> Iterator[Finding]:
    """Leaves that are joined directly run a system that takes no ports down for it."""
    for switch, title in _multihomed_without(plan, "evpn-multihoming-pair"):
        joined = [port for port in plan.ports_of[switch.name] if port.kind == "leaf_leaf"]
        spines = "set fabrics.frontend.spines to 2, so that leaves have other uplinks, or "
        if joined:
            yield Finding(
                message=f"{title} takes a leaf's hosts down with its last uplink, and the {len(joined)} uplinks of {switch.name} all lead to {joined[0].peer}",
                loc=("fabrics", switch.fabric, "bonding"),
                help=f"{spines if switch.fabric == FRONTEND else ''}use active-backup",
            )


@plan_rule(
    title="Multihomed hosts in several VLANs that every leaf routes between",
    why="A leaf routes and then bridges to the leaf of the destination (asymmetric routing), which is not known to work where that has several leaves.",
    fix="Leave out the VLANs of `segments`, or let hosts bond active-backup.",
)
def multihoming_vlans(plan: Draft) -> Iterator[Finding]:
    """Where hosts are multihomed there is one VLAN, or a system that is known to route between them."""
    for switch, title in _multihomed_without(plan, "evpn-multihoming-vlans"):
        vlans = [vlan.name for vlan in plan.vlans if vlan.fabric == FRONTEND]
        if len(vlans) > 1:
            yield Finding(
                message=f"the frontend has {len(vlans)} VLANs ({', '.join(vlans)}), and {title} is not known to route between them for multihomed hosts",
                loc=("fabrics", switch.fabric, "bonding"),
                help="use active-backup, or do without segments that have VLANs of their own there",
            )


def _multihomed_without(plan: Draft, feature: FeatureName) -> Iterator[tuple[Switch, str]]:
    """Yield the first leaf with a host that has another one, too, and its system's title, where that lacks a feature; all leaves are alike.

    Of a release that is not known, another rule speaks.
    """
    segments = {lag.switch for lag in plan.lags if lag.segment}
    for leaf in [switch for switch in plan.switches if switch.name in segments][:1]:
        system = plan.catalog.get(SwitchSystem, leaf.os or "")
        known = leaf.version in system.versions and system.has("evpn-multihoming", leaf.version, leaf.model)
        if known and not system.has(feature, leaf.version, leaf.model):
            yield leaf, system.title
