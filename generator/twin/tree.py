"""The rendered tree, as the twin reads it: cables.csv, each switch's config_db.json, each host's netplan."""

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from ipaddress import IPv4Interface
from pathlib import Path

from generator.twin.answer import TwinError
from generator.twin.cumulus_config import FILE, CumulusConfig
from generator.twin.host_network import NETPLAN, HostInterface, read_interfaces
from generator.twin.switch_config import Interface, SwitchConfig

_FOLDER = re.compile(r"(hosts|host_groups)/[a-z0-9][a-z0-9.-]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """A port of a device, by its interface."""

    device: str
    interface: str

    def __str__(self) -> str:
        return f"{self.device} {self.interface}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A row of cables.csv: a link between two ports."""

    fabric: str
    kind: str
    cable: str
    a: End
    b: End

    def ends(self) -> tuple[tuple[End, End], tuple[End, End]]:
        """Both ends, each with its far end."""
        return (self.a, self.b), (self.b, self.a)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rail:
    """One host NIC and the leaf port that it is cabled to; addresses from the host's own file."""

    nic: End
    leaf: End
    address: IPv4Interface
    address_ipv6: Interface | None
    vrf: str
    """The routing instance of the leaf's port."""


class Tree:
    """A rendered tree; `root` is the directory that holds `cabling/`, `switches/` and `hosts/`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._configs: dict[str, SwitchConfig] = {}
        self._hosts: dict[str, dict[str, HostInterface]] = {}

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Every link of the tree."""
        with (self.root / "cabling" / "cables.csv").open(newline="", encoding="utf-8") as rows:
            return tuple(
                Link(
                    fabric=row["fabric"],
                    kind=row["kind"],
                    cable=row["cable_id"],
                    a=End(device=row["a_device"], interface=row["a_interface"]),
                    b=End(device=row["b_device"], interface=row["b_interface"]),
                )
                for row in csv.DictReader(rows)
            )

    def frr_dirs(self) -> tuple[Path, ...]:
        """Every directory that holds a frr.conf."""
        return tuple(sorted(conf.parent for conf in self.root.glob("switches/*/frr.conf")))

    def switch_dir(self, switch: str) -> Path:
        """Return the folder of a switch's files."""
        return self.root / "switches" / switch

    def switches(self, fabric: str) -> tuple[str, ...]:
        """The fabric's cabled devices that have a frr.conf."""
        cabled = {end.device for link in self._of(fabric) for end, _ in link.ends()}
        return tuple(sorted(name for name in cabled if (self.switch_dir(name) / "frr.conf").exists()))

    def config(self, switch: str) -> SwitchConfig:
        """The switch's config_db.json or startup.yaml, read once."""
        if switch not in self._configs:
            folder = self.switch_dir(switch)
            cumulus = folder / FILE
            self._configs[switch] = (
                CumulusConfig(cumulus) if cumulus.is_file() else SwitchConfig(folder / "config_db.json")
            )
        return self._configs[switch]

    def host(self, host: str) -> dict[str, HostInterface]:
        """The host's interfaces by its netplan file, read once."""
        if host not in self._hosts:
            self._hosts[host] = read_interfaces(self.root / "hosts" / host / NETPLAN)
        return self._hosts[host]

    def has_network(self, host: str) -> bool:
        """Whether a host has a netplan file of ours: appliances have none."""
        return (self.root / "hosts" / host / NETPLAN).is_file()

    def host_file(self, host: str, path: str) -> Path:
        """Where a file of a host is, its own or its group's."""
        folders = [self.root / each for each in self._folders_of(host)]
        places = [folder / path for folder in folders]
        return next((place for place in reversed(places) if place.exists()), places[-1])

    def _folders_of(self, host: str) -> list[str]:
        """Return the folders of a host: its group's, and its own, which wins. Raises TwinError: the manifest does not name them, or names others."""
        folders = self._host_folders.get(host) if isinstance(self._host_folders, dict) else None
        if not isinstance(folders, list) or not all(
            isinstance(each, str) and _FOLDER.fullmatch(each) for each in folders
        ):
            raise TwinError(f"manifest.json of {self.root} does not name the folders of {host}: render the tree again")
        return folders

    @cached_property
    def _host_folders(self) -> object:
        """What the manifest has of the folders of hosts."""
        manifest = json.loads((self.root / "manifest.json").read_text("utf-8"))
        return manifest.get("hosts") if isinstance(manifest, dict) else None

    def mtu_bytes(self, end: End) -> int:
        """Return the MTU of a switch port."""
        return self.config(end.device).mtu_bytes(end.interface)

    def loopback(self, switch: str) -> IPv4Interface:
        """The IPv4 address of Loopback0."""
        return self.config(switch).loopback()

    def fabric_links(self, fabric: str) -> tuple[Link, ...]:
        """The links between two switches of the fabric."""
        switches = set(self.switches(fabric))
        return tuple(link for link in self._of(fabric) if {link.a.device, link.b.device} <= switches)

    def host_links(self, fabric: str) -> tuple[tuple[End, End], ...]:
        """Every cabled host NIC on the fabric's switches with its leaf port, those of carried fabrics too, in order of host and interface."""
        return tuple((nic, leaf) for _, nic, leaf in self._host_links(fabric))

    def rails(self, fabric: str) -> tuple[Rail, ...]:
        """The fabric's own host NICs that are routed: those with their own address."""
        own = [(nic, leaf) for home, nic, leaf in self._host_links(fabric) if self.has(fabric, home)]
        return tuple(rail for nic, leaf in own if (rail := self._rail(nic, leaf)))

    def _host_links(self, fabric: str) -> list[tuple[str, End, End]]:
        switches = set(self.switches(fabric))
        found = [
            (link.fabric, nic, leaf)
            for link in self.links
            for nic, leaf in link.ends()
            if leaf.device in switches
            and nic.device not in switches
            and leaf.interface in self.config(leaf.device).rows("PORT")
        ]
        return sorted(found, key=lambda each: (each[1].device, each[1].interface))

    def _of(self, fabric: str) -> Iterator[Link]:
        return (link for link in self.links if self.has(fabric, link.fabric))

    def has(self, fabric: str, other: str) -> bool:
        """Whether a request for a fabric includes another one."""
        return fabric == other

    def _rail(self, nic: End, leaf: End) -> Rail | None:
        addresses = {each.version: each for each in self.host(nic.device)[nic.interface].addresses}
        if 4 not in addresses:
            return None
        return Rail(
            nic=nic,
            leaf=leaf,
            address=addresses[4],  # type: ignore[arg-type]
            address_ipv6=addresses.get(6),
            vrf=self.config(leaf.device).vrf(leaf.interface),
        )
