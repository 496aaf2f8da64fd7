"""Nautobot: objects of its REST API in one JSON file, in the order in which they are created (`exports/nautobot/load` loads them).

The objects are those of the NetBox export, in Nautobot's terms: locations instead of sites, statuses and roles that are objects, addresses in a namespace
of the cluster, assigned to interfaces. Fields are those of Nautobot 3.2, in which the tests load them.
"""

from collections.abc import Iterator

from msgspec import to_builtins

from generator.exports.export import Asked, Export, ExportError, json_text
from generator.exports.nautobot.kind import FORMAT
from generator.exports.nautobot.kinds import kinds
from generator.plan.plan import Plan
from generator.render.artifact import Artifact


def _files(plan: Plan, asked: Asked) -> Iterator[Artifact]:
    if asked.fabrics:
        raise ExportError(
            "the nautobot export needs the whole cluster, as addresses and racks of one fabric would refer to missing devices; leave out --fabric"
        )
    content = {"format": FORMAT, "cluster": plan.name, "kinds": [to_builtins(each) for each in kinds(plan)]}
    yield Artifact(f"{plan.name}.nautobot.json", json_text(content))


EXPORT = Export("nautobot", "objects for Nautobot's REST API (JSON)", _files)
