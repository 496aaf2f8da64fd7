"""VLANs, prefixes and addresses, in a namespace of the cluster, from the tables of the NetBox export.

Paths and fields are those of the serializers of Nautobot 3.2 (nautobot/ipam/api/serializers.py). An address is unique in a namespace, and is
assigned to any number of interfaces.
"""

from collections.abc import Iterable, Iterator, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_interface, ip_network
from typing import Any

from generator.exports.nautobot.dcim import Rows
from generator.exports.nautobot.kind import Kind

Net = IPv4Network | IPv6Network
_ADDRESS_ROLES = {"anycast": "Anycast", "loopback": "Loopback"}
"""Roles that every Nautobot has (nautobot/extras/choices.py), by the word of the tables."""


def roles(rows: Rows) -> Kind:
    """Return the roles of devices, prefixes and addresses: one list there, each role with the kinds of objects that may have it."""
    kinds: dict[str, list[str]] = {}
    for name in sorted({each["role"] for each in rows["ip-addresses"] if each["role"]}):
        kinds.setdefault(_ADDRESS_ROLES[name], []).append("ipam.ipaddress")
    for table, kind in (("device-roles", "dcim.device"), ("roles", "ipam.prefix")):
        for each in rows[table]:
            kinds.setdefault(each["name"], []).append(kind)
    objects = [{"name": name, "content_types": found} for name, found in kinds.items()]
    return Kind(name="roles", path="extras/roles", key=("name",), extend=("content_types",), objects=objects)


def vlans(rows: Rows) -> Iterator[Kind]:
    """Yield VLANs in a group of the cluster."""
    if not rows.get("vlans"):
        return
    groups = [{"name": each["name"]} for each in rows["vlan-groups"]]
    yield Kind(name="vlan groups", path="ipam/vlan-groups", key=("name",), objects=groups)
    yield Kind(
        name="vlans",
        path="ipam/vlans",
        key=("name",),
        find={"vlan_group": "vlan groups"},
        refs={"vlan_group": "vlan groups", "status": "statuses"},
        objects=[
            {"name": each["name"], "vid": each["vid"], "vlan_group": each["group"], "status": "Active"}
            | _described(each)
            for each in rows["vlans"]
        ],
    )


def prefixes(rows: Rows, pools_ipv6: Iterable[str]) -> Iterator[Kind]:
    """Yield the namespace, and every prefix: a container where it has smaller ones inside.

    Nautobot takes no address outside all prefixes: the tables have none for IPv6, so its pools are added, and the network of any other address.
    """
    (site,) = rows["sites"]
    yield Kind(name="namespaces", path="ipam/namespaces", key=("name",), objects=[{"name": site["name"]}])
    nets = {each["prefix"]: ip_network(each["prefix"]) for each in rows["prefixes"]}
    names = {each["vid"]: each["name"] for each in rows.get("vlans", ())}
    made = []
    for each in rows["prefixes"]:
        mine = _prefix(nets[each["prefix"]], site["name"], nets.values())
        if each["role"]:
            mine["role"] = each["role"]
        if each["vlan"]:
            mine["vlan"] = names[each["vlan"]]
        made.append(mine | _described(each))
    every = {*nets.values(), *map(ip_network, pools_ipv6)}
    for each in rows["ip-addresses"]:
        home = ip_interface(each["address"])
        if not any(home.ip in net for net in every):
            every.add(home.network)
    made += [_prefix(net, site["name"], every) for net in sorted(every - {*nets.values()}, key=str)]
    made.sort(key=lambda each: ip_network(each["prefix"]).prefixlen)
    yield Kind(
        name="prefixes",
        path="ipam/prefixes",
        key=("prefix",),
        find={"namespace": "namespaces"},
        refs={"namespace": "namespaces", "role": "roles", "vlan": "vlans", "status": "statuses"},
        objects=made,
    )


def _prefix(net: Net, namespace: str, every: Iterable[Net]) -> dict[str, Any]:
    """Return a prefix: a container where smaller ones are inside."""
    inside = any(net != other and net.version == other.version and other.subnet_of(net) for other in every)  # type: ignore[arg-type]
    kind = "container" if inside else "network"
    return {"prefix": str(net), "namespace": namespace, "type": kind, "status": "Active"}


def addresses(rows: Rows) -> Iterator[Kind]:
    """Yield every address once, the interfaces that have it, and the address by which each device is reached."""
    (site,) = rows["sites"]
    every: dict[str, dict[str, Any]] = {}
    pairs, first = [], []
    for each in rows["ip-addresses"]:
        home = ip_interface(each["address"])
        mine = {"address": str(home), "namespace": site["name"], "type": "host", "status": "Active"}
        if each["role"]:
            mine["role"] = _ADDRESS_ROLES[each["role"]]
        if each["dns_name"]:
            mine["dns_name"] = each["dns_name"]
        known = every.setdefault(str(home.ip), mine | _described(each))
        pairs.append({"ip_address": known["address"], "interface": f"{each['device']} {each['interface']}"})
        if each["is_primary"]:
            first.append({"name": each["device"], f"primary_ip{home.version}": known["address"]})
    yield Kind(
        name="addresses",
        path="ipam/ip-addresses",
        key=("address",),
        find={"namespace": "namespaces"},
        refs={"namespace": "namespaces", "role": "roles", "status": "statuses"},
        objects=list(every.values()),
    )
    yield Kind(
        name="addresses of interfaces",
        path="ipam/ip-address-to-interface",
        key=("ip_address", "interface"),
        find={"ip_address": "addresses"},
        refs={"ip_address": "addresses", "interface": "interfaces"},
        objects=pairs,
    )
    yield Kind(
        name="primary addresses",
        path="dcim/devices",
        key=("name",),
        create=False,
        find={"location": "rooms"},
        refs={"primary_ip4": "addresses", "primary_ip6": "addresses"},
        fill=("primary_ip4", "primary_ip6"),
        objects=first,
    )


def _described(each: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": each["description"]} if each["description"] else {}
