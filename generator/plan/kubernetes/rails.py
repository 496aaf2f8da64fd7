"""The rails as secondary networks of pods: a pod gets the port itself, with its address of the plan.

A routed rail is a /31 that has one address for a host and one for its leaf, so a pod cannot have an additional address (as macvlan and virtual
functions would need): the port moves into the pod (host-device), and its address with it. One pod of a host has a rail
at a time. On InfiniBand the port moves likewise, and needs no address.
"""

from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.chart import read_chart
from generator.plan.groups import Group
from generator.plan.kubernetes.workers import worker_groups
from generator.plan.plan import Plan

FABRIC = "compute"
NETWORK_NAMESPACE = "default"
"""The namespace of the networks of rails: Multus lets pods of every namespace use those of this one, regardless of isolation (its configuration reference)."""
RESOURCE_PREFIX = "nvidia.com"


class RailPort(Struct, frozen=True):
    """A rail's port on the hosts of a group: its PCI address, and its PCI device id (four hexadecimal digits)."""

    rail: str
    pci: str
    nic_type: str


class RailGroup(Struct, frozen=True):
    """A group with the ports that its pods can have, in the order of the rails."""

    group: Group
    ports: tuple[RailPort, ...]


def rail_groups(plan: Plan) -> list[RailGroup]:
    """Return every group whose rails are NVIDIA adapters at known PCI addresses.

    The device plugin finds a whole port by its PCI address alone (its `pfNames` mean virtual functions), so ports that a maker divides into planes,
    without documented addresses, are not available to pods; nor are those of other makers, which the operator does not support.
    """
    found = (RailGroup(group, tuple(_ports(plan, group))) for group in worker_groups(plan))
    return [each for each in found if each.ports]


def groups_without_rails(plan: Plan) -> list[str]:
    """Name the groups that have rails which no pod can have."""
    found = worker_groups(plan) if FABRIC in plan.fabrics else []
    return [group.name for group in found if group.ports.get(FABRIC) and not rail_names(plan, group)]


def rails(plan: Plan) -> list[str]:
    """Name every rail that some group's pods can have, by number."""
    names = {port.rail for each in rail_groups(plan) for port in each.ports}
    return sorted(names, key=lambda name: (len(name), name))


def rail_resource(rail: str) -> str:
    """Return the resource of a rail for pods."""
    return f"{RESOURCE_PREFIX}/{rail}"


def rail_names(plan: Plan, group: Group) -> tuple[str, ...]:
    """Name the rails that pods of a group's hosts can have, in their order."""
    return tuple(port.rail for port in _ports(plan, group))


def is_routed(plan: Plan) -> bool:
    """Whether rails have addresses of the plan, which pods take over."""
    spec = plan.fabrics.get(FABRIC)
    return spec is not None and spec.technology != "infiniband"


def _ports(plan: Plan, group: Group) -> Iterator[RailPort]:
    fabric = plan.fabrics.get(FABRIC)
    if fabric is None or fabric.planes > 1:
        return
    types = read_chart("network-operator").nic_types
    for port in group.ports.get(FABRIC, ()):
        if port.pci and port.nic in types:
            yield RailPort(port.name, port.pci, types[port.nic])
