"""Operating systems of switches: a known release, with the features that the spec needs."""

from collections.abc import Iterator
from functools import cache, partial

from generator.catalog.model import FeatureName, SwitchSystem
from generator.catalog.model import Switch as SwitchModel
from generator.plan.access.lines import PortFilter, PortRange
from generator.plan.balancing import unready
from generator.plan.draft import Draft
from generator.plan.edge import EDGE
from generator.plan.leaks import leaks_on
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.sonic import platform_of
from generator.plan.systems import choice_of
from generator.plan.tenants import SERVED
from generator.rules import plan_rule, plan_warning
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding

_OF_SERVICES: dict[str, FeatureName] = {"tacacs": "tacacs", "snmp": "snmpv3", "telemetry": "gnmi"}
Kind = tuple[str, str, str]
"""Fabric, role and tenant of the hosts at a port: what decides its filter."""


def _tiers(plan: Draft) -> Iterator[tuple[Switch, SwitchSystem, Loc]]:
    """Yield one switch of every installed fabric and tier, with its system and its place in the spec."""
    seen = set()
    for switch in plan.switches:
        key = (switch.fabric, switch.tier)
        if switch.os and key not in seen:
            seen.add(key)
            said, _ = choice_of(plan.cluster, switch.fabric, switch.tier)
            yield switch, plan.catalog.get(SwitchSystem, switch.os), ("fabrics", switch.fabric, said)


def wanted_features(plan: Draft, switch: Switch) -> Iterator[tuple[FeatureName, str, Loc]]:
    """Yield the features that a switch needs: the feature, the reason, and the key of the spec."""
    spec = plan.spec.fabrics.given()[switch.fabric]
    home: Loc = ("fabrics", switch.fabric)
    yield "bfd", "sessions between switches are watched by it", home
    if spec.underlay == "unnumbered":
        yield "unnumbered-bgp", "its underlay is unnumbered", home
    if any(name in plan.roce and plan.roce[name].paused for name in switch.carries):
        yield "pfc", "its RoCE class is lossless", (*home, "technology")
    if "frontend" in switch.carries:
        yield "vxlan", "the frontend is EVPN-VXLAN", home
    if switch.tier == "leaf" and plan.lags_of[switch.name]:
        yield "evpn-multihoming", "hosts bond over two leaves with LACP", (*home, "bonding")
    if switch.overlay and any(vrf.fabric in switch.carries for vrf in plan.vrfs):
        yield "evpn-l3vni", "tenants share its ports", ("tenants",)
    if switch.tier == "leaf" and plan.vrfs_on(switch) and SERVED in switch.carries:
        yield "route-leaking", "tenants have instances there, and storage serves them all", (*home, "tenancy")
    elif switch.tier == "leaf" and leaks_on(plan, switch):
        yield "route-leaking", "rules join segments of several routing instances", ("access",)
    if switch.tier == "leaf" and switch.fabric != "compute":
        yield "acl", "segments are kept apart at its host ports", home
    if spec.load_balancing == "adaptive":
        yield "adaptive-routing", "its load balancing is adaptive", (*home, "load_balancing")
    elif spec.profile:
        yield "adaptive-routing", f"its profile is {spec.profile}", (*home, "profile")
    if spec.weighted:
        yield "weighted-ecmp", "its equal paths are weighted", (*home, "weighted")
    for service, feature in _OF_SERVICES.items():
        if getattr(plan.spec.services, service):
            yield feature, f"services.{service} is set", ("services", service)


@plan_rule(
    title="An unknown release of a switch's operating system",
    why="Keys are renamed between releases: the switch refuses a file for another release, or ignores parts of it.",
    fix="Use a release of `clustergen catalog show <system>`, or describe it in a `catalog/systems` folder beside the spec.",
)
def os_version_unknown(plan: Draft) -> Iterator[Finding]:
    """Every release is in the catalog."""
    for switch, system, loc in _tiers(plan):
        if switch.version not in system.versions:
            yield Finding(
                message=f"{system.title} {switch.version} is not a known release",
                loc=(*loc, "version"),
                help=f"use {', '.join(system.versions)}",
            )


@plan_rule(
    title="A switch whose operating system lacks a required feature",
    why="A line that a release does not support is refused when it is loaded, or does nothing.",
    fix="Choose another release, model or system, or remove the setting.",
)
def os_feature_missing(plan: Draft) -> Iterator[Finding]:
    """Every feature that a tier needs exists in its release, on its model."""
    said = set()
    for switch, system, loc in _tiers(plan):
        if switch.version not in system.versions:
            continue
        for feature, why, asked in wanted_features(plan, switch):
            key = (feature, switch.os, switch.version, switch.model, asked)
            if system.has(feature, switch.version, switch.model) or key in said:
                continue
            said.add(key)
            yield Finding(
                message=f"{system.title} {switch.version} on {switch.model} has no {feature}, and {switch.fabric} needs it: {why}",
                loc=asked,
                at_key=len(asked) == 1,
                help=_fix(plan, switch, feature, system, loc),
            )


