"""GNS3: a project file of the in-band Ethernet fabrics, revision 9 (GNS3 2.2).

Keys are those of GNS3/gns3-server (docs/gns3_file.json, gns3server/schemas/docker.py and qemu.py, release 2.2.59). Hosts are Docker containers, switches
virtual machines of QEMU with the image as their disk. Adapter 0 of every node is its management port; a lab's n-th port is adapter n. Identifiers follow from names
(UUID version 5), so that the same plan gives the same project.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

from generator.exports.export import Asked, Export, json_text
from generator.exports.lab import HOST, Node, images_of, lab_links, lab_nodes
from generator.plan.cabling.records import Link
from generator.plan.plan import Plan
from generator.render.artifact import Artifact

_REVISION, _VERSION = 9, "2.2.0"
_STEP = 160


def _files(plan: Plan, asked: Asked) -> Iterator[Artifact]:
    nodes, links = lab_nodes(plan, asked), lab_links(plan, asked)
    images = images_of(nodes, asked)
    adapters = _adapters(plan, links)
    last = Counter[str]()
    for (device, _), number in adapters.items():
        last[device] = max(last[device], number)
    rows: dict[str, list[Node]] = {}
    for node in nodes:
        rows.setdefault(node.group, []).append(node)
    project = {
        "name": plan.name,
        "project_id": _id(plan, ""),
        "type": "topology",
        "revision": _REVISION,
        "version": _VERSION,
        "topology": {
            "computes": [],
            "drawings": [],
            "nodes": [
                _node(plan, node, images[node.system], last[node.name] + 1) | {"x": x * _STEP, "y": -y * _STEP}
                for y, row in enumerate(rows.values())
                for x, node in enumerate(row)
            ],
            "links": [_link(plan, link, adapters) for link in links],
        },
    }
    yield Artifact(f"{plan.name}.gns3", json_text(project))


def _adapters(plan: Plan, links: list[Link]) -> dict[tuple[str, str], int]:
    """Return the adapter of every cabled port: of a switch by its place among the ports of the envelope, of a host among its cabled ones."""
    found = {}
    for switch in plan.switches:
        for number, port in enumerate(plan.reserved_of[switch.name], 1):
            found[switch.name, port.interface] = number
    used: dict[tuple[str, str], int] = {}
    count = Counter[str]()
    for end in (end for link in links for end in (link.a, link.b)):
        key = (end.device, end.interface)
        if key not in found:
            count[end.device] += 1
        used[key] = found.get(key, count[end.device])
    return used


def _node(plan: Plan, node: Node, image: str, adapters: int) -> dict[str, Any]:
    docker = node.system == HOST
    properties = {"image" if docker else "hda_disk_image": image, "adapters": adapters}
    return {
        "node_id": _id(plan, node.name),
        "name": node.name,
        "node_type": "docker" if docker else "qemu",
        "compute_id": "local",
        "properties": properties,
    }


def _link(plan: Plan, link: Link, adapters: dict[tuple[str, str], int]) -> dict[str, Any]:
    ends = [
        {
            "node_id": _id(plan, end.device),
            "adapter_number": adapters[end.device, end.interface],
            "port_number": 0,
            "label": {"text": end.interface, "x": 0, "y": 0},
        }
        for end in (link.a, link.b)
    ]
    return {"link_id": _id(plan, f"{link.a.device}/{link.a.interface}"), "nodes": ends}


def _id(plan: Plan, name: str) -> str:
    return str(uuid5(NAMESPACE_DNS, f"{name}.{plan.name}.{plan.domain}"))


EXPORT = Export("gns3", "GNS3 project (JSON)", _files, images=True)
