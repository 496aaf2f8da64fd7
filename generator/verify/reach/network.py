"""Forwarding of a packet: a host's routes, a leaf's VLANs, gateways and instances, and what its fabric announces."""

from collections.abc import Iterable, Iterator
from itertools import product

from msgspec import Struct

from generator.plan.edge import SiteUplink
from generator.verify.reach.cabling import Cabling
from generator.verify.reach.filters import FilterList
from generator.verify.reach.hosts import MAIN
from generator.verify.reach.stations import Attachment, Station
from generator.verify.reach.ways_out import WaysOut
from generator.verify.systems.records import Port, SwitchFiles

_EVERYTHING = {4: (1 << 32) - 1, 6: (1 << 128) - 1}
"""The rank of a default route, by IP version."""


class PacketPath(Struct, frozen=True, kw_only=True):
    """One path from a station: the interface by which its packets leave, the filters at the port where they enter, and the place where routing stops them, if any."""

    leaves_by: str = ""
    lists: tuple[FilterList, ...] = ()
    stop: str = ""


class _Hop(Struct, frozen=True, kw_only=True):
    """A station's first hop: interface, port, tag and gateway. `direct`: the neighbour itself; else a gateway, None for any."""

    interface: str
    port: str
    tag: int | None
    direct: bool
    gateway: int | None


