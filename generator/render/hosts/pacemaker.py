"""A pair's configuration as Pacemaker stores it (the CIB), made as a tree of elements and written with two blanks a level."""

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from generator.plan.hosts.nfs_pairs import Pair
from generator.plan.hosts.pair_resources import Resource, fencing, grouped

_SCHEMA = "pacemaker-3.4"
"""The schema of Pacemaker 2.0.4 and later, the first with `priority-fencing-delay`."""
_OPTIONS = (
    ("stonith-enabled", "true"),
    ("no-quorum-policy", "stop"),
    ("priority-fencing-delay", "15s"),
)
"""If the hosts lose each other and both run, the exporting one powers off the other one first (Pacemaker Explained, Cluster Options)."""
_STAYS, _FIRST = "100", "50"
"""A host keeps its exports when the other one is back, to avoid a second interruption."""


def cib(pair: Pair) -> str:
    """Return the whole configuration; nodes are added by the cluster itself, from Corosync."""
    root = Element("cib", {"validate-with": _SCHEMA, "admin_epoch": "0", "epoch": "1", "num_updates": "0"})
    configuration = SubElement(root, "configuration")
    options = SubElement(SubElement(configuration, "crm_config"), "cluster_property_set", {"id": "clustergen-options"})
    _pairs(options, _OPTIONS)
    SubElement(configuration, "nodes")
    resources = SubElement(configuration, "resources")
    group = SubElement(resources, "group", {"id": pair.tier})
    _pairs(
        SubElement(group, "meta_attributes", {"id": f"{pair.tier}-meta"}),
        (("priority", "1"), ("resource-stickiness", _STAYS)),
    )
    for each in grouped(pair):
        _resource(group, each, {"class": "ocf", "provider": "heartbeat"})
    constraints = SubElement(configuration, "constraints")
    _place(constraints, pair.tier, pair.first, _FIRST)
    for host, device in fencing(pair):
        _resource(resources, device, {"class": "stonith"})
        _place(constraints, device.name, host, "-INFINITY")
    SubElement(root, "status")
    indent(root)
    return tostring(root, encoding="unicode") + "\n"


def _resource(parent: Element, resource: Resource, kind: dict[str, str]) -> None:
    element = SubElement(parent, "primitive", {"id": resource.name, **kind, "type": resource.agent})
    _pairs(SubElement(element, "instance_attributes", {"id": f"{resource.name}-is"}), resource.parameters)
    operations = SubElement(element, "operations")
    for action, interval, timeout in resource.actions:
        facts = {"name": action, "interval": f"{interval}s", "timeout": f"{timeout}s"}
        SubElement(operations, "op", {"id": f"{resource.name}-{action}", **facts})


def _pairs(parent: Element, values: tuple[tuple[str, str], ...]) -> None:
    for name, value in values:
        SubElement(parent, "nvpair", {"id": f"{parent.get('id')}-{name}", "name": name, "value": value})


def _place(constraints: Element, resource: str, host: str, score: str) -> None:
    facts = {
        "id": f"{resource}-{'off' if score.startswith('-') else 'on'}-{host}",
        "rsc": resource,
        "node": host,
        "score": score,
    }
    SubElement(constraints, "rsc_location", facts)
