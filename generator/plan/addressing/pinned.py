"""Pinned addresses and numbers, checked against their pools and against each other."""

from collections.abc import Iterator
from ipaddress import IPv4Address
from typing import TYPE_CHECKING

from generator.model.cluster import Cluster
from generator.plan.addressing.host_links import ROUTED, Coordinate, HostLinks, pinned_links
from generator.plan.addressing.host_links import pinned_gateways as pinned_gateways_of_rails
from generator.plan.addressing.numbers import pinned_as_numbers, pinned_identities
from generator.plan.addressing.pairs import PinnedEnd, clashes
from generator.plan.addressing.pinned_ipv6 import refused_ipv6_pins
from generator.plan.addressing.pinned_nowhere import pinned_nowhere
from generator.plan.addressing.pools import FABRIC_CODES, ROLE_CODES
from generator.plan.addressing.refusals import beside_loopbacks, in_prefix, outside, rail_word, refused, repeated
from generator.plan.addressing.segments import (
    OobSegment,
    Segment,
    pinned_gateways,
    pinned_hosts,
    pinned_oob_gateways,
    pinned_ports,
)
from generator.plan.addressing.underlay import pinned_trunks
from generator.source.diagnostic import Diagnostic, Note
from generator.source.span import Loc, dotted

if TYPE_CHECKING:
    from generator.plan.addressing.addresses import Addressing


def refused_pins(addressing: "Addressing") -> Iterator[Diagnostic]:
    """Yield every pinned address or number that cannot be kept."""
    cluster = addressing.cluster
    yield from _twice(cluster)
    known: set[Loc] = set()
    yield from _on_links(addressing, known)
    for segment in addressing.segments:
        for _, loc, address in pinned_hosts(cluster, segment.vlan.name, segment.vlan.vlan, segment.roles):
            known.add(loc)
            yield from _in_segment(segment, loc, address)
        for _, loc, address in pinned_gateways(cluster, segment.vlan.name, segment.vlan.vlan):
            known.add(loc)
            prefix, what = segment.layout.prefix, f"the segment {segment.vlan.name}"
            yield from in_prefix(address, prefix, what, loc, segment.layout.origin)
    for band in addressing.oob.values():
        for (leaf, _), loc, address in pinned_ports(cluster, band.name):
            known.add(loc)
            yield from _out_of_band(band, leaf, loc, address)
        for (leaf, _), loc, address in pinned_oob_gateways(cluster, band.vlan):
            known.add(loc)
            what = f"the {band.name} prefix of its out-of-band leaf"
            yield from in_prefix(address, band.prefix(leaf), what, loc, band.layout.origin)
    for identity, loc, address in pinned_identities(cluster):
        yield from _identity(addressing, identity[0], loc, address)
    yield from _without_interface(cluster, known)
    yield from _of_segments(addressing)
    yield from refused_ipv6_pins(addressing)
    yield from pinned_nowhere(cluster)


def _on_links(addressing: "Addressing", known: set[Loc]) -> Iterator[Diagnostic]:
    """Yield what cannot be kept of links: of hosts, routed or in VLANs, over IPoIB, and between switches. What is about a link becomes `known`."""
    cluster = addressing.cluster
    for links in addressing.routed.values():
        ends = list(pinned_links(cluster, links.shape))
        known |= {end.loc for end in ends}
        for end in ends:
            yield from _on_link(links, end)
        for end in pinned_gateways_of_rails(cluster, links.shape):
            known.add(end.loc)
            plane, _, su, rail = end.key
            what = f"what its leaf announces for {rail_word(links.shape)} {rail}"
            yield from in_prefix(end.address, links.su_prefix(plane, rail, su), what, end.loc, links.layout.origin)
        yield from clashes(ends) if not links.in_vlans else ()
    for shape in cluster.shapes.values():
        if shape.demand.spec.ipoib and shape.name in ROUTED:
            known |= {end.loc for end in pinned_links(cluster, shape)}
    trunks = list(pinned_trunks(cluster))
    known |= {end.loc for end in trunks}
    pool = addressing.links.layout if addressing.links else None
    for trunk in trunks if pool else ():
        assert pool is not None
        if trunk.address not in pool.prefix:
            what = "the links between switches"
            yield outside(trunk.address, pool.prefix, what, trunk.loc, pool.origin)
    yield from clashes(trunks)


