"""How hosts meet their leaves: a VLAN for each rail, and bonds of frontend ports, where they have an effect and do no harm."""

from collections.abc import Iterator

from generator.catalog.model import FeatureName, SwitchSystem
from generator.plan.addressing.pools import ROUTED, in_vlans
from generator.plan.draft import Draft
from generator.plan.kubernetes.rails import rail_groups
from generator.plan.lags import FRONTEND
from generator.plan.records import Switch
from generator.rules import plan_rule
from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding

_LAST_VLAN = 4094
_LINKS = "host_links"
_VLANS = "host_vlans"


def _stated(plan: Draft) -> Iterator[tuple[str, Loc]]:
    """Yield the fabrics whose hosts share VLANs, with its key: that of compute where it carries the other."""
    for name, shape in plan.cluster.shapes.items():
        if in_vlans(shape):
            yield name, ("fabrics", shape.carrier or name, _LINKS)


@plan_rule(
    title="Rail VLANs on a fabric that has none",
    why="Only compute and storage on Ethernet are routed to the host; hosts are in the VLANs of their segments on the frontend and out-of-band fabrics, and InfiniBand has no VLANs.",
    fix="State `host_links` and `host_vlans` for compute or storage only; `host_vlans` applies with `host_links: vlan` only.",
)
def host_links_misplaced(plan: Draft) -> Iterator[Finding]:
    """`host_links: vlan` and `host_vlans` are only stated where they have an effect."""
    for name in ("compute", "storage", "frontend", "oob"):
        fabric = getattr(plan.spec.fabrics, name)
        if fabric is None:
            continue
        routed = name in ROUTED and fabric.technology != "infiniband"
        if fabric.host_links == "vlan" and not routed:
            why = "is InfiniBand" if fabric.technology == "infiniband" else "has no rails"
            said = f"fabrics.{name} states host_links: vlan, and it {why}"
            yield Finding(message=said, loc=("fabrics", name, _LINKS), help="remove it")
        elif fabric.host_vlans is not None and fabric.host_links == "routed":
            yield Finding(
                message=f"fabrics.{name} states host_vlans: {fabric.host_vlans}, and its host links are routed",
                loc=("fabrics", name, _VLANS),
                help="set host_links: vlan, or remove it" if routed else "remove it",
            )


@plan_rule(
    title="A rail VLAN whose id is taken",
    why="A leaf identifies a VLAN by its id: two uses of one id are one network. Ids end at 4094.",
    fix="State `host_vlans` of the fabric, or another id for the other VLAN.",
)
def host_vlan_taken(plan: Draft) -> Iterator[Finding]:
    """The VLANs of rails and sides are not used otherwise in the cluster."""
    taken = {vlan.vlan: f"the segment {vlan.name}" for vlan in plan.vlans if vlan.fabric not in ROUTED}
    taken |= {vrf.vlan: f"the tenant {vrf.tenant}" if vrf.tenant else f"the instance {vrf.name}" for vrf in plan.vrfs}
    for name, loc in _stated(plan):
        own = {vlan.vlan: vlan.name for vlan in plan.vlans if vlan.fabric == name}
        first, last = min(own), max(own)
        met = [f"{vlan} belongs to {taken[vlan]}" for vlan in own if vlan in taken]
        met += [f"the last VLAN id is {_LAST_VLAN}"] if last > _LAST_VLAN else []
        if met:
            stated = getattr(plan.spec.fabrics, str(loc[1])).host_vlans is not None
            yield Finding(
                message=f"{name} has {len(own)} VLANs for its hosts, {first} to {last}, and {met[0]}",
                loc=(*loc[:-1], _VLANS) if stated else loc,
                help=f"set fabrics.{loc[1]}.host_vlans to {_free(set(taken), len(own))}, for example",
            )
        taken |= own


def _free(taken: set[int], count: int) -> int:
    """Return the first unused run of ids from 900 on; those of tenants are above."""
    first = 900
    while found := [vlan for vlan in range(first, first + count) if vlan in taken]:
        first = found[-1] + 1
    return first


