"""Every address of the cluster, each from its pool's layout."""

from collections.abc import Iterator
from ipaddress import IPv4Network

from msgspec import Struct, field
from msgspec.structs import replace

from generator.catalog.model import SwitchSystem
from generator.model.around import Around
from generator.model.blocks import Blocks
from generator.model.cluster import Cluster
from generator.model.device import Host, Link, Switch
from generator.plan.addressing.host_links import ROUTED, HostLinks, LinkAddresses
from generator.plan.addressing.host_vlans import rail_gateways
from generator.plan.addressing.layout import Layout
from generator.plan.addressing.numbers import (
    IPV6_MORE,
    Identity,
    as_numbers,
    identify,
    ipv6_twin,
    overlaid,
    pinned_as_numbers,
    pinned_identities,
    pinned_loopbacks_ipv6,
)
from generator.plan.addressing.pinned import refused_pins
from generator.plan.addressing.pods import pod_filters
from generator.plan.addressing.pools import FABRIC_CODES, link_layout, loopback_layout, role_numbers
from generator.plan.addressing.records import Address, AddressUse
from generator.plan.addressing.segments import INBAND, OobSegment, Segment, frontend_segments, oob_segments
from generator.plan.addressing.underlay import Underlay, plan_underlay
from generator.plan.records import PrefixFilter
from generator.plan.tenants import tenant_by_host
from generator.source.diagnostic import Problems


