"""What the plan wants of a switch, as the facts that its files are read for: the common measure of every operating system."""

from collections.abc import Iterator

from generator.plan.addressing.numbers import IPV6_MORE
from generator.plan.draft import Draft
from generator.plan.edge import SiteUplink
from generator.plan.records import Switch, SwitchPort
from tests.judges.switch_facts import DEFAULT, MGMT, LagFact, SwitchFacts


def wanted(plan: Draft, switch: Switch) -> SwitchFacts:
    """Return the facts of one switch."""
    ports = plan.ports_of[switch.name]
    vnis = {vlan.vlan: vlan.vni or 0 for vlan in plan.vlans if vlan.fabric in switch.carries}
    roce = plan.roce.get(switch.fabric)
    classes = {roce.dscp: roce.priority, roce.cnp_dscp: roce.cnp_priority} if roce else {}
    return SwitchFacts(
        hostname=switch.name,
        asn=switch.asn or 0,
        router_id=switch.loopback,
        addresses=frozenset(_addresses(plan, switch)),
        sessions=frozenset(_sessions(switch, ports)),
        announced=frozenset(_announced(plan, switch)),
        vlans=frozenset((vlan, vnis[vlan] if switch.vtep else 0) for vlan in switch.vlans),
        l3vnis=frozenset((vrf.name, vrf.vni) for vrf in plan.vrfs if vrf.name in switch.vrfs),
        mtu={_name(port): port.mtu_bytes for port in ports},
        dscp_to_class={dscp: classes.get(dscp, 0) for dscp in range(64)} if roce else {},
        lossless=frozenset({roce.priority} if roce and roce.lossless else ()),
        marking={_name(port): _marking(plan, switch, port) for port in ports} if roce else {},
        lags=frozenset(_lags(plan, switch)),
        access=frozenset(_access(plan, switch)),
    )


def _lags(plan: Draft, switch: Switch) -> Iterator[LagFact]:
    ports = {port.interface: port for port in plan.ports_of[switch.name]}
    for lag in plan.lags_of[switch.name]:
        members = [ports[name] for name in lag.members]
        vlans = members[0].vlan or 0, frozenset(members[0].tagged)
        yield frozenset(map(_name, members)), lag.number, lag.system_mac, lag.preference, *vlans


def _access(plan: Draft, switch: Switch) -> Iterator[tuple[str, int]]:
    grouped = {name for lag in plan.lags_of[switch.name] for name in lag.members}
    for port in plan.ports_of[switch.name]:
        if port.vlan is not None and not port.tagged and port.interface not in grouped:
            yield _name(port), port.vlan


def _name(port: SwitchPort) -> str:
    return f"{port.cage}/{port.port}"


def _addresses(plan: Draft, switch: Switch) -> Iterator[tuple[str, str, str]]:
    for port in plan.ports_of[switch.name]:
        if port.address:
            yield _name(port), f"{port.address}/31", port.vrf or DEFAULT
        if port.ipv6:
            yield _name(port), f"{port.ipv6}/127", port.vrf or DEFAULT
    if switch.management:
        yield "eth0", f"{switch.management}/{switch.management_length}", MGMT
    for uplink in _static_uplinks(plan, switch):
        yield f"{uplink.cage}/1", uplink.address, DEFAULT
    own = ((switch.loopback, 32), (switch.loopback_ipv6, 128), (switch.vtep, 32))
    yield from (("lo", f"{address}/{length}", DEFAULT) for address, length in own if address)
    for address in plan.addresses_of[switch.name]:
        if address.use == "gateway":
            yield f"vlan{address.vlan}", f"{address.address}/{address.length}", DEFAULT
            if address.ipv6:
                yield f"vlan{address.vlan}", f"{address.ipv6}/{address.length + IPV6_MORE}", DEFAULT


def _sessions(switch: Switch, ports: list[SwitchPort]) -> Iterator[tuple[str, str, str]]:
    """Yield one a port; where it is between IPv4 addresses, IPv6 has another between link-local ones."""
    for port in ports:
        if port.group:
            yield port.peer_address or _name(port), port.group, DEFAULT
            if port.peer_address and switch.loopback_ipv6:
                yield _name(port), f"{port.group}-IPV6", DEFAULT


def _static_uplinks(plan: Draft, switch: Switch) -> list[SiteUplink]:
    """Return the switch's uplinks to the site by IPv4 static routes, in the default instance and without a tag."""
    uplinks = [uplink for uplink in plan.site_uplinks if uplink.switch == switch.name]
    assert not any(uplink.vrf or uplink.vlan or uplink.asn or uplink.ipv6 or uplink.accept for uplink in uplinks), (
        "this oracle lacks them"
    )
    return uplinks


def _announced(plan: Draft, switch: Switch) -> Iterator[tuple[str, str]]:
    yield from ((DEFAULT, "0.0.0.0/0") for _ in _static_uplinks(plan, switch))
    yield DEFAULT, f"{switch.loopback}/32"
    if switch.loopback_ipv6:
        yield DEFAULT, f"{switch.loopback_ipv6}/128"
    for prefix in (*switch.networks, *switch.networks_ipv6):
        yield DEFAULT, prefix
    for vrf in switch.vrfs:
        yield from ((vrf, prefix) for prefix in (*switch.aggregates, *switch.aggregates_ipv6))


def _marking(plan: Draft, switch: Switch, port: SwitchPort) -> tuple[int, int, int] | None:
    roce = plan.roce[switch.fabric]
    row = roce.marking_of(switch.model, port.speed_gbps) if roce.marks and port.fabric in plan.roce else None
    return (row.kmin_bytes, row.kmax_bytes, row.pmax_percent) if row else None
