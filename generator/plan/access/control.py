"""Access to a switch's own services: from the control hosts' management addresses, and for BFD from the switches at the other ends of its links.

The number of each line follows from its content, so that an additional control host or port renumbers none.
"""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from generator.plan.access.line_numbers import control_numbers
from generator.plan.edge import SiteUplink
from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort

CONTROL_ZONE = "management/control"
_LINK_LOCAL = "fe80::/10"


class ControlLine(Struct, frozen=True, kw_only=True):
    """Prefix that is accepted, at one port of the switch or at any. `number` is unique in its list."""

    source: str
    interface: str = ""
    number: int = 0

    @property
    def says(self) -> str:
        """What it permits, as one text, from which its number follows."""
        return f"{self.source} {self.interface}".rstrip()


def control_hosts(plan: Plan, *, ipv6: bool = False) -> tuple[ControlLine, ...]:
    """Return the lines for SSH and its like; empty where no control host has a management port: nobody could log in."""
    zone = plan.access.zone.get(CONTROL_ZONE)
    prefixes = () if zone is None else zone.prefixes_ipv6 if ipv6 else zone.prefixes
    return tuple(
        sorted(_numbered(tuple(ControlLine(source=prefix) for prefix in prefixes)), key=lambda line: line.number)
    )


def neighbours(
    switch: Switch, ports: Iterable[SwitchPort], uplinks: Iterable[SiteUplink], *, ipv6: bool
) -> tuple[ControlLine, ...]:
    """Return the lines for the switches at these ports, in the order of the ports, then for the peers of these uplinks to the site.

    Switches are matched by their addresses, or by any link-local one where a session has none. A tagged uplink has no port of its own.
    """
    beyond = [
        ControlLine(source=f"{each.peer}/{128 if ipv6 else 32}", interface="" if uplink.vlan else uplink.port)
        for uplink in uplinks
        if uplink.bfd and uplink.switch == switch.name
        for each in uplink.families
        if (each.version == 6) is ipv6
    ]
    if ipv6:
        local = (port for port in ports if not port.peer_address or switch.loopback_ipv6)
        return _numbered((*(ControlLine(source=_LINK_LOCAL, interface=port.interface) for port in local), *beyond))
    near = (
        ControlLine(source=f"{port.peer_address}/32", interface=port.interface) for port in ports if port.peer_address
    )
    return _numbered((*near, *beyond))


@lru_cache(maxsize=64)
def _numbered(lines: tuple[ControlLine, ...]) -> tuple[ControlLine, ...]:
    """Number lines; switches with links at the same ports have the same ones."""
    numbers = control_numbers(line.says for line in lines)
    return tuple(replace(line, number=numbers[line.says]) for line in lines)
