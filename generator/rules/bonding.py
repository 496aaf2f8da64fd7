"""How hosts bond their frontend ports: where it is said, and where it would do harm."""

from collections.abc import Iterator

from generator.catalog.model import FeatureName, SwitchSystem
from generator.plan.draft import Draft
from generator.plan.lags import FRONTEND
from generator.plan.records import Switch
from generator.rules import plan_rule
from generator.source.span import Loc
from generator.spec.checks.rule import Finding


@plan_rule(
    title="Bonds on a fabric whose hosts have none",
    why="Hosts bond their frontend ports alone: rails and storage sides are routed, each by itself, and BMCs have one port.",
    fix="Say `bonding` of the frontend, or of compute where it carries the frontend.",
)
def bonding_elsewhere(plan: Draft) -> Iterator[Finding]:
    """Only the frontend's leaves know about bonds."""
    home = _home(plan)
    for name in ("compute", "storage", "oob"):
        fabric = getattr(plan.spec.fabrics, name)
        if fabric is not None and fabric.bonding != "active-backup" and ("fabrics", name) != home:
            yield Finding(
                message=f"fabrics.{name} states bonding: {fabric.bonding}, and no host bonds its ports there",
                loc=("fabrics", name, "bonding"),
                help=f"say it of {'.'.join(home)}" if home else "remove it: there is no frontend",
            )


@plan_rule(
    title="Multihoming on two leaves that have only each other",
    why="Such a leaf takes its hosts' ports down when it has no uplink left; where its uplinks lead to the other leaf alone, the loss of one leaf is the loss of both.",
    fix="Give the two leaves spines (`spines: 2`), or let hosts bond active-backup.",
)
def multihoming_pair(plan: Draft) -> Iterator[Finding]:
    """Leaves that are joined directly run a system that takes no ports down for it."""
    for switch, loc in _multihomed(plan):
        joined = [port for port in plan.ports_of[switch.name] if port.kind == "leaf_leaf"]
        system = plan.catalog.get(SwitchSystem, switch.os or "")
        if joined and not _has(system, "evpn-multihoming-pair", switch):
            carried = switch.fabric != FRONTEND
            yield Finding(
                message=f"{system.title} takes a leaf's hosts down with its last uplink, and the {len(joined)} uplinks of {switch.name} all lead to {joined[0].peer}",
                loc=(*loc, "bonding"),
                help="use active-backup"
                if carried
                else "set fabrics.frontend.spines to 2, so that leaves have other uplinks, or use active-backup",
            )


@plan_rule(
    title="Multihomed hosts in several VLANs that every leaf routes between",
    why="A leaf routes and then bridges to the leaf of the destination (asymmetric routing), which is not known to work where that has several leaves.",
    fix="Leave out the VLANs of `segments`, or let hosts bond active-backup.",
)
def multihoming_vlans(plan: Draft) -> Iterator[Finding]:
    """Where hosts are multihomed there is one VLAN, or a system that is known to route between them."""
    for switch, loc in _multihomed(plan):
        system = plan.catalog.get(SwitchSystem, switch.os or "")
        vlans = [vlan.name for vlan in plan.vlans if vlan.fabric == FRONTEND]
        if len(vlans) > 1 and not _has(system, "evpn-multihoming-vlans", switch):
            yield Finding(
                message=f"the frontend has {len(vlans)} VLANs ({', '.join(vlans)}), and {system.title} is not known to route between them for multihomed hosts",
                loc=(*loc, "bonding"),
                help="use active-backup, or do without segments that have VLANs of their own there",
            )


def _has(system: SwitchSystem, feature: FeatureName, switch: Switch) -> bool:
    """Whether a switch has a feature; of a release that is not known, another rule speaks."""
    return switch.version not in system.versions or system.has(feature, switch.version, switch.model)


def _home(plan: Draft) -> tuple[str, ...]:
    """Return the fabric that says how hosts bond: the frontend, or who carries it."""
    fabrics = plan.spec.fabrics
    if fabrics.frontend is not None:
        return ("fabrics", FRONTEND)
    return ("fabrics", "compute") if fabrics.compute and FRONTEND in fabrics.compute.carries else ()


def _multihomed(plan: Draft) -> Iterator[tuple[Switch, Loc]]:
    """Yield the first leaf with a host that has another one, too, and the place of the fabric that says so; all leaves are alike."""
    segments = {lag.switch for lag in plan.lags if lag.segment}
    first = next((switch for switch in plan.switches if switch.name in segments), None)
    if first is None:
        return
    features = plan.catalog.get(SwitchSystem, first.os or "")
    if _has(features, "evpn-multihoming", first):
        yield first, ("fabrics", first.fabric)
