"""Who serves names, addresses and boot files: the control hosts, each by its address in the segment of who asks."""

from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address

from generator.plan.plan import Plan
from generator.plan.provisioning.names import Named
from generator.plan.provisioning.records import ServerPort, Servers


def servers_of(plan: Plan, named: Mapping[str, Named]) -> Servers:
    """Find the control hosts' ports; `named` gives each address its name."""
    ports: dict[str, list[ServerPort]] = {"bond": [], "access": []}
    for host in plan.hosts_of.get("control", []):
        for port in plan.interfaces_of[host.name]:
            if port.kind in ports and port.address:
                label = named[port.address].label
                ports[port.kind].append(
                    ServerPort(host=host.name, interface=port.name, label=label, address=port.address)
                )
    return Servers(inband=tuple(ports["bond"]), management=tuple(ports["access"]))


def addresses_among(services: Iterable[str | IPv4Address]) -> tuple[str, ...]:
    """Return those of the site's services that are IPv4 addresses: DHCP options have no place for names (RFC 2132, sections 3.8 and 8.3)."""
    return tuple(str(each) for each in services if _is_address(str(each)))


def _is_address(text: str) -> bool:
    try:
        IPv4Address(text)
    except ValueError:
        return False
    return True
