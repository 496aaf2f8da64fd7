"""Whom a host knows without DNS: itself, and the few that it cannot start without; control and login hosts know everybody.

A file of one device that names others names the envelope. Every host of a large cluster in every host's file would be 2,048 x 2,048 lines,
so `/etc/hosts` has the host's own names, the control and login hosts of the envelope, and the hosts that its mounts come from.
The few control and login hosts, from where jobs are started and hosts reached, have every host of the envelope. All else is DNS.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from generator.model.blocks import Blocks
from generator.model.groups import HostGroup
from generator.plan.addressing.addresses import ordinal_of
from generator.plan.addressing.host_links import HostLinks
from generator.plan.addressing.pools import link_layout, oob_layout, role_numbers
from generator.plan.addressing.segments import INBAND, Segment, frontend_segments, oob_segments
from generator.plan.draft import Draft
from generator.plan.hosts.records import HostInterface
from generator.plan.records import Host
from generator.source.diagnostic import Problems

KNOW_ALL = ("control", "login")
"""Roles whose hosts know every host, and are known by every host."""


@dataclass(frozen=True, slots=True)
class Name:
    """An address with its names, the full one first."""

    address: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Names:
    """The names of a plan's hosts."""

    plan: Draft

    @cached_property
    def _segment(self) -> Segment | None:
        segments = frontend_segments(self.plan.cluster, Problems())
        return next((segment for segment in segments if segment.vlan.name == INBAND), None)

    @cached_property
    def _numbers(self) -> dict[str, Blocks]:
        return role_numbers(self.plan.cluster)

    @cached_property
    def _vlans(self) -> dict[int, str]:
        return {vlan.vlan: vlan.name for vlan in self.plan.vlans if vlan.fabric == "frontend"}

    def inband(self, group: HostGroup, ordinal: int) -> str:
        """Give the in-band address of a host of the envelope; empty where it has no frontend port."""
        if self._segment is None or not any(port.fabric == "frontend" for port in group.model.ports):
            return ""
        return self._segment.host(group.role, self._numbers[group.role].number(group.name, ordinal))

    def first_port(self, group: HostGroup, ordinal: int, fabric: str) -> Name:
        """Give the name and the address of a host of the envelope on its first port in a fabric; InfiniBand without IPoIB has no address."""
        shape = self.plan.cluster.shapes.get(fabric)
        ports = group.ports_on(fabric)
        if not ports:
            return self._name("", group.host_name(ordinal))
        port = ports[0].name + ("p0" if shape and shape.planes > 1 else "")
        layout = link_layout(self.plan.cluster, fabric, Problems()) if shape else None
        address = ""
        if shape and layout:
            spec = shape.demand.spec
            pair = HostLinks.make(self.plan.cluster, shape, layout).pair(0, group.name, ordinal, 0)
            if spec.technology != "infiniband":
                address = pair.host
            elif spec.ipoib:
                address = pair.leaf
        return self._name(address, f"{group.host_name(ordinal)}-{port}")

    def envelope(self, *roles: str) -> Iterator[Name]:
        """Give the in-band names of every host of the envelope, of some roles or of all."""
        for group in sorted(self.plan.cluster.groups, key=lambda group: group.order):
            for ordinal in range(group.max) if not roles or group.role in roles else ():
                if address := self.inband(group, ordinal):
                    yield self._name(address, group.host_name(ordinal))

    @cached_property
    def managers(self) -> tuple[Name, ...]:
        """The control hosts' management ports, of the envelope, that end on installed leaves: where each is, its leaf says."""
        cluster = self.plan.cluster
        layout = oob_layout(cluster, Problems()) if "oob" in cluster.shapes else None
        if layout is None:
            return ()
        segment = oob_segments(cluster, layout)["management"]
        roles = {group.name: group.role for group in cluster.groups}
        links = [link for link in cluster.reserved if link.fabric == "oob" and link.kind == "host_leaf"]
        return tuple(
            self._name(segment.port(ordinal_of(link.b.device), int(link.b.cage)), f"{link.a.device}-{link.a.interface}")
            for link in links
            if link.a.interface != "bmc" and roles.get(cluster.floor.group_of(link.a.device)) == "control"
        )

    @cached_property
    def _few(self) -> tuple[Name, ...]:
        return tuple(name for role in KNOW_ALL for name in self.envelope(role))

    @cached_property
    def _all(self) -> tuple[Name, ...]:
        return tuple(self.envelope())

    def known(self, role: str) -> tuple[Name, ...]:
        """Give whom hosts of a role know: control and login hosts, and these know all."""
        return self._all if role in KNOW_ALL else self._few

    def own(self, host: Host) -> Iterator[Name]:
        """Give a host's own names: the plain one in-band, or else on the first port with an address; all others say which port or segment."""
        mine = [interface for interface in self.plan.interfaces_of[host.name] if interface.address]
        plain = next((interface for interface in mine if interface.kind == "bond"), mine[0] if mine else None)
        for interface in mine:
            name = host.name if interface is plain else f"{host.name}-{self._place(interface)}"
            yield self._name(interface.address, name)

    def _place(self, interface: HostInterface) -> str:
        """Name a VLAN by its segment: `bond0.300` is no host name (RFC 952)."""
        return (
            self._vlans[interface.vlan] if interface.kind == "vlan" and interface.vlan is not None else interface.name
        )

    def _name(self, address: str, name: str) -> Name:
        return Name(address, (f"{name}.{self.plan.domain}", name))
