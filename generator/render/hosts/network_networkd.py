"""Files of systemd-networkd: one per port, and a .netdev for virtual devices (systemd.network(5), systemd.netdev(5))."""

from collections.abc import Iterator, Sequence

from generator.plan.hosts.network_choices import (
    addresses_of,
    bond_options,
    boot_waits_for,
    routes_ipv6_of,
    routes_of,
    rule_sources,
)
from generator.plan.hosts.records import HostInterface
from generator.plan.hosts.resolvers import Resolvers
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.hosts.network_ini import TRIED, Lines, Section, ini_text

_FOLDER = "etc/systemd/network"
_APPLIED = Proof(Grade.APPLIED, "systemd-networkd")
_READ = Proof(Grade.PARSED, "systemd-networkd")
_MADE = frozenset({"bond", "vlan"})
_BOND = {
    "mode": "Mode",
    "miimon": "MIIMonitorSec",
    "primary_reselect": "PrimaryReselectPolicy",
    "lacp_rate": "LACPTransmitRate",
    "xmit_hash_policy": "TransmitHashPolicy",
}
"""systemd's names of the kernel's options; the primary port is marked in its own file."""


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
            yield Artifact(f"{start}.netdev", ini_text(_netdev(each, interfaces)), _READ)
        proof = _APPLIED if each.kind in TRIED else _READ
        yield Artifact(
            f"{start}.network", ini_text(_network(each, interfaces, names, required=each.name in awaited)), proof
        )


def _netdev(each: HostInterface, all_of_it: Sequence[HostInterface]) -> Iterator[Section]:
    mac = [("MACAddress", each.mac)] if each.mac else []
    yield "NetDev", (("Name", each.name), ("Kind", each.kind), ("MTUBytes", each.mtu_bytes), *mac)
    if each.kind == "bond":
        options = bond_options(each, all_of_it)
        options["miimon"] = f"{options['miimon']}ms"
        yield "Bond", [(key, options[name]) for name, key in _BOND.items() if name in options]
    else:
        yield "VLAN", (("Id", each.vlan),)


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
        primary: Lines = [("PrimarySlave", "yes")] if first and not each.lacp else []
        return [*lines, ("LinkLocalAddressing", "no"), ("Bond", each.parent), *primary]
    lines += [("Address", address) for address in addresses_of(each)]
    lines += [("VLAN", other.name) for other in all_of_it if other.kind == "vlan" and other.parent == each.name]
    if names.asked_on(each):
        lines += [("DNS", address) for address in names.addresses]
        lines.append(("Domains", names.domain))
    return lines


def _routes(each: HostInterface) -> Iterator[Section]:
    for route in (*routes_of(each), *routes_ipv6_of(each)):
        hop: Lines = [("Gateway", route.gateway)] if route.gateway else []
        if not route.gateway and not route.on_link:
            hop = [("Type", "unreachable")]
        more = [(key, value) for key, value in (("Table", route.table), ("Metric", route.metric)) if value]
        yield "Route", (("Destination", route.to), *hop, *more)
    for source in rule_sources(each):
        yield "RoutingPolicyRule", (("From", source), ("Table", each.table), ("Priority", each.rule))
