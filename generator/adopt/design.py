"""An index of a plan for imports: devices by their names without pins, ports by device, and owners of values."""

import re
from collections.abc import Iterator

from msgspec import Struct, field

from generator.adopt.kinds import without_plane
from generator.model.interfaces import sonic_alias
from generator.model.naming import device_name, kind_of
from generator.model.planes import switch_stem
from generator.plan.cabling.records import Link
from generator.plan.draft import Draft

Port = tuple[str, str]
"""A device as pins call it, and its interface: `("gpu3", "rail0")`."""
_BUS = re.compile(
    r"(?:en|ib)(?:P(?P<domain>\d{1,5}))?p(?P<bus>\d{1,3})s(?P<slot>\d{1,2})(?:f(?P<function>\d))?(?:n?p\d+|d\d+)?(?:np\d+)?"
)
"""The kernel's name of a port by where it is plugged in (systemd.net-naming-scheme)."""
_VLAN = re.compile(r"(?i:vlan) ?0*([1-9][0-9]{0,3})(?:-v0)?")
"""A switch's interface in a VLAN, as SONiC and EOS (`Vlan210`) and Cumulus Linux (`vlan210`, `vlan210-v0` for the shared one) name it."""


class Design(Struct, frozen=True):
    """A plan, indexed. `names` has the current name of each device, `keys` its name in pins."""

    draft: Draft
    names: dict[str, str]
    keys: dict[str, str]
    pools: dict[str, list[str]]
    """Devices of each kind, planes one after the other."""
    peers: dict[Port, Port] = field(default_factory=dict)
    links: dict[Port, Link] = field(default_factory=dict)
    addresses: dict[Port, str] = field(default_factory=dict)
    holders: dict[str, Port] = field(default_factory=dict)
    every: set[tuple[str, str, str]] = field(default_factory=set)
    """All addresses, several of a port and those of ports that wait for a host among them."""
    every6: set[tuple[str, str, str]] = field(default_factory=set)
    """All IPv6 addresses; those of loopbacks on a port without a name."""
    aliases: dict[Port, str] = field(default_factory=dict)
    """Other names of a device's ports: of RDMA, of SONiC's labels, of InfiniBand's numbers, of PCI addresses."""
    kinds_of: dict[str, str] = field(default_factory=dict)
    """The kind of each device, without its plane."""
    neighbours: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The devices at the other ends of each device's links."""
    gateways: dict[Port, tuple[str, bool]] = field(default_factory=dict)
    """Interfaces in frontend segments: the segment, and whether the leaf also has its own address there."""
    order: dict[str, int] = field(default_factory=dict)
    """The place of each device among all."""
    values: dict[tuple[str, str], object] = field(default_factory=dict)
    """Values of a device that can be pinned, by name of the pin: rack, unit, asn, loopback, vtep."""

    def port(self, key: str, said: str) -> str:
        """Return the name of a port of a device in the plan; empty where it has none of that name."""
        if (key, said) in self.links or (key, said) in self.addresses:
            return said
        if found := _VLAN.fullmatch(said):
            return f"Vlan{found[1]}" if (key, f"Vlan{found[1]}") in self.addresses else ""
        bus = bus_address(said)
        return self.aliases.get((key, said)) or (self.aliases.get((key, bus), "") if bus else "")


