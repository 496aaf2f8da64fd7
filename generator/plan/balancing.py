"""Adaptive routing: ports that select the path of packets by load, where the fabric uses it and the switch and its hosts support it.

A switch that does so sends the packets of one flow over several paths. A RoCE adapter without this setting takes reordered packets for lost ones and
requests them again; so a RoCE fabric balances by load only where every adapter on it has a documented setting (`adaptive_routing` in the catalog).

Limits of Cumulus Linux 5.15 and 5.16 (Equal Cost Multipath Load Sharing): routed ports of the default instance, links of 200 and 400 Gb/s.
"""

from generator.catalog.model import Nic, SwitchSystem
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort

SPEEDS_GBPS = frozenset({200.0, 400.0})
"""Speeds of ports that choose paths by load."""


def balances_by_load(plan: Plan, switch: Switch) -> bool:
    """Whether a switch spreads flows by load: as the fabric states; if it states nothing, on RoCE where both ends support it."""
    if not switch.os or switch.fabric not in plan.fabrics:
        return False
    said = plan.fabrics[switch.fabric].load_balancing
    wanted = said == "adaptive" or (said is None and switch.fabric in plan.roce)
    system = plan.hardware.get(SwitchSystem, switch.os)
    return (
        wanted
        and system.has("adaptive-routing", switch.version, switch.model)
        and not any(unready(plan, fabric) for fabric in switch.carries if fabric in plan.roce)
    )


def unready(plan: Plan, fabric: str) -> tuple[str, ...]:
    """Name the adapters on a RoCE fabric, of the envelope, whose half of adaptive routing no document states."""
    return _unready(plan)[fabric]


@once
def _unready(plan: Plan) -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {fabric: set() for fabric in plan.roce}
    for group in plan.groups.values():
        for fabric, ports in group.ports.items():
            for port in ports if fabric in found else ():
                nic = plan.hardware.find(Nic, port.nic) if port.nic else None
                if nic is None or nic.adaptive_routing is None:
                    found[fabric].add(port.nic or f"{port.name} of {group.model}")
    return {fabric: tuple(sorted(models)) for fabric, models in found.items()}


def adaptive_ports(plan: Plan, switch: Switch) -> list[SwitchPort]:
    """Return the ports between switches on which it does."""
    if not balances_by_load(plan, switch):
        return []
    return [port for port in plan.ports_of[switch.name] if port.group and port.speed_gbps in SPEEDS_GBPS]


@once
def adaptive_fabrics(plan: Plan) -> frozenset[str]:
    """Return the RoCE fabrics of whose flows some switch chooses the path by load, of the envelope: their hosts have the other half."""
    return frozenset(
        fabric
        for switch in plan.switches
        if balances_by_load(plan, switch) and any(port.group for port in plan.reserved_of[switch.name])
        for fabric in switch.carries
        if fabric in plan.roce
    )