@plan_rule(
    title="Rail VLANs with tenants",
    why="A tenant's ports are in a routing instance of its own, and a VLAN has one gateway in one instance: hosts of two tenants on a rail would be neighbours in one network.",
    fix="Leave `host_links` of compute routed: a /31 puts each port into its tenant's instance.",
)
def host_vlans_and_tenants(plan: Draft) -> Iterator[Finding]:
    """Where compute hosts share VLANs, no tenants share the fabric."""
    loc = dict(_stated(plan)).get("compute")
    if loc and any(vrf.fabric == "compute" for vrf in plan.vrfs):
        yield Finding(
            message="compute hosts share a VLAN for each rail, and tenants share compute: a VLAN is in one routing instance alone",
            loc=loc,
            notes=(Note("the tenants are here", ("tenants",)),),
            help="set host_links: routed, or remove the tenants",
        )


@plan_rule(
    title="Rail VLANs with pods that take over rails",
    why="A pod takes a rail's port, with an address from a pool of one /31 per host. The gateway of a VLAN is in no such prefix.",
    fix="Leave `host_links` of compute routed, or let pods share rails (`rail_networks: macvlan` or `sriov`).",
)
def host_vlans_and_pods(plan: Draft) -> Iterator[Finding]:
    """Where Kubernetes assigns rails to pods, each port is a separate link."""
    loc, kubernetes = dict(_stated(plan)).get("compute"), plan.spec.scheduler.kubernetes
    if loc and kubernetes and kubernetes.rail_networks == "host-device" and rail_groups(plan):
        yield Finding(
            message="compute hosts share a VLAN for each rail, and Kubernetes gives rails to pods, as a /31 each",
            loc=loc,
            notes=(Note("Kubernetes is planned here", ("scheduler", "kubernetes")),),
            help="set host_links: routed, or scheduler.kubernetes.rail_networks: macvlan or sriov",
        )


@plan_rule(
    title="Bonding on a fabric whose hosts have no bonds",
    why="Hosts bond only their frontend ports: rails and storage ports are routed one by one, and BMCs have one port.",
    fix="State `bonding` for the frontend, or for compute where it carries the frontend.",
)
def bonding_misplaced(plan: Draft) -> Iterator[Finding]:
    """Only leaves of the frontend support bonds."""
    fabrics = plan.spec.fabrics
    carried = fabrics.compute is not None and FRONTEND in fabrics.compute.carries
    home = FRONTEND if fabrics.frontend else "compute" if carried else ""
    for name in ("compute", "storage", "oob"):
        fabric = getattr(fabrics, name)
        if fabric is not None and fabric.bonding != "active-backup" and name != home:
            yield Finding(
                message=f"fabrics.{name} states bonding: {fabric.bonding}, and no host bonds its ports there",
                loc=("fabrics", name, "bonding"),
                help=f"state it for fabrics.{home}" if home else "remove it: there is no frontend",
            )


@plan_rule(
    title="Multihoming on two leaves without other uplinks",
    why="Such a leaf shuts its host ports when its last uplink fails; if all uplinks go to the other leaf, the failure of one leaf disables both.",
    fix="Give the two leaves spines (`spines: 2`), or use active-backup bonds.",
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
    why="A leaf routes and then bridges to the destination's leaf (asymmetric routing), which is not known to work where the destination is on several leaves.",
    fix="Remove the VLANs of `segments`, or use active-backup bonds.",
)
def multihoming_vlans(plan: Draft) -> Iterator[Finding]:
    """Where hosts are multihomed there is one VLAN, or a system that is known to route between them."""
    for switch, title in _multihomed_without(plan, "evpn-multihoming-vlans"):
        vlans = [vlan.name for vlan in plan.vlans if vlan.fabric == FRONTEND]
        if len(vlans) > 1:
            yield Finding(
                message=f"the frontend has {len(vlans)} VLANs ({', '.join(vlans)}), and {title} is not known to route between them for multihomed hosts",
                loc=("fabrics", switch.fabric, "bonding"),
                help="use active-backup, or remove the segments that have their own VLANs there",
            )


def _multihomed_without(plan: Draft, feature: FeatureName) -> Iterator[tuple[Switch, str]]:
    """Yield the first leaf with a host that has another one, too, and its system's title, where that lacks a feature; all leaves are alike.

    Another rule reports unknown releases.
    """
    segments = {lag.switch for lag in plan.lags if lag.segment}
    for leaf in [switch for switch in plan.switches if switch.name in segments][:1]:
        system = plan.catalog.find(SwitchSystem, leaf.os or "")
        if system is None or leaf.version not in system.versions:
            continue
        known = system.has("evpn-multihoming", leaf.version, leaf.model)
        if known and not system.has(feature, leaf.version, leaf.model):
            yield leaf, system.title
