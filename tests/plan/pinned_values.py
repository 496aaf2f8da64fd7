"""Pins made of a plan's own values, whole or in part, and shuffled among devices that are alike."""

import random
from collections.abc import Callable, Hashable, Iterator
from ipaddress import ip_address, ip_network
from typing import Any

from generator.plan.cabling.records import Link, LinkEnd
from generator.plan.draft import Draft

Pins = dict[str, dict[str, Any]]
_USES = {"link", "inband", "bmc", "management"}


def own_pins(plan: Draft) -> Pins:
    """Return pins that say of every device what the plan says anyway."""
    pins: Pins = {}
    for device in plan.devices:
        pins[device.name] = {"name": device.name, "rack": device.rack, "unit": device.unit, "addresses": {}}
    for switch in plan.switches:
        of_switch = {
            "asn": switch.asn if switch.tier == "leaf" else None,
            "loopback": switch.loopback,
            "vtep": switch.vtep,
        }
        pins[switch.name] |= {key: value for key, value in of_switch.items() if value}
    switches = {switch.name for switch in plan.switches}
    for each in plan.addresses:
        if each.use in _USES and (each.device not in switches or each.use == "management"):
            pins[each.device]["addresses"][each.interface] = each.address
    return pins


def some_of(pins: Pins, dice: random.Random) -> Pins:
    """Return a part of the pins: some devices, of each some values."""
    found = {}
    for device in dice.sample(sorted(pins), dice.randint(1, len(pins))):
        keys = dice.sample(sorted(pins[device]), dice.randint(1, len(pins[device])))
        found[device] = {key: pins[device][key] for key in keys}
        if addresses := found[device].get("addresses"):
            kept = dice.sample(sorted(addresses), dice.randint(0, len(addresses)))
            found[device]["addresses"] = {key: addresses[key] for key in kept}
    return found


def shuffled_pins(plan: Draft, dice: random.Random) -> Pins:
    """Return pins that give some devices names, places and addresses of others of their kind."""
    pins: Pins = {}
    for members in _alike(plan, lambda device: device.name.rstrip("0123456789")):
        _deal(pins, members, [each.name for each in members], "name", dice)
    for members in _alike(plan, lambda device: device.height_u):
        places = [(each.rack, each.unit) for each in members]
        _deal(pins, members, places, "place", dice)
    for pin in pins.values():
        if "place" in pin:
            pin["rack"], pin["unit"] = pin.pop("place")
    sus = {host.name: host.su for host in plan.hosts}
    classes: dict[Hashable, list[Any]] = {}
    for each in plan.addresses:
        if each.device in sus and each.use in _USES:
            home = sus[each.device] if each.use == "link" else ip_network(f"{each.address}/{each.length}", strict=False)
            classes.setdefault((each.fabric, each.interface, home), []).append(each)
    for rows in classes.values():
        values = [row.address for row in rows]
        dice.shuffle(values)
        for row, value in zip(rows, values, strict=True):
            if dice.random() < 0.5:
                pins.setdefault(row.device, {}).setdefault("addresses", {})[row.interface] = value
    return pins


def _alike(plan: Draft, key: Callable[[Any], Hashable]) -> Iterator[list[Any]]:
    found: dict[Hashable, list[Any]] = {}
    for device in plan.devices:
        found.setdefault(key(device), []).append(device)
    yield from found.values()


def _deal(pins: Pins, devices: list[Any], values: list[Any], key: str, dice: random.Random) -> None:
    dice.shuffle(values)
    for device, value in zip(devices, values, strict=True):
        if dice.random() < 0.5:
            pins.setdefault(device.name, {})[key] = value


def dealt_ports(plan: Draft, dice: random.Random, *, across: bool = False) -> list[dict[str, str]]:
    """Return pins that deal the ports of each leaf anew among the hosts on it, splitters aside; `across`: of all leaves of a unit."""
    leaves: dict[Hashable, list[Link]] = {}
    sus = {switch.name: (switch.plane, switch.su) for switch in plan.switches}
    for link in plan.links:
        splitter = link.a.ports == 1 < link.b.ports
        if link.kind == "host_leaf" and not splitter and link.a.interface != "eth0":
            home = sus[link.b.device] if across and link.fabric != "oob" else link.b.device
            leaves.setdefault((link.fabric, home, link.b.ports, link.speed_gbps), []).append(link)
    pins = []
    for links in leaves.values():
        ends = [link.b for link in links]
        dice.shuffle(ends)
        dealt = zip(links, ends, strict=True)
        pins += [{"a": _end(link.a), "b": _end(end)} for link, end in dealt if dice.random() < 0.5]
    return pins


