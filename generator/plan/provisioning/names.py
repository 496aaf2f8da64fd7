"""Every name of the cluster's DNS domain that belongs to one address.

Hosts have the names of their own `/etc/hosts` (`plan/hosts/names.py`): the plain one in-band, the others by port or segment. Other addresses are
named in the same way: a BMC `<host>-bmc`, a switch by its management port, its loopback and its address in a VLAN by their kind.
The ends of links on switches have no names.
"""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.addressing.records import Address
from generator.plan.hosts.gateways import S3
from generator.plan.hosts.names import Names
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.source.span import Loc

GATEWAY = "gateway"
"""Suffix of the name of the address that all leaves of a VLAN share."""


class Named(Struct, frozen=True, kw_only=True, gc=False):
    """An address and its one name: the label before the domain. `origin` is the place in the spec that causes the name."""

    label: str
    address: str
    ipv6: str
    origin: Loc


@once
def named_addresses(plan: Plan) -> tuple[Named, ...]:
    """Return every name of installed devices: hosts and switches in the plan's order, then shared addresses of hosts and leaves."""
    return tuple(_named(plan))


def _named(plan: Plan) -> Iterator[Named]:
    names = Names(plan)
    vlans = {vlan.vlan: vlan.name for vlan in plan.vlans}
    twins = {each.address: each.ipv6 for each in plan.addresses}
    segments = {a.address: vlans[a.vlan] for a in plan.addresses if a.use == "segment" and a.vlan is not None}
    for host in plan.hosts:
        for each in names.own(host):
            origin = ("segments", segments[each.address]) if each.address in segments else host.origin
            ipv6 = twins.get(each.address, "")
            yield Named(label=each.names[1], address=each.address, ipv6=ipv6, origin=origin)
        if host.bmc:
            yield Named(label=f"{host.name}-bmc", address=host.bmc, ipv6="", origin=host.origin)
    for switch in plan.switches:
        for address in plan.addresses_of[switch.name]:
            if label := _on_switch(switch, address, vlans):
                yield Named(label=label, address=address.address, ipv6=address.ipv6, origin=switch.origin)
    for pdu in plan.pdus:
        yield Named(label=pdu.name, address=pdu.address, ipv6="", origin=("power", "pdu_management"))
    for tier in plan.tiers:
        if plan.site.storage[tier.name].nfs is not None:
            shared = names.server(tier)
            origin = ("storage", tier.name, "nfs", "address")
            yield Named(label=shared.names[1], address=shared.address, ipv6="", origin=origin)
        if (store := plan.site.storage[tier.name].ceph) is not None:
            for index, moving in enumerate(store.addresses):
                place: Loc = ("storage", tier.name, "ceph", "addresses", index)
                yield Named(label=f"{S3}{index + 1}-{tier.name}", address=str(moving), ipv6="", origin=place)
    for vlan in plan.vlans:
        if vlan.gateway:
            origin = ("segments", vlan.name) if vlan.name in plan.site.segments else ("vlans", vlan.name)
            yield Named(label=f"{vlan.name}-{GATEWAY}", address=vlan.gateway, ipv6="", origin=origin)


def _on_switch(switch: Switch, address: Address, vlans: dict[int, str]) -> str:
    """Name an address of a switch; empty where it is an end of a link, or is shared by all leaves of a fabric.

    A switch is reached by its management port, so that has the plain name; without one, the loopback has it.
    """
    if address.use == "management":
        return switch.name
    if address.use == "loopback":
        return f"{switch.name}-loopback" if switch.management else switch.name
    if address.use == "vtep":
        return f"{switch.name}-vtep"
    if address.vlan is not None and (address.use == "own-gateway" or address.fabric == "oob"):
        return f"{switch.name}-{vlans[address.vlan]}"
    return ""
