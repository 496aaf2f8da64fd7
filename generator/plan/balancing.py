"""Which ports choose a flow's path by load: adaptive routing, where the fabric asks for it and the switch can.

Limits of Cumulus Linux 5.15 and 5.16 (Equal Cost Multipath Load Sharing): routed ports of the default instance, links of 200 and 400 Gb/s.
"""

from generator.catalog.model import SwitchSystem
from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort

_SPEEDS_GBPS = frozenset({200.0, 400.0})


def balances_by_load(plan: Plan, switch: Switch) -> bool:
    """Whether a switch spreads flows by load: as the fabric says, and where it is silent on RoCE wherever it can."""
    if not switch.os or switch.fabric not in plan.fabrics:
        return False
    said = plan.fabrics[switch.fabric].load_balancing
    wanted = said == "adaptive" or (said is None and switch.fabric in plan.roce)
    system = plan.hardware.get(SwitchSystem, switch.os)
    return wanted and system.has("adaptive-routing", switch.version, switch.model)


def adaptive_ports(plan: Plan, switch: Switch) -> list[SwitchPort]:
    """Return the ports between switches on which it does."""
    if not balances_by_load(plan, switch):
        return []
    return [port for port in plan.ports_of[switch.name] if port.group and port.speed_gbps in _SPEEDS_GBPS]