def _end(end: LinkEnd) -> str:
    return f"{end.device} {end.interface}"


def interface_pins(plan: Draft, dice: random.Random | None = None) -> tuple[Pins, dict[str, str]]:
    """Return pins of the addresses of all interfaces, and of the gateways that leaves share. With dice: some of them, dealt anew among what may hold them."""
    switches = {switch.name: switch for switch in plan.switches}
    shared = {each.vlan: each.name for each in plan.vlans if each.gateway}
    devices: Pins = {}
    classes: dict[tuple[bool, Hashable], list[tuple[str, str, str]]] = {}
    gateways: dict[str, str] = {}
    homes = _homes(plan)
    for each in plan.addresses:
        if each.use == "gateway" and each.vlan in shared and each.fabric == "frontend":
            gateways[shared[each.vlan]] = each.address
        elif each.use not in {"loopback", "vtep"}:
            home = homes.get((each.device, each.interface)) or (
                each.fabric,
                each.vlan,
                _network(each.address, each.length),
            )
            classes.setdefault((each.use != "link", home), []).append((each.device, each.interface, each.address))
    for (single, _), rows in classes.items():
        values = [address for _, _, address in rows]
        if dice and single:
            dice.shuffle(values)
        elif dice:
            lows = sorted({int(ip_address(at)) & ~1 for at in values})
            dealt = dict(zip(lows, dice.sample(lows, len(lows)), strict=True))
            values = [str(ip_address(dealt[int(ip_address(at)) & ~1] | int(ip_address(at)) & 1)) for at in values]
        for (device, interface, _), value in zip(rows, values, strict=True):
            if dice is None or (dice.random() < 0.6 and interface != "bond0") or device in switches:
                devices.setdefault(device, {"addresses": {}})["addresses"][interface] = value
    if dice:
        gateways = {name: _last(plan, name) if dice.random() < 0.7 else at for name, at in gateways.items()}
    return devices, gateways


def _network(address: str, length: int) -> str:
    return str(ip_network(f"{address}/{length}", strict=False))


def _last(plan: Draft, name: str) -> str:
    prefix = ip_network(next(each.prefix for each in plan.vlans if each.name == name))
    return str(prefix[-2])


def _homes(plan: Draft) -> dict[tuple[str, str], Hashable]:
    """Return what the two ends of a link share their addresses with: the links of a rail on a leaf, or those between switches of a fabric."""
    homes: dict[tuple[str, str], Hashable] = {}
    for link in plan.links:
        if link.a.address and link.b.address:
            home = (
                (link.fabric, link.rail, link.b.device, link.a.interface) if link.kind == "host_leaf" else link.fabric
            )
            homes[link.a.device, link.a.interface] = homes[link.b.device, link.b.interface] = home
    return homes


def dealt_uplinks(plan: Draft, dice: random.Random) -> list[dict[str, str]]:
    """Return pins that deal the uplinks of switches anew: which cable goes to which switch above, and which of its ports it takes. Links of one cable stay together."""
    tiers: dict[Hashable, dict[str, list[Link]]] = {}
    for link in plan.links:
        if link.kind != "host_leaf":
            tiers.setdefault((link.fabric, link.plane, link.kind), {}).setdefault(link.cable, []).append(link)
    # legs of a splitter go to several switches and are not dealt; a cable of one link does not fit where one of two was
    alike: dict[Hashable, dict[str, list[Link]]] = {}
    for tier, cables in tiers.items():
        for name, links in cables.items():
            if len({(x.a.device, x.b.device) for x in links}) == 1:
                alike.setdefault((tier, len(links)), {})[name] = links
    pins = []
    for cables in alike.values():
        lower: dict[str, list[list[Link]]] = {}
        for links in cables.values():
            lower.setdefault(links[0].a.device, []).append(links)
        upper: dict[str, list[list[Link]]] = {}
        for mine in lower.values():  # each one's cables, dealt anew to the switches above that they go to
            peers = [links[0].b.device for links in mine]
            dice.shuffle(peers)
            for links, peer in zip(mine, peers, strict=True):
                upper.setdefault(peer, []).append(links)
        ports: dict[str, list[list[Link]]] = {}
        for links in cables.values():
            ports.setdefault(links[0].b.device, []).append(links)
        for peer, mine in upper.items():
            there = dice.sample(ports[peer], len(mine))
            for links, ends in zip(mine, there, strict=True):
                if dice.random() < 0.7:
                    pins += [{"a": _end(one.a), "b": _end(other.b)} for one, other in zip(links, ends, strict=True)]
    return pins
