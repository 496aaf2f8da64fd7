"""Facts of BeeGFS for roles: services of a server, on the first one also those of the whole file system, and the address for clients."""

from collections.abc import Mapping
from typing import Any

from generator.plan.hosts.beegfs import BeegfsHost, BeegfsSystem, beegfs_systems
from generator.plan.plan import Plan
from generator.plan.records import Host

Facts = Mapping[str, Any]


def beegfs_server_facts(plan: Plan, host: Host) -> Facts:
    """Return the file system of which a host is a server; empty where it is none."""
    for system in beegfs_systems(plan).values():
        for mine in (each for each in system.hosts if each.name == host.name):
            first = _first(system) if host.name == system.admin else {}
            return {"storage_beegfs": {**_services(system, mine), **first}}
    return {}


def beegfs_client_facts(plan: Plan, host: Host) -> Facts:
    """Return the file system that a host mounts; empty where it mounts none."""
    for system in beegfs_systems(plan).values():
        if host.group != system.group and host.name in system.interfaces:
            return {"storage_beegfs_client": {"address": system.address, "rdma": system.rdma}}
    return {}


def _services(system: BeegfsSystem, host: BeegfsHost) -> Facts:
    """Return the services of a host by their kinds; the numbers of its targets are those in the file system."""
    kinds = [*(["mgmtd"] if host.management else []), *(["meta"] if host.metadata else []), "storage"]
    return {
        "tier": system.tier,
        "admin": system.admin,
        "management": system.hosts[0].management,
        "services": kinds,
        "targets": [each.number for each in host.targets],
        "mirrored": bool(system.buddies),
    }


def _first(system: BeegfsSystem) -> Facts:
    """Return the facts of other hosts for the first one: servers of the file system, and those that restart when metadata is mirrored."""
    return {
        "others": [each.name for each in system.hosts[1:]],
        "target": system.hosts[0].targets[0].place,
        "metadata": [each.name for each in system.hosts if each.metadata],
    }