class Network:
    """Everything between stations."""

    def __init__(self, cabling: Cabling, uplinks: Iterable[SiteUplink] = ()) -> None:
        """Take the cables, with the files of their ends, and the uplinks to the site."""
        self._cabling = cabling
        self.ways = WaysOut(cabling, uplinks)

    def outward(self, station: Station, site: Station) -> bool:
        """Whether a station reaches an address of the site by its own address: by uplinks of its tenant, or as its default gateway is behind the interface that has it.

        BMCs and switches have their leaf as their gateway, by DHCP and by their own files; if that network has an uplink, they use it.
        """
        if not station.host:
            return self.ways.out_of_band(station) and bool(self.ways.common(site, out_of_band=True))
        network = self._cabling.host(station.device)
        route = network.route(station.family, station.address, site.address) if network else None
        default = route is not None and route.rank[0] == _EVERYTHING[station.family]
        if self.ways.own(station, site):
            return True
        if route is None or route.gateway is None or route.interface != station.interface:
            return False
        return (default or route.table != MAIN) and self.ways.common_leads(site)

    def paths(self, a: Station, b: Station, *, outside: bool = False, rdma: bool = False) -> Iterator[PacketPath]:
        """Yield the paths of a's packets to b, one per port.

        `outside`: b is the site, so they are followed to the gateway only. `rdma`: an adapter only sends packets with its own source address (RoCE v2 annex, GIDs of a port).
        """
        bound = rdma or (outside and bool(self.ways.own(a, b)))
        hops = self._hops(a, b, bound=bound)
        if isinstance(hops, str):
            yield PacketPath(stop=hops)
            return
        for hop, leaf in product(hops, self._called(b)):
            at = self._cabling.far.get((a.device, hop.port))
            switch = self._cabling.switch(at[0]) if at else None
            port = switch.port(at[1]) if switch and at else None
            if at is None or switch is None or port is None:
                yield PacketPath(stop=f"no file configures the switch at {a.device} {hop.port}")
                continue
            yield PacketPath(
                leaves_by=hop.interface,
                lists=tuple(port.lists),
                stop=self._carried(switch, at, port, hop, b, leaf, outside=outside),
            )

    def _hops(self, a: Station, b: Station, *, bound: bool) -> list[_Hop] | str:
        if not a.host:
            direct = a.neighbours[0] <= b.address <= a.neighbours[1]
            return [_Hop(interface=a.interface, port=a.interface, tag=None, direct=direct, gateway=None)]
        network = self._cabling.host(a.device)
        if network is None:
            return f"hosts/{a.device} has no network file"
        if not a.behind and (a.family, a.address) not in network.addresses.get(a.interface, ()):
            return f"{network.file} gives {a.interface} no address {a.text}"
        route = network.route(a.family, a.address, b.address)
        if route is None or (bound and route.interface != a.interface):
            return f"{network.file} has no route from {a.text} to {b.text}{f' by {a.interface}' if bound else ''}"
        ports, tag = network.ports(route.interface)
        return [
            _Hop(interface=route.interface, port=port, tag=tag, direct=route.gateway is None, gateway=route.gateway)
            for port in ports
        ]

    def _called(self, b: Station) -> list[str]:
        """Return the leaves that may announce a pod: those that its host is cabled to, as its session is with either; for other stations, one empty name."""
        if not b.behind:
            return [""]
        return sorted({name for name, _ in self._cabling.attachments(b.behind)[0]})

    def _carried(
        self, switch: SwitchFiles, at: Attachment, port: Port, hop: _Hop, b: Station, leaf: str, *, outside: bool
    ) -> str:
        """Forward a packet from the port where it entered.

        Return where it stops; empty where it reaches b's ports. `leaf`: the one to which a pod's host announced it.
        """
        if any(subnet[0] == b.family for subnet in port.subnets):
            if hop.gateway is not None and not port.own(b.family, hop.gateway):
                return f"{switch.file}: {at[1]} does not have the address of its host's gateway"
            return self._routed(switch, port.vrf, b, leaf, outside=outside)
        vlan = port.carries(hop.tag)
        if vlan is None:
            return f"{switch.file}: {at[1]} accepts no frames {f'of VLAN {hop.tag}' if hop.tag else 'without a tag'}"
        if hop.direct:
            return self._bridged(switch, vlan, b)
        for name in (switch.name, *(each for each in self._cabling.names if each != switch.name)):
            other = self._cabling.switch(name)
            if other is None or not self._one_vlan(switch, other, vlan):
                continue
            gateway = other.vlans.get(vlan, Port())
            if any(subnet[0] == b.family and hop.gateway in {None, subnet[1]} for subnet in gateway.subnets):
                return self._routed(other, gateway.vrf, b, leaf, outside=outside)
        return f"{switch.file}: VLAN {vlan} has no gateway that its hosts use"

    def _one_vlan(self, one: SwitchFiles, other: SwitchFiles, vlan: int) -> bool:
        """Whether a VLAN is the same on two switches: VXLAN stretches it between those with the same VNI."""
        if one.name == other.name:
            return True
        vni = one.vlan_vnis.get(vlan)
        return vni is not None and other.vlan_vnis.get(vlan) == vni and self._cabling.joined(one.name, other.name)

    def _bridged(self, switch: SwitchFiles, vlan: int, b: Station) -> str:
        attachments, tag = self._cabling.attachments(b)
        for attachment in attachments:
            other, port = self._cabling.switch(attachment[0]), self._cabling.port(attachment)
            if other and port and port.carries(tag) == vlan and self._one_vlan(switch, other, vlan):
                return ""
        return f"{switch.file}: {b.device} is not in VLAN {vlan}"

    def _routed(self, switch: SwitchFiles, vrf: str, b: Station, leaf: str = "", *, outside: bool = False) -> str:
        """Route from an instance of a switch: to its own networks, or over those that announce one that holds the destination."""
        if outside:
            return self.ways.stop(switch, vrf, b)
        if b.behind:
            return self._to_pod(switch, vrf, b, b.behind, leaf)
        here = self._here(switch, vrf, b)
        if here is not None:
            return here
        for other in self._cabling.joined_to(switch.name):
            theirs = self._same_instance(switch, vrf, other)
            if theirs is None or other.name == switch.name:
                continue
            spans = other.announced.get(theirs, ())
            if any(family == b.family and first <= b.address <= last for family, (first, last) in spans):
                there = self._here(other, theirs, b)
                if there is not None:
                    return there
        return f"{switch.file}: {vrf or 'the default instance'} has no route to {b.text}"

    def _to_pod(self, switch: SwitchFiles, vrf: str, pod: Station, host: Station, name: str) -> str:
        """Route to a pod by its host's announcement: the leaf must accept it, and if the packet is on another switch, all between must pass it on."""
        leaf = self._cabling.switch(name)
        if leaf is None or vrf or not self._cabling.joined(switch.name, name):
            return f"{switch.file}: {vrf or 'the default instance'} has no route to {pod.text}"
        network = pod.neighbours
        if not leaf.learned.takes(host.address, network, pod.asn):
            return f"{leaf.learned.file or leaf.file}: pod routes that {host.device} announces are not accepted"
        if leaf.name != switch.name:
            if not leaf.learned.tells(network, pod.asn):
                return f"{leaf.learned.file}: routes to pods are not announced to other switches"
            for spine in self._cabling.transit(name):
                if not (spine.learned.hears(network) and spine.learned.tells(network, None)):
                    return f"{spine.learned.file or spine.file}: pod routes that leaves announce are not passed on"
            if not switch.learned.hears(network):
                return f"{switch.learned.file or switch.file}: pod routes that other switches announce are not accepted"
        return self._routed(switch, vrf, host)

    @staticmethod
    def _same_instance(switch: SwitchFiles, vrf: str, other: SwitchFiles) -> str | None:
        """Find the instance of another switch that takes part in the same routing: the default one, or that of one VXLAN network."""
        if not vrf:
            return ""
        vni = switch.vrf_vnis.get(vrf)
        return next((name for name, theirs in other.vrf_vnis.items() if theirs == vni), None)

    def _here(self, switch: SwitchFiles, vrf: str, b: Station) -> str | None:
        """Hand over to a network of the instance, or of another one of the switch that it has routes of."""
        found = self._connected(switch, vrf, b)
        for taken in switch.taken if found is None else ():
            if (taken.into, taken.family) == (vrf, b.family) and taken.span[0] <= b.address <= taken.span[1]:
                found = self._connected(switch, taken.source, b)
                if found is not None:
                    break
        return found

    def _connected(self, switch: SwitchFiles, vrf: str, b: Station) -> str | None:
        """Hand over to a network of the switch's own; None where it has none that holds the destination."""
        for name, port in switch.ports.items():
            if port.vrf == vrf and _holds(port, b):
                theirs, _ = self._cabling.attachments(b)
                return "" if (switch.name, name) in theirs else f"{switch.file}: {b.text} is behind {name}, where {b.device} is not"  # fmt: skip
        for vlan, port in switch.vlans.items():
            if port.vrf == vrf and _holds(port, b):
                return self._bridged(switch, vlan, b)
        return None


def _holds(port: Port, b: Station) -> bool:
    return any(
        family == b.family and first <= b.address <= last and own != b.address
        for family, own, (first, last) in port.subnets
    )
