"""Pins made of a plan's own values, whole or in part, and shuffled among devices that are alike."""

import random
from collections.abc import Callable, Hashable, Iterator
from ipaddress import ip_network
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


def dealt_ports(plan: Draft, dice: random.Random) -> list[dict[str, str]]:
    """Return pins that deal the ports of each leaf anew among the hosts on it, splitters and fabrics of several planes aside."""
    leaves: dict[Hashable, list[Link]] = {}
    for link in plan.links:
        splitter, planes = link.a.ports == 1 < link.b.ports, plan.fabrics[link.fabric].planes
        if link.kind == "host_leaf" and planes == 1 and not splitter and link.a.interface != "eth0":
            leaves.setdefault((link.fabric, link.b.device, link.b.ports, link.speed_gbps), []).append(link)
    pins = []
    for links in leaves.values():
        ends = [link.b for link in links]
        dice.shuffle(ends)
        dealt = zip(links, ends, strict=True)
        pins += [{"a": _end(link.a), "b": _end(end)} for link, end in dealt if dice.random() < 0.5]
    return pins


def _end(end: LinkEnd) -> str:
    return f"{end.device} {end.interface}"
