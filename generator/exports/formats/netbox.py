"""NetBox: a CSV for each kind of object, in the form of its bulk import and in the order in which they must be loaded.

Files are numbered in that order; each is loaded whole or not at all, and a second load of the same file is refused, so nothing is duplicated (except
groups of VLANs, of which NetBox accepts two with one name). Device types have no
component templates: interfaces and power ports are separate files. `clustergen import` reads the folder back to the same cluster.
"""

from collections.abc import Iterator

from generator.exports.export import Asked, Export, ExportError
from generator.exports.netbox.tables import tables
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.lines import csv_table


def _files(plan: Plan, asked: Asked) -> Iterator[Artifact]:
    if asked.fabrics:
        raise ExportError(
            "the netbox export needs the whole cluster, as addresses and racks of one fabric would refer to missing devices; leave out --fabric"
        )
    for number, table in enumerate(tables(plan), 1):
        yield Artifact(f"{number:02}-{table.name}.csv", csv_table(table.head, table.rows))


EXPORT = Export("netbox", "tables for NetBox's bulk import (CSV)", _files, folder=True)
