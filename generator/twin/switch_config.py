"""One switch's config_db.json, as the twin needs it: ports, addresses, routing instances, VLANs and tunnels."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from ipaddress import IPv4Interface, IPv4Network, IPv6Interface, IPv6Network, ip_address, ip_interface, ip_network
from pathlib import Path
from typing import Any

from generator.source.broken import StatedError

Interface = IPv4Interface | IPv6Interface
Network = IPv4Network | IPv6Network

# Tiers hash unlike, or a spine would use only those of its ports that match its leaf's choice. SONiC seeds by these types; its 0 is any other
# number here, as Linux draws one by lot for 0.
_SEEDS = {"ToRRouter": 1, "LeafRouter": 10, "SpineRouter": 25}

DEFAULT = "default"
"""The default routing instance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vlan:
    """A VLAN: `vni` carries it between leaves (0: none), `mac` and `gateways` are its interface's."""

    name: str
    vrf: str
    vni: int
    mac: str
    gateways: tuple[Interface, ...]
    members: tuple[str, ...]
    """Ports that are in it untagged; a tagged one would need a kernel with 802.1Q."""
    tagged: tuple[str, ...]
    """Tagged ports; `tags` has their replacements."""


class SwitchConfig:
    """Read once; the words of a table are looked up under SONiC's own names."""

    def __init__(self, path: Path) -> None:
        """Read the file."""
        self.tables: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))

    @property
    def waits(self) -> bool:
        """Whether EVPN routes are announced once they are installed, and not before: SONiC's are not."""
        return False

    @property
    def missing(self) -> str:
        """Unsupported settings of the file that would make hosts unreachable; empty where there is none."""
        return ""

    def rows(self, table: str) -> dict[str, Any]:
        """Return a table; an empty one where the file has none."""
        return self.tables.get(table, {})

    @property
    def type(self) -> str:
        """The tier of the switch, in SONiC's word."""
        return str(self.rows("DEVICE_METADATA")["localhost"]["type"])

    @property
    def hash_seed(self) -> int:
        """The seed of its hash over equal paths: that of its tier."""
        return _SEEDS[self.type]

    @property
    def hashes_ports(self) -> bool:
        """Whether the hash over equal paths uses the ports of UDP and TCP: as in the file, else SONiC's default."""
        fields = self.rows("SWITCH_HASH").get("GLOBAL", {}).get("ecmp_hash", ["L4_SRC_PORT"])
        return "L4_SRC_PORT" in fields

    def mtu_bytes(self, port: str) -> int:
        """Return the MTU of a port."""
        return int(self.rows("PORT")[port]["mtu"])

    def speed_gbps(self, port: str) -> float:
        """Return the speed of a port."""
        return int(self.rows("PORT")[port]["speed"]) / 1000

    def addresses(self, table: str, name: str) -> tuple[Interface, ...]:
        """The addresses of an interface, both families."""
        keys = (key.partition("|") for key in self.rows(table))
        return tuple(ip_interface(text) for owner, _, text in keys if owner == name and text)

    def port_addresses(self, port: str) -> tuple[Interface, ...]:
        """Of a port, or of one of its tags (`Ethernet0.101`)."""
        return self.addresses("INTERFACE", port) or self.addresses("VLAN_SUB_INTERFACE", port)

    def vrf(self, port: str) -> str:
        """Return the routing instance of a port, or of one of its tags."""
        row = self.rows("INTERFACE").get(port) or self.rows("VLAN_SUB_INTERFACE").get(port, {})
        return str(row.get("vrf_name", DEFAULT))

    @cached_property
    def loopbacks(self) -> tuple[Interface, ...]:
        """Of Loopback0, which the router's id comes from, and of any other."""
        names = sorted({key.partition("|")[0] for key in self.rows("LOOPBACK_INTERFACE")})
        return tuple(each for name in names for each in self.addresses("LOOPBACK_INTERFACE", name))

    def loopback(self) -> IPv4Interface:
        """The IPv4 address of Loopback0."""
        (found,) = (each for each in self.addresses("LOOPBACK_INTERFACE", "Loopback0") if each.version == 4)
        assert isinstance(found, IPv4Interface)
        return found

    @property
    def vrfs(self) -> dict[str, int]:
        """The routing instances of tenants, with the VNI that carries each between leaves."""
        return {name: int(row["vni"]) for name, row in self.rows("VRF").items()}

    def crossings(self) -> Iterator[tuple[str, str, Network]]:
        """Networks that one routing instance imports from another: the instance, the other one, and the network of one of its ports."""
        for key, row in self.rows("STATIC_ROUTE").items():
            if "nexthop-vrf" in row:
                instance, _, prefix = key.partition("|")
                yield instance, row["nexthop-vrf"], ip_network(prefix)

    def to_site(self, vrf: str) -> set[Network]:
        """Return the prefixes of a routing instance that static routes lead out of the cluster."""
        rows = ((key.split("|"), row) for key, row in self.rows("STATIC_ROUTE").items() if "nexthop-vrf" not in row)
        return {ip_network(prefix) for (instance, prefix), row in rows if instance == vrf and row.get("nexthop")}

    @property
    def vtep(self) -> str:
        """Where its tunnels end; empty without one."""
        return next((str(ip_address(row["src_ip"])) for row in self.rows("VXLAN_TUNNEL").values()), "")

    def vlans(self) -> Iterator[Vlan]:
        """Yield every VLAN with its gateway, its members and its tunnel."""
        vnis = {row["vlan"]: int(row["vni"]) for row in self.rows("VXLAN_TUNNEL_MAP").values()}
        members = [(key.split("|"), row["tagging_mode"]) for key, row in self.rows("VLAN_MEMBER").items()]
        for name, row in self.rows("VLAN").items():
            yield Vlan(
                name=name,
                vrf=self.rows("VLAN_INTERFACE").get(name, {}).get("vrf_name", DEFAULT),
                vni=vnis.get(name, 0),
                mac=_mac(row.get("mac", "")),
                gateways=self.addresses("VLAN_INTERFACE", name),
                members=tuple(port for (vlan, port), mode in members if vlan == name and mode == "untagged"),
                tagged=tuple(port for (vlan, port), mode in members if vlan == name and mode == "tagged"),
            )

    def announced(self, vrf: str) -> set[Network]:
        """The prefixes that a routing instance brings into BGP."""
        keys = (key.split("|") for key in self.rows("BGP_GLOBALS_AF_NETWORK"))
        return {ip_network(prefix) for instance, _, prefix in keys if instance == vrf}


def _mac(text: str) -> str:
    """Return a MAC address, or nothing: it becomes part of a line for `ip -batch`."""
    if text and not re.fullmatch(r"([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}", text):
        message = f"{text!r} is not a MAC address"
        raise StatedError(message)
    return text
