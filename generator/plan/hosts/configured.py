"""Which hosts have an operating system that is configured here (all but appliances, which run their vendor's own), and what configures its network."""

from collections.abc import Iterator
from enum import StrEnum

from generator.catalog.model import Host as HostModel
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier


class Form(StrEnum):
    """Which program configures the interfaces of a host: the one that its operating system comes with. It decides the form of its files."""

    NETPLAN = "netplan"
    """Ubuntu; netplan writes for systemd-networkd (netplan(5), `renderer`)."""
    NETWORKD = "networkd"
    """Debian, where systemd-networkd is part of the systemd package."""
    KEYFILES = "keyfiles"
    """RHEL and Rocky: NetworkManager's own files; its ifcfg files are deprecated in release 9 and gone in 10."""


_BY_SYSTEM = {"ubuntu": Form.NETPLAN, "debian": Form.NETWORKD, "rhel": Form.KEYFILES, "rocky": Form.KEYFILES}
"""By the system in `hosts.G.os`, without its release."""


@once
def configured_hosts(plan: Plan) -> tuple[Host, ...]:
    """Return the hosts that files are written for, in the order of the plan."""
    return tuple(host for host in plan.hosts if not plan.hardware.get(HostModel, host.model).appliance)


def serving_hosts(plan: Plan, tier: Tier) -> list[Host]:
    """Return those of the group that serves a tier, by ordinal."""
    return sorted((host for host in configured_hosts(plan) if host.group == tier.group), key=lambda host: host.ordinal)


def system_of(plan: Plan, host: Host) -> str:
    """Return a host's operating system as in the spec: `ubuntu-24.04`."""
    return plan.groups[host.group].os


def forms(plan: Plan) -> Iterator[tuple[Host, Form]]:
    """Yield every host that is configured here, with the form of its files."""
    for host in configured_hosts(plan):
        yield host, _BY_SYSTEM[system_of(plan, host).partition("-")[0]]
