"""Keyfiles of NetworkManager, one an interface (nm-settings-keyfile(5)); it reads them only when root alone can.

`master` and `slave-type` are the words that every release of RHEL 9 and 10 reads; the newer ones came with NetworkManager 1.46.
"""

from collections.abc import Iterable, Iterator, Sequence
from uuid import NAMESPACE_DNS, UUID, uuid5

from generator.plan.hosts.network_choices import (
    DEFAULT_ROUTE,
    IPOIB_MODE,
    Route,
    bond_options,
    default_gateway,
    routes_ipv6_of,
    routes_of,
)
from generator.plan.hosts.records import HostInterface
from generator.plan.hosts.resolvers import Resolvers
from generator.render.artifact import ROOT_ONLY, Artifact, Grade, Proof
from generator.render.hosts.network_ini import TRIED, Lines, Section, ini_text

_FOLDER = "etc/NetworkManager/system-connections"
_SETTINGS = "etc/NetworkManager/conf.d/60-clustergen.conf"
_GENERAL = ini_text([("main", (("no-auto-default", "*"),))])
"""A port without a file is not configured, instead of getting DHCP (NetworkManager.conf(5))."""
_APPLIED = Proof(Grade.APPLIED, "NetworkManager")
_READ = Proof(Grade.PARSED, "nmcli --offline")
_TYPES = {"bond": "bond", "vlan": "vlan", "infiniband": "infiniband"}
_REORDER_HEADERS = 1
"""The flag that nm-settings(5) gives as default of a VLAN, and that the kernel has too."""
_NO_GATEWAY = "0.0.0.0"  # noqa: S104  (as NetworkManager itself writes that there is none)


def keyfile_paths(interfaces: Sequence[HostInterface]) -> Iterator[str]:
    """Yield the files of a host, below its root."""
    yield _SETTINGS
    for each in interfaces:
        yield f"{_FOLDER}/{each.name}.nmconnection"


def keyfiles(root: str, interfaces: Sequence[HostInterface], fqdn: str, names: Resolvers) -> Iterator[Artifact]:
    """Yield the files of a host whose files are below `root`, in the order of `keyfile_paths`; `fqdn` is its name."""
    host = uuid5(NAMESPACE_DNS, fqdn)
    yield Artifact(root + _SETTINGS, _GENERAL, _APPLIED)
    for each in interfaces:
        proof = _APPLIED if each.kind in TRIED else _READ
        text = ini_text(_sections(each, interfaces, host, names))
        yield Artifact(f"{root}{_FOLDER}/{each.name}.nmconnection", text, proof, ROOT_ONLY)


def _sections(
    each: HostInterface, all_of_it: Sequence[HostInterface], host: UUID, names: Resolvers
) -> Iterator[Section]:
    kind = _TYPES.get(each.kind, "ethernet")
    connection: Lines = [
        ("id", each.name),
        ("uuid", uuid5(host, each.name)),
        ("type", kind),
        ("interface-name", each.name),
    ]
    if each.kind == "member":
        connection += [("master", each.parent), ("slave-type", "bond")]
    yield "connection", connection
    if kind == "infiniband":
        yield "infiniband", (("mtu", each.mtu_bytes), ("transport-mode", IPOIB_MODE))
    else:
        mac = [("cloned-mac-address", each.mac.upper())] if kind == "bond" and each.mac else []
        yield "ethernet", (*mac, ("mtu", each.mtu_bytes))
    if kind == "bond":
        yield "bond", sorted(bond_options(each, all_of_it).items())
    elif kind == "vlan":
        yield "vlan", (("flags", _REORDER_HEADERS), ("id", each.vlan), ("parent", each.parent))
    if each.kind != "member":
        yield "ipv4", _ipv4(each, names)
        yield "ipv6", _ipv6(each)


def _ipv4(each: HostInterface, names: Resolvers) -> Lines:
    gateway = default_gateway(each)
    address = f"{each.address}/{each.length}"
    lines: Lines = [("method", "manual"), ("address1", f"{address},{gateway}" if gateway else address)]
    if not gateway:
        lines.append(("never-default", "true"))
    if names.asked_on(each):
        lines += [("dns", "".join(f"{asked};" for asked in names.addresses)), ("dns-search", f"{names.domain};")]
    return [*lines, *_routes(routes_of(each)), *_rule(each, each.address)]


def _ipv6(each: HostInterface) -> Lines:
    if not each.ipv6:
        return [("method", "link-local")]
    lines: Lines = [("method", "manual"), ("address1", f"{each.ipv6}/{each.ipv6_length}"), ("never-default", "true")]
    return [*lines, *_routes(routes_ipv6_of(each)), *_rule(each, each.ipv6)]


def _routes(routes: Iterable[Route]) -> Lines:
    """Return one line per route, and a second one for its options. The default route is with the address."""
    lines: Lines = []
    for number, route in enumerate((each for each in routes if each.to != DEFAULT_ROUTE), 1):
        metric = f",{route.metric}" if route.metric else ""
        gateway = "" if route.on_link else f",{route.gateway or _NO_GATEWAY}"
        lines.append((f"route{number}", f"{route.to}{gateway}{metric}"))
        if route.table:
            lines.append((f"route{number}_options", f"table={route.table}"))
        elif not route.gateway:
            lines.append((f"route{number}_options", "type=unreachable"))
    return lines


def _rule(each: HostInterface, source: str) -> Lines:
    return (
        [("routing-rule1", f"priority {each.rule} from {source} table {each.table}")] if each.table is not None else []
    )