@plan_rule(
    title="Adaptive routing without support in the adapters",
    why="A switch that chooses paths by load reorders packets of one flow; a RoCE adapter that is not configured for it treats them as lost and retransmits.",
    fix="Set load_balancing: hash, or choose adapters whose catalog entry has adaptive_routing.",
)
def adaptive_without_hosts(plan: Draft) -> Iterator[Finding]:
    """Where a RoCE fabric has adaptive routing, every adapter of its hosts supports it."""
    for name, roce in plan.roce.items():
        if plan.fabrics[name].load_balancing == "adaptive" and (lacking := unready(plan, name)):
            yield Finding(
                message=f"{name} would choose paths by load, and no known document states how {', '.join(lacking)} accepts packets out of order",
                loc=("fabrics", roce.fabric, "profile" if plan.fabrics[name].profile else "load_balancing"),
                help=f"{'remove the profile' if plan.fabrics[name].profile else f'set fabrics.{name}.load_balancing to hash'}, or add adaptive_routing to the adapter in a catalog file of yours",
            )


def _fix(plan: Draft, switch: Switch, feature: FeatureName, system: SwitchSystem, loc: Loc) -> str:
    """Report which release, or which other system of the same switch, has the feature."""
    chosen = ".".join(map(str, loc))
    later = [version for version in system.versions if system.has(feature, version, switch.model)]
    if later:
        return f"set {chosen}.version to '{later[-1]}'"
    systems = [plan.catalog.get(SwitchSystem, name) for name in plan.catalog.get(SwitchModel, switch.model).os.names]
    others = [other.model for other in systems if other.has(feature, other.versions[-1], switch.model)]
    fact = system.features.get(feature)
    why = f" ({fact.because})" if fact and fact.since is None else ""
    return (f"set {chosen}.os to {' or '.join(others)}" if others else "remove it, or choose another switch") + why


@plan_rule(
    title="Packets that are too large for a switch's operating system",
    why="A routed port refuses an MTU above its system's maximum, or silently reduces it.",
    fix="Lower mtu_bytes, and host_mtu_bytes with it.",
)
def mtu_of_system(plan: Draft) -> Iterator[Finding]:
    """The fabric's MTU is one that each of its systems has."""
    for switch, system, _ in _tiers(plan):
        for fabric in switch.carries:
            mtu = plan.spec.fabrics.given()[fabric].mtu_bytes
            if mtu > system.mtu_most_bytes:
                yield Finding(
                    message=f"{system.title} carries {system.mtu_most_bytes} bytes at most, and {fabric} has an MTU of {mtu}",
                    loc=("fabrics", fabric, "mtu_bytes"),
                    help=f"set fabrics.{fabric}.mtu_bytes to {system.mtu_most_bytes}",
                )


@plan_rule(
    title="Congestion notifications with a lower priority than the data",
    why="On Arista EOS a strict queue is served only before queues with a lower number: below the RoCE queue, notifications wait behind the data.",
    fix="Give notifications a higher priority than RoCE data (6 and 3 are usual).",
)
def cnp_below_roce(plan: Draft) -> Iterator[Finding]:
    """On EOS, the priority of notifications is above that of the data."""
    for switch, _, _ in _tiers(plan):
        roce = plan.roce.get(switch.fabric)
        if switch.os == "eos" and switch.tier == "leaf" and roce and roce.cnp_priority < roce.priority:
            yield Finding(
                message=f"notifications of {switch.fabric} have priority {roce.cnp_priority}, below {roce.priority} of the data, and EOS serves queues from the highest down",
                loc=("fabrics", switch.fabric, "roce", "cnp_priority"),
                help=f"set cnp_priority to {roce.priority + 1} or more",
            )


@plan_warning(
    title="More port ranges than a switch's filters support",
    why="A filter line with a range needs a range checker, and the switch has few. Lines without a range checker are not installed, and the packets that they should allow are dropped.",
    fix="Use whole protocols, single ports or equal ranges in `access`.",
)
def acl_ranges(plan: Draft) -> Iterator[Finding]:
    """The filters of every SONiC switch have no more different port ranges than its platform holds."""
    ranges_of = cache(partial(_ranges, plan))
    borders = {uplink.switch for uplink in plan.site_uplinks}
    said: set[tuple[str, frozenset[Kind], str]] = set()
    for switch in plan.switches:
        platform = platform_of(plan, switch) if switch.os == "sonic" else None
        limit = platform.port_ranges if platform else None
        kinds = frozenset(_filtered(plan, switch)) if limit else frozenset()
        look = (switch.model, kinds, switch.name if switch.name in borders else "")
        if not platform or not limit or look in said:
            continue
        said.add(look)
        ranges = {each for kind in kinds for each in ranges_of(kind)}
        ranges |= {each for found, _ in plan.filters_on(switch) if found.role == EDGE for each in _spans(found)}
        if len(ranges) > limit:
            yield KeyFinding(
                message=f"the filters of {switch.name} have {len(ranges)} different port ranges, and {platform.hwsku} holds {limit}",
                loc=("access",),
                help="allow whole protocols or single ports, or give rules the same ranges",
            )


def _filtered(plan: Plan, switch: Switch) -> Iterator[Kind]:
    """Yield the kinds of hosts at whose ports a leaf has filters."""
    filters = switch.tier == "leaf" and switch.carries != ("compute",)
    for port in plan.reserved_of[switch.name] if filters else ():
        if port.kind == "host_leaf":
            yield port.fabric, port.role, port.tenant


def _ranges(plan: Plan, kind: Kind) -> set[tuple[str, PortRange]]:
    """Return the port ranges of a filter, separately for the two ends; a single port needs none."""
    return _spans(plan.port_filters[kind])


def _spans(each: PortFilter) -> set[tuple[str, PortRange]]:
    """Return the same of one filter."""
    return {
        (side, span)
        for line in (*each.lines, *each.lines_ipv6)
        for side, span in (("source", line.source_ports), ("destination", line.ports))
        if span and span[0] != span[1]
    }
