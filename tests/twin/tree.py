"""The rendered tree, as the twin reads it: cables.csv and each switch's config_db.json."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from functools import cached_property
from ipaddress import IPv4Address, IPv4Interface, IPv4Network
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    device: str
    interface: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    fabric: str
    kind: str
    a: End
    b: End

    def ends(self) -> tuple[tuple[End, End], tuple[End, End]]:
        """Both ends, each with its far end."""
        return (self.a, self.b), (self.b, self.a)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rail:
    """One host NIC and the leaf port that it is cabled to; its address is the other one of the leaf port's /31."""

    nic: End
    leaf: End
    address: IPv4Interface
    gateway: IPv4Address


class Tree:
    """A rendered tree; `root` is the directory that holds `cabling/` and `switches/`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._configs: dict[str, dict[str, Any]] = {}

    @cached_property
    def links(self) -> tuple[Link, ...]:
        with (self.root / "cabling" / "cables.csv").open(newline="", encoding="utf-8") as rows:
            return tuple(
                Link(
                    fabric=row["fabric"],
                    kind=row["kind"],
                    a=End(device=row["a_device"], interface=row["a_interface"]),
                    b=End(device=row["b_device"], interface=row["b_interface"]),
                )
                for row in csv.DictReader(rows)
            )

    def frr_dirs(self) -> tuple[Path, ...]:
        """Every directory that holds a frr.conf."""
        return tuple(sorted(conf.parent for conf in self.root.glob("switches/*/frr.conf")))

    def switch_dir(self, switch: str) -> Path:
        return self.root / "switches" / switch

    def switches(self, fabric: str) -> tuple[str, ...]:
        """The fabric's cabled devices that have a frr.conf."""
        cabled = {end.device for link in self.links if link.fabric == fabric for end, _ in link.ends()}
        return tuple(sorted(name for name in cabled if (self.switch_dir(name) / "frr.conf").exists()))

    def config(self, switch: str) -> dict[str, Any]:
        """The switch's config_db.json, read once."""
        if switch not in self._configs:
            path = self.switch_dir(switch) / "config_db.json"
            self._configs[switch] = json.loads(path.read_text(encoding="utf-8"))
        return self._configs[switch]

    def mtu_bytes(self, end: End) -> int:
        return int(self.config(end.device)["PORT"][end.interface]["mtu"])

    def loopback(self, switch: str) -> IPv4Interface:
        """The IPv4 address of Loopback0."""
        (address,) = self._addresses(switch, "LOOPBACK_INTERFACE", "Loopback0")
        return address

    def port_addresses(self, switch: str) -> dict[str, IPv4Interface]:
        """Every routed port with an IPv4 address of its own."""
        ports = {key.partition("|")[0] for key in self.config(switch)["INTERFACE"]}
        return {port: address for port in sorted(ports) for address in self._addresses(switch, "INTERFACE", port)}

    def fabric_links(self, fabric: str) -> tuple[Link, ...]:
        """The links between two switches of the fabric."""
        switches = set(self.switches(fabric))
        return tuple(link for link in self._of(fabric) if {link.a.device, link.b.device} <= switches)

    def rails(self, fabric: str) -> tuple[Rail, ...]:
        """Every cabled host NIC of the fabric, in order of host and interface."""
        switches = set(self.switches(fabric))
        addresses = {switch: self.port_addresses(switch) for switch in switches}
        rails = [
            _rail(nic, leaf, addresses[leaf.device][leaf.interface])
            for link in self._of(fabric)
            for nic, leaf in link.ends()
            if leaf.device in switches and nic.device not in switches
        ]
        return tuple(sorted(rails, key=lambda rail: (rail.nic.device, rail.nic.interface)))

    def _of(self, fabric: str) -> Iterator[Link]:
        return (link for link in self.links if link.fabric == fabric)

    def _addresses(self, switch: str, table: str, interface: str) -> list[IPv4Interface]:
        keys = (key.partition("|") for key in self.config(switch)[table])
        return [IPv4Interface(text) for name, _, text in keys if name == interface and "." in text]


def _rail(nic: End, leaf: End, port: IPv4Interface) -> Rail:
    (far,) = (address for address in IPv4Network(port.network).hosts() if address != port.ip)
    return Rail(nic=nic, leaf=leaf, address=IPv4Interface((far, port.network.prefixlen)), gateway=port.ip)
