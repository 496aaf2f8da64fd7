"""How Ansible gets at devices and at secrets: where the tree is, how each system is reached, and a lookup for each secret, never a value."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.catalog.model import SwitchSystem
from generator.catalog.system import Reached
from generator.plan import secrets
from generator.plan.plan import Plan
from generator.render.artifact import ROOT_ONLY
from generator.render.hosts.sharing import shared_place

_TREE = (
    "{{ (playbook_dir ~ '/../..') if (playbook_dir ~ '/../../manifest.json') is file else (inventory_dir ~ '/../..') }}"
)
"""The tree of the running playbook, independent of inventories (AWX has them in its database, a site may add its own); else that of our inventory."""
_PRIVATE = ("etc/netplan/*.yaml", "etc/NetworkManager/system-connections/*.nmconnection")
"""Files of hosts that only root may read: netplan warns of files that others can read, NetworkManager ignores them."""
_AUDIT = ("etc/audit/*",)
"""Rules and settings of auditd: auditctl refuses a file of rules that others can write, and nobody else should know what is recorded."""
_PYTHON = "/usr/bin/python3"
_CONTROLLER = "{{ ansible_playbook_python }}"


def connection_facts(plan: Plan) -> Mapping[str, Any]:
    """Return the connection to hosts and the paths of rendered files: in `cluster_host_files` those of the group, then the host's own, which take precedence.

    The operator sets the login: `ansible_user`, or `-u`.
    """
    return {
        "tree": _TREE,
        "host_files": [
            "{{ cluster_tree }}/" + shared_place("{{ cluster_host_group }}"),
            "{{ cluster_tree }}/hosts/{{ inventory_hostname }}",
        ],
        "file_modes": dict.fromkeys((*_PRIVATE, *(_AUDIT if plan.site.services.audit else ())), f"{ROOT_ONLY:04o}"),
    }


def system_groups(plan: Plan) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the variables of the groups `os_<os>`: how the switches of each system are reached."""
    for os in sorted({switch.os for switch in plan.switches if switch.os}):
        yield f"os_{os}", _variables(plan.hardware.get(SwitchSystem, os).reached)


def _variables(reached: Reached) -> dict[str, Any]:
    """Return the connection variables of a system: the key of its factory user is installed by ZTP or manually; else modules run on the controller."""
    found: dict[str, Any] = (
        {
            "ansible_connection": "ansible.builtin.ssh",
            "ansible_user": reached.user,
            "ansible_python_interpreter": _PYTHON,
        }
        if reached.user
        else {"ansible_connection": "ansible.builtin.local", "ansible_python_interpreter": _CONTROLLER}
    )
    return found | ({"ansible_network_os": reached.network_os} if reached.network_os else {})


def secret_facts(plan: Plan) -> Mapping[str, Any]:
    """Return every secret that files or roles of this cluster need: its variable of the environment, else an error with its use."""
    used = secrets.used(plan)
    return {
        **{secrets.variable(name): _lookup(name) for name in used},
        "secrets_asked": [
            *(_asked(name, secrets.stages(name)) for name in used),
            *(_asked(name, asked) for name, asked in secrets.collected(plan)),
        ],
    }


def _asked(name: str, asked: tuple[tuple[str, ...], str]) -> Mapping[str, Any]:
    """Return the checks of a secret before the first task of a run: stages and hosts that need it, and whether it is given."""
    stages, hosts = asked
    given = f"{{{{ {secrets.variable(name)} is defined }}}}"
    return {"name": secrets.variable(name), "tags": list(stages), "hosts": hosts, "given": given}


def _lookup(name: str) -> str:
    variable = secrets.variable(name)
    hint = f"{variable} is {secrets.meaning(name)}: set {variable.upper()} in the environment, or pass a vault with -e @vault.yml"
    return f"{{{{ lookup('ansible.builtin.env', '{variable.upper()}', default=undef(hint={hint!r})) }}}}"
