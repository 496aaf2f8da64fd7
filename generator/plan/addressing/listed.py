"""The numbers of a cluster as lists: prefixes with a meaning, VLANs, AS numbers."""

from collections.abc import Iterator
from ipaddress import IPv4Network

from generator.plan.addressing.addresses import Addressing
from generator.plan.addressing.host_links import HostLinks
from generator.plan.addressing.host_vlans import rail_vlans
from generator.plan.addressing.pods import routed_pods
from generator.plan.addressing.records import AsNumber, Prefix, PrefixKind, Vlan
from generator.plan.addressing.segments import OobSegment


def listed_prefixes(addressing: Addressing) -> Iterator[Prefix]:
    """Yield every prefix with a meaning, pools first."""
    for layout in addressing.layouts:
        kind: PrefixKind = "segment" if layout.pool in {s.vlan.name for s in addressing.segments} else "pool"
        fabric = layout.pool if layout.pool in addressing.cluster.shapes else "frontend" if kind == "segment" else ""
        yield Prefix(prefix=str(layout.prefix), kind=kind, name=layout.pool, fabric=fabric)
    for name, links in addressing.routed.items():
        yield from _rail_prefixes(name, links)
    for segment in addressing.oob.values():
        for leaf in range(addressing.cluster.shapes["oob"].leaves):
            yield Prefix(
                prefix=str(segment.prefix(leaf)),
                kind="oob-leaf",
                name=f"{segment.name} on leaf {leaf + 1}",
                fabric="oob",
                vlan=segment.vlan,
                gateway=segment.gateway(leaf),
            )
    if pods := routed_pods(addressing.cluster):
        yield Prefix(prefix=str(pods), kind="pods", name="pods", fabric="frontend")


def listed_vlans(addressing: Addressing) -> Iterator[Vlan]:
    """Yield every VLAN, by fabric and id."""
    yield from (segment.vlan for segment in addressing.segments)
    for links in addressing.routed.values():
        yield from rail_vlans(links)
    for segment in sorted(addressing.oob.values(), key=lambda each: each.vlan):
        yield Vlan(
            vlan=segment.vlan,
            name=segment.name,
            vni=None,
            fabric="oob",
            prefix=str(_cover(segment)),
            gateway="",
            description="a prefix on each out-of-band leaf, whose address 254 is the gateway",
        )


def listed_asns(addressing: Addressing) -> Iterator[AsNumber]:
    """Yield every AS number that an installed switch uses, and those of sessions about pods."""
    seen = set()
    for switch in addressing.cluster.switches:
        asn = addressing.identities[switch.name].asn
        if asn is not None and asn not in seen:
            seen.add(asn)
            shape = addressing.cluster.shapes[switch.fabric]
            plane = f" of plane {switch.plane}" if shape.planes > 1 else ""
            holder = switch.name if switch.tier == "leaf" else f"{switch.fabric} {switch.tier}s{plane}"
            if switch.tier == "spine" and shape.cores:
                holder += f" of pod {switch.pod + 1}"
            yield AsNumber(asn=asn, fabric=switch.fabric, tier=switch.tier, holder=holder)
    kubernetes = addressing.cluster.spec.scheduler.kubernetes
    if kubernetes and routed_pods(addressing.cluster):
        yield AsNumber(asn=kubernetes.pod_asn, fabric="frontend", tier="host", holder="hosts that run pods")
        yield AsNumber(asn=kubernetes.leaf_asn, fabric="frontend", tier="leaf", holder="frontend leaves towards pods")


def _rail_prefixes(name: str, links: HostLinks) -> Iterator[Prefix]:
    shape = links.shape
    rails = max(len(member.ports) for member in shape.demand.members)
    kind: PrefixKind = "rail" if name == "compute" else "side"
    of_su: PrefixKind = "rail-su" if name == "compute" else "side-su"
    for plane in range(shape.planes):
        for rail in range(rails):
            word = f"plane {plane}, {kind} {rail}" if shape.planes > 1 else f"{kind} {rail}"
            yield Prefix(prefix=str(links.rail_prefix(plane, rail)), kind=kind, name=word, fabric=name)
            for su in range(shape.seating.sus):
                prefix = str(links.su_prefix(plane, rail, su))
                yield Prefix(prefix=prefix, kind=of_su, name=f"{word}, SU {su + 1}", fabric=name)


def _cover(segment: OobSegment) -> IPv4Network:
    return segment.layout.prefix_of(through="segment", segment=segment.code)
