"""What the roles read of BeeGFS: of a host that serves it its services, of the first one also what belongs to the whole file system, and of clients the address."""

from collections.abc import Mapping
from typing import Any

from generator.plan.hosts.beegfs import BeegfsHost, BeegfsSystem, beegfs_systems
from generator.plan.plan import Plan
from generator.plan.records import Host

Facts = Mapping[str, Any]


def beegfs_server_facts(plan: Plan, host: Host) -> Facts:
    """Return the file system that a host serves a part of; nothing where it serves none."""
    for system in beegfs_systems(plan).values():
        for mine in (each for each in system.hosts if each.name == host.name):
            first = _first(system) if host.name == system.admin else {}
            return {"storage_beegfs": {**_services(system, mine), **first}}
    return {}


def beegfs_client_facts(plan: Plan, host: Host) -> Facts:
    """Return the file system that a host mounts; nothing where it mounts none."""
    for system in beegfs_systems(plan).values():
        if host.group != system.group and host.name in system.interfaces:
            return {"storage_beegfs_client": {"address": system.address, "rdma": system.rdma}}
    return {}


def _services(system: BeegfsSystem, host: BeegfsHost) -> Facts:
    """Return the services of a host by their kinds; the numbers of its targets are those that the file system knows."""
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
    """Return what the first host has to know of others: who has a part of the file system, and who restarts when metadata is mirrored."""
    return {
        "others": [each.name for each in system.hosts[1:]],
        "target": system.hosts[0].targets[0].place,
        "metadata": [each.name for each in system.hosts if each.metadata],
    }
