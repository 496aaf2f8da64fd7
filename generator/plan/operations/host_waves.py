"""Waves of hosts: hosts that may be out of service at the same time for drivers, firmware and reboots.

Compute hosts go a rack at a time, which suits technicians and jobs. Of all others, one of a kind is out at a time: never two controllers, storage
servers or login hosts. A wave follows from place and ordinal, so a new host changes no other's.
"""

from generator.plan.plan import Plan
from generator.plan.records import Host

_COMPUTE = "compute"


def host_waves(plan: Plan) -> dict[str, str]:
    """Return the name of the wave of every host; in the order of names, compute hosts are first."""
    found: dict[str, str] = {}
    for role, hosts in plan.hosts_of.items():
        groups = sorted({host.group for host in hosts})
        found |= {host.name: _wave(role, host, groups.index(host.group)) for host in hosts}
    return found


def _wave(role: str, host: Host, group: int) -> str:
    """Name a wave; groups that share a role are never out together."""
    return f"compute-{host.rack}" if role == _COMPUTE else f"others-{group:02d}-{host.ordinal:05d}"
