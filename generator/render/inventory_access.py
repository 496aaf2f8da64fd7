"""How Ansible gets at devices and at secrets: where the tree is, and a lookup for each secret, never a value."""

from collections.abc import Mapping
from typing import Any

from generator.plan import secrets
from generator.plan.plan import Plan
from generator.render.hosts.sharing import shared_place
from generator.render.inventory_hosts import file_modes

_TREE = "{{ inventory_dir }}/../.."


def connection_facts(_plan: Plan) -> Mapping[str, Any]:
    """Return the way to hosts and to the rendered files: in `host_files` what a group shares, then what is a host's own, which wins.

    Who logs in is the operator's: `ansible_user` of their own, or `-u`.
    """
    return {
        "cluster_tree": _TREE,
        "host_files": [
            "{{ cluster_tree }}/" + shared_place("{{ host_group }}"),
            "{{ cluster_tree }}/hosts/{{ inventory_hostname }}",
        ],
        "cluster_file_modes": file_modes(),
    }


def secret_facts(plan: Plan) -> Mapping[str, Any]:
    """Return every secret that files or roles of this cluster ask for: its variable of the environment, else an error that says what it is."""
    return {secrets.variable(name): _lookup(name) for name in secrets.used(plan)}


def _lookup(name: str) -> str:
    variable = secrets.variable(name)
    hint = f"{variable} is {secrets.SECRETS[name]}: set {variable.upper()} in the environment, or give a vault with -e @vault.yml"
    return f"{{{{ lookup('ansible.builtin.env', '{variable.upper()}', default=undef(hint={hint!r})) }}}}"
