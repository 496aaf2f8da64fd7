"""`states`: which devices of the envelope are not simply in service, by name."""

from collections.abc import Iterator
from typing import Literal

from generator.spec.base import SpecModel
from generator.spec.tenants import HostRange, unfold

State = Literal["planned", "installed", "maintenance", "retired"]
"""What a device's state may be."""
_STATED: tuple[State, ...] = ("planned", "maintenance", "retired")
"""The states that are written down; whatever is not named is installed."""
Growth = Literal["preprovision", "on-demand"]
"""When a switch port is configured: with the switch, or with the device that it is for."""


class StatesSpec(SpecModel):
    """Devices that are not in service. A device that is not listed here is `installed`; a device has one state.

    Devices are named as the plan names them (`gpu05`, `compute-leaf03`), by range (`gpu[07-08]`), or all of a host group by its name.
    A state moves nothing: places, cables, addresses and names of all other devices stay as they are.
    """

    planned: tuple[HostRange, ...] = ()
    """Ordered and not yet delivered: numbered, cabled and rendered, so that the crew can prepare it. Nothing expects it to answer: Slurm has the host
    as FUTURE, Ansible has it in the group `planned` and in none of those that the playbooks address, and its GPUs are not counted as in service.
    Such a host is one of its group's `count`."""
    maintenance: tuple[HostRange, ...] = ()
    """Installed and temporarily out of service: all files remain. Slurm drains a host, a switch asks its neighbours to use other paths, and Ansible
    has both in the group `maintenance`."""
    retired: tuple[HostRange, ...] = ()
    """Hosts that were removed. Their places, ports, addresses and names stay reserved and are not given to others. `count` still counts
    the place; the host has no files, no cables and no addresses, and no tables but the list `retired` of `plan.json`. Removing it from this list restores every byte."""


def entries(states: StatesSpec) -> Iterator[tuple[State, int, str]]:
    """Yield the entries: (state, place in its list, entry)."""
    for state in _STATED:
        yield from ((state, index, entry) for index, entry in enumerate(getattr(states, state)))


def retired_names(states: StatesSpec) -> frozenset[str]:
    """Return the names of hosts, and of whole groups, that are retired."""
    return frozenset(name for entry in states.retired for name in unfold(entry))
