"""Sessions between switches that stream their states: which of BGP have to be established, and who streams those of BFD.

Sessions by address are known one by one. What a system calls a session between link-local addresses is in no document at hand, so these are counted by switch.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.telemetry import read_telemetry
from generator.plan.cabling.records import Link, LinkEnd
from generator.plan.kubernetes.peering import listener
from generator.plan.monitoring.session_records import BgpSession, BgpSessions
from generator.plan.monitoring.telemetry import streamed_switches, telemetry_port
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.states import INSTALLED

SESSIONS = "switch_bgp_session_established"
"""The series that has the state of a session."""
ESTABLISHED = "switch_bgp_established_total"
"""The series that has how often it has been established."""
_BFD = "switch_bfd_session_up"
"""The series that has the state of its BFD."""
OF_SESSIONS = frozenset({SESSIONS, ESTABLISHED, _BFD, "switch_bfd_session_failures_total"})
"""Series of sessions; all others are of ports."""


class _End(Struct, frozen=True):
    """A session over a link as one of its switches has it: `peer` is the address at the other end, empty where that is a link-local one."""

    switch: Switch
    link: Link
    near: LinkEnd
    far: LinkEnd
    peer: str

    @property
    def twin(self) -> bool:
        """Whether IPv6 has a session of its own beside it, between link-local addresses."""
        return bool(self.peer and self.switch.loopback_ipv6)


def sessions_by_address(plan: Plan) -> tuple[BgpSession, ...]:
    """Return the sessions by address, each by its end nearer the hosts that streams."""
    found: dict[tuple[str, str], _End] = {}
    for end in _ends(plan):
        if end.peer:
            found.setdefault((end.link.a.device, end.link.a.interface), end)
    return tuple(_session(plan, end) for end in found.values())


def session_counts(plan: Plan) -> Iterator[BgpSessions]:
    """Yield how many sessions switches have with link-local ones among them. Hosts that run pods and the site come on top, so switches with either have no number."""
    ends = _ends(plan)
    many = Counter(end.switch.name for end in (*ends, *(each for each in ends if each.twin)))
    site = {uplink.switch for uplink in plan.site_uplinks if uplink.asn is not None}
    for switch in {end.switch.name: end.switch for end in ends if end.twin or not end.peer}.values():
        if switch.name not in site and listener(plan, switch) is None:
            yield BgpSessions(switch=switch.name, rack=switch.rack, fabric=switch.fabric, count=many[switch.name])


def session_total(plan: Plan) -> int:
    """Return how many sessions are streamed, those at both ends twice."""
    return sum(1 + end.twin for end in _ends(plan))


def streams_bfd(switch: Switch) -> bool:
    """Whether the release of a switch that streams has the states of its BFD sessions."""
    return bool(switch.os) and read_telemetry(switch.os).has(_BFD, switch.version)


def bfd_total(plan: Plan) -> int:
    """Return how many BFD sessions are streamed: every session between switches has one."""
    return sum(1 + end.twin for end in _ends(plan) if streams_bfd(end.switch))


@once
def _ends(plan: Plan) -> tuple[_End, ...]:
    """Return every session that is streamed, for each of its switches that does: both are installed."""
    streamed = streamed_switches(plan)
    asked = {each.name: each for each in streamed if each.os and SESSIONS in read_telemetry(each.os).series}
    ports = {(name, port.interface): port for name in asked for port in plan.ports_of[name] if port.group}
    there = {switch.name for switch in plan.switches if switch.state == INSTALLED}
    links = (link for link in plan.links if asked and {link.a.device, link.b.device} <= there)
    ways = ((link, near, far) for link in links for near, far in ((link.a, link.b), (link.b, link.a)))
    return tuple(
        _End(asked[near.device], link, near, far, ports[near.device, near.interface].peer_address)
        for link, near, far in ways
        if (near.device, near.interface) in ports
    )


def _session(plan: Plan, end: _End) -> BgpSession:
    return BgpSession(
        switch=end.switch.name,
        rack=end.switch.rack,
        peer=end.peer,
        port=telemetry_port(plan, end.switch, end.near),
        fabric=end.link.fabric,
        plane=str(end.link.plane) if plan.fabrics[end.link.fabric].planes > 1 else "",
        far=end.far.device,
        far_port=end.far.interface,
        far_rack=end.far.rack,
        cable=end.link.cable,
    )
