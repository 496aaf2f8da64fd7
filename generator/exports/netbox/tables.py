"""Every table of NetBox's bulk import, in the order in which they must be loaded."""

from collections.abc import Callable, Iterator

from generator.exports.netbox.dcim import cables, devices, organisation, power
from generator.exports.netbox.interfaces import interfaces
from generator.exports.netbox.ipam import addresses, as_numbers, macs, prefixes, vlans
from generator.exports.netbox.table import Table
from generator.plan.plan import Plan

_PARTS: tuple[Callable[[Plan], Iterator[Table]], ...] = (
    organisation,
    devices,
    interfaces,
    cables,
    power,
    vlans,
    prefixes,
    addresses,
    macs,
    as_numbers,
)


def tables(plan: Plan) -> Iterator[Table]:
    """Yield the tables of a plan; a row refers to rows of earlier tables, or to earlier rows of its own table."""
    for part in _PARTS:
        yield from part(plan)
