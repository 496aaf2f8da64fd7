"""Hosts by their own files: netplan's interfaces as text for `ip -batch`, and settings of sysctl.d.

The kernel may have no bonds and no VLANs: a bond is a bridge with its one active port, which is equivalent to active-backup on the wire, and VLANs
on it are left out, or have separate cables (`tags`).
"""

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from ipaddress import ip_interface
from pathlib import Path
from typing import Any

import yaml

from generator.source.broken import StatedError
from generator.twin.switch_config import Interface as Address

NETPLAN = "etc/netplan/60-clustergen.yaml"
ON_LINK = "link"
"""In the place of a gateway: the neighbours themselves."""

_WORD = re.compile(r"[A-Za-z0-9:][A-Za-z0-9.:/_-]{0,63}")

# Only networking: other settings belong to the whole machine, not to a namespace.
_NAMESPACED = ("net.ipv4.", "net.ipv6.")


@dataclass(frozen=True, slots=True, kw_only=True)
class HostInterface:
    """One interface of a host. Routes are (prefix, gateway, table, metric), without a gateway unreachable, or by "link"; rules (source, table, priority)."""

    name: str
    mtu_bytes: int
    addresses: tuple[Address, ...]
    routes: tuple[tuple[str, str, str, str], ...]
    rules: tuple[tuple[str, str, str], ...]
    members: tuple[str, ...]
    """The ports of a bond, the one first that it uses while all is well."""

    def bond_mac(self) -> str:
        """A bond keeps its address when it changes ports; here it is made of its first IPv4 address, or of nothing."""
        packed = next((each.packed for each in self.addresses if each.version == 4), bytes(4))
        return (b"\x02\x00" + packed).hex(":")

    def device(self) -> Iterator[str]:
        """Its own settings, for an existing device."""
        yield f"link set dev {self.name} mtu {self.mtu_bytes}"
        yield f"link set dev {self.name} up"
        yield from (f"addr add {each} dev {self.name}" for each in self.addresses)

    def route_lines(self, version: int) -> Iterator[str]:
        """Its routes and rules of one family."""
        for prefix, gateway, table, metric in self.routes:
            if _version(prefix) == version:
                route = f"{prefix} via {gateway} dev {self.name}" if gateway else f"unreachable {prefix}"
                route = f"{prefix} dev {self.name}" if gateway == ON_LINK else route
                yield f"route add {route} table {table} metric {metric}"
        for source, table, priority in self.rules:
            if _version(source) == version:
                yield f"rule add from {source} lookup {table} priority {priority}"


def read_interfaces(path: Path, kinds: tuple[str, ...] = ("ethernets", "bonds")) -> dict[str, HostInterface]:
    """The interfaces of some kinds in a host's netplan file, by name: Ethernet ports and bonds."""
    settings = yaml.safe_load(path.read_text(encoding="utf-8"))["network"]
    return {name: _read(name, each) for kind in kinds for name, each in settings.get(kind, {}).items()}


def setup(interfaces: Mapping[str, HostInterface], there: AbstractSet[str]) -> dict[int, str]:
    """The setup of existing ports and of the bonds over them; by family, devices with the first."""
    lines: dict[int, list[str]] = {4: ["link set dev lo up"], 6: []}
    for each in interfaces.values():
        ports = [name for name in each.members if name in there]
        if ports:
            lines[4].append(f"link add dev {each.name} address {each.bond_mac()} type bridge")
            lines[4].append(f"link set dev {ports[0]} master {each.name}")
        if ports or each.name in there:
            lines[4] += each.device()
            for version in lines:
                lines[version] += each.route_lines(version)
    return {version: "".join(f"{line}\n" for line in family) for version, family in lines.items()}


def fail_over(bond: HostInterface) -> str:
    """Switch the bond to its second port."""
    first, second = bond.members
    return f"link set dev {first} nomaster\nlink set dev {second} master {bond.name}\n"


def read_sysctls(directory: Path) -> list[str]:
    """The settings of sysctl.d that are local to a network namespace, as `key=value`."""
    lines = [line for path in sorted(directory.glob("*.conf")) for line in path.read_text("utf-8").splitlines()]
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.startswith(("#", ";")))
    return [f"{key.strip()}={value.strip()}" for key, value in pairs if key.startswith(_NAMESPACED)]


def _read(name: str, each: dict[str, Any]) -> HostInterface:
    primary = each.get("parameters", {}).get("primary", "")
    return HostInterface(
        name=_word(name),
        mtu_bytes=int(each["mtu"]),
        addresses=tuple(ip_interface(text) for text in each.get("addresses", ())),
        routes=tuple(map(_route, each.get("routes", ()))),
        rules=tuple(
            (_word(row["from"]), _word(row["table"]), _word(row["priority"])) for row in each.get("routing-policy", ())
        ),
        members=tuple(sorted(map(_word, each.get("interfaces", ())), key=lambda port: port != primary)),
    )


def _route(row: dict[str, Any]) -> tuple[str, str, str, str]:
    assert ("via" in row) + (row.get("type") == "unreachable") + (row.get("scope") == ON_LINK) == 1, row
    gateway = row.get("via", row.get("scope", ""))
    return _word(row["to"]), gateway and _word(gateway), _word(row.get("table", "main")), _word(row.get("metric", 0))


def _word(value: object) -> str:
    """Return a text if it is one word for `ip -batch`, whose lines could start programs: a tree is not trusted."""
    text = str(value)
    if not _WORD.fullmatch(text):
        message = f"{text!r} is not a name, an address or a number"
        raise StatedError(message)
    return text


def _version(text: str) -> int:
    return 6 if ":" in text else 4
