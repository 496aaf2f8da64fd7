"""NetBox: a CSV for each kind of object, in the form of its bulk import and in the order in which they must be loaded.

Files are numbered in that order; each is loaded whole or not at all, and a second load of the same file is refused, so nothing is there twice (but for groups of
VLANs, of which NetBox takes two with one name). Device types have no
component templates: interfaces and power ports are files of their own. `clustergen import` reads the folder back to the same cluster.
"""

from collections.abc import Callable, Iterator

from generator.exports.export import Asked, Export, ExportError
from generator.exports.netbox.dcim import cables, devices, organisation
from generator.exports.netbox.interfaces import interfaces
from generator.exports.netbox.ipam import addresses, as_numbers, macs, prefixes, vlans
from generator.exports.netbox.power import power
from generator.exports.netbox.table import Table
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.lines import csv_table

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


def _files(plan: Plan, asked: Asked) -> Iterator[Artifact]:
    if asked.fabrics:
        raise ExportError(
            "the netbox export needs the whole cluster, as addresses and racks of one fabric would refer to missing devices; leave out --fabric"
        )
    tables = [table for part in _PARTS for table in part(plan)]
    for number, table in enumerate(tables, 1):
        yield Artifact(f"{number:02}-{table.name}.csv", csv_table(table.head, table.rows))


EXPORT = Export("netbox", "tables for NetBox's bulk import (CSV)", _files, folder=True)
