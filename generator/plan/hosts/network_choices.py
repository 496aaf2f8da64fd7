"""Settings of a host's interfaces in addition to addresses: failover of the bond, IP over InfiniBand, interfaces that a boot waits for."""

from collections.abc import Iterable, Iterator

from msgspec import UNSET, Struct

from generator.plan.hosts.records import HostInterface

BOND_MODE = "active-backup"
"""One port carries, the other waits; leaves keep no state about the bond (Linux, Documentation/networking/bonding.rst)."""
BOND_MONITOR_MS = 100
"""How often the bond looks at its ports' carriers, ms; the value that bonding.rst starts from."""
BOND_RESELECT = "failure"
"""When the primary port comes back, the bond stays where it is: a leaf that has just booted has ports before it has routes."""
LACP_MODE = "802.3ad"
"""All ports carry traffic, and each negotiates by LACP that it belongs to the bond (bonding.rst; IEEE 802.1AX)."""
LACP_RATE = "fast"
"""The leaf sends every second and times out after three (IEEE 802.1AX: short timeout); the same holds in the other direction."""
LACP_HASH = "layer3+4"
"""Each conversation takes one port, chosen by addresses and ports, so that two hosts with several conversations use both."""

IPOIB_MODE = "datagram"
"""Unreliable datagrams, what the adapters' offloads are for (NVIDIA MLNX_OFED, IP over InfiniBand, Enhanced IPoIB).

It is the default of these adapters (the same, IPoIB Mode Setting), so only a form that must name a mode does: systemd-networkd 252 documents
a section for it, and then ignores that as unknown.
"""


def is_configured(interface: HostInterface) -> bool:
    """Whether the system configures it at all: an InfiniBand port without IPoIB has no network interface."""
    return interface.kind != "infiniband" or bool(interface.address)


def boot_waits_for(interfaces: Iterable[HostInterface]) -> frozenset[str]:
    """Return the names of those without which the system does not count as online: the bond and its VLANs, else the management port, else one more.

    systemd-networkd-wait-online(8) waits for all links that are required and for at least one, or with --any for just one: if storage sides
    were required, one dead cable would hold up every boot for two minutes. Mounts wait by themselves (nfs(5), `retry`: two minutes); a
    storage side that is not up yet is unreachable until then, which mount.nfs tries again.
    """
    every = list(interfaces)
    bonded = frozenset(each.name for each in every if each.kind in {"bond", "vlan"})
    managed = frozenset(each.name for each in every if each.kind == "access")
    return bonded or managed or frozenset([each.name for each in every if each.address][:1])


def bond_options(bond: HostInterface, interfaces: Iterable[HostInterface]) -> dict[str, str | int]:
    """Return the options of a bond, by the kernel's names (bonding.rst); its primary port is the first of its members."""
    if bond.lacp:
        return {
            "mode": LACP_MODE,
            "lacp_rate": LACP_RATE,
            "xmit_hash_policy": LACP_HASH,
            "miimon": BOND_MONITOR_MS,
        }
    primary = next(port.name for port in interfaces if port.parent == bond.name and port.kind == "member")
    return {
        "mode": BOND_MODE,
        "primary": primary,
        "primary_reselect": BOND_RESELECT,
        "miimon": BOND_MONITOR_MS,
    }


def addresses_of(interface: HostInterface) -> Iterator[str]:
    """Yield an interface's addresses with the lengths of their prefixes, IPv4 first."""
    if interface.address:
        yield f"{interface.address}/{interface.length}"
    if interface.ipv6:
        yield f"{interface.ipv6}/{interface.ipv6_length}"


def rule_sources(interface: HostInterface) -> Iterator[str]:
    """Yield the sources whose packets the interface's own table routes, as prefixes; none where it has no table."""
    if interface.table is not None:
        yield f"{interface.address}/32"
        if interface.ipv6:
            yield f"{interface.ipv6}/128"


def default_gateway(interface: HostInterface) -> str:
    """Return the gateway of the default route, where this interface has it."""
    return interface.gateway if DEFAULT_ROUTE in interface.routes else ""


DEFAULT_ROUTE = "0.0.0.0/0"
UNREACHABLE_METRIC = 1000
"""Beyond that of every route that leads somewhere."""


class Route(Struct, frozen=True):
    """A route of a host. Without a gateway, its destination is unreachable, or on the link; without a table, it is in the main one."""

    to: str
    gateway: str
    table: int | None = None
    metric: int | None = None
    on_link: bool = False


def routes_of(interface: HostInterface) -> Iterator[Route]:
    """Yield an interface's routes of IPv4: those of the main table first."""
    yield from _routes(interface, interface.routes, interface.table_routes, interface.gateway)
    yield from (Route(prefix, "", table=interface.table, on_link=True) for prefix in interface.neighbours)
    if interface.hops is not UNSET:
        yield from (Route(prefix, hop) for prefix, hop in interface.hops)
    yield from (Route(prefix, "", metric=UNREACHABLE_METRIC) for prefix in interface.unreachable)


def routes_ipv6_of(interface: HostInterface) -> Iterator[Route]:
    """Yield its routes of IPv6. There is no default route of IPv6, so nothing has to be kept from it."""
    yield from _routes(interface, interface.routes_ipv6, interface.table_routes_ipv6, interface.gateway_ipv6)
    yield from (Route(prefix, "", table=interface.table, on_link=True) for prefix in interface.neighbours_ipv6)


def _routes(interface: HostInterface, main: Iterable[str], own: tuple[str, ...], gateway: str) -> Iterator[Route]:
    yield from (Route(prefix, gateway) for prefix in main)
    if interface.backup_metric is not None:
        yield from (Route(prefix, gateway, metric=interface.backup_metric) for prefix in own)
    yield from (Route(prefix, gateway, table=interface.table) for prefix in own)
