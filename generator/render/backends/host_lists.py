"""host-lists: the table of hosts for OpenCHAMI, Warewulf and MAAS; each needs only its own file."""

from collections.abc import Iterable, Iterator
from typing import Any

from generator.plan.plan import Plan
from generator.plan.provisioning.records import Machine
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text

NAME = "host-lists"
_HOME = "provisioning"
_SHELL = Proof(Grade.PARSED, "sh -n; run with recording stand-ins for its programs")
_OPENCHAMI = """Hosts whose MAC addresses assets.yaml has, for `ochami discover static -f yaml -d @nodes.yaml` (its manual page, DATA STRUCTURE).
nid is a host's place in the in-band prefix; xname is x<row and rack>c0s<rack unit>b0n0."""


def paths(_plan: Plan) -> Iterable[str]:
    """Return three files."""
    return (f"{_HOME}/openchami/nodes.yaml", f"{_HOME}/warewulf/hosts.sh", f"{_HOME}/maas/machines.sh")


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them; they hold the hosts whose MAC addresses are known."""
    machines = plan.provisioning.machines
    nodes = {"nodes": [_node(each) for each in machines if each.bmc and each.bmc_mac]}
    yield Artifact(f"{_HOME}/openchami/nodes.yaml", yaml_text(nodes, _OPENCHAMI), UNPROVEN)
    for folder, name in (("warewulf", "hosts"), ("maas", "machines")):
        text = templates.render(f"provisioning/{folder}.sh.j2", machines=machines, domain=plan.domain)
        yield Artifact(f"{_HOME}/{folder}/{name}.sh", text, _SHELL)


def _node(machine: Machine) -> dict[str, Any]:
    """Return a host in OpenCHAMI's format; its place is an xname (Cray-HPE/hms-xname)."""
    return {
        "name": machine.name,
        "nid": machine.number,
        "xname": f"x{machine.cabinet}c0s{machine.unit}b0n0",
        "bmc_mac": machine.bmc_mac,
        "bmc_ip": machine.bmc,
        "group": machine.group,
        "interfaces": [{"mac_addr": machine.mac, "ip_addrs": [{"name": "inband", "ip_addr": machine.address}]}],
    }
