"""Expected values of each host: numbers of the plan, which a host's exporter reports in addition to measured ones, so that rules name no host."""

from collections.abc import Iterator

from generator.plan.cabling.records import Link
from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.records import HostInterface
from generator.plan.monitoring.extra import reporters_on
from generator.plan.monitoring.pdus import pdu_limits, rack_budgets
from generator.plan.monitoring.records import Expected, ExpectedLink
from generator.plan.monitoring.sessions import session_counts, sessions_by_address
from generator.plan.monitoring.switches import switch_links
from generator.plan.monitoring.telemetry import lossless_queues, lossless_speeds, streamed_links, streamed_switches
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.states import PLANNED

_ETHERNET = frozenset({"routed", "member", "access"})
_BYTES_PER_GBPS = 125_000_000
PORT = "1"
"""Each port of a mlx5 adapter is an RDMA device of its own, with one port."""


def watched_hosts(plan: Plan) -> Iterator[Host]:
    """Return the hosts that report expected values, in the order of the plan."""
    return (host for host in configured_hosts(plan) if host.state != PLANNED and host.inband)


def expected_hosts(plan: Plan) -> Iterator[Expected]:
    """Return the expected values of each of them."""
    return (expected_of(plan, host) for host in watched_hosts(plan))


def expected_of(plan: Plan, host: Host) -> Expected:
    """Return what one host has to have."""
    links = {link.a.interface: link for link in plan.links_of[host.name]}
    pairs = [(each, links[each.name]) for each in plan.interfaces_of[host.name] if each.name in links]
    return Expected(
        host=host.name,
        model=host.model,
        unit=host.unit,
        gpus=host.gpus,
        ethernet=tuple(_link(plan, each, link, each.name, "") for each, link in pairs if each.kind in _ETHERNET),
        infiniband=tuple(
            _link(plan, each, link, each.rdma, PORT) for each, link in pairs if each.kind == "infiniband" and each.rdma
        ),
        switches=switch_links(plan, host),
        streamed=tuple(switch.name for switch in streamed_switches(plan)) if host.role == "control" else (),
        streamed_links=streamed_links(plan, host),
        sessions=sessions_by_address(plan) if host.role == "control" else (),
        session_counts=tuple(session_counts(plan)) if host.role == "control" else (),
        lossless=lossless_queues(plan, host),
        lossless_speeds=tuple((name, round(gbps * _BYTES_PER_GBPS)) for name, gbps in lossless_speeds(plan, host)),
        goodput_objective=plan.site.monitoring.goodput_objective if host.role == "control" else None,
        backups=backed_up(plan, host),
        reporters=reporters_on(plan, host),
        pdus=pdu_limits(plan, host),
        budgets=rack_budgets(plan, host),
        backup_seconds=3600 * plan.backups.every_hours if plan.backups else 0,
    )


def has_rdma(plan: Plan) -> bool:
    """Whether any host reports its expected RDMA ports: a document names them."""
    return any(rdma_ports(each) for each in expected_hosts(plan))


def has_infiniband(plan: Plan) -> bool:
    """Whether any host reports its expected InfiniBand ports: a document names their RDMA devices."""
    ports = (port for host in watched_hosts(plan) for port in plan.interfaces_of[host.name])
    there = any(fabric.technology == "infiniband" for fabric in plan.fabrics.values())
    return there and any(port.kind == "infiniband" and port.rdma for port in ports)


def rdma_ports(expected: Expected) -> list[tuple[str, ExpectedLink]]:
    """Return the RDMA ports of a host by device, of all fabrics."""
    ethernet = [(link.rdma, link) for link in expected.ethernet if link.rdma]
    return ethernet + [(link.device, link) for link in expected.infiniband]


def host_series(expected: Expected) -> int:
    """Return the number of series with the expected values of a host: its place and GPUs, speed and MTU of Ethernet ports, rates of InfiniBand and RDMA ports."""
    goodput = expected.goodput_objective is not None
    own = 2 * len(expected.ethernet) + len(expected.infiniband) + len(rdma_ports(expected)) + len(expected.backups)
    wanted = len(expected.lossless) + len(expected.lossless_speeds) + goodput
    return 2 + own + wanted + len(expected.reporters)


def between_series(expected: Expected) -> int:
    """Return the number of series with the monitored switches, links and sessions between them, and power strips."""
    between = len(expected.switches) + len(expected.streamed) + len(expected.streamed_links)
    between += len(expected.sessions) + len(expected.session_counts)
    return between + len(expected.pdus) + len(expected.budgets)


def backed_up(plan: Plan, host: Host) -> tuple[str, ...]:
    """Return the parts of a host's state that are backed up."""
    states = plan.backups.hosts if plan.backups else ()
    return tuple(item.name for state in states if state.host == host.name for item in state.items)


def _link(plan: Plan, interface: HostInterface, link: Link, device: str, port: str) -> ExpectedLink:
    planes = plan.fabrics[link.fabric].planes
    return ExpectedLink(
        device=device,
        port=port,
        rdma=interface.rdma if interface.kind not in {"infiniband", "member"} else "",
        fabric=link.fabric,
        rail="" if link.rail is None else str(link.rail),
        plane=str(link.plane) if planes > 1 else "",
        leaf=link.b.device,
        leaf_rack=link.b.rack,
        leaf_port=link.b.interface,
        cable=link.cable,
        speed_bytes=round(link.speed_gbps * _BYTES_PER_GBPS),
        mtu_bytes=interface.mtu_bytes,
    )
