"""Counters of switches: which are read by SNMP, and which links between them the plan has."""

from collections.abc import Iterator

from generator.model.device import LinkKind
from generator.plan.monitoring.records import SwitchLink, Target
from generator.plan.plan import Plan
from generator.plan.records import Host, Switch
from generator.plan.states import INSTALLED, PLANNED

_CONTROL, _SEGMENT = "management/control", "management"
_PORT = 161
"""Of SNMP over UDP (RFC 3417)."""
BETWEEN: frozenset[LinkKind] = frozenset({"leaf_leaf", "leaf_spine", "spine_core"})
MAINTENANCE = "maintenance"
_BYTES_PER_GBPS = 125_000_000


def reads_switches(plan: Plan) -> bool:
    """Whether control hosts read counters of switches: SNMP is on, some switch of the plan has it, and the matrix allows it."""
    watching = watching_hosts(plan)
    asked = plan.site.monitoring.enabled and plan.site.services.snmp is not None and bool(watching)
    there = _CONTROL in plan.access.zone and _SEGMENT in plan.access.zone
    return (
        asked
        and there
        and all(host.management for host in watching)
        and bool(plan.access.may(_CONTROL, _SEGMENT, "udp", _PORT))
        and any(map(_answers, plan.switches))
    )


def watching_hosts(plan: Plan) -> list[Host]:
    """Return the installed control hosts, in-band."""
    return [host for host in plan.hosts_of.get("control", []) if host.inband and host.state != PLANNED]


def _answers(switch: Switch) -> bool:
    """Whether a switch has SNMP: clustergen writes its configuration, and it has a management address to listen at."""
    return bool(switch.os) and bool(switch.management)


def switch_labels(switch: Switch) -> dict[str, str]:
    """Return the labels of a switch's metrics."""
    return {
        "instance": switch.name,
        "fabric": switch.fabric,
        "tier": switch.tier,
        "rack": switch.rack,
        **({"su": str(switch.su + 1)} if switch.su is not None else {}),
        **({} if switch.state == INSTALLED else {"state": switch.state}),
    }


def read_switches(plan: Plan) -> Iterator[Target]:
    """Yield every switch that is read, with its plane where its fabric has several."""
    for switch in plan.switches if reads_switches(plan) else ():
        if _answers(switch) and switch.state != PLANNED:
            several = switch.fabric in plan.fabrics and plan.fabrics[switch.fabric].planes > 1
            plane = {"plane": str(switch.plane)} if several else {}
            yield Target(address=switch.management, labels={**switch_labels(switch), **plane})


def switch_links(plan: Plan, host: Host) -> tuple[SwitchLink, ...]:
    """Return the links between switches, which a monitoring host reports in addition to its own expected values."""
    if host.role != "control" or not reads_switches(plan):
        return ()
    switches = {switch.name: switch for switch in plan.switches}
    return tuple(_links(plan, switches))


def _links(plan: Plan, switches: dict[str, Switch]) -> Iterator[SwitchLink]:
    for link in plan.links:
        if link.kind not in BETWEEN or link.a.device not in switches or link.b.device not in switches:
            continue
        near, far = switches[link.a.device], switches[link.b.device]
        if not _answers(near) or PLANNED in {near.state, far.state}:
            continue
        yield SwitchLink(
            switch=near.name,
            rack=near.rack,
            port=link.a.interface,
            description=f"{far.name} {link.b.interface}",
            fabric=link.fabric,
            plane=str(link.plane) if plan.fabrics[link.fabric].planes > 1 else "",
            far=far.name,
            far_port=link.b.interface,
            far_rack=far.rack,
            cable=link.cable,
            speed_bytes=round(link.speed_gbps * _BYTES_PER_GBPS),
            state=MAINTENANCE if MAINTENANCE in {near.state, far.state} else "",
        )
