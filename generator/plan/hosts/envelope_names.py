"""The names of the envelope: hosts in-band, the control hosts' management ports, and the first server of each storage tier."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from generator.model.blocks import Blocks
from generator.model.cluster import Cluster
from generator.model.groups import HostGroup
from generator.plan.addressing.addresses import ordinal_of
from generator.plan.addressing.host_links import HostLinks
from generator.plan.addressing.pools import link_layout, oob_layout, role_numbers
from generator.plan.addressing.segments import INBAND, Segment, frontend_segments, oob_segments
from generator.plan.hosts.records import Known, Name
from generator.plan.records import Tier
from generator.source.diagnostic import Problems

KNOW_ALL = ("control", "login")
"""Roles whose hosts know every host, and are known by every host."""


def plan_known(cluster: Cluster, tiers: Iterable[Tier]) -> Known:
    """Return whom hosts may know."""
    names = _Envelope(cluster)
    by_role: dict[str, tuple[Name, ...]] = {}
    for group in sorted(cluster.groups, key=lambda group: group.order):
        by_role[group.role] = (*by_role.get(group.role, ()), *names.group(group))
    return Known(by_role=by_role, managers=tuple(names.managers()), servers=dict(names.servers(tiers)))


class _Envelope(Struct, frozen=True, dict=True):
    cluster: Cluster

    @cached_property
    def _segment(self) -> Segment | None:
        segments = frontend_segments(self.cluster, Problems())
        return next((segment for segment in segments if segment.vlan.name == INBAND), None)

    @cached_property
    def _numbers(self) -> dict[str, Blocks]:
        return role_numbers(self.cluster)

    def group(self, group: HostGroup) -> Iterator[Name]:
        """Yield the in-band names of every host of a group."""
        for ordinal in range(group.max):
            if address := self._inband(group, ordinal):
                yield self._name(address, group.host_name(ordinal))

    def managers(self) -> Iterator[Name]:
        """Yield the control hosts' management ports that end on installed leaves: where each is, its leaf says."""
        cluster = self.cluster
        layout = oob_layout(cluster, Problems()) if "oob" in cluster.shapes else None
        if layout is None:
            return
        segment = oob_segments(cluster, layout)["management"]
        roles = {group.name: group.role for group in cluster.groups}
        for link in cluster.reserved:
            managed = link.fabric == "oob" and link.kind == "host_leaf" and link.a.interface != "bmc"
            if managed and roles.get(cluster.floor.group_of(link.a.device)) == "control":
                address = segment.port(ordinal_of(link.b.device), int(link.b.cage))
                yield self._name(address, f"{link.a.device}-{link.a.interface}")

    def servers(self, tiers: Iterable[Tier]) -> Iterator[tuple[str, Name]]:
        """Yield the first host of the group that serves each tier, on the tier's fabric, by the tier's name."""
        groups = {group.name: group for group in self.cluster.groups}
        for tier in tiers:
            if tier.group not in groups:
                continue
            group = groups[tier.group]
            if tier.fabric == "frontend":
                yield tier.name, self._name(self._inband(group, 0), group.host_name(0))
            else:
                yield tier.name, self._first_port(group, tier.fabric)

    def _inband(self, group: HostGroup, ordinal: int) -> str:
        """Return the in-band address of a host; empty where it has no frontend port."""
        if self._segment is None or not any(port.fabric == "frontend" for port in group.model.ports):
            return ""
        return self._segment.host(group.role, self._numbers[group.role].number(group.name, ordinal))

    def _first_port(self, group: HostGroup, fabric: str) -> Name:
        """Return a group's first host on its first port in a fabric; InfiniBand without IPoIB has no address."""
        shape = self.cluster.shapes.get(fabric)
        ports = group.ports_on(fabric)
        if not ports:
            return self._name("", group.host_name(0))
        port = ports[0].name + ("p0" if shape and shape.planes > 1 else "")
        layout = link_layout(self.cluster, fabric, Problems()) if shape else None
        address = ""
        if shape and layout:
            spec = shape.demand.spec
            pair = HostLinks.make(self.cluster, shape, layout).pair(0, group.name, 0, 0)
            if spec.technology != "infiniband":
                address = pair.host
            elif spec.ipoib:
                address = pair.leaf
        return self._name(address, f"{group.host_name(0)}-{port}")

    def _name(self, address: str, name: str) -> Name:
        return Name(address, (f"{name}.{self.cluster.spec.domain}", name))