def refused_ipoib(cluster: Cluster, links: HostLinks) -> Iterator[Diagnostic]:
    """Yield every pinned address of a port on InfiniBand that is not one of its rail's prefix."""
    for end in pinned_links(cluster, links.shape):
        plane, _, _, rail = end.key
        what = f"the prefix of {rail_word(links.shape)} {rail} over IPoIB"
        yield from in_prefix(end.address, links.rail_prefix(plane, rail), what, end.loc, links.layout.origin)


def _on_link(links: HostLinks, end: PinnedEnd[Coordinate]) -> Iterator[Diagnostic]:
    plane, member, ordinal, rail = links.places.coordinate(end.key)
    su = links.shape.seating.run_of(member, ordinal).su
    prefix, loc, address = links.su_prefix(plane, rail, su), end.loc, end.address
    gateway = links.gateway(plane, rail, su)[0] if links.in_vlans else ""
    if address not in prefix:
        what = f"what its leaf announces for {rail_word(links.shape)} {rail}"
        yield outside(address, prefix, what, loc, links.layout.origin)
    elif links.in_vlans and (str(address) == gateway or address in (prefix[0], prefix[-1])):
        word = {gateway: "leaf's gateway", str(prefix[-1]): "broadcast address"}.get(str(address), "network address")
        yield refused(
            loc, f"{address} is the {word} of {prefix}", "pin another address of the prefix", links.layout.origin
        )


def _in_segment(segment: Segment, loc: Loc, address: IPv4Address) -> Iterator[Diagnostic]:
    prefix, origin = segment.layout.prefix, segment.layout.origin
    home = segment.layout.prefix_of(through="role", role=ROLE_CODES["network"])
    if address not in prefix:
        yield outside(address, prefix, f"the segment {segment.vlan.name}", loc, origin)
    elif address in home:
        said = f"{address} is one of {home}, which the segment {segment.vlan.name} keeps for its gateways: {segment.vlan.gateway} is the first"
        yield refused(loc, said, f"pin an address of {prefix} behind {home[-1]}", origin)
    elif address == prefix[-1]:
        yield refused(
            loc, f"{address} is the broadcast address of {prefix}", "pin another address of the prefix", origin
        )


def _out_of_band(segment: OobSegment, leaf: int, loc: Loc, address: IPv4Address) -> Iterator[Diagnostic]:
    prefix, gateway = segment.prefix(leaf), segment.gateway(leaf)
    if address not in prefix:
        yield outside(address, prefix, f"the {segment.name} prefix of its out-of-band leaf", loc, segment.layout.origin)
    elif str(address) == gateway or address in (prefix[0], prefix[-1]):
        word = (
            "gateway" if str(address) == gateway else "network address" if address == prefix[0] else "broadcast address"
        )
        yield refused(
            loc, f"{address} is the {word} of {prefix}", "pin another address of the prefix", segment.layout.origin
        )


def _identity(addressing: "Addressing", fabric: int, loc: Loc, address: IPv4Address) -> Iterator[Diagnostic]:
    if addressing.loopbacks:
        prefix = addressing.loopbacks.prefix_of(through="fabric", fabric=fabric)
        name = next(name for name, code in FABRIC_CODES.items() if code == fabric)
        yield from beside_loopbacks(address, prefix, name, loc, addressing.loopbacks.origin)


