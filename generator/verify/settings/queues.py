"""Queues of RoCE ports: the limit of notifications, marking thresholds, and the watchdog of paused queues.

`both ends` compares a host with its leaf. Here each switch is compared with the contract of the plan, from which both may differ together: a mark that no document has
thresholds for, a strict queue without a bound, a fabric whose switches give up at different times.
"""

from collections.abc import Iterator, Mapping

from generator.plan.qos.records import CNP_PERCENT
from generator.source.span import Loc
from generator.verify.settings.wanted import CUMULUS, EOS, SONIC, Row, Rule, SwitchRows, Wanted

_CNP_CLASS, _DATA_CLASS = "6", "3"
"""The traffic classes that NVUE's `qos roce` makes (CumulusNetworks/docs 5.16, RDMA over Converged Ethernet)."""
_USUAL = "default-global"
_STARVES = f"notifications have {CNP_PERCENT} per cent of a port; otherwise a host that sends their DSCP starves all other queues"
_NO_MARKS = "no document states thresholds for this port, so hosts do not mark, and a queue that marks drops packets that it cannot mark"
_THRESHOLDS = "hosts slow down at the plan's thresholds for this model and speed"
_GIVES_UP = "all switches of a fabric drop the packets of a paused queue after the same time"


def _roce(switch: SwitchRows) -> dict[str, Row]:
    return {row["fabric"]: row for row in switch.plan["roce"]}


def classes_of(contract: Row) -> list[Row]:
    """Return the classes of data at a port: its fabric's own, and those beside it."""
    return [contract, *contract.get("beside", ())]


def roce_ports(switch: SwitchRows) -> Iterator[tuple[Row, Row]]:
    """Yield the ports that carry RoCE, each with its fabric's contract."""
    roce = _roce(switch)
    return ((port, roce[port["fabric"]]) for port in switch.ports if port["fabric"] in roce)


def _lossless(switch: SwitchRows) -> list[str]:
    """Return the ports of the envelope that are paused."""
    paused = {name for name, row in _roce(switch).items() if any(each["lossless"] for each in classes_of(row))}
    return [port["interface"] for port in switch.reserved if port["fabric"] in paused]


def _marking(switch: SwitchRows, port: Row, contract: Row) -> Row | None:
    key = (switch.row["model"], port["speed_gbps"])
    rows = contract["marking"] if contract["marks"] else ()
    return next((row for row in rows if (row["model"], row["speed_gbps"]) == key), None)


def _sonic(switch: SwitchRows) -> Iterator[Wanted]:
    main = switch.main
    for port, contract in roce_ports(switch):
        name, rate = port["interface"], str(round(port["speed_gbps"] * 1e9 / 8 * CNP_PERCENT / 100))
        queue: Loc = ("QUEUE", f"{name}|{contract['cnp_priority']}", "scheduler")
        scheduler: Loc = ("SCHEDULER", main.value(queue) or f"for {name}")
        yield Wanted((*scheduler, "type"), "STRICT", _STARVES)
        yield Wanted((*scheduler, "pir"), rate, _STARVES)
        marking = _marking(switch, port, contract)
        for each in classes_of(contract):
            place: Loc = ("QUEUE", f"{name}|{each['priority']}", "wred_profile")
            profile = main.value(place)
            if marking is None or profile is None:
                yield Wanted(place, None if marking is None else "a profile", _NO_MARKS if marking is None else _THRESHOLDS)  # fmt: skip
                continue
            row: Loc = ("WRED_PROFILE", profile)
            yield Wanted((*row, "ecn"), "ecn_all", _THRESHOLDS)
            for color in ("green", "yellow", "red"):
                yield Wanted((*row, f"{color}_min_threshold"), str(marking["kmin_bytes"]), _THRESHOLDS)
                yield Wanted((*row, f"{color}_max_threshold"), str(marking["kmax_bytes"]), _THRESHOLDS)
                yield Wanted((*row, f"{color}_drop_probability"), str(marking["pmax_percent"]), _THRESHOLDS)
    yield from _sonic_watchdog(switch, _lossless(switch))


