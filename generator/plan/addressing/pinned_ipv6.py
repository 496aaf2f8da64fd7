"""Pinned IPv6 addresses, checked against the prefixes that leaves announce and against each other."""

from collections.abc import Iterator
from ipaddress import IPv6Network
from typing import TYPE_CHECKING

from generator.model.cluster import Cluster
from generator.plan.addressing.host_links import AddressKey, HostLinks, pinned_gateways, pinned_links
from generator.plan.addressing.numbers import IPV6_MORE, ipv6_twin, pinned_loopbacks_ipv6
from generator.plan.addressing.pairs import clashes
from generator.plan.addressing.pools import FABRIC_CODES
from generator.plan.addressing.refusals import beside_loopbacks, in_prefix, outside, rail_word, refused, repeated
from generator.source.diagnostic import Diagnostic
from generator.source.span import Loc

if TYPE_CHECKING:
    from generator.plan.addressing.addresses import Addressing

_POOL: Loc = ("addressing", "ipv6")
_KEY: AddressKey = "addresses_ipv6"


def refused_ipv6_pins(addressing: "Addressing") -> Iterator[Diagnostic]:
    """Yield every pinned IPv6 address that cannot be kept."""
    cluster = addressing.cluster
    stated = list(_stated(cluster))
    if cluster.spec.addressing.ipv6 is None:
        for address, loc in stated:
            yield Diagnostic(
                code="pin-address",
                loc=loc,
                message=f"{address} is pinned, and the cluster has no IPv6 addresses",
                help="state the site's prefix in addressing.ipv6, or remove the pin",
            )
        return
    yield from repeated(stated)
    known = {loc for _, loc, _ in pinned_loopbacks_ipv6(cluster)}
    for links in addressing.routed.values():
        yield from _on_links(links, known)
    yield from _loopbacks(addressing)
    there = {(each.fabric, each.tier, each.ordinal) for each in cluster.switches}
    for seat, pin in cluster.pinned.devices.items():
        installed = len(seat) == 2 or seat in there
        for name in pin.addresses_ipv6 if installed else ():
            loc = cluster.pinned.loc(seat, _KEY, name)
            if loc not in known:
                yield Diagnostic(
                    code="pin-unknown",
                    loc=loc,
                    at_key=True,
                    message=f"{cluster.pinned.keys[seat]} has no IPv6 address on {name}",
                    help="interfaces with an IPv6 address have it in ip/addresses.csv: links between hosts and leaves that route to them",
                )


def _stated(cluster: Cluster) -> Iterator[tuple[object, Loc]]:
    for seat, pin in cluster.pinned.devices.items():
        for name, address in pin.addresses_ipv6.items():
            yield address, cluster.pinned.loc(seat, _KEY, name)
        if pin.loopback_ipv6 is not None:
            yield pin.loopback_ipv6, cluster.pinned.loc(seat, "loopback_ipv6")


def _on_links(links: HostLinks, known: set[Loc]) -> Iterator[Diagnostic]:
    """Yield what cannot be kept of a fabric's host links. The pins that are about one become `known`."""
    word = rail_word(links.shape)
    ends = list(pinned_links(links.cluster, links.shape, _KEY))
    for end in ends:
        plane, member, ordinal, rail = links.places.coordinate(end.key)
        su = links.shape.seating.run_of(member, ordinal).su
        prefix, what = IPv6Network(links.su_prefix_ipv6(plane, rail, su)), f"what its leaf announces for {word} {rail}"
        gateway = links.gateway(plane, rail, su)[1] if links.in_vlans else ""
        if end.address not in prefix:
            yield outside(end.address, prefix, what, end.loc, _POOL)
        elif str(end.address) == gateway:
            said = f"{end.address} is the leaf's gateway of {prefix}"
            yield refused(end.loc, said, "pin another address of the prefix", _POOL)
        elif links.in_vlans:
            yield from in_prefix(end.address, prefix, what, end.loc, _POOL)
    gateways = list(pinned_gateways(links.cluster, links.shape, _KEY))
    for end in gateways:
        plane, _, su, rail = end.key
        prefix = IPv6Network(links.su_prefix_ipv6(plane, rail, su))
        yield from in_prefix(end.address, prefix, f"what its leaf announces for {word} {rail}", end.loc, _POOL)
    known |= {end.loc for end in (*ends, *gateways)}
    yield from clashes(ends) if not links.in_vlans else ()


def _loopbacks(addressing: "Addressing") -> Iterator[Diagnostic]:
    """Yield loopbacks outside of the prefix that the switches of their fabric accept."""
    layout = addressing.loopbacks
    for (fabric, _, _), loc, address in pinned_loopbacks_ipv6(addressing.cluster) if layout else ():
        assert layout is not None
        block = layout.prefix_of(through="fabric", fabric=fabric)
        offset = int(block.network_address) - int(layout.prefix.network_address)
        first = ipv6_twin(addressing.cluster, layout.pool, offset)
        prefix = IPv6Network(f"{first}/{block.prefixlen + IPV6_MORE}")
        name = next(name for name, code in FABRIC_CODES.items() if code == fabric)
        yield from beside_loopbacks(address, prefix, name, loc, _POOL)