def _twice(cluster: Cluster) -> Iterator[Diagnostic]:
    """Report what two devices are pinned to."""
    pins = cluster.pinned
    every: list[tuple[IPv4Address, Loc]] = []
    for seat, pin in pins.devices.items():
        every += [(address, pins.loc(seat, "addresses", name)) for name, address in pin.addresses.items()]
        every += [(at, pins.loc(seat, key)) for key, at in (("loopback", pin.loopback), ("vtep", pin.vtep)) if at]
    every += [(at, ("pins", "gateways", name)) for name, at in pins.spec.gateways.items()]
    if cluster.spec.addressing.way_out:
        every.insert(0, (cluster.spec.addressing.way_out, ("addressing", "way_out")))
    yield from repeated(every)
    numbers = [(f"AS {asn}", (key, loc)) for key, loc, asn in pinned_as_numbers(cluster)]
    keys = {loc: key for _, (key, loc) in numbers}
    yield from (
        each for each in repeated((asn, loc) for asn, (_, loc) in numbers) if keys[each.loc] != keys[each.notes[0].loc]
    )
    shared: dict[tuple[str, str, int], tuple[Loc, int]] = {}
    for key, loc, asn in pinned_as_numbers(cluster):
        first, other = shared.setdefault(key, (loc, asn))
        if other != asn:
            said = (
                f"{dotted(loc[2:3])} and {dotted(first[2:3])} share an AS number, and are pinned to {asn} and {other}"
            )
            yield Diagnostic(
                code="pin-twice",
                loc=loc,
                message=said,
                notes=(Note("the other is pinned here", first),),
                help="pin the number at one of them",
            )


def _without_interface(cluster: Cluster, known: set[Loc]) -> Iterator[Diagnostic]:
    """Report addresses of interfaces that a device does not have. Of ports of leaves only those that are installed are known."""
    there = {(each.fabric, each.tier, each.ordinal) for each in cluster.switches}
    for seat, pin in cluster.pinned.devices.items():
        if len(seat) == 3 and seat not in there:
            continue
        member = (
            next((m for m in cluster.shapes["oob"].demand.members if m.name == seat[0]), None)
            if "oob" in cluster.shapes
            else None
        )
        later = {port.interface for port in member.ports} if member else {"eth0"}
        for name in pin.addresses:
            loc = cluster.pinned.loc(seat, "addresses", name)
            if loc not in known and name not in later:
                yield Diagnostic(
                    code="pin-unknown",
                    loc=loc,
                    at_key=True,
                    message=f"{cluster.pinned.keys[seat]} has no address on {name} that can be pinned",
                    help="interfaces are called as in ip/addresses.csv: a host's own ports, bond0, eth0 of a switch, ports with an address, and Vlan with its number; gateways that leaves share are pinned in pins.gateways",
                )


def _of_segments(addressing: "Addressing") -> Iterator[Diagnostic]:
    """Report gateways and VNIs of segments that are not there, and VNIs that two of them would have."""
    vnis = addressing.cluster.pinned.spec.vnis
    known = {segment.vlan.name: segment.vlan.vni for segment in addressing.segments}
    for name in addressing.cluster.pinned.spec.gateways:
        if name not in known:
            said = f"{name} has a pinned gateway, and is not a segment of the frontend"
            advice = f"segments are {', '.join(known)}; a leaf's own gateway is an address of its interface Vlan"
            yield Diagnostic(code="pin-unknown", loc=("pins", "gateways", name), at_key=True, message=said, help=advice)
    for name, vni in vnis.items():
        loc: Loc = ("pins", "vnis", name)
        other = next((each for each, number in known.items() if number == vni and each != name), None)
        if name not in known:
            said = f"{name} has a pinned VNI, and is not a segment of the frontend"
            yield Diagnostic(
                code="pin-unknown", loc=loc, at_key=True, message=said, help=f"segments are {', '.join(known)}"
            )
        elif other:
            there: Loc = ("pins", "vnis", other) if other in vnis else ("segments", other, "vlan")
            note = Note("its own is pinned here, or follows from its VLAN here", there)
            said = f"VNI {vni} of {name} is that of {other}, too"
            yield Diagnostic(code="pin-twice", loc=loc, message=said, notes=(note,), help="pin another VNI")
