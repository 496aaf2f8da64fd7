"""Expected values of a host in Prometheus' exposition format, serialised from data."""

from collections.abc import Iterable, Iterator, Mapping

from generator.plan.monitoring.expected import PORT, rdma_ports
from generator.plan.monitoring.records import Expected, ExpectedLink, StreamedLink, SwitchLink
from generator.plan.monitoring.session_records import BgpSession, BgpSessions

Sample = tuple[str, float]
"""The labels of a series as text, with their braces, and its value."""


def expected_text(expected: Expected) -> str:
    """Return the expected values of a host. A port has labels with the far end of its cable, for alerts."""
    return "".join(f"{line}\n" for line in _lines(expected))


def _lines(expected: Expected) -> Iterator[str]:
    info = {"model": expected.model, "unit": str(expected.unit)}
    speeds = [
        (_labels({"device": link.device, "rdma": link.rdma, **_place(link)}), link.speed_bytes)
        for link in expected.ethernet
    ]
    sizes = [(_labels({"device": link.device, "fabric": link.fabric}), link.mtu_bytes) for link in expected.ethernet]
    rates = [
        (_labels({"device": link.device, "port": link.port, **_place(link)}), link.speed_bytes)
        for link in expected.infiniband
    ]
    yield from _family("clustergen_host_info", "Where the plan has this host.", [(_labels(info), 1)])
    yield from _family("clustergen_gpus", "GPUs that the plan has in this host.", [("", expected.gpus)])
    yield from _family("clustergen_link_speed_bytes", "Speed of a port in the plan, bytes a second.", speeds)
    yield from _family("clustergen_link_mtu_bytes", "MTU of a port in the plan, bytes.", sizes)
    yield from _family(
        "clustergen_infiniband_rate_bytes_per_second", "Rate of an InfiniBand port in the plan, bytes a second.", rates
    )
    ports = [
        (_labels({"device": device, "port": PORT, **_place(link)}), link.speed_bytes)
        for device, link in rdma_ports(expected)
    ]
    yield from _family("clustergen_rdma_port_speed_bytes", "Speed of an RDMA port in the plan, bytes a second.", ports)
    between = [(_labels(_switch_place(link)), link.speed_bytes) for link in expected.switches]
    yield from _family(
        "clustergen_switch_link_speed_bytes", "Speed of a link between switches in the plan, bytes a second.", between
    )
    streamed = [(_labels(_streamed_place(link)), 1) for link in expected.streamed_links]
    yield from _family("clustergen_streamed_switch", "Switches of the plan that stream.", _switches(expected))
    yield from _family("clustergen_streamed_link", "Links of the plan between switches that stream.", streamed)
    sessions = [(_labels(_session_place(each)), 1) for each in expected.sessions]
    yield from _family("clustergen_bgp_session", "BGP sessions of the plan by address.", sessions)
    counts = [(_labels(_count_place(each)), each.count) for each in expected.session_counts]
    yield from _family("clustergen_bgp_sessions", "BGP sessions that the plan has on a switch.", counts)
    lossless = [(_labels({"fabric": fabric, "queue": str(queue)}), 1) for fabric, queue in expected.lossless]
    yield from _family("clustergen_lossless_queue", "Queues of the plan that must not drop.", lossless)
    slowest = [(_labels({"fabric": fabric}), speed) for fabric, speed in expected.lossless_speeds]
    yield from _family("clustergen_lossless_speed_bytes", "Speed of the slowest port of a lossless fabric.", slowest)
    wanted = [("", expected.goodput_objective)] if expected.goodput_objective is not None else []
    yield from _family("clustergen_goodput_objective_ratio", "Goodput that the site wants of GPUs in use.", wanted)
    programs = [(_labels({"reporter": name}), 1) for name in expected.reporters]
    yield from _family("clustergen_reporter", "Programs of the plan that add series to those of this host.", programs)
    limits = [(_labels({"pdu": each.pdu}), each.amperes) for each in expected.pdus]
    yield from _family("clustergen_pdu_limit_amperes", "Current that a line of a PDU may carry for hours.", limits)
    budgets = [(_labels({"strip_rack": each.rack}), each.watts) for each in expected.budgets]
    yield from _family("clustergen_rack_planned_watts", "Power that the plan has for the devices of a rack.", budgets)
    every = [(_labels({"part": part}), expected.backup_seconds) for part in expected.backups]
    yield from _family("clustergen_backup_interval_seconds", "Time between two backups of a part of the state.", every)


def _switches(expected: Expected) -> list[Sample]:
    return [(_labels({"switch": name}), 1) for name in expected.streamed]


def _streamed_place(link: StreamedLink) -> Mapping[str, str]:
    """Name a link by its end nearer the hosts, its ports as in the series of their switches."""
    return {
        "switch": link.switch,
        "switch_rack": link.rack,
        "port": link.port,
        **_way(link),
        "kind": "peers" if link.peers else "",
        "link_state": link.state,
    }


def _session_place(session: BgpSession) -> Mapping[str, str]:
    return {
        "switch": session.switch,
        "switch_rack": session.rack,
        "peer": session.peer,
        "port": session.port,
        **_way(session),
    }


def _count_place(sessions: BgpSessions) -> Mapping[str, str]:
    return {"switch": sessions.switch, "switch_rack": sessions.rack, "fabric": sessions.fabric}


def _switch_place(link: SwitchLink) -> Mapping[str, str]:
    """Name a link by its end nearer the hosts: `ifName` and `ifAlias` are the switch's name and description of the port."""
    return {
        "switch": link.switch,
        "switch_rack": link.rack,
        "ifName": link.port,
        "ifAlias": link.description,
        **_way(link),
        "link_state": link.state,
    }


def _way(link: StreamedLink | BgpSession | SwitchLink) -> Mapping[str, str]:
    """Say where the cable of a link goes."""
    return {name: getattr(link, name) for name in ("fabric", "plane", "far", "far_port", "far_rack", "cable")}


def _family(name: str, meaning: str, samples: Iterable[Sample]) -> Iterator[str]:
    """Yield a metric with its samples; nothing where it has none."""
    lines = [f"{name}{labels} {value}" for labels, value in samples]
    if lines:
        yield f"# HELP {name} {meaning}"
        yield f"# TYPE {name} gauge"
        yield from lines


def _place(link: ExpectedLink) -> Mapping[str, str]:
    return {
        "fabric": link.fabric,
        "rail": link.rail,
        "plane": link.plane,
        "leaf": link.leaf,
        "leaf_rack": link.leaf_rack,
        "leaf_port": link.leaf_port,
        "cable": link.cable,
    }


def _labels(labels: Mapping[str, str]) -> str:
    """Print labels; an empty one is the same as none. Names of the plan have nothing that would need an escape."""
    return "{" + ",".join([f'{name}="{value}"' for name, value in labels.items() if value]) + "}"
