"""Switch ports of the envelope: what every port of an installed switch is for, from the first day.

Ports are provisioned for hosts and switches that are yet to come, so that a switch's own configuration does not
change when they arrive; with `growth: on-demand` they are configured when the device at the other end comes.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.model.cluster import Cluster
from generator.model.device import Link
from generator.plan.addressing.addresses import Addressing
from generator.plan.addressing.records import Vrf
from generator.plan.cabling.cables import CableAllocator
from generator.plan.records import SwitchPort
from generator.plan.tenants import tenant_by_host

MANAGEMENT_PORT = "eth0"
"""The interface of a device's own management port."""
_GROUPS = {"leaf_spine": ("SPINES", "LEAVES"), "spine_core": ("CORES", "SPINES"), "leaf_leaf": ("PEERS", "PEERS")}
"""BGP peer groups by kind of link: the name of its peers at the lower end, and at the upper one."""


def plan_ports(
    cluster: Cluster, addressing: Addressing, allocators: dict[str, CableAllocator], vrfs: tuple[Vrf, ...]
) -> Iterator[SwitchPort]:
    """Yield every port of every installed switch that the envelope uses, management ports aside."""
    installed = {switch.name for switch in cluster.switches}
    belongs = _Belongs(
        {group.name: group.role for group in cluster.groups},
        tenant_by_host(cluster),
        {(vrf.tenant, vrf.fabric): vrf.name for vrf in vrfs},
        {name: shape.demand.spec.mtu_bytes for name, shape in cluster.shapes.items()},
    )
    asns = addressing.as_numbers
    for link in cluster.reserved:
        cabling = allocators[link.fabric].of(link)
        cable = (cabling.medium.length_m, cabling.medium.kind, cabling.cable) if cabling else (0.0, "", "")
        if link.kind == "host_leaf":
            if link.b.device in installed:
                yield _host_port(cluster, addressing, link, cable, belongs)
            continue
        numbered = addressing.underlay(link) or ("", "")
        for upper in (True, False):
            if (link.b if upper else link.a).device in installed:
                yield _trunk_port(asns, link, cable, belongs.mtus[link.fabric], numbered, upper=upper)


def configured(cluster: Cluster, ports: tuple[SwitchPort, ...]) -> tuple[SwitchPort, ...]:
    """Return the ports that are configured now: all of them, or with `growth: on-demand` those whose other end is installed."""
    if cluster.spec.growth == "preprovision":
        return ports
    there = {device.name for device in cluster.devices}
    return tuple(port for port in ports if port.peer in there)


def with_edge(
    cluster: Cluster, ports: tuple[SwitchPort, ...], edge: tuple[SwitchPort, ...]
) -> tuple[tuple[SwitchPort, ...], tuple[SwitchPort, ...]]:
    """Return the ports of the envelope and those that are configured today, with the uplinks to the site, which exist from the first day."""
    there = configured(cluster, ports)
    if not edge:
        return ports, there
    every = (*ports, *edge)
    return every, every if there is ports else (*there, *edge)


def managed_by(cluster: Cluster) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield every installed switch's name with the switch and cage that its own management port is, or will be, cabled to."""
    for link in cluster.reserved:
        if link.a.interface == MANAGEMENT_PORT:
            yield link.a.device, (link.b.device, link.b.cage)


class _Belongs(Struct, frozen=True):
    """The device at the other end of a host's port, and its tenant."""

    roles: dict[str, str]
    tenants: dict[str, str]
    vrfs: dict[tuple[str, str], str]
    mtus: dict[str, int]
    """The MTU of ports by fabric."""

    def role(self, cluster: Cluster, link: Link) -> str:
        if link.a.interface == "bmc":
            return "bmc"
        if link.fabric == "oob" and link.a.interface == MANAGEMENT_PORT:
            return "switch"
        return self.roles[cluster.floor.group_of(link.a.device)]

    def tenant(self, link: Link) -> str:
        return self.tenants.get(link.a.device, "") if link.a.interface != "bmc" else ""


def _host_port(
    cluster: Cluster, addressing: Addressing, link: Link, cable: tuple[float, str, str], belongs: _Belongs
) -> SwitchPort:
    """Return the port of a leaf to a host, or to the management port of a switch."""
    near, far = link.b, link.a
    untagged, tagged = addressing.vlans_of(link)
    own = addressing.link(link) if untagged is None else None
    tenant = belongs.tenant(link)
    return SwitchPort(
        switch=near.device,
        cage=int(near.cage),
        port=near.port,
        ports=near.ports,
        interface=near.interface,
        fabric=link.fabric,
        kind=link.kind,
        speed_gbps=link.speed_gbps,
        mtu_bytes=belongs.mtus[link.fabric],
        length_m=cable[0],
        medium=cable[1],
        cable=cable[2],
        peer=far.device,
        peer_interface=far.interface,
        group="",
        address=own.leaf if own else "",
        ipv6=own.leaf_ipv6 if own else "",
        vlan=untagged,
        tagged=tagged,
        role=belongs.role(cluster, link),
        tenant=tenant,
        vrf=belongs.vrfs.get((tenant, link.fabric), "") if untagged is None else "",
        peer_address="",
        peer_asn=None,
    )


def _trunk_port(
    asns: Mapping[str, int],
    link: Link,
    cable: tuple[float, str, str],
    mtu_bytes: int,
    numbered: tuple[str, str],
    *,
    upper: bool,
) -> SwitchPort:
    """Return the upper or the lower port of a link between switches."""
    near, far = (link.b, link.a) if upper else (link.a, link.b)
    return SwitchPort(
        switch=near.device,
        cage=int(near.cage),
        port=near.port,
        ports=near.ports,
        interface=near.interface,
        fabric=link.fabric,
        kind=link.kind,
        speed_gbps=link.speed_gbps,
        mtu_bytes=mtu_bytes,
        length_m=cable[0],
        medium=cable[1],
        cable=cable[2],
        peer=far.device,
        peer_interface=far.interface,
        group=_GROUPS[link.kind][upper],
        address=numbered[upper],
        ipv6="",
        vlan=None,
        tagged=(),
        role="",
        tenant="",
        vrf="",
        peer_address=numbered[not upper],
        peer_asn=asns.get(far.device),
    )
