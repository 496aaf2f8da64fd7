"""VLANs, prefixes, addresses, AS numbers and MAC addresses.

Columns are those of netbox/ipam/forms/bulk_import.py and, for MAC addresses (separate objects since 4.2), netbox/dcim/forms/bulk_import.py.
Roles of prefixes are the names of pools, which `clustergen import` reads; other prefixes have none.
"""

from collections import Counter
from collections.abc import Iterator

from generator.exports.netbox.pdus import pdu_addresses
from generator.exports.netbox.table import Table, slug
from generator.plan.addressing.numbers import IPV6_MORE
from generator.plan.plan import Plan

_RIR = "RFC 6996"
"""The registry of private AS numbers: NetBox requires one for each AS number."""
_WEIGHT = 1000
"""NetBox's own default, which its import requires."""
_LOOPBACKS = {"loopback", "vtep"}
_MANAGEMENT = ("mgmt0", "eth0")
"""A switch's management port in `assets.yaml`, and in its system; `base` is no port's address."""


def vlans(plan: Plan) -> Iterator[Table]:
    """Yield VLANs in a group of the cluster, so that no number and no name is taken twice."""
    if not plan.vlans:
        return
    yield Table("vlan-groups", ("name", "slug"), [(plan.name, slug(plan.name))])
    rows = [(plan.name, each.vlan, each.name, "active", each.description) for each in plan.vlans]
    yield Table("vlans", ("group", "vid", "name", "status", "description"), rows)


def prefixes(plan: Plan) -> Iterator[Table]:
    """Yield every prefix once: several uses of a prefix are in its description."""
    pools = {each.prefix: each.name.removeprefix("oob-") for each in plan.prefixes if each.kind == "pool"}
    roles = dict.fromkeys(pools.values())
    yield Table("roles", ("name", "slug", "weight"), [(name, slug(name), _WEIGHT) for name in roles])
    uses: dict[str, list[str]] = {}
    tags = {each.prefix: each.vlan for each in plan.prefixes if each.vlan is not None}
    for each in plan.prefixes:
        uses.setdefault(each.prefix, []).append(f"{each.kind} {each.name}")
    known = {each.vlan for each in plan.vlans}
    rows = []
    for prefix, use in uses.items():
        vlan = tags.get(prefix) if tags.get(prefix) in known else None
        rows.append((prefix, "active", pools.get(prefix, ""), plan.name if vlan else "", vlan, ", ".join(use)[:200]))
    yield Table("prefixes", ("prefix", "status", "role", "vlan_group", "vlan", "description"), rows)


def addresses(plan: Plan) -> Iterator[Table]:
    """Yield every address of an interface. A gateway is anycast, as other leaves have it, too: NetBox takes such an address more than once."""
    times = Counter(each.address for each in plan.device_addresses)
    primary = dict(_primary(plan))
    rows: list[tuple[object, ...]] = []
    for each in plan.device_addresses:
        shared = "anycast" if each.use == "gateway" or times[each.address] > 1 else ""
        first = primary.get(each.device) == (each.interface, each.address)
        name = f"{each.device}.{plan.domain}" if first else ""
        flags = ("true" if first else "", "true" if each.use == "bmc" else "")
        kind = shared or ("loopback" if each.use in _LOOPBACKS else "")
        rows.append(
            (f"{each.address}/{each.length}", "active", kind, each.device, each.interface, *flags, name, each.use)
        )
        if each.ipv6:
            rows.append(
                (
                    f"{each.ipv6}/{each.length + IPV6_MORE}",
                    "active",
                    kind,
                    each.device,
                    each.interface,
                    "",
                    "",
                    "",
                    each.use,
                )
            )
    rows += pdu_addresses(plan)
    head = ("address", "status", "role", "device", "interface", "is_primary", "is_oob", "dns_name", "description")
    yield Table("ip-addresses", head, rows)


def _primary(plan: Plan) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the address by which a device is reached: in band for a host, out of band for a switch or a host without the former."""
    order = {"inband": 2, "management": 1}
    for each in sorted(plan.device_addresses, key=lambda each: order.get(each.use, 0)):
        if each.use in order:
            yield each.device, (each.interface, each.address)


def as_numbers(plan: Plan) -> Iterator[Table]:
    """Yield AS numbers with their holders."""
    if not plan.asns:
        return
    yield Table("rirs", ("name", "slug", "is_private"), [(_RIR, slug(_RIR), "true")])
    holders: dict[int, list[str]] = {}
    for each in plan.asns:
        holders.setdefault(each.asn, []).append(each.holder)
    yield Table("asns", ("asn", "rir", "description"), [(n, _RIR, ", ".join(h)[:200]) for n, h in holders.items()])


def macs(plan: Plan) -> Iterator[Table]:
    """Yield the MAC addresses that `assets.yaml` states."""
    switches = {switch.name for switch in plan.switches}
    rows = []
    for name, assets in plan.site.assets.items():
        for port, mac in assets.macs.items():
            if name not in switches:
                rows.append((mac, name, port, "true"))
            elif port == _MANAGEMENT[0]:
                rows.append((mac, name, _MANAGEMENT[1], "true"))
    if rows:
        yield Table("mac-addresses", ("mac_address", "device", "interface", "is_primary"), rows)