class Addressing(Struct):
    """All layouts of a cluster, with look-ups for the rest of the plan."""

    cluster: Cluster
    layouts: list[Layout] = field(default_factory=list)
    routed: dict[str, HostLinks] = field(default_factory=dict)
    segments: list[Segment] = field(default_factory=list)
    oob: dict[str, OobSegment] = field(default_factory=dict)
    identities: dict[str, Identity] = field(default_factory=dict)
    loopbacks: Layout | None = None
    links: Underlay | None = None
    _numbers: dict[str, Blocks] = field(default_factory=dict)
    _roles: dict[str, str] = field(default_factory=dict)
    _tenants: dict[str, str] = field(default_factory=dict)
    as_numbers: dict[str, int] = field(default_factory=dict)
    """The AS number of every switch of the envelope that has one."""

    @classmethod
    def make(cls, cluster: Cluster, problems: Problems) -> "Addressing":
        """Lay out every pool that the fabrics need; add to `problems` each that does not fit."""
        self = cls(cluster)
        self._numbers = role_numbers(cluster)
        self._roles = {group.name: group.role for group in cluster.groups}
        self._tenants = tenant_by_host(cluster)
        for name in ROUTED:
            if name in cluster.shapes and cluster.shapes[name].demand.spec.technology != "infiniband":
                layout = link_layout(cluster, name, problems)
                if layout:
                    self.layouts.append(layout)
                    self.routed[name] = HostLinks.make(cluster, cluster.shapes[name], layout)
        self.segments = frontend_segments(cluster, problems)
        self.layouts += [segment.layout for segment in self.segments]
        if "oob" in cluster.shapes:
            self.oob = oob_segments(cluster, problems)
            self.layouts += {layout.pool: layout for layout in (band.layout for band in self.oob.values())}.values()
        self.links = plan_underlay(cluster, problems)
        self.layouts += [self.links.layout] if self.links else []
        self.loopbacks = loopback_layout(cluster, problems)
        asns = Around({key: asn for key, _, asn in pinned_as_numbers(cluster)})
        for name in cluster.shapes:
            self.as_numbers |= as_numbers(cluster, name, asns)
        if self.loopbacks:
            self.layouts.append(self.loopbacks)
            pins = Around({key: int(at) for key, _, at in pinned_identities(cluster)})
            pins_ipv6 = Around({key: str(at) for key, _, at in pinned_loopbacks_ipv6(cluster)})
            tunnelled = overlaid(cluster)
            self.identities = {
                s.name: identify(cluster, s, self.loopbacks, self.as_numbers.get(s.name), pins, pins_ipv6, tunnelled)
                for s in cluster.switches
            }
        problems.add(*refused_pins(self))
        return self

    def link(self, link: Link) -> LinkAddresses | None:
        """Return both ends of a host link, where the fabric is routed to the host or to the gateway of its rail's VLAN."""
        if link.kind != "host_leaf" or link.fabric not in self.routed:
            return None
        return self.routed[link.fabric].of(link.index)

    def underlay(self, link: Link) -> tuple[str, str] | None:
        """Return the addresses of a link between switches, the lower end's first; None where they are link-local."""
        return self.links.pair(link) if self.links else None

    def inband(self, host: Host) -> str:
        """Return a host's in-band address."""
        for segment in self.segments:
            if segment.vlan.name == INBAND and any(p.fabric == "frontend" for p in host.model.ports):
                return segment.host(host.role, self._numbers[host.role].number(host.group, host.ordinal))
        return ""

    def out_of_band(self, link: Link) -> str:
        """Return the address of what an out-of-band link ends in."""
        if link.fabric != "oob" or link.kind != "host_leaf" or not self.oob:
            return ""
        segment = self.oob["bmc" if link.a.interface == "bmc" else "management"]
        return segment.port(self.cluster.floor.switch_names[link.b.device][-1], int(link.b.cage))

    def aggregates(self, switch: Switch) -> tuple[list[str], list[str]]:
        """Return the IPv4 and IPv6 prefixes of the hosts on a leaf: one for each rail, regardless of installed hosts."""
        found: list[str] = []
        twins: list[str] = []
        for fabric in switch.carries if switch.tier == "leaf" else ():
            links = self.routed.get(fabric)
            for rail in links.rails_on(switch.ordinal) if links else ():
                assert links is not None
                assert switch.su is not None
                found.append(str(links.su_prefix(switch.plane, rail, switch.su)))
                twins.append(links.su_prefix_ipv6(switch.plane, rail, switch.su))
        return found, [twin for twin in twins if twin]

    def networks(self, switch: Switch) -> list[str]:
        """Return the other prefixes that a leaf announces: its tunnel end, or its out-of-band VLANs."""
        if switch.tier != "leaf":
            return []
        found = [str(segment.prefix(switch.ordinal)) for segment in self.oob.values()] if switch.fabric == "oob" else []
        vtep = self.identities[switch.name].vtep
        return [*found, *([f"{vtep}/32"] if vtep else [])]

    def vlans_of(self, link: Link) -> tuple[int | None, tuple[int, ...]]:
        """Return the untagged VLAN and the tagged ones of a host's port; none on a routed link."""
        if link.kind != "host_leaf":
            return None, ()
        routed = self.routed.get(link.fabric)
        if routed and routed.in_vlans:
            return routed.vlan(routed.rail(link.index)), ()
        if link.fabric == "oob" and self.oob:
            return self.oob["bmc" if link.a.interface == "bmc" else "management"].vlan, ()
        if link.fabric == "frontend":
            role = self._roles[self.cluster.floor.group_of(link.a.device)]
            tenant = self._tenants.get(link.a.device, "")
            mine = [segment for segment in self.segments if segment.has(role, tenant)]
            inband = [segment.vlan.vlan for segment in mine if segment.vlan.name == INBAND]
            tagged = tuple(segment.vlan.vlan for segment in mine if segment.vlan.name != INBAND)
            return next(iter(inband), None), tagged
        return None, ()

    def filters(self) -> dict[str, tuple[PrefixFilter, ...]]:
        """Return what may be learned in each fabric: its loopbacks, and the prefixes that its leaves announce."""
        found = {}
        for name, shape in self.cluster.shapes.items():
            if self.loopbacks is None or shape.demand.spec.technology == "infiniband" or shape.carrier:
                continue
            block = self.loopbacks.prefix_of(through="fabric", fabric=FABRIC_CODES[name])
            lines = [self._filter(self.loopbacks, block, 32)]
            routed = [self.routed[each] for each in (name, *shape.demand.spec.carries) if each in self.routed]
            lines += [self._filter(r.layout, r.layout.prefix, r.su_prefix(0, 0, 0).prefixlen) for r in routed]
            if name == "oob" and self.oob:
                bands = {(band.layout.prefix, band.prefix(0).prefixlen): None for band in self.oob.values()}
                lines += [PrefixFilter(prefix=str(prefix), length=length) for prefix, length in bands]
            found[name] = (*lines, *pod_filters(self.cluster, (name, *shape.demand.spec.carries)))
        return found

    def _filter(self, layout: Layout, prefix: IPv4Network, length: int) -> PrefixFilter:
        """Return the filter of a pool or a part of it, with its IPv6 twin where the spec has one."""
        offset = int(prefix.network_address) - int(layout.prefix.network_address)
        twin = ipv6_twin(self.cluster, layout.pool, offset)
        if not twin:
            return PrefixFilter(prefix=str(prefix), length=length)
        return PrefixFilter(
            prefix=str(prefix),
            length=length,
            ipv6=f"{twin}/{prefix.prefixlen + IPV6_MORE}",
            ipv6_length=length + IPV6_MORE,
        )

    def addresses(self) -> Iterator[Address]:
        """Yield every address of every installed device."""
        lengths = {use: segment.prefix(0).prefixlen for use, segment in self.oob.items()}
        for link in self.cluster.links:
            pair = self.link(link)
            if pair:
                vlan, _ = self.vlans_of(link)
                ends = ((link.a, pair.host, pair.host_ipv6), (link.b, pair.leaf, pair.leaf_ipv6))
                for end, address, twin in ends if vlan is None else ends[:1]:
                    yield Address(
                        address=address,
                        length=pair.length,
                        device=end.device,
                        interface=end.interface,
                        fabric=link.fabric,
                        use="link",
                        ipv6=twin,
                        vlan=vlan,
                    )
            elif numbered := self.underlay(link):
                for end, address in zip((link.a, link.b), numbered, strict=True):
                    yield Address(
                        address=address,
                        length=31,
                        device=end.device,
                        interface=end.interface,
                        fabric=link.fabric,
                        use="link",
                    )
            elif link.fabric == "oob" and link.kind == "host_leaf" and self.oob:
                use: AddressUse = "bmc" if link.a.interface == "bmc" else "management"
                yield Address(
                    address=self.out_of_band(link),
                    length=lengths[use],
                    device=link.a.device,
                    interface=link.a.interface,
                    fabric="oob",
                    use=use,
                    vlan=self.oob[use].vlan,
                )
        for host in self.cluster.hosts:
            yield from self._host_segments(host)
        for switch in self.cluster.switches:
            yield from self._switch_addresses(switch)

    def _host_segments(self, host: Host) -> Iterator[Address]:
        if not any(port.fabric == "frontend" for port in host.model.ports):
            return
        for segment in self.segments:
            if segment.has(host.role, self._tenants.get(host.name, "")):
                inband = segment.vlan.name == INBAND
                yield Address(
                    address=segment.host(host.role, self._numbers[host.role].number(host.group, host.ordinal)),
                    length=segment.length,
                    device=host.name,
                    interface="bond0" if inband else f"bond0.{segment.vlan.vlan}",
                    fabric="frontend",
                    use=INBAND if inband else "segment",
                    vlan=segment.vlan.vlan,
                )

    def _switch_addresses(self, switch: Switch) -> Iterator[Address]:
        identity = self.identities[switch.name]
        if identity.loopback:
            yield Address(
                address=identity.loopback,
                length=32,
                device=switch.name,
                interface="Loopback0",
                fabric=switch.fabric,
                use="loopback",
                ipv6=identity.loopback_ipv6,
            )
        if identity.vtep:
            yield Address(
                address=identity.vtep,
                length=32,
                device=switch.name,
                interface="Loopback1",
                fabric=switch.fabric,
                use="vtep",
            )
        for fabric in switch.carries if switch.tier == "leaf" else ():
            yield from rail_gateways(self.routed.get(fabric), switch)
        if "frontend" in switch.carries and switch.tier == "leaf":
            own = switch.os is not None and self.cluster.catalog.get(SwitchSystem, switch.os).own_gateway
            for segment in self.segments:
                gateway = Address(
                    address=segment.vlan.gateway,
                    length=segment.length,
                    device=switch.name,
                    interface=f"Vlan{segment.vlan.vlan}",
                    fabric="frontend",
                    use="gateway",
                    vlan=segment.vlan.vlan,
                )
                yield gateway
                if own:
                    yield replace(gateway, address=segment.own(switch.ordinal), use="own-gateway")
        if switch.fabric == "oob" and switch.tier == "leaf":
            for each in self.oob.values():
                yield Address(
                    address=each.gateway(switch.ordinal),
                    length=each.prefix(0).prefixlen,
                    device=switch.name,
                    interface=f"Vlan{each.vlan}",
                    fabric="oob",
                    use="gateway",
                    vlan=each.vlan,
                )
