"""Which program configures the interfaces of a host: the one that its operating system comes with."""

from collections.abc import Iterator
from enum import StrEnum

from generator.plan.hosts.configured import configured_hosts, system_of
from generator.plan.plan import Plan
from generator.plan.records import Host


class Form(StrEnum):
    """The form of the files."""

    NETPLAN = "netplan"
    """Ubuntu; netplan writes for systemd-networkd (netplan(5), `renderer`)."""
    NETWORKD = "networkd"
    """Debian, where systemd-networkd is part of the systemd package."""
    KEYFILES = "keyfiles"
    """RHEL and Rocky: NetworkManager's own files; its ifcfg files are deprecated in release 9 and gone in 10."""


_BY_SYSTEM = {"ubuntu": Form.NETPLAN, "debian": Form.NETWORKD, "rhel": Form.KEYFILES, "rocky": Form.KEYFILES}
"""By what stands before the release in `hosts.G.os`."""


def forms(plan: Plan) -> Iterator[tuple[Host, Form]]:
    """Yield every host that is configured here, with the form of its files."""
    for host in configured_hosts(plan):
        yield host, _BY_SYSTEM[system_of(plan, host).partition("-")[0]]
