"""The names of the envelope: hosts in-band, the control hosts' management ports, and the first server of each storage tier."""

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
from generator.plan.hosts.records import Known, Name
from generator.plan.infiniband.ipoib import Ipoib
from generator.plan.records import Tier

KNOW_ALL = ("control", "login")
"""Roles whose hosts know every host, and are known by every host."""


def plan_known(cluster: Cluster, addressing: Addressing, ipoib: Iterable[Ipoib], tiers: Iterable[Tier]) -> Known:
    """Return whom hosts may know."""
    names = _Envelope(cluster, addressing, {each.name: each.links for each in ipoib})
    by_role: dict[str, tuple[Name, ...]] = {}
    for group in sorted(cluster.groups, key=lambda group: group.order):
        every = (names.inband(group, ordinal) for ordinal in range(group.max))
        by_role[group.role] = (*by_role.get(group.role, ()), *(name for name in every if name.address))
    return Known(by_role=by_role, managers=tuple(names.managers()), servers=dict(names.servers(tiers)))


class _Envelope(Struct, frozen=True, dict=True):
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
        """Yield the control hosts' management ports that end on installed leaves: where each is, its leaf says."""
        control = {group.name for group in self.cluster.groups if group.role == "control"}
        for link in self.cluster.reserved if self.addressing.oob else ():
            managed = link.fabric == "oob" and link.kind == "host_leaf" and link.a.interface != "bmc"
            if managed and self.cluster.floor.group_of(link.a.device) in control:
                yield self._name(self.addressing.out_of_band(link), f"{link.a.device}-{link.a.interface}")

    def servers(self, tiers: Iterable[Tier]) -> Iterator[tuple[str, Name]]:
        """Yield the first host of the group that serves each tier, on the tier's fabric, by the tier's name."""
        groups = {group.name: group for group in self.cluster.groups}
        for tier in (each for each in tiers if each.group in groups):
            group = groups[tier.group]
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
