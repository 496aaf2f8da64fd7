"""How a host's system identifies a port: by its PCI address if the maker fixes it, else by an address of the delivered card.

An Ethernet port is identified by its MAC address, an IPoIB interface by the port GUID that ends its hardware address (RFC 4391, section 9.1.1).
A port that the maker divides (planes) has no documented PCI address for each part, so it needs the MAC address.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from generator.plan.counts import counted
from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.network_choices import is_configured
from generator.plan.hosts.records import HostInterface
from generator.plan.plan import Plan
from generator.plan.records import Host

_VIRTUAL = frozenset({"bond", "vlan"})
"""Kinds that the system creates itself, under their configured name."""


class PortName(Struct, frozen=True):
    """The configured name of a port, and its key, empty while none is known: a PCI address, a MAC address, or the last eight bytes of an IPoIB address."""

    name: str
    by: Literal["pci", "mac", "guid"]
    key: str
    infiniband: bool


def port_names(plan: Plan, host: Host) -> tuple[PortName, ...]:
    """Return the name of every port that the host's system configures, in the order of the metal."""
    return tuple(
        _port_name(plan, port)
        for port in plan.interfaces_of[host.name]
        if port.kind not in _VIRTUAL and is_configured(port)
    )


def _port_name(plan: Plan, port: HostInterface) -> PortName:
    infiniband = port.kind == "infiniband"
    if port.pci:
        return PortName(port.name, "pci", port.pci, infiniband)
    if not infiniband:
        return PortName(port.name, "mac", port.mac, infiniband=False)
    assets = plan.site.assets.get(port.host)
    digits = assets.guids.get(port.name, "").removeprefix("0x") if assets else ""
    key = ":".join(digits[at : at + 2] for at in range(0, len(digits), 2))
    return PortName(port.name, "guid", key, infiniband=True)


def names_waiting(plan: Plan) -> Iterator[str]:
    """Report the hosts with ports that cannot be identified yet: one line for MAC addresses, one for port GUIDs."""
    lacking: dict[str, list[tuple[str, str]]] = {"mac": [], "guid": []}
    for host in configured_hosts(plan):
        for port in port_names(plan, host):
            if not port.key:
                lacking[port.by].append((host.name, port.name))
    for by, what in (("mac", "MAC addresses (macs)"), ("guid", "port GUIDs (guids)")):
        if missing := lacking[by]:
            hosts = dict.fromkeys(name for name, _ in missing)
            first = next(iter(hosts))
            ports = ", ".join(port for name, port in missing if name == first)
            yield (
                f"assets.yaml: {len(missing):,} {what} of {counted(len(hosts), 'host')}, beginning with {first} ({ports}): "
                "70-persistent-net.rules uses them to name ports whose PCI address is unknown"
            )
