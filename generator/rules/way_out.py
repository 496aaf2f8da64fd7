"""The way to the site: an address of the in-band segment that nobody of the cluster has."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network

from generator.plan.access.zones import GATEWAYS
from generator.plan.addressing.segments import INBAND
from generator.plan.draft import Draft
from generator.rules import plan_rule
from generator.spec.checks.rule import Finding


@plan_rule(
    title="A way to the site that leads nowhere",
    why="Frontend leaves send what is for the site to a neighbour in the in-band segment; roles have the addresses of hosts, and leaves have the gateways.",
    fix="Use an address of the segment's own part, away from its start: the last ones are free.",
)
def way_out_misplaced(plan: Draft) -> Iterator[Finding]:
    """`addressing.way_out` is in the in-band segment's own part, and no leaf's."""
    way_out = plan.spec.addressing.way_out
    if way_out is None:
        return
    zone = plan.access.zone.get(f"{INBAND}/{GATEWAYS}")
    free = IPv4Network(zone.prefixes[0]) if zone else None
    taken = {a.address: a.device for a in plan.addresses if a.use in {"gateway", "own-gateway"}}
    if free is None:
        said = f"{way_out} is in the in-band segment, and the cluster has none"
    elif way_out not in free or way_out in {free.network_address, free.broadcast_address}:
        said = f"{way_out} is not in {free}, the part of the in-band segment that no host has"
    elif str(way_out) in taken:
        said = f"{way_out} is the gateway of {taken[str(way_out)]}"
    else:
        return
    last = IPv4Address(int(free.broadcast_address) - 1) if free else None
    yield Finding(
        message=said,
        loc=("addressing", "way_out"),
        help=f"use {last}, for example" if last else "add fabrics.frontend, or leave way_out out",
    )
