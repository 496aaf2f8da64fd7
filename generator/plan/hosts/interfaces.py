"""The interfaces of a host: rails and storage sides with separate routes, the frontend bond with its VLANs, the management port.

A routed port has a /31 to its leaf, or shares a VLAN of the leaf with its neighbours on the rail (`host_links: vlan`): then it has the VLAN's
prefix, and the leaf's address there as its gateway; all else is equal. Packets from its address are sent through it by a rule and a separate table
(ip-rule(8)), so traffic of a rail never leaves by another rail; the main table has the rail's own prefix. No routed port has a default route. Storage sides are redundant: each also has the whole fabric in the main table, at a separate metric, which is used when the port of the other side has no carrier. In addition to the default route, the fabrics of routed ports are unreachable, so that no packet to a rail or a storage side leaves by the bond.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from ipaddress import IPv4Network, IPv6Network

from msgspec import UNSET
from msgspec.structs import replace

from generator.catalog.model import Host as HostModel
from generator.catalog.model import HostPort
from generator.plan.addressing.layout import number_of
from generator.plan.addressing.numbers import IPV6_MORE, ipv6_twin
from generator.plan.addressing.pools import PINNED_OOB
from generator.plan.addressing.records import Address, AddressUse, Vlan
from generator.plan.cabling.records import Link
from generator.plan.draft import Draft
from generator.plan.hosts.beyond import answered, beyond, beyond_rails
from generator.plan.hosts.records import HostInterface, InterfaceKind
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.slurm.tunnel import tunnel_hops

BOND = "bond0"
TABLES = {"compute": 100, "storage": 200}
"""The first table of each fabric's ports; port n has the n-th after it. Linux keeps 253 to 255 for itself."""
RULES = {"compute": 1000, "storage": 2000}
_RULE_STEP = 10
_Addresses = Mapping[tuple[AddressUse, str], Address]
"""Addresses of a host by use and interface."""
BACKUP_METRIC = 200
"""The metric of the first storage side's route to the other; the next has one more."""
_VLAN_TABLE, _VLAN_RULE = 1000, 3000
"""Added to the number of a VLAN: its table and its rule, where it has them."""


def host_interfaces(plan: Draft, host: Host) -> Iterator[HostInterface]:
    """Yield every interface that the host's operating system configures; its BMC is not among them."""
    model = plan.hardware.get(HostModel, host.model)
    mine = {(each.use, each.interface): each for each in plan.addresses_of[host.name]}
    facts = {port.name: port for port in model.ports}
    routed: dict[str, int] = {}
    members = []
    pools: dict[str, None] = {}
    for link in plan.links_of[host.name]:
        port = facts.get(link.a.interface) or facts.get(link.a.interface.partition("p")[0])
        if link.a.interface == "bmc":
            continue
        if link.fabric == "frontend":
            member = _plain(plan, host, link, port, "member")
            members.append(replace(member, parent=BOND, lacp=host.name in plan.lagged))
        elif link.fabric == "oob":
            yield _management(plan, host, link, port, mine)
        elif plan.fabrics[link.fabric].technology == "infiniband":
            yield _infiniband(plan, host, link, port, mine)
        else:
            number = routed.get(link.fabric, 0)
            routed[link.fabric] = number + 1
            found = _routed(plan, host, link, port, number, mine["link", link.a.interface])
            pools.update(dict.fromkeys(found.table_routes))
            yield _onward(plan, host, found)
    yield from members
    if members:
        yield from _bond(plan, host, members, tuple(pools))


def _plain(plan: Plan, host: Host, link: Link, port: HostPort | None, kind: InterfaceKind) -> HostInterface:
    assets = plan.site.assets.get(host.name)
    spec = plan.fabrics[link.fabric]
    name = link.a.interface
    return HostInterface(
        host=host.name,
        name=name,
        kind=kind,
        fabric=link.fabric,
        rail=link.rail,
        plane=link.plane,
        speed_gbps=link.speed_gbps,
        mtu_bytes=spec.host_mtu_bytes if link.fabric != "oob" else min(_ETHERNET_MTU, spec.host_mtu_bytes),
        pci=port.pci or "" if port and port.name == name else "",
        rdma=port.rdma or "" if port and port.name == name else "",
        mac=assets.macs.get(name, "") if assets else "",
        gpu=port.gpu if port else None,
        nic=port.nic or "" if port else "",
    )


_ETHERNET_MTU = 1500
"""Out-of-band ports carry what every BMC and management port does (IEEE 802.3)."""


def _routed(plan: Draft, host: Host, link: Link, port: HostPort | None, number: int, own: Address) -> HostInterface:
    """Return a rail or a storage side: its rail's prefix in the main table, the whole fabric in its own.

    Leaves of a storage fabric learn each other's prefixes, by spines or by the links between two of them, so each side leads to both. A rail needs
    no such route: a collective waits for the rail itself.
    """
    pool, pool_text, bits = _pools(plan)[link.fabric]
    rail, rail_text = _prefix(number_of(link.a.address) >> bits << bits, 32 - bits)
    shared = () if own.vlan is None else (IPv4Network((own.address, own.length), strict=False),)
    return replace(
        _plain(plan, host, link, port, "routed"),
        address=link.a.address,
        length=own.length,
        gateway=link.b.address,
        routes=rail_text,
        table=TABLES[link.fabric] + number,
        rule=RULES[link.fabric] + _RULE_STEP * number,
        table_routes=pool_text,
        ipv6=link.a.ipv6,
        ipv6_length=own.length + IPV6_MORE if link.a.ipv6 else 0,
        gateway_ipv6=link.b.ipv6,
        routes_ipv6=_twin(plan, link, rail),
        table_routes_ipv6=_twin(plan, link, pool),
        neighbours=tuple(map(str, shared)),
        neighbours_ipv6=tuple(twin for prefix in shared for twin in _twin(plan, link, prefix)),
        backup_metric=BACKUP_METRIC + number if link.fabric == "storage" else None,
    )


