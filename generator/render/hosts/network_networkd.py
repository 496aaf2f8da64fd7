"""Files of systemd-networkd: one a port, and a .netdev for what the system makes itself (systemd.network(5), systemd.netdev(5))."""

from collections.abc import Iterator, Sequence

from generator.plan.hosts.network_choices import (
    BOND_MODE,
    BOND_MONITOR_MS,
    BOND_RESELECT,
    LACP_HASH,
    LACP_MODE,
    LACP_RATE,
    boot_waits_for,
    default_gateway,
    routes_ipv6_of,
    routes_of,
)
from generator.plan.hosts.records import HostInterface
from generator.plan.hosts.resolvers import Resolvers
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.hosts.network_ini import Section, ini_text

_FOLDER = "etc/systemd/network"
_PLAIN = frozenset({"routed", "access"})
"""What a namespace of the tests has; bonds, VLANs and InfiniBand are read there and not made."""
_APPLIED = Proof(Grade.APPLIED, "systemd-networkd")
_READ = Proof(Grade.PARSED, "systemd-networkd")
_MADE = frozenset({"bond", "vlan"})
Lines = list[tuple[str, object]]


def networkd_paths(interfaces: Sequence[HostInterface]) -> Iterator[str]:
    """Yield the files of a host, below its root."""
    for each in interfaces:
        if each.kind in _MADE:
            yield f"{_FOLDER}/60-{each.name}.netdev"
        yield f"{_FOLDER}/60-{each.name}.network"


def networkd_files(root: str, interfaces: Sequence[HostInterface], names: Resolvers) -> Iterator[Artifact]:
    """Yield the files of a host whose files are below `root`, in the order of `networkd_paths`."""
    awaited = boot_waits_for(interfaces)
    for each in interfaces:
        start = f"{root}{_FOLDER}/60-{each.name}"
        if each.kind in _MADE:
            yield Artifact(f"{start}.netdev", ini_text(_netdev(each)), _READ)
        proof = _APPLIED if each.kind in _PLAIN else _READ
        yield Artifact(
            f"{start}.network", ini_text(_network(each, interfaces, names, required=each.name in awaited)), proof
        )


def _netdev(each: HostInterface) -> Iterator[Section]:
    mac = [("MACAddress", each.mac)] if each.mac else []
    yield "NetDev", (("Name", each.name), ("Kind", each.kind), ("MTUBytes", each.mtu_bytes), *mac)
    if each.kind == "bond":
        yield "Bond", _lacp() if each.lacp else _bond()
    else:
        yield "VLAN", (("Id", each.vlan),)


def _bond() -> Lines:
    return [("Mode", BOND_MODE), ("MIIMonitorSec", f"{BOND_MONITOR_MS}ms"), ("PrimaryReselectPolicy", BOND_RESELECT)]


def _lacp() -> Lines:
    return [
        ("Mode", LACP_MODE),
        ("MIIMonitorSec", f"{BOND_MONITOR_MS}ms"),
        ("LACPTransmitRate", LACP_RATE),
        ("TransmitHashPolicy", LACP_HASH),
    ]


def _network(
    each: HostInterface, all_of_it: Sequence[HostInterface], names: Resolvers, *, required: bool
) -> Iterator[Section]:
    yield "Match", (("Name", each.name),)
    link: Lines = [("MTUBytes", each.mtu_bytes)]
    if not required:
        link.append(("RequiredForOnline", "no"))
    yield "Link", link
    yield "Network", _general(each, all_of_it, names)
    yield from _routes(each)


def _general(each: HostInterface, all_of_it: Sequence[HostInterface], names: Resolvers) -> Lines:
    lines: Lines = [("DHCP", "no"), ("IPv6AcceptRA", "no")]
    if each.kind == "member":
        first = next(port.name for port in all_of_it if port.parent == each.parent) == each.name
        primary = first and not each.lacp
        return [
            *lines,
            ("LinkLocalAddressing", "no"),
            ("Bond", each.parent),
            *([("PrimarySlave", "yes")] if primary else []),
        ]
    if each.address:
        lines.append(("Address", f"{each.address}/{each.length}"))
    if each.ipv6:
        lines.append(("Address", f"{each.ipv6}/{each.ipv6_length}"))
    lines += [("VLAN", other.name) for other in all_of_it if other.kind == "vlan" and other.parent == each.name]
    if default_gateway(each) and names.addresses:
        lines += [("DNS", address) for address in names.addresses]
        lines.append(("Domains", names.domain))
    return lines


def _routes(each: HostInterface) -> Iterator[Section]:
    for route in (*routes_of(each), *routes_ipv6_of(each)):
        way: Lines = [("Gateway", route.gateway)] if route.gateway else []
        if not route.gateway and not route.on_link:
            way = [("Type", "unreachable")]
        more = [(key, value) for key, value in (("Table", route.table), ("Metric", route.metric)) if value]
        yield "Route", (("Destination", route.to), *way, *more)
    if each.table is not None:
        for source in (f"{each.address}/32", f"{each.ipv6}/128" if each.ipv6 else ""):
            if source:
                yield "RoutingPolicyRule", (("From", source), ("Table", each.table), ("Priority", each.rule))
