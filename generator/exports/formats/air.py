"""NVIDIA Air: a simulation of the in-band Ethernet fabrics in its JSON format.

The body of `POST /api/v3/simulations/import/` (docs.nvidia.com/dsx-air, API reference, "Create a simulation out of a supported topology
format"): `format`, `content.nodes` (`os` is required; `cpu`, `memory` and `storage` are left to the service) and `content.links`, each a pair of
`node` and `interface`. Ports of SONiC are `eth1` and on (CumulusNetworks/docs, content/nvidia-air-v2/Custom-Topology.md). `oob` has the service add its management network, which replaces the out-of-band fabric here.
"""

from collections.abc import Iterator

from generator.exports.export import Asked, Export, json_text
from generator.exports.lab import images_of, lab_links, lab_nodes, port_names
from generator.plan.plan import Plan
from generator.render.artifact import Artifact


def _files(plan: Plan, asked: Asked) -> Iterator[Artifact]:
    nodes = lab_nodes(plan, asked)
    images = images_of(nodes, asked)
    names = port_names(plan)
    links = [
        [
            {"node": end.device, "interface": names.get((end.device, end.interface), end.interface)}
            for end in (link.a, link.b)
        ]
        for link in lab_links(plan, asked)
    ]
    body = {
        "format": "JSON",
        "name": plan.name,
        "content": {"nodes": {node.name: {"os": images[node.system]} for node in nodes}, "links": links, "oob": True},
    }
    yield Artifact(f"{plan.name}.air.json", json_text(body))


EXPORT = Export("air", "NVIDIA Air simulation (JSON)", _files, images=True)