def look_at(draft: Draft) -> Design:
    """Index a plan."""
    keys = dict(_keys(draft))
    names = {key: name for name, key in keys.items()}
    pools: dict[str, list[str]] = {}
    kinds = {key: without_plane(kind_of(key)[0]) for key in keys.values()}
    for key, kind in kinds.items():
        pools.setdefault(kind, []).append(key)
    design = Design(draft, names, keys, pools, kinds_of=kinds, order={key: n for n, key in enumerate(names)})
    for link in draft.links:
        a, b = (keys[link.a.device], link.a.interface), (keys[link.b.device], link.b.interface)
        design.peers.update({a: b, b: a})
        design.links.update({a: link, b: link})
    near: dict[str, dict[str, None]] = {}
    for (key, _), (far, _) in design.peers.items():
        near.setdefault(key, {})[far] = None
    design.neighbours.update((key, tuple(each)) for key, each in near.items())
    shared = {each.vlan: each.name for each in draft.vlans if each.gateway}
    # a leaf's own address beside a shared one comes first: the shared one is known by its segment
    for address in sorted(draft.addresses, key=lambda each: each.use == "gateway"):
        if address.fabric == "frontend" and address.vlan in shared and address.use in {"gateway", "own-gateway"}:
            at = keys[address.device], address.interface
            design.gateways.setdefault(at, (shared[address.vlan], address.use == "own-gateway"))
        if address.device in keys:
            design.every.add((keys[address.device], address.interface, address.address))
            port = "" if address.use in {"loopback", "vtep"} else address.interface
            design.every6.add((keys[address.device], port, address.ipv6.partition("/")[0]))
            design.addresses.setdefault((keys[address.device], address.interface), address.address)
            if address.use not in {"gateway", "vtep", "loopback"}:
                design.holders.setdefault(address.address, (keys[address.device], address.interface))
    waiting = ((keys[port.switch], port.interface, port.address.partition("/")[0]) for port in draft.reserved_ports)
    design.every.update(each for each in waiting if each[2])
    waiting = ((keys[port.switch], port.interface, port.ipv6.partition("/")[0]) for port in draft.reserved_ports)
    design.every6.update(waiting)
    _values(design)
    design.aliases.update(_aliases(draft, keys))
    return design


def bus_address(name: str) -> str:
    """Return the PCI address in the kernel's name of a port: `enp24s0np0` is 0000:18:00.0. Empty where it has none."""
    found = _BUS.fullmatch(name)
    if found is None:
        return ""
    return f"{int(found['domain'] or 0):04x}:{int(found['bus']):02x}:{int(found['slot']):02x}.{found['function'] or 0}"


def _keys(draft: Draft) -> Iterator[tuple[str, str]]:
    for host in draft.hosts:
        yield host.name, device_name(host.group, host.ordinal, 1)
    for switch in draft.switches:
        shape = draft.cluster.shapes[switch.fabric]
        plane, local = divmod(switch.ordinal, shape.in_plane(switch.tier))
        yield switch.name, device_name(f"{switch_stem(shape, plane)}-{switch.tier}", local, 1)


def _values(design: Design) -> None:
    for device in design.draft.devices:
        key = design.keys[device.name]
        design.values["rack", key], design.values["unit", key] = device.rack, device.unit
    for switch in design.draft.switches:
        key = design.keys[switch.name]
        for what in ("asn", "loopback", "vtep"):
            design.values[what, key] = getattr(switch, what)
        if switch.management:
            design.addresses[key, "eth0"] = switch.management
            design.holders.setdefault(switch.management, (key, "eth0"))


def _aliases(draft: Draft, keys: dict[str, str]) -> Iterator[tuple[Port, str]]:
    yield from (((keys[port.switch], port.interface), port.interface) for port in draft.reserved_ports)
    models = {each.name: each for each in draft.cluster.switches}
    for port in draft.reserved_ports:
        switch = models[port.switch]
        if switch.os == "sonic" and switch.model.os.sonic:
            yield (keys[port.switch], sonic_alias(switch.model, port.cage, port.port, port.ports)), port.interface
    for host, interfaces in draft.interfaces_of.items():
        for each in interfaces:
            yield from (((keys[host], other), each.name) for other in (each.rdma, each.pci) if other)
    for subnet in draft.subnets:
        for end in (end for link in subnet.links for end in (link.a, link.b)):
            if end.tier == "host":
                yield (keys[end.device], end.node.partition(" ")[2]), end.port
            else:
                yield (keys[end.device], f"port {end.number}"), end.port
