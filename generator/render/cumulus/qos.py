"""The RoCE classes: NVUE's `qos roce`, and wherever the contract differs from what that sets up by itself.

Rule: CumulusNetworks/docs 5.16, RDMA over Converged Ethernet (default configuration, and how to change it).
"""

from collections import Counter

from generator.plan.balancing import adaptive_ports
from generator.plan.plan import Plan
from generator.plan.qos.records import CNP_PERCENT, Roce
from generator.plan.qos.watchdog import watchdog
from generator.plan.records import Switch, SwitchPort
from generator.render.cumulus.dialect import Dialect
from generator.render.cumulus.tree import Branch, at

Thresholds = tuple[int, int, int]
"""Start of marking and marking of everything, bytes; probability between them, per cent."""

_GLOBAL = "default-global"
ROCE_CLASS = 3
CNP_CLASS = 6
"""The traffic classes that `qos roce` makes: RoCE with half of the bandwidth that the strict class of notifications leaves."""
_CLASSES = range(8)
_DSCPS = range(64)


def add_qos(tree: Branch, plan: Plan, switch: Switch, dialect: Dialect) -> None:
    """Add the classes of a switch in a RoCE fabric, and adaptive routing; nothing elsewhere."""
    carried = [plan.roce[fabric] for fabric in switch.carries if fabric in plan.roce]
    ports, reserved = plan.ports_of[switch.name], plan.reserved_of[switch.name]
    if not carried or not any(port.fabric in plan.roce for port in reserved):
        return
    roce = carried[0]
    lossless = any(each.paused for each in carried)
    branch = dialect.turn_on(tree, "qos", "roce")
    branch["mode"] = "lossless" if lossless else "lossy"
    _add_classes(tree, roce, lossless=lossless)
    _add_marking(tree, plan, switch)
    if lossless:
        # PFC is then on every port of the switch, of all fabrics, and no document describes how to exclude one: each has the headroom and the watchdog.
        branch["cable-length"] = max(1, *(-int(-port.length_m // 1) for port in reserved))
        for port in ports:
            at(tree, "interface", port.interface, "qos", "pfc-watchdog")["state"] = "enable"
        if times := watchdog(plan, switch):
            polls = times.detection_ms // times.poll_ms
            at(tree, "qos", "pfc-watchdog").update({"polling-interval": times.poll_ms, "robustness": polls})
    for port in ports:
        if port.fabric in plan.roce:
            _cap_notifications(tree, port)
    balanced = adaptive_ports(plan, switch)
    if balanced:
        dialect.turn_on(tree, "router", "adaptive-routing")
    for port in balanced:
        dialect.turn_on(tree, "interface", port.interface, "router", "adaptive-routing")


def _cap_notifications(tree: Branch, port: SwitchPort) -> None:
    """Shape the strict class at a port, kbit/s; the profile of a speed names the port's own rate as well, which no queue may exceed."""
    name, rate = f"cnp-{port.speed_gbps:g}G", round(port.speed_gbps * 1_000_000)
    profile = at(tree, "qos", "egress-shaper", name)
    profile["port-max-rate"] = rate
    at(profile, "traffic-class", str(CNP_CLASS))["max-rate"] = rate * CNP_PERCENT // 100
    at(tree, "interface", port.interface, "qos", "egress-shaper")["profile"] = name


def _add_classes(tree: Branch, roce: Roce, *, lossless: bool) -> None:
    """Leave one DSCP in each class: by default `qos roce` puts all eight of a priority there, including traffic that is not RoCE."""
    mapping = at(tree, "qos", "mapping", _GLOBAL)
    mapping["trust"] = "both"
    wanted = {**{each.dscp: each.priority for each in roce.data}, roce.cnp_dscp: roce.cnp_priority}
    special = set(wanted.values())
    for dscp in _DSCPS:
        itself = dscp >> 3
        asked = wanted.get(dscp, 0 if itself in special else itself)
        if asked != itself or dscp in wanted:
            at(mapping, "dscp", str(dscp))["switch-priority"] = asked
    classes = {**traffic_classes(roce), roce.cnp_priority: CNP_CLASS}
    for priority in _CLASSES:
        itself = priority if priority in {ROCE_CLASS, CNP_CLASS} else 0
        if classes.get(priority, 0) != itself:
            queues = at(tree, "qos", "egress-queue-mapping", _GLOBAL, "switch-priority", str(priority))
            queues["traffic-class"] = classes.get(priority, 0)
    if roce.beside:
        _add_beside(tree, roce)
        return
    if roce.priority == ROCE_CLASS:
        return
    if lossless:
        at(tree, "qos", "pfc", _GLOBAL, "switch-priority", str(roce.priority))
    else:
        others = ",".join(str(priority) for priority in _CLASSES if priority != roce.priority)
        at(tree, "qos", "traffic-pool", "default-lossy", "switch-priority", others)
        at(tree, "qos", "traffic-pool", "roce-lossy", "switch-priority", str(roce.priority))


def traffic_classes(roce: Roce) -> dict[int, int]:
    """Return the traffic class of each priority of data: that of `qos roce` for the switch's own fabric, for another's one of the number of its priority, where that is free."""
    found = {roce.priority: ROCE_CLASS}
    free = [each for each in _CLASSES if each not in {0, ROCE_CLASS, CNP_CLASS}]
    for each in roce.beside:
        found[each.priority] = each.priority if each.priority in free else free[0]
    return found


def _add_beside(tree: Branch, roce: Roce) -> None:
    """Add a class that `qos roce` has not: its share, and its place among the lossless ones (Cumulus Linux, Quality of Service: egress scheduling, PFC, traffic pools)."""
    scheduler = at(tree, "qos", "egress-scheduler", _GLOBAL, "traffic-class")
    weights = {classes[each.priority]: each.weight_percent for classes in [traffic_classes(roce)] for each in roce.data}
    for number, weight in sorted({0: roce.rest_percent, **weights}.items()):
        scheduler[str(number)] = {"mode": "dwrr", "bw-percent": weight}
    scheduler[str(CNP_CLASS)] = {"mode": "strict"}
    for priority in roce.paused:
        at(tree, "qos", "pfc", _GLOBAL, "switch-priority", str(priority))
    if roce.paused:
        others = [priority for priority in _CLASSES if priority not in roce.paused]
        for pool, priorities in (("default-lossy", others), ("roce-lossless", roce.paused)):
            at(tree, "qos", "traffic-pool", pool, "switch-priority", ",".join(map(str, priorities)))


def _add_marking(tree: Branch, plan: Plan, switch: Switch) -> None:
    """Mark by the contract's thresholds: those of the most ports of the envelope for the whole switch, others by a profile at their ports."""
    ports = plan.ports_of[switch.name]
    rows = {port.interface: _row(plan, switch, port) for port in plan.reserved_of[switch.name]}
    counts = Counter(row for row in rows.values() if row is not None)
    marked = _marked(plan, switch)
    usual = max(counts, key=lambda row: (counts[row], row), default=None)
    _set_thresholds(tree, _GLOBAL, marked, usual)
    for port in ports:
        row = rows[port.interface]
        if row != usual:
            name = f"roce-{port.speed_gbps:g}G" if row else "unmarked"
            _set_thresholds(tree, name, marked, row)
            at(tree, "interface", port.interface, "qos", "congestion-control")["profile"] = name


def _marked(plan: Plan, switch: Switch) -> list[int]:
    """Return the traffic classes of data."""
    return sorted(traffic_classes(next(plan.roce[fabric] for fabric in switch.carries if fabric in plan.roce)).values())


def _row(plan: Plan, switch: Switch, port: SwitchPort) -> Thresholds | None:
    """Return a port's thresholds; None where the contract has none, or where the fabric of the port lacks the class."""
    roce = plan.roce.get(port.fabric)
    found = roce.marking_of(switch.model, port.speed_gbps) if roce and roce.marks else None
    return (found.kmin_bytes, found.kmax_bytes, found.pmax_percent) if found else None


def _set_thresholds(tree: Branch, profile: str, classes: list[int], row: Thresholds | None) -> None:
    """Describe where a profile marks packets; without thresholds it marks none."""
    for each in classes:
        branch = at(tree, "qos", "congestion-control", profile, "traffic-class", str(each))
        branch["ecn"] = "enable" if row else "disable"
        if row:
            branch["min-threshold"], branch["max-threshold"], branch["probability"] = row
