"""Streaming telemetry: the switches to which the collector of a control host subscribes, and the expected series."""

import re
from collections.abc import Iterator

from generator.catalog.model import Switch as SwitchModel
from generator.catalog.telemetry import read_telemetry, telemetry_systems
from generator.model.interfaces import sonic_alias
from generator.plan.cabling.records import LinkEnd
from generator.plan.monitoring.records import Streamed, StreamedLink, Telemetry
from generator.plan.monitoring.switches import BETWEEN, MAINTENANCE, switch_labels, watching_hosts
from generator.plan.plan import Plan
from generator.plan.records import Host, Switch
from generator.plan.states import PLANNED

FOLDER = "/etc/gnmic"
"""Where a control host has its collector's file and certificates."""
CA, CERTIFICATE, KEY = f"{FOLDER}/ca.crt", f"{FOLDER}/client.crt", f"{FOLDER}/client.key"
LOGIN, USER, PASSWORD = f"{FOLDER}/login", "CLUSTERGEN_GNMI_USER", "CLUSTERGEN_GNMI_PASSWORD"
"""The file of a control host that has the user and the password of switches which ask for them, and its variables. Those that begin with GNMIC are options of gNMIc for all targets."""
_CONTROL, _SEGMENT = "management/control", "management"
_COLLECTED = "gnmic"
_BEST_EFFORT = 0
PEERS = "leaf_leaf"
"""The kind of a link that joins leaves, and is no uplink."""


def collects(plan: Plan) -> bool:
    """Whether control hosts collect streaming telemetry: the spec enables it, and the matrix allows it for some switch that streams."""
    return any(True for _ in streamed_switches(plan))


def streamed_switches(plan: Plan) -> Iterator[Switch]:
    """Yield the switches that are subscribed to; planned ones do not respond yet."""
    watching = watching_hosts(plan)
    asked = plan.site.monitoring.enabled and plan.site.services.telemetry == _COLLECTED and bool(watching)
    there = _CONTROL in plan.access.zone and _SEGMENT in plan.access.zone
    if not asked or not there or not all(host.management for host in watching):
        return
    for switch in plan.switches:
        if switch.os and switch.management and switch.state != PLANNED and streams(plan, switch):
            port = read_telemetry(switch.os).port
            if plan.access.may(_CONTROL, _SEGMENT, "tcp", port):
                yield switch


def streams(plan: Plan, switch: Switch) -> bool:
    """Whether a switch's system streams on its ASIC, as far as the catalog knows."""
    if switch.os not in telemetry_systems():
        return False
    return plan.hardware.get(SwitchModel, switch.model).asic not in read_telemetry(switch.os).silent_asics


def streamed_series(plan: Plan, *, lossless: bool) -> frozenset[str]:
    """Return the series that the release of some switch streams, installed or not; with `lossless`, of one whose fabric must not drop."""
    fabrics = {name for name, roce in plan.roce.items() if roce.paused}
    asked = (switch for switch in plan.switches if switch.fabric in fabrics or not lossless)
    releases = {(switch.os, switch.version) for switch in asked if switch.os and streams(plan, switch)}
    return frozenset(name for system, version in releases for name in read_telemetry(system).streamed(version))


def telemetry_of(plan: Plan) -> Telemetry | None:
    """Return the telemetry; None where none is collected."""
    switches = tuple(_streamed(plan, switch) for switch in streamed_switches(plan))
    if not switches:
        return None
    classes = [each for roce in plan.roce.values() for each in roce.data]
    notified = {roce.cnp_priority for roce in plan.roce.values()}
    return Telemetry(
        switches=switches,
        queues=tuple(sorted({_BEST_EFFORT, *notified, *(each.priority for each in classes)})),
        priorities=tuple(sorted({each.priority for each in classes if each.lossless})),
    )


def logins(plan: Plan) -> list[Switch]:
    """Return the switches that are subscribed to with a user and a password."""
    return [switch for switch in streamed_switches(plan) if switch.os and read_telemetry(switch.os).login]


def gnmi_address(switch: Switch) -> str:
    """Return the address of a switch's gNMI server, with its port."""
    assert switch.os is not None
    return f"{switch.management}:{read_telemetry(switch.os).port}"


def _streamed(plan: Plan, switch: Switch) -> Streamed:
    assert switch.os is not None
    several = switch.fabric in plan.fabrics and plan.fabrics[switch.fabric].planes > 1
    return Streamed(
        name=switch.name,
        address=gnmi_address(switch),
        server_name=f"{switch.name}.{plan.domain}",
        system=switch.os,
        version=switch.version,
        labels={**switch_labels(switch), **({"plane": str(switch.plane)} if several else {})},
    )


def streamed_links(plan: Plan, host: Host) -> tuple[StreamedLink, ...]:
    """Return the links between switches that stream, which a monitoring host reports in addition to its own expected values."""
    return tuple(_links(plan)) if host.role == "control" else ()


def lossless_queues(plan: Plan, host: Host) -> tuple[tuple[str, int], ...]:
    """Return the queues of fabrics that must not drop, which a monitoring host also reports."""
    if host.role != "control" or not collects(plan):
        return ()
    return tuple(
        (name, priority)
        for name, roce in sorted(plan.roce.items())
        if name in {switch.fabric for switch in plan.switches}
        for priority in roce.paused
    )


def lossless_speeds(plan: Plan, host: Host) -> tuple[tuple[str, float], ...]:
    """Return the speed of the slowest port of each fabric that has such queues, in Gb/s: how long a pause lasts depends on it."""
    fabrics = sorted({name for name, _ in lossless_queues(plan, host)})
    return tuple(
        (name, min(port.speed_gbps for port in plan.reserved_ports if port.fabric == name)) for name in fabrics
    )


def _links(plan: Plan) -> Iterator[StreamedLink]:
    switches = {switch.name: switch for switch in streamed_switches(plan)}
    for link in plan.links if switches else ():
        if link.kind not in BETWEEN or link.a.device not in switches or link.b.device not in switches:
            continue
        near, far = switches[link.a.device], switches[link.b.device]
        yield StreamedLink(
            switch=near.name,
            rack=near.rack,
            port=telemetry_port(plan, near, link.a),
            fabric=link.fabric,
            plane=str(link.plane) if plan.fabrics[link.fabric].planes > 1 else "",
            far=far.name,
            far_port=telemetry_port(plan, far, link.b),
            far_rack=far.rack,
            cable=link.cable,
            peers=link.kind == PEERS,
            state=MAINTENANCE if MAINTENANCE in {near.state, far.state} else "",
        )


def telemetry_port(plan: Plan, switch: Switch, end: LinkEnd) -> str:
    """Return the name of a port in the series of its switch: on SONiC by its alias, of which gNMIc leaves letters, digits and underscores in a name."""
    if switch.os != "sonic":
        return end.interface
    alias = sonic_alias(plan.hardware.get(SwitchModel, switch.model), int(end.cage), end.port, end.ports)
    return re.sub(r"[^A-Za-z0-9_]+", "_", alias)
