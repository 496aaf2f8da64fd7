"""One Cumulus Linux switch's startup.yaml, in the form in which the twin reads a config_db.json.

Routing is that of the frr.conf beside it, which NVUE would write from this file. VRR's address is on both leaves, with one MAC.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from ipaddress import IPv4Interface, ip_address, ip_interface, ip_network
from pathlib import Path
from typing import Any

from generator.twin.switch_config import DEFAULT, Interface, Network, SwitchConfig, Vlan
from generator.verify.systems import cumulus
from generator.verify.systems.leaks import nvue_leaks

FILE = "startup.yaml"
_VRR_MAC = "00:00:5e:00:01:01"
"""Of the range that VRR has for its addresses (Cumulus Linux, Virtual Router Redundancy)."""
_FAMILIES = ("ip", "ipv4", "ipv6")


class CumulusConfig(SwitchConfig):
    """The file, read once. `tables` has its ports under SONiC's key, for common callers."""

    def __init__(self, path: Path) -> None:
        """Read the file."""
        self._tree = cumulus.parse(path.read_text(encoding="utf-8"))
        self._interfaces: Mapping[str, Any] = self._tree.get("interface", {})
        ports = {name: row for name, row in self._interfaces.items() if name.startswith("swp") and "mtu" in row.get("link", {})}  # fmt: skip
        self.tables = {"PORT": {name: {"mtu": row["link"]["mtu"], "admin_status": "up"} for name, row in ports.items()}}

    @property
    def missing(self) -> str:
        """Unsupported settings of the file that would make hosts unreachable; empty where there is none."""
        if any("bond" in row for row in self._interfaces.values()):
            return "groups of ports (bonds) are not brought up"
        return "routes between routing instances are not brought up" if nvue_leaks(self._tree) else ""

    @property
    def waits(self) -> bool:
        """Whether a route is announced once it is installed, and not before."""
        return self._tree.get("router", {}).get("bgp", {}).get("wait-for-install") in ("on", "enabled", True)

    @property
    def hash_seed(self) -> int:
        """A number of the switch's own."""
        packed = int(ip_address(self.loopback().ip))
        return packed % 4093 + 1

    @property
    def hashes_ports(self) -> bool:
        """Cumulus Linux hashes by ports by default."""
        return True

    def speed_gbps(self, port: str) -> float:
        """Return the speed of a port."""
        return float(str(self._interfaces[port]["link"]["speed"]).removesuffix("G"))

    def addresses(self, table: str, name: str) -> tuple[Interface, ...]:
        """Return the addresses of an interface, with VRR's; `table` is SONiC's word."""
        del table
        row = self._interfaces.get(name, {})
        branches = [row[family] for family in _FAMILIES if family in row]
        own = [text for branch in branches for text in branch.get("address", {})]
        shared = [text for branch in branches for text in branch.get("vrr", {}).get("address", {})]
        return tuple(ip_interface(text) for text in (*own, *shared))

    def port_addresses(self, port: str) -> tuple[Interface, ...]:
        """Return the addresses of a port."""
        return self.addresses("", port)

    def vrf(self, port: str) -> str:
        """Return the routing instance of a port."""
        return str(self._interfaces.get(port, {}).get("vrf", DEFAULT))

    @cached_property
    def loopbacks(self) -> tuple[Interface, ...]:
        """Of `lo`, with the end of tunnels."""
        return self.addresses("", "lo")

    def loopback(self) -> IPv4Interface:
        """Return the address that the router's id comes from."""
        wanted = self._tree["vrf"]["default"]["router"]["bgp"]["router-id"]
        return next(each for each in self.loopbacks if isinstance(each, IPv4Interface) and str(each.ip) == wanted)

    @property
    def vrfs(self) -> dict[str, int]:
        """The routing instances of tenants, with the VNI that carries each between leaves."""
        rows = self._tree.get("vrf", {}).items()
        return {name: int(vni) for name, row in rows for vni in row.get("evpn", {}).get("vni", {})}

    def crossings(self) -> Iterator[tuple[str, str, Network]]:
        """Yield nothing: see `missing`."""
        yield from ()

    def to_site(self, vrf: str) -> set[Network]:
        """Return the prefixes of a routing instance that static routes lead out of the cluster."""
        routes = self._tree.get("vrf", {}).get(vrf, {}).get("router", {}).get("static", {})
        return {ip_network(prefix) for prefix, row in routes.items() if set(row.get("via", {})) - {"blackhole"}}

    @property
    def vtep(self) -> str:
        """Where its tunnels end; empty without one."""
        text = self._tree.get("nve", {}).get("vxlan", {}).get("source", {}).get("address", "")
        return str(ip_address(text)) if text else ""

    def vlans(self) -> Iterator[Vlan]:
        """Yield every VLAN, and for each tenant the one that NVUE makes for its VNI."""
        bridge: Mapping[str, Any] = next(iter(self._tree.get("bridge", {}).get("domain", {}).values()), {})
        for number, row in bridge.get("vlan", {}).items():
            name = f"vlan{number}"
            ports = {port: each["bridge"]["domain"].values() for port, each in self._interfaces.items() if "bridge" in each}  # fmt: skip
            mine = {port: domain for port, domains in ports.items() for domain in domains}
            yield Vlan(
                name=name,
                vrf=self.vrf(name),
                vni=next((int(vni) for vni in (row or {}).get("vni", {})), 0),
                mac=_VRR_MAC if self.addresses("", name) else "",
                gateways=self.addresses("", name),
                members=tuple(port for port, domain in mine.items() if str(domain.get("access", domain.get("untagged"))) == str(number)),
                tagged=tuple(port for port, domain in mine.items() if "access" not in domain),
            )  # fmt: skip
        for name, vni in self.vrfs.items():
            yield Vlan(name=f"l3vni{vni}"[:15], vrf=name, vni=vni, mac="", gateways=(), members=(), tagged=())

    def announced(self, vrf: str) -> set[Network]:
        """Return the prefixes that a routing instance brings into BGP."""
        bgp = self._tree.get("vrf", {}).get(vrf, {}).get("router", {}).get("bgp", {})
        families = bgp.get("address-family", {}).values()
        return {ip_network(prefix) for family in families for prefix in family.get("network", {})}
