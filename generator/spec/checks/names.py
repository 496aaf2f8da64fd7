"""Names that meet in DNS, Ansible and Slurm."""

from collections.abc import Iterator
from typing import get_args

from generator.spec.base import FabricName
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec

_ANSIBLE = {
    "all", "ungrouped", "localhost", "vars", "hosts", "children", "group", "groups", "environment", "tags", "name",
}  # fmt: skip
"""Names that Ansible's inventory or its variables already use."""
_YAML = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
"""Words that YAML 1.1 readers, Ansible among them, take for something else than text."""
_OURS = {
    "switches", "leaves", "spines", "cores", "racks", "sus", "fabrics", "roles", "cluster", "planned", "maintenance",
}  # fmt: skip
"""Groups that the rendered inventory defines itself."""
_PREFIXES = ("rack-", "su-", "role-", "fabric-", "os-")
"""How the rendered inventory's own groups begin, with dashes for its underscores."""


@spec_rule(
    title="A reserved group name",
    why="Host groups become groups of the Ansible inventory, where some names are reserved.",
    fix="Choose another name.",
)
def reserved_name(spec: ClusterSpec) -> Iterator[Finding]:
    """No host group may be called as a group that exists already."""
    for name in spec.hosts:
        if name in _ANSIBLE | _OURS | _YAML or name.startswith(_PREFIXES):
            owner = "Ansible" if name in _ANSIBLE else "YAML" if name in _YAML else "the rendered inventory"
            yield KeyFinding(
                message=f"a host group cannot be called {name}: {owner} uses that name",
                loc=("hosts", name),
                help=f"choose another name, such as {'gpu' if name in _ANSIBLE else name.replace('-', '') + 'x'}",
            )


@spec_rule(
    title="Names of hosts and switches that collide",
    why="A device name is its DNS name, its Ansible name and the key of its addresses.",
    fix="Rename the host group.",
)
def name_clash(spec: ClusterSpec) -> Iterator[Finding]:
    """No group may make names that switches or another group make."""
    switches = {f"{fabric}-{tier}" for fabric in get_args(FabricName) for tier in ("leaf", "spine", "core")}
    for name in spec.hosts:
        if name in switches:
            yield KeyFinding(
                message=f"hosts.{name} would make hosts with the names of switches ({name}1)",
                loc=("hosts", name),
                help="choose another name for the group",
            )


@spec_rule(
    title="Groups whose host names cannot be distinguished",
    why="With ten or more hosts, `gpu` and `gpu1` both have a host gpu11.",
    fix="End group names with a letter.",
)
def digits_clash(spec: ClusterSpec) -> Iterator[Finding]:
    """No group's name may be another's followed by digits."""
    for name in spec.hosts:
        stem = name.rstrip("0123456789").rstrip("-")
        if stem != name and stem in spec.hosts:
            yield KeyFinding(
                message=f"the hosts of {name} and of {stem} have names that are easily confused",
                loc=("hosts", name),
                help=f"call it {stem}-{'abc'[int(name[-1]) % 3]} or name it after its purpose",
            )
