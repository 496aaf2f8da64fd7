"""What the inventory says of switches as a whole: the waves in which they may change, and how each system is reached."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.plan.plan import Plan

_PYTHON = "/usr/bin/python3"

_REACHED: dict[str, Mapping[str, Any]] = {
    # The user that each image has from the factory; the key comes with ZTP or by hand. Both are Debian with Python.
    "sonic": {
        "ansible_connection": "ansible.builtin.ssh",
        "ansible_user": "admin",
        "ansible_python_interpreter": _PYTHON,
    },
    "cumulus": {
        "ansible_connection": "ansible.builtin.ssh",
        "ansible_user": "cumulus",
        "ansible_python_interpreter": _PYTHON,
    },
    # eAPI is HTTPS from the controller: modules run there. The network OS is for those who bring the collection.
    "eos": {
        "ansible_connection": "ansible.builtin.local",
        "ansible_python_interpreter": "{{ ansible_playbook_python }}",
        "ansible_network_os": "arista.eos.eos",
    },
}


def wave_groups(plan: Plan) -> dict[str, tuple[str, ...]]:
    """Give the groups `switch_wave_1` and on, and `switch_wave_singly` for those that change one at a time, each with its switches."""
    return {
        f"switch_wave_{'singly' if wave.singly else wave.number}": wave.switches for wave in plan.waves if wave.switches
    }


def system_groups(plan: Plan) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Give the variables of the groups `os_<os>`: how the switches of each system are reached."""
    for os in sorted({switch.os for switch in plan.switches if switch.os}):
        yield f"os_{os}", _REACHED[os]
