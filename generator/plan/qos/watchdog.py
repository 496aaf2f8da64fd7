"""The PFC watchdog of a switch: the time after which packets of a paused queue are dropped."""

from operator import attrgetter

from msgspec import Struct

from generator.catalog.model import SwitchSystem
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort


class Watchdog(Struct, frozen=True, kw_only=True):
    """The times of a switch's watchdog, ms. `restoration_ms` is null where the system has no such setting."""

    poll_ms: int
    detection_ms: int
    restoration_ms: int | None


def lossless_ports(plan: Plan, switch: Switch) -> list[SwitchPort]:
    """Return the ports of a switch that are paused rather than overrun, of the envelope: neither rules nor times wait for a host to arrive."""
    fabrics = {name for name, roce in plan.roce.items() if roce.paused}
    return [port for port in plan.reserved_of[switch.name] if port.fabric in fabrics]


@once
def port_speeds(plan: Plan) -> frozenset[tuple[str, str, float]]:
    """Return every fabric, switch and speed of a port of the envelope."""
    return frozenset(map(attrgetter("fabric", "switch", "speed_gbps"), plan.reserved_ports))


def watchdog(plan: Plan, switch: Switch) -> Watchdog | None:
    """Return the documented watchdog of a switch's system for its number of ports; None where no port has PFC or the system has no times.

    All times grow with the ports, as one process polls them all (SwitchSystem.watchdog).
    """
    ports = len(lossless_ports(plan, switch))
    fact = plan.hardware.get(SwitchSystem, switch.os).watchdog if switch.os else None
    if not ports or fact is None:
        return None
    steps = -(-ports // fact.ports_a_step) if fact.ports_a_step else 1
    poll = fact.poll_ms * steps
    return Watchdog(
        poll_ms=min(poll, fact.poll_most_ms) if fact.poll_most_ms else poll,
        detection_ms=fact.detection_ms * steps,
        restoration_ms=fact.restoration_ms * steps if fact.restoration_ms is not None else None,
    )
