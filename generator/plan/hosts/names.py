"""Names that a host resolves without DNS: its own, and the few that it needs to start; control and login hosts have all of them.

A file of one device that names others has the names of the envelope. Every host of a large cluster in every host's file would be 2,048 x 2,048 lines,
so `/etc/hosts` has the host's own names, the control and login hosts of the envelope, and the hosts that its mounts come from.
Control and login hosts, from which jobs are started and hosts managed, have every host of the envelope. All other names need DNS.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from generator.model.blocks import Blocks
from generator.model.cluster import Cluster
from generator.model.groups import HostGroup
from generator.plan.addressing.addresses import Addressing
from generator.plan.addressing.host_links import HostLinks
from generator.plan.addressing.pools import role_numbers
from generator.plan.addressing.segments import INBAND, Segment
from generator.plan.hosts.records import HostInterface, Known, Name
from generator.plan.infiniband.ipoib import Ipoib
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier

NFS = "nfs-"
"""How the name of an address begins that a pair of hosts shares: the tier's name follows. No device is called so: names of devices have a number in them."""
_NO_ADDRESS = "127.0.1.1"
"""What Debian's nss-myhostname answers for the name of a host without an address (its package's description); no distribution installs it in every case."""
KNOW_ALL = ("control", "login")
"""Roles whose hosts have the names of every host, and whose names every host has."""


def plan_known(cluster: Cluster, addressing: Addressing, ipoib: Iterable[Ipoib], tiers: Iterable[Tier]) -> Known:
    """Return the names for hosts."""
    names = _Envelope(cluster, addressing, {each.name: each.links for each in ipoib})
    by_role: dict[str, tuple[Name, ...]] = {}
    for group in sorted(cluster.groups, key=lambda group: group.order):
        every = (names.inband(group, ordinal) for ordinal in range(group.max))
        by_role[group.role] = (*by_role.get(group.role, ()), *(name for name in every if name.address))
    return Known(by_role=by_role, managers=tuple(names.managers()), servers=dict(names.servers(tiers)))


class _Envelope(Struct, frozen=True, dict=True):
    """The names of the envelope: hosts in-band, the control hosts' management ports, and the first server of each storage tier."""

    cluster: Cluster
    addressing: Addressing
    ipoib: Mapping[str, HostLinks]

    @cached_property
    def _segment(self) -> Segment | None:
        return next((each for each in self.addressing.segments if each.vlan.name == INBAND), None)

    @cached_property
    def _numbers(self) -> dict[str, Blocks]:
        return role_numbers(self.cluster)

    def inband(self, group: HostGroup, ordinal: int) -> Name:
        """Return the in-band name of a host; without an address where it has no frontend port."""
        address = ""
        if self._segment is not None and any(port.fabric == "frontend" for port in group.model.ports):
            address = self._segment.host(group.role, self._numbers[group.role].number(group.name, ordinal))
        return self._name(address, group.host_name(ordinal))

    def managers(self) -> Iterator[Name]:
        """Yield the control hosts' management ports that end on installed leaves: their leaf determines the address."""
        control = {group.name for group in self.cluster.groups if group.role == "control"}
        for link in self.cluster.reserved if self.addressing.oob else ():
            managed = link.fabric == "oob" and link.kind == "host_leaf" and link.a.interface != "bmc"
            if managed and self.cluster.floor.group_of(link.a.device) in control:
                yield self._name(self.addressing.out_of_band(link), f"{link.a.device}-{link.a.interface}")

    def servers(self, tiers: Iterable[Tier]) -> Iterator[tuple[str, Name]]:
        """Yield the first host of the group that serves each tier, on the tier's fabric, or the address that a pair shares, by the tier's name."""
        groups = {group.name: group for group in self.cluster.groups}
        for tier in (each for each in tiers if each.group in groups):
            group, pair = groups[tier.group], self.cluster.spec.storage[tier.name].nfs
            if pair is not None:
                yield tier.name, self._name(str(pair.address), f"{NFS}{tier.name}")
                continue
            frontend = tier.fabric == "frontend"
            yield tier.name, self.inband(group, 0) if frontend else self._first_port(group, tier.fabric)

    def _first_port(self, group: HostGroup, fabric: str) -> Name:
        """Return a group's first host on its first port in a fabric; InfiniBand without IPoIB has no address."""
        shape = self.cluster.shapes.get(fabric)
        ports = group.ports_on(fabric)
        if not ports:
            return self._name("", group.host_name(0))
        port = ports[0].name + ("p0" if shape and shape.planes > 1 else "")
        address = ""
        if links := self.addressing.routed.get(fabric):
            address = links.pair(0, group.name, 0, 0).host
        elif links := self.ipoib.get(fabric):
            address = links.pair(0, group.name, 0, 0).leaf
        return self._name(address, f"{group.host_name(0)}-{port}")

    def _name(self, address: str, name: str) -> Name:
        return Name(address, (f"{name}.{self.cluster.spec.domain}", name))


class Names(Struct, frozen=True, dict=True):
    """The names of a plan's hosts."""

    plan: Plan

    @cached_property
    def _vlans(self) -> dict[int, str]:
        return {vlan.vlan: vlan.name for vlan in self.plan.vlans if vlan.fabric == "frontend"}

    def envelope(self, role: str) -> tuple[Name, ...]:
        """Return the in-band names of a role's hosts, of the envelope."""
        return self.plan.known.by_role.get(role, ())

    @property
    def managers(self) -> tuple[Name, ...]:
        """The control hosts' management ports."""
        return self.plan.known.managers

    def server(self, tier: Tier) -> Name:
        """Return the first host of the group that serves a tier, by its name and address on the tier's fabric, installed or not; of a pair, what both share."""
        return self.plan.known.servers[tier.name]

    @cached_property
    def _few(self) -> tuple[Name, ...]:
        return tuple(name for role in KNOW_ALL for name in self.envelope(role))

    @cached_property
    def _all(self) -> tuple[Name, ...]:
        return tuple(name for names in self.plan.known.by_role.values() for name in names)

    def known(self, role: str) -> tuple[Name, ...]:
        """Return the names for hosts of a role: control and login hosts; for these, all."""
        return self._all if role in KNOW_ALL else self._few

    def own(self, host: Host) -> Iterator[Name]:
        """Yield a host's own names: the plain one in-band, or else on the first port with an address; all others contain the port or segment."""
        mine = [interface for interface in self.plan.interfaces_of[host.name] if interface.address]
        plain = next((interface for interface in mine if interface.kind == "bond"), mine[0] if mine else None)
        for interface in mine:
            name = host.name if interface is plain else f"{host.name}-{self._place(interface)}"
            yield Name(interface.address, (f"{name}.{self.plan.domain}", name))

    def of_itself(self, host: Host) -> tuple[Name, ...]:
        """Return a host's own names for its own file. One without an address has its name, too: programs such as sudo would ask resolvers for it."""
        return tuple(self.own(host)) or (Name(_NO_ADDRESS, (f"{host.name}.{self.plan.domain}", host.name)),)

    def _place(self, interface: HostInterface) -> str:
        """Name a VLAN by its segment: `bond0.300` is no host name (RFC 952)."""
        return (
            self._vlans[interface.vlan] if interface.kind == "vlan" and interface.vlan is not None else interface.name
        )
