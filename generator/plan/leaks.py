"""Which routes cross from one routing instance to another: those of the two zones of every flow of the matrix that are in different instances.

Only what is connected crosses, at the leaf where its port is: each instance then announces the leaf's prefixes under its own VXLAN network, so no route that came
through a tunnel is ever handed on, and no system has to choose between two networks' tunnels. A flow needs routes both ways: the question's and the answer's.
"""

from collections.abc import Iterator
from ipaddress import ip_interface

from msgspec import Struct

from generator.plan.access.records import Zone
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort


class Leak(Struct, frozen=True, kw_only=True):
    """Routes of an instance that another one has: to hosts of `zones`, whose prefixes of the envelope are here."""

    fabric: str
    into: str
    source: str
    zones: tuple[str, ...]
    prefixes: tuple[str, ...]
    prefixes_ipv6: tuple[str, ...]


class Crossing(Struct, frozen=True, kw_only=True):
    """One port's network that another instance of its leaf has, in one IP version, and the host's own address in it."""

    into: str
    source: str
    interface: str
    prefix: str
    host: str


@once
def plan_leaks(plan: Plan) -> tuple[Leak, ...]:
    """Return what crosses, by fabric and both instances."""
    names = {(vrf.fabric, vrf.tenant): vrf.name for vrf in plan.vrfs}
    homes = {
        zone.name: names[zone.fabric, zone.tenant]
        for zone in plan.access.zones
        if zone.segment == zone.fabric and (zone.fabric, zone.tenant) in names and (zone.fabric, "") in names
    }
    found: dict[tuple[str, str, str], dict[str, Zone]] = {}
    for flow in plan.access.flows:
        for here, there in ((flow.source, flow.to), (flow.to, flow.source)):
            if here not in homes or there not in homes or homes[here] == homes[there]:
                continue
            one, other = plan.access.zone[here], plan.access.zone[there]
            if one.fabric == other.fabric:
                found.setdefault((one.fabric, homes[here], homes[there]), {})[there] = other
    return tuple(_leak(*key, [zones[name] for name in sorted(zones)]) for key, zones in sorted(found.items()))


def _leak(fabric: str, into: str, source: str, zones: list[Zone]) -> Leak:
    return Leak(
        fabric=fabric,
        into=into,
        source=source,
        zones=tuple(zone.name for zone in zones),
        prefixes=tuple(prefix for zone in zones for prefix in zone.prefixes),
        prefixes_ipv6=tuple(prefix for zone in zones for prefix in zone.prefixes_ipv6),
    )


def leaks_on(plan: Plan, switch: Switch) -> list[Leak]:
    """Return what crosses on a leaf."""
    mine = {(vrf.fabric, vrf.name) for vrf in plan.vrfs_on(switch)}
    return [leak for leak in plan_leaks(plan) if (leak.fabric, leak.into) in mine]


def crossings(plan: Plan, switch: Switch) -> Iterator[Crossing]:
    """Yield every network of a leaf's port that crosses, by the instance that has it then."""
    leaks = leaks_on(plan, switch)
    for leak in leaks:
        for port in plan.ports_of[switch.name]:
            zone = plan.access.zone_of(port.fabric, port.role, port.tenant) if port.vrf == leak.source else None
            if zone is not None and zone.name in leak.zones:
                yield from _of_port(leak, port)


def _of_port(leak: Leak, port: SwitchPort) -> Iterator[Crossing]:
    """Yield both IP versions. A link's other address is the host's: they differ in the last bit (RFC 3021, RFC 6164)."""
    for address, length in ((port.address, 31), (port.ipv6, 127)):
        if address:
            own = ip_interface(f"{address}/{length}")
            host = next(each for each in own.network if each != own.ip)
            yield Crossing(
                into=leak.into,
                source=leak.source,
                interface=port.interface,
                prefix=str(own.network),
                host=str(host),
            )
