"""Terraform: the plan as variables, and their declarations.

`clustergen.auto.tfvars.json` is read without an option because of its ending; `clustergen.tf.json` declares each variable with its type (HashiCorp: "Input
variables", "Variable definitions (.tfvars) files", "JSON configuration syntax"). Maps are keyed by name, so that `for_each` runs over them.
"""

from collections.abc import Iterator
from typing import Any

from generator.exports.export import Asked, Export, json_text
from generator.plan.plan import Plan
from generator.render.artifact import Artifact

_STRINGS = ("rack", "model", "group", "inband", "bmc", "management", "state")
_TYPES = {
    "cluster": ("object({name = string, domain = string})", "Name and domain of the cluster."),
    "hosts": (
        f"map(object({{{', '.join(f'{key} = string' for key in _STRINGS)}, role = string, unit = number, gpus = number}}))",
        "Hosts by name, with their addresses; an address is empty if the host has none.",
    ),
    "switches": (
        "map(object({fabric = string, tier = string, model = string, os = string, rack = string, unit = number, asn = number, loopback = string, management = string}))",
        "Switches by name; `asn` is null where the switch has none.",
    ),
    "vlans": (
        "map(object({id = number, vni = number, prefix = string, gateway = string}))",
        "VLANs by name; `vni` is null where the VLAN is in no overlay.",
    ),
    "pools": ("map(string)", "Address pools by name."),
    "links": (
        "map(object({fabric = string, a = string, a_port = string, b = string, b_port = string, speed_gbps = number, cable = string}))",
        "Links by the device and port at their first end.",
    ),
}


def _files(plan: Plan, asked: Asked) -> Iterator[Artifact]:
    declared = {name: {"type": kind, "description": text} for name, (kind, text) in _TYPES.items()}
    yield Artifact("clustergen.tf.json", json_text({"variable": declared}))
    yield Artifact("clustergen.auto.tfvars.json", json_text(_values(plan, asked)))


def _values(plan: Plan, asked: Asked) -> dict[str, Any]:
    host = (*_STRINGS, "role", "unit", "gpus")
    switch = ("fabric", "tier", "model", "rack", "unit", "asn", "loopback", "management")
    return {
        "cluster": {"name": plan.name, "domain": plan.domain},
        "hosts": {each.name: {key: getattr(each, key) for key in host} for each in plan.hosts},
        "switches": {
            each.name: {**{key: getattr(each, key) for key in switch}, "os": each.os or ""} for each in plan.switches
        },
        "vlans": {
            each.name: {"id": each.vlan, "vni": each.vni, "prefix": each.prefix, "gateway": each.gateway}
            for each in plan.vlans
        },
        "pools": {each.name: each.prefix for each in plan.prefixes if each.kind == "pool"},
        "links": {
            f"{each.a.device} {each.a.interface}": {
                "fabric": each.fabric,
                "a": each.a.device,
                "a_port": each.a.interface,
                "b": each.b.device,
                "b_port": each.b.interface,
                "speed_gbps": each.speed_gbps,
                "cable": each.cable,
            }
            for each in plan.links
            if asked.has(each.fabric)
        },
    }


EXPORT = Export("terraform", "variables for Terraform (JSON)", _files, folder=True)