def _onward(plan: Plan, host: Host, port: HostInterface) -> HostInterface:
    """Return a port whose table also leads to the networks of the site that its tenant's uplinks join with the rails."""
    found = beyond_rails(plan, plan.tenants.get(host.name, ""), port.table_routes)
    if not found:
        return port
    return replace(
        port,
        table_routes=(*port.table_routes, *(prefix for prefix in found if ":" not in prefix)),
        table_routes_ipv6=(
            *port.table_routes_ipv6,
            *(prefix for prefix in found if ":" in prefix and port.gateway_ipv6),
        ),
    )


@cache
def _prefix(address: int, length: int) -> tuple[IPv4Network, tuple[str, ...]]:
    """Return a prefix, and its text as the only route; cached, as those of rails and leaves are few and used with every port."""
    prefix = IPv4Network((address, length))
    return prefix, (str(prefix),)


@once
def _pools(plan: Plan) -> dict[str, tuple[IPv4Network, tuple[str, ...], int]]:
    """Return the pool of each routed fabric, its text as the only route, and the bits of its addresses below the rail."""
    routed = (layout for layout in plan.layouts if layout.pool in TABLES)
    return {layout.pool: (layout.prefix, (str(layout.prefix),), layout.below("rail")) for layout in routed}


@once
def _oob_pools(plan: Plan) -> tuple[tuple[IPv4Network, str], ...]:
    """Return the pools of management ports and BMCs with their texts."""
    pools = (layout.prefix for layout in plan.layouts if layout.pool in {"oob", *PINNED_OOB.values()})
    return tuple((pool, str(pool)) for pool in pools)


def _twin(plan: Draft, link: Link, prefix: IPv4Network) -> tuple[str, ...]:
    if not link.a.ipv6:
        return ()
    pool: IPv4Network = getattr(plan.site.addressing, link.fabric)
    twin = ipv6_twin(plan.cluster, link.fabric, int(prefix.network_address) - int(pool.network_address))
    return (str(IPv6Network(f"{twin}/{prefix.prefixlen + IPV6_MORE}")),)


_IPOIB_MTU = 4092
"""The partition's 4,096 bytes (mtu=5 in partitions.conf) less IPoIB's header of 4 (RFC 4391, section 4)."""


def _infiniband(plan: Plan, host: Host, link: Link, port: HostPort | None, mine: _Addresses) -> HostInterface:
    """Return an InfiniBand port, with its IPoIB address where the fabric has them."""
    plain = replace(_plain(plan, host, link, port, "infiniband"), mtu_bytes=_IPOIB_MTU)
    own = mine.get(("ipoib", link.a.interface))
    return replace(plain, address=own.address, length=own.length) if own else plain


def _management(plan: Plan, host: Host, link: Link, port: HostPort | None, mine: _Addresses) -> HostInterface:
    """Return the management port, which reaches only switches and BMCs."""
    found = mine["management", link.a.interface]
    bits = 32 - found.length
    own, _ = _prefix(number_of(found.address) >> bits << bits, found.length)
    return replace(
        _plain(plan, host, link, port, "access"),
        address=found.address,
        length=found.length,
        gateway=plan.gateways[link.b.device, found.vlan],
        routes=tuple(text for pool, text in _oob_pools(plan) if pool != own),
    )


@once
def _frontend_vlans(plan: Plan) -> dict[int, Vlan]:
    return {vlan.vlan: vlan for vlan in plan.vlans if vlan.fabric == "frontend"}


def _bond(plan: Draft, host: Host, members: list[HostInterface], pools: tuple[str, ...]) -> Iterator[HostInterface]:
    """Yield the bond over the frontend ports, untagged in the in-band segment, then a VLAN for each other segment.

    A border host's default route is the site's, by ports that are not planned here. The bond has the MAC address of its first port where that is
    known: systemd would make one of the bond's name and the machine's id (systemd.link(5), MACAddressPolicy), which cloned images share.
    """
    mac = members[0].mac
    blank = replace(members[0], rail=None, pci="", rdma="", mac="", gpu=None, nic="")
    vlans = _frontend_vlans(plan)
    mine = [a for a in plan.addresses_of[host.name] if a.fabric == "frontend" and a.vlan in vlans]
    ordered = sorted(mine, key=lambda a: (a.use != "inband", a.vlan or 0))
    numbers = tuple(found.vlan for found in ordered if found.vlan is not None)
    led, answers = beyond(plan, numbers), answered(plan, numbers)
    for found in ordered:
        inband = found.use == "inband"
        default_route = inband and host.role != "border"
        others = led.get(found.vlan or 0, ())
        # A border host's default route is not its segment's, so nothing tells by what it reaches the site.
        back = answers.get(found.vlan or 0, ()) if host.role != "border" else ()
        yield replace(
            blank,
            name=found.interface,
            kind="bond" if inband else "vlan",
            parent="" if inband else BOND,
            vlan=None if inband else found.vlan,
            address=found.address,
            length=found.length,
            gateway=vlans[found.vlan or 0].gateway if default_route or others or back else "",
            routes=("0.0.0.0/0",) if default_route else others,
            table=_VLAN_TABLE + (found.vlan or 0) if back else None,
            rule=_VLAN_RULE + (found.vlan or 0) if back else None,
            table_routes=back,
            unreachable=pools if inband else (),
            mac=mac if inband else "",
            lacp=inband and host.name in plan.lagged,
            hops=(tunnel_hops(plan, host) or UNSET) if inband else UNSET,
        )
