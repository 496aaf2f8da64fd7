"""containerlab: a topology file of the in-band Ethernet fabrics.

Keys and kinds are those of srl-labs/containerlab@39ff2b7c: schemas/clab.schema.json, docs/manual/topo-def-file.md and docs/manual/kinds.
Names of ports are those inside the container (`exports/lab.py`); a comment behind each link has the cable and the ports of the design.
"""

from collections.abc import Iterator
from typing import Any

from generator.exports.export import Asked, Export
from generator.exports.lab import HOST, Node, images_of, lab_links, lab_nodes, port_names
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.lines import one_line
from generator.source.visible import visible

_KINDS = {"sonic": "sonic-vs", "cumulus": "nvidia_cumulusvx", "eos": "arista_ceos", HOST: "linux"}
_STARTUP = {"eos": "switches/{name}/running.cfg"}
"""Files of the tree that a kind takes as `startup-config`, relative to the topology file in the tree."""


def _files(plan: Plan, asked: Asked) -> Iterator[Artifact]:
    nodes, links = lab_nodes(plan, asked), lab_links(plan, asked)
    images = images_of(nodes, asked)
    names = port_names(plan)
    lines = [f"name: {one_line(plan.name)}", "topology:", "  kinds:"]
    lines += [f"    {_kind(system)}: {one_line({'image': image})}" for system, image in images.items()]
    lines += ["  nodes:", *(f"    {one_line(node.name)}: {one_line(_node(node))}" for node in nodes), "  links:"]
    for link in links:
        ends = [(end.device, end.interface) for end in (link.a, link.b)]
        inside = [f"{device}:{names.get((device, port), port)}" for device, port in ends]
        said = visible(f"{link.cable}: {' to '.join(map(' '.join, ends))}")
        lines.append(f"    - {one_line({'endpoints': inside})}  # {said}")
    yield Artifact(f"{plan.name}.clab.yml", "\n".join(lines) + "\n")


def _kind(system: str) -> str:
    return _KINDS.get(system, system)


def _node(node: Node) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": _kind(node.system), "group": node.group}
    if node.system in _STARTUP:
        found["startup-config"] = _STARTUP[node.system].format(name=node.name)
    return found | {"labels": {"model": node.model, "rack": node.rack, "unit": str(node.unit)}}


EXPORT = Export("containerlab", "containerlab topology file (YAML)", _files, images=True)
