"""Route leaks between routing instances: those of the two zones of every flow of the matrix that are in different instances.

Only connected routes are leaked: on storage the links of hosts, at the leaf of their port, where each instance then announces the leaf's prefixes under its own VXLAN network;
on the frontend the networks of VLANs, which every leaf has. So no route that came through a tunnel is ever leaked, and no system has to choose between two networks' tunnels.
A flow needs routes in both directions. A zone's home is its instance: on the frontend that of its VLAN, which for all but tenants' own
segments is the default one (empty).
"""

from collections.abc import Iterator
from ipaddress import ip_interface

from msgspec import Struct

from generator.plan.access.records import Zone
from generator.plan.addressing.records import Vlan
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort
from generator.plan.tenants import FRONTEND


class Leak(Struct, frozen=True, kw_only=True):
    """Routes of an instance that another one has: to hosts of `zones`, whose links are within these prefixes of the envelope; or to whole networks of `vlans`."""

    fabric: str
    into: str
    source: str
    zones: tuple[str, ...]
    prefixes: tuple[str, ...]
    prefixes_ipv6: tuple[str, ...]
    vlans: tuple[int, ...] = ()


class Crossing(Struct, frozen=True, kw_only=True):
    """One network of a switch that another of its instances has, in one IP version: a port's, with the host's own address in it, or a VLAN's, without one."""

    into: str
    source: str
    interface: str
    prefix: str
    host: str


class _Home(Struct, frozen=True):
    """Where a zone is: the fabric whose leaves have its instance, the instance, and its VLAN where that crosses whole."""

    fabric: str
    instance: str
    vlan: Vlan | None = None


@once
def plan_leaks(plan: Plan) -> tuple[Leak, ...]:
    """Return what crosses, by fabric and both instances."""
    homes = _homes(plan)
    found: dict[tuple[str, str, str], dict[str, Zone]] = {}
    for flow in plan.access.flows:
        for here, there in ((flow.source, flow.to), (flow.to, flow.source)):
            if here not in homes or there not in homes:
                continue
            one, other = homes[here], homes[there]
            if one.fabric == other.fabric and one.instance != other.instance and bool(one.vlan) == bool(other.vlan):
                zones = found.setdefault((one.fabric, one.instance, other.instance), {})
                zones[there] = plan.access.zone[there]
    return tuple(_leak(key, [zones[name] for name in sorted(zones)], homes) for key, zones in sorted(found.items()))


def _homes(plan: Plan) -> dict[str, _Home]:
    """Return the home of every zone that may have routes of another instance."""
    names = {(vrf.fabric, vrf.tenant): vrf.name for vrf in plan.vrfs}
    owners = {vlan: vrf for vrf in plan.vrfs for vlan in vrf.vlans}
    fabric = next((vrf.fabric for vrf in owners.values()), "")
    vlans = {vlan.name: vlan for vlan in plan.vlans if vlan.fabric == FRONTEND} if fabric else {}
    homes: dict[str, _Home] = {}
    for zone in plan.access.zones:
        if zone.segment == zone.fabric and (zone.fabric, zone.tenant) in names and (zone.fabric, "") in names:
            homes[zone.name] = _Home(zone.fabric, names[zone.fabric, zone.tenant])
        elif vlan := vlans.get(zone.segment):
            owner = owners.get(vlan.vlan)
            homes[zone.name] = _Home(fabric, owner.name if owner else "", vlan)
    return homes


def _leak(key: tuple[str, str, str], zones: list[Zone], homes: dict[str, _Home]) -> Leak:
    fabric, into, source = key
    names = tuple(zone.name for zone in zones)
    whole = {vlan.vlan: vlan.prefix for name in names if (vlan := homes[name].vlan)}
    return Leak(
        fabric=fabric,
        into=into,
        source=source,
        zones=names,
        prefixes=tuple(whole[vlan] for vlan in sorted(whole))
        or tuple(prefix for zone in zones for prefix in zone.prefixes),
        prefixes_ipv6=() if whole else tuple(prefix for zone in zones for prefix in zone.prefixes_ipv6),
        vlans=tuple(sorted(whole)),
    )


def leaks_on(plan: Plan, switch: Switch) -> list[Leak]:
    """Return what crosses on a leaf: it has both instances."""
    mine = {(vrf.fabric, vrf.name) for vrf in plan.vrfs_on(switch)}
    return [
        leak
        for leak in plan_leaks(plan)
        if all((leak.fabric, name) in mine for name in (leak.into, leak.source) if name)
    ]


def crossings(plan: Plan, switch: Switch) -> Iterator[Crossing]:
    """Yield every network of a leaf's ports and VLANs that crosses, by the instance that has it then."""
    interfaces = {a.vlan: a.interface for a in plan.addresses_of[switch.name] if a.use == "gateway"}
    for leak in leaks_on(plan, switch):
        for vlan, prefix in zip(leak.vlans, leak.prefixes, strict=False):
            yield Crossing(into=leak.into, source=leak.source, interface=interfaces[vlan], prefix=prefix, host="")
        for port in plan.ports_of[switch.name] if not leak.vlans else ():
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