def _sonic_watchdog(switch: SwitchRows, lossless: list[str]) -> Iterator[Wanted]:
    """Require times that grow with the ports: one process looks at all of them, 32 a step (sonic-utilities, pfcwd/main.py)."""
    times = switch.system.get("watchdog")
    if not lossless or times is None:
        return
    steps = -(-len(lossless) // times["ports_a_step"])
    poll = min(times["poll_ms"] * steps, times["poll_most_ms"])
    yield Wanted(("PFC_WD", "GLOBAL", "POLL_INTERVAL"), str(poll), _GIVES_UP)
    configured = {port["interface"] for port in switch.ports}
    for name in (each for each in lossless if each in configured):
        yield Wanted(("PFC_WD", name, "detection_time"), str(times["detection_ms"] * steps), _GIVES_UP)
        yield Wanted(("PFC_WD", name, "restoration_time"), str(times["restoration_ms"] * steps), _GIVES_UP)


def _cumulus(switch: SwitchRows) -> Iterator[Wanted]:
    main = switch.main
    for port, contract in roce_ports(switch):
        name, kbps = port["interface"], round(port["speed_gbps"] * 1e6)
        place: Loc = ("interface", name, "qos", "egress-shaper", "profile")
        if (profile := main.value(place)) is None:
            yield Wanted(place, "a profile", _STARVES)
        else:
            shaper: Loc = ("qos", "egress-shaper", profile)
            most = str(kbps * CNP_PERCENT // 100)
            yield Wanted((*shaper, "port-max-rate"), str(kbps), "the shaper bounds the whole port, at its own rate")
            yield Wanted((*shaper, "traffic-class", _CNP_CLASS, "max-rate"), most, _STARVES)
        own = main.value(("interface", name, "qos", "congestion-control", "profile")) or _USUAL
        classes: Loc = ("qos", "congestion-control", own, "traffic-class")
        marking = _marking(switch, port, contract)
        for each in main.below(classes) or [_DATA_CLASS]:
            if marking is None:
                yield Wanted((*classes, each, "ecn"), "disable", _NO_MARKS)
                continue
            yield Wanted((*classes, each, "ecn"), "on", _THRESHOLDS)
            yield Wanted((*classes, each, "min-threshold"), str(marking["kmin_bytes"]), _THRESHOLDS)
            yield Wanted((*classes, each, "max-threshold"), str(marking["kmax_bytes"]), _THRESHOLDS)
            yield Wanted((*classes, each, "probability"), str(marking["pmax_percent"]), _THRESHOLDS)
    if _lossless(switch) and (times := switch.system.get("watchdog")):
        polls = times["detection_ms"] // times["poll_ms"]
        yield Wanted(("qos", "pfc-watchdog", "polling-interval"), str(times["poll_ms"]), _GIVES_UP)
        yield Wanted(("qos", "pfc-watchdog", "robustness"), str(polls), _GIVES_UP)
        for port in switch.ports:
            yield Wanted(("interface", port["interface"], "qos", "pfc-watchdog", "state"), "on", _GIVES_UP)


def _eos(switch: SwitchRows) -> Iterator[Wanted]:
    main = switch.main
    for port, contract in roce_ports(switch):
        name = port["interface"]
        profile = main.value((f"interface {name}", "service-profile"))
        if profile is None:
            yield Wanted((f"interface {name}", "service-profile"), "a profile", _STARVES)
            continue
        head = f"qos profile {profile}"
        queues = {line.split()[-1]: line for line in main.below((head,)) if "tx-queue" in line}
        cnp = str(contract["cnp_priority"])
        yield Wanted((head, queues.get(cnp, f"tx-queue {cnp}"), "shape rate"), f"{CNP_PERCENT} percent", _STARVES)
        marking = _marking(switch, port, contract)
        for each in classes_of(contract):
            queue = queues.get(str(each["priority"]), f"tx-queue {each['priority']}")
            yield Wanted(
                (head, queue, "random-detect ecn"),
                _ecn(marking) if marking else None,
                _THRESHOLDS if marking else _NO_MARKS,
            )
        if any(each["lossless"] for each in classes_of(contract)):
            yield Wanted((head, "priority-flow-control pause watchdog"), "", _GIVES_UP)
    times: Mapping[str, int] | None = switch.system.get("watchdog")
    if _lossless(switch) and times:
        begin = "priority-flow-control pause watchdog default"
        yield Wanted((f"{begin} timeout",), f"{times['detection_ms'] / 1000:.2f}", _GIVES_UP)
        yield Wanted((f"{begin} recovery-time",), f"{times['restoration_ms'] / 1000:.2f}", _GIVES_UP)
        yield Wanted((f"{begin} polling-interval",), f"{times['poll_ms'] / 1000:.3f}", _GIVES_UP)


def _ecn(row: Row) -> str:
    return f"minimum-threshold {row['kmin_bytes']} bytes maximum-threshold {row['kmax_bytes']} bytes max-mark-probability {row['pmax_percent']} weight 0"


RULES: dict[str, Rule] = {SONIC: _sonic, CUMULUS: _cumulus, EOS: _eos}
