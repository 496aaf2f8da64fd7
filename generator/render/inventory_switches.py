"""What the inventory says of switches as a whole: the waves in which they may change, and how each system is reached."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.catalog.model import SwitchSystem
from generator.catalog.system import Reached
from generator.plan.plan import Plan

_PYTHON = "/usr/bin/python3"
_CONTROLLER = "{{ ansible_playbook_python }}"


def wave_groups(plan: Plan) -> dict[str, tuple[str, ...]]:
    """Return the groups `switch_wave_1` and on, and `switch_wave_singly` for those that change one at a time, each with its switches."""
    return {
        f"switch_wave_{'singly' if wave.singly else wave.number}": wave.switches for wave in plan.waves if wave.switches
    }


def system_groups(plan: Plan) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the variables of the groups `os_<os>`: how the switches of each system are reached."""
    for os in sorted({switch.os for switch in plan.switches if switch.os}):
        yield f"os_{os}", _variables(plan.hardware.get(SwitchSystem, os).reached)


def _variables(reached: Reached) -> dict[str, Any]:
    """Return how a system is reached: the key of its factory user comes with ZTP or by hand; else modules run on the controller."""
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
