"""DHCP: its VLANs, and an address for every known MAC address. Other clients get none.

Addresses are those of the plan, so every control host may run the same file: two servers never assign different addresses. One port of a host has its in-band address: the first of its bond, whose MAC address the bond has.
"""

from collections.abc import Iterator, Mapping
from ipaddress import IPv4Address, IPv4Network

from msgspec.structs import replace

from generator.plan.addressing.records import Address
from generator.plan.addressing.segments import INBAND
from generator.plan.hosts.asked import asked_by_hosts
from generator.plan.hosts.resolvers import resolvers_inband
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.provisioning.boot import SWITCH_PORT, client_classes
from generator.plan.provisioning.names import named_addresses
from generator.plan.provisioning.places import servers_of
from generator.plan.provisioning.records import Dhcp, Reservation, Servers, Subnet

_LEAVES = 10_000
"""Room for leaves in a subnet's id, which is its VLAN's with the leaf's number: ids stay when subnets come (Kea keeps leases by them)."""

_NUMBERS = frozenset("0123456789.")
"""Characters of IPv4 addresses, to exclude names, which DHCP options do not allow (RFC 2132, sections 3.8 and 8.3)."""


@once
def dhcp_of(plan: Plan) -> Dhcp | None:
    """Return the DHCP service; None where no control host serves it, or no VLAN has it."""
    named = {each.address: each for each in named_addresses(plan)}
    servers = servers_of(plan, named)
    subnets = {IPv4Network(subnet.prefix): subnet for subnet in _subnets(plan, servers)}
    if not servers.interfaces or not subnets:
        return None
    reserved: dict[IPv4Network, list[Reservation]] = {prefix: [] for prefix in subnets}
    unknown = []
    for address, port, mac in _clients(plan):
        if mac:
            prefix = IPv4Network((address.address, address.length), strict=False)
            reserved[prefix].append(Reservation(mac=mac, address=address.address, label=named[address.address].label))
        else:
            unknown.append((address.device, port))
    return Dhcp(
        domain=plan.domain,
        interfaces=servers.interfaces,
        classes=tuple(client_classes(plan, servers)),
        subnets=tuple(
            replace(subnet, reservations=tuple(sorted(reserved[prefix], key=lambda each: IPv4Address(each.address))))
            for prefix, subnet in subnets.items()
        ),
        unknown=tuple(unknown),
    )


def _subnets(plan: Plan, servers: Servers) -> Iterator[Subnet]:
    """Yield the in-band VLAN, then management and BMCs leaf by leaf of the envelope.

    Resolvers and clocks are the site's in-band, the control hosts' where the site has none, and out of band, which leads nowhere else.
    """
    dns = tuple(map(str, plan.site.services.dns))
    ntp = tuple(each for each in plan.site.services.ntp if _NUMBERS.issuperset(each))
    inband = tuple(port.address for port in servers.inband)
    out = tuple(port.address for port in servers.management)
    for vlan in plan.vlans:
        if vlan.name == INBAND:
            yield Subnet(
                number=vlan.vlan * _LEAVES,
                prefix=vlan.prefix,
                gateway=vlan.gateway,
                resolvers=resolvers_inband(plan),
                clocks=asked_by_hosts(plan, ntp) or inband,
            )
    leaves: dict[int, int] = {}
    for prefix in plan.prefixes:
        if prefix.kind == "oob-leaf" and prefix.vlan is not None:
            leaves[prefix.vlan] = leaves.get(prefix.vlan, 0) + 1
            yield Subnet(
                number=prefix.vlan * _LEAVES + leaves[prefix.vlan],
                prefix=prefix.prefix,
                gateway=prefix.gateway,
                resolvers=out or dns,
                clocks=out or ntp,
            )


def _clients(plan: Plan) -> Iterator[tuple[Address, str, str]]:
    """Yield everything that has an address in these VLANs: the address, its port as assets.yaml names it, its MAC address if known."""
    assets = plan.site.assets
    members: Mapping[str, str] = {
        host.name: next((port.name for port in plan.interfaces_of[host.name] if port.kind == "member"), "")
        for host in plan.hosts
    }
    for address in plan.addresses:
        if address.use not in {INBAND, "management", "bmc"}:
            continue
        port = address.interface
        if address.use == INBAND:
            port = members[address.device]
        elif address.device not in members:
            port = SWITCH_PORT
        known = assets[address.device].macs if address.device in assets else {}
        yield address, port, known.get(port, "")
