"""States of devices: which are planned, in maintenance or retired, and the places that the retired ones keep."""

from collections.abc import Iterator
from typing import Final

from generator.model.cluster import Cluster
from generator.model.device import TIERS
from generator.model.planes import envelope_switches, switch_name
from generator.plan.records import Host, Retired, Switch
from generator.spec.states import State, entries
from generator.spec.tenants import unfold

INSTALLED: Final = "installed"
PLANNED: Final = "planned"
MAINTENANCE: Final = "maintenance"


def states_of(cluster: Cluster) -> dict[str, State]:
    """Return the state of every device that is not simply installed; two states of one device are a matter of the rules."""
    groups = {group.name: group for group in cluster.groups}
    found: dict[str, State] = {}
    for state, _, entry in entries(cluster.spec.states):
        for name in (
            [groups[entry].host_name(n) for n in range(groups[entry].max)] if entry in groups else unfold(entry)
        ):
            found.setdefault(name, state)
    return found


def plan_retired(cluster: Cluster) -> Iterator[Retired]:
    """Yield the place of every host that has left, by role, group and ordinal."""
    states = states_of(cluster) if cluster.spec.states.retired else {}
    for group in cluster.groups if states else ():
        for ordinal in range(group.max):
            if states.get(group.host_name(ordinal)) == "retired":
                place = cluster.floor.host(group.name, ordinal)
                yield Retired(
                    name=group.host_name(ordinal),
                    group=group.name,
                    ordinal=ordinal,
                    rack=place.rack,
                    unit=place.unit,
                    height_u=place.height_u,
                )


def envelope_switch_names(cluster: Cluster) -> Iterator[str]:
    """Name every switch that the envelope may have."""
    for shape in cluster.shapes.values():
        every = envelope_switches(shape)
        if not shape.carrier:
            for tier in TIERS:
                yield from (switch_name(shape, tier, ordinal) for ordinal in every.of(tier))


def in_state(devices: tuple[Host | Switch, ...], state: State) -> list[str]:
    """Name the devices of one state, in the order of the plan."""
    return [device.name for device in devices if device.state == state]
