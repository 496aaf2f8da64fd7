"""The RoCE classes: maps, queues, marking, PFC and its watchdog, all from one `Roce`."""

from collections.abc import Iterator

from generator.catalog.model import Switch as SwitchModel
from generator.catalog.model import SwitchSystem
from generator.plan.plan import Plan
from generator.plan.qos.records import CNP_PERCENT, Roce
from generator.plan.records import Switch, SwitchPort
from generator.render.eos import Section, Sections

_DSCPS = range(64)
_CLASSES = range(7)
"""Traffic class 7 and its queue are the switch's own control traffic, and cannot be mapped (Arista EOS, Quality of Service)."""
_IN_A_LINE = 8


def profile_name(port: SwitchPort) -> str:
    """Name the profile of a port: ports of one fabric and speed are alike."""
    return f"ROCE-{port.fabric.upper()}-{port.speed_gbps:g}G"


def qos_sections(plan: Plan, switch: Switch, model: SwitchModel, system: SwitchSystem) -> Sections:
    """Return the maps, a profile for every kind of port, and the watchdog; empty where no fabric of the switch is RoCE."""
    reserved = [port for port in plan.reserved_of[switch.name] if port.fabric in plan.roce]
    if not reserved:
        return {}
    kinds = {profile_name(port): port for port in plan.ports_of[switch.name] if port.fabric in plan.roce}
    roce = plan.roce[reserved[0].fabric]
    sections: Sections = {
        "qos": {"map": {"dscp": list(_dscps(roce)), "traffic_class": [f"{tc} to tx-queue {tc}" for tc in _CLASSES]}},
        "qos_profiles": [_profile(plan.roce[port.fabric], model, name, port) for name, port in sorted(kinds.items())],
    }
    if any(plan.roce[port.fabric].paused for port in reserved):
        sections["priority_flow_control"] = {"watchdog": _watchdog(system)}
    return sections


def _dscps(roce: Roce) -> Iterator[str]:
    """Map all 64: EOS's own map takes eight neighbours of the RoCE DSCP along, and turns the lowest two classes round."""
    classes = {**{each.dscp: each.priority for each in roce.data}, roce.cnp_dscp: roce.cnp_priority}
    rest = [dscp for dscp in _DSCPS if classes.get(dscp, 0) == 0]
    for start in range(0, len(rest), _IN_A_LINE):
        yield f"{' '.join(map(str, rest[start : start + _IN_A_LINE]))} to traffic-class 0"
    for dscp, traffic_class in sorted(classes.items()):
        if traffic_class:
            yield f"{dscp} to traffic-class {traffic_class}"


def _profile(roce: Roce, model: SwitchModel, name: str, port: SwitchPort) -> Section:
    eos = model.os.eos
    assert eos is not None
    profile: Section = {
        "name": name,
        "trust": "dscp",
        f"{eos.queue}_tx_queues" if eos.queue == "uc" else "tx_queues": _queues(roce, model, port),
    }
    if roce.paused:
        profile["priority_flow_control"] = {
            "enabled": True,
            "priorities": [{"priority": each, "no_drop": True} for each in roce.paused],
            "watchdog": {"enabled": True},
        }
    return profile


def _queues(roce: Roce, model: SwitchModel, port: SwitchPort) -> list[Section]:
    """Queues are strict on EOS by default: queues of RoCE and the best-effort queue share the bandwidth that notifications leave."""
    marking = roce.marking_of(model.model, port.speed_gbps)
    marked: Section = {}
    if roce.marks and marking:
        marked["random_detect"] = {
            "ecn": {
                "threshold": {
                    "units": "bytes",
                    "min": marking.kmin_bytes,
                    "max": marking.kmax_bytes,
                    "max_probability": marking.pmax_percent,
                    "weight": 0,
                }
            }
        }
    return sorted(
        (
            {"id": 0, "priority": "no priority", "bandwidth_percent": roce.rest_percent},
            *(
                {"id": each.priority, "priority": "no priority", "bandwidth_percent": each.weight_percent, **marked}
                for each in roce.data
            ),
            {
                "id": roce.cnp_priority,
                "priority": "priority strict",
                "shape": {"rate": f"{CNP_PERCENT} percent"},
            },
        ),
        key=lambda queue: int(queue["id"]),
    )


def _watchdog(system: SwitchSystem) -> Section:
    """Times in seconds, as EOS takes them."""
    fact = system.watchdog
    assert fact is not None
    section: Section = {
        "action": "drop",
        "timeout": f"{fact.detection_ms / 1000:.2f}",
        "polling_interval": f"{fact.poll_ms / 1000:.3f}",
    }
    if fact.restoration_ms is not None:
        section["recovery_time"] = f"{fact.restoration_ms / 1000:.2f}"
    return section
