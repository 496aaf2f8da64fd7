"""Ports that `assets.yaml` may name: those whose MAC address or port GUID some file needs."""

from collections.abc import Mapping

from generator.plan.draft import Draft
from generator.plan.sonic import BASE_MAC

MANAGEMENT = "mgmt0"
"""The name of the management port of a switch in assets, independent of its system."""


def mac_ports(plan: Draft) -> Mapping[str, frozenset[str]]:
    """Return the ports of every installed device that may have a MAC address, by its name."""
    models = {group.name: frozenset(port.name for port in group.model.ports) for group in plan.cluster.groups}
    switches = {switch.name: frozenset({MANAGEMENT, BASE_MAC}) for switch in plan.switches}
    strips = {pdu.name: frozenset({MANAGEMENT}) for pdu in plan.pdus}
    return switches | strips | {host.name: models[host.group] for host in plan.hosts}


def guid_ports(plan: Draft) -> Mapping[str, list[str]]:
    """Return the InfiniBand ports of every installed device, by its name."""
    ports: dict[str, list[str]] = {device.name: [] for device in plan.devices}
    for host in (host for subnet in plan.subnets for host in subnet.hosts):
        ports[host.device] += [port for port, _, _ in host.ports]
    return ports
