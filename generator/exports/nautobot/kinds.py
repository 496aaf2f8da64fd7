"""Everything that Nautobot gets of a plan, in the order in which it is created."""

from collections.abc import Iterator

from generator.exports.nautobot import dcim, ipam
from generator.exports.nautobot.kind import Kind
from generator.exports.nautobot.power import power
from generator.exports.netbox.tables import tables
from generator.plan.plan import Plan


def kinds(plan: Plan) -> Iterator[Kind]:
    """Yield the kinds of objects; a kind refers to earlier ones, and interfaces to earlier interfaces."""
    rows = {each.name: [dict(zip(each.head, row, strict=True)) for row in each.rows] for each in tables(plan)}
    yield from dcim.places(rows)
    yield from dcim.devices(rows, ipam.roles(rows))
    yield from dcim.interfaces(rows)
    yield from power(rows)
    yield from ipam.vlans(rows)
    yield from ipam.prefixes(rows, plan.access.pools_ipv6)
    yield from ipam.addresses(rows)
