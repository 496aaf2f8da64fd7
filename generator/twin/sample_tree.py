"""A rendered tree with some of its fabrics, and all or some of its hosts."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from generator.twin.host_network import NETPLAN, HostInterface, read_interfaces
from generator.twin.switch_config import DEFAULT
from generator.twin.tree import End, Link, Tree


class FabricsTree(Tree):
    """A tree, of which some fabrics are read; devices that are renamed later have their new names from the start (`names`: by the earlier name)."""

    def __init__(self, root: Path, fabrics: Collection[str], names: Mapping[str, str] = MappingProxyType({})) -> None:
        super().__init__(root)
        self.fabrics = fabrics
        self.names = names
        self._was = {now: was for was, now in names.items()}

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """As the tree has them, by the later names."""
        return tuple(replace(link, a=self._called(link.a), b=self._called(link.b)) for link in super().links)

    def switch_dir(self, switch: str) -> Path:
        """Return the folder of a switch's files, under its earlier name."""
        return super().switch_dir(self._was.get(switch, switch))

    def host(self, host: str) -> dict[str, HostInterface]:
        """Return the interfaces of a host by its netplan file."""
        return super().host(self._was.get(host, host))

    def host_file(self, host: str, path: str) -> Path:
        """Return where a file of a host is, its own or its group's."""
        return super().host_file(self._was.get(host, host), path)

    def _called(self, end: End) -> End:
        return replace(end, device=self.names.get(end.device, end.device))

    def has(self, fabric: str, other: str) -> bool:
        """All of the fabrics are requested together."""
        del fabric
        return other in self.fabrics

    def all_links(self) -> list[Link]:
        """The links of these fabrics that have a switch with a frr.conf at an end; where it has a host, that is the lower one."""
        switches = set(self.switches(""))
        return [link for link in self._of("") if {link.a.device, link.b.device} & switches]


class SampleTree(FabricsTree):
    """Some fabrics of a tree, with all switches and with some of the hosts; with all where `chosen` is None."""

    def __init__(self, root: Path, fabrics: Collection[str], chosen: Collection[str] | None = None) -> None:
        """Read nothing yet."""
        super().__init__(root, fabrics)
        self.chosen = chosen

    def _host_links(self, fabric: str) -> list[tuple[str, End, End]]:
        found = super()._host_links(fabric)
        # a host without a file is a third-party appliance
        configured = {name for name in {nic.device for _, nic, _ in found} if self.has_network(name)}
        return [row for row in found if row[1].device in configured and self._wanted(row[1].device)]

    def everyone(self) -> list[str]:
        """Return the hosts, in the order of their cables."""
        return list(dict.fromkeys(nic.device for nic, _ in self.host_links("")))

    @cached_property
    def paths(self) -> int:
        """Return the number of paths that switches may learn, by fabric: each session, at both ends, with each announced prefix."""
        found = 0
        for fabric in self.fabrics:
            links = [link for link in self.fabric_links("") if link.fabric == fabric]
            switches = {end.device for link in links for end in (link.a, link.b)}
            found += 2 * len(links) * sum(len(self.config(switch).announced(DEFAULT)) for switch in switches)
        return found

    def all_devices(self) -> set[str]:
        """Return every device with a cable, of all fabrics."""
        return {end.device for link in self.links for end, _ in link.ends()}

    def bare(self) -> list[str]:
        """Return the devices at switches of these fabrics that have no network file of ours."""
        names = {nic.device for _, nic, _ in super()._host_links("")}
        return sorted(name for name in names if not self.has_network(name))

    def tags(self, host: str) -> bool:
        """Whether a host has tagged VLANs."""
        return bool(read_interfaces(self.root / "hosts" / host / NETPLAN, ("vlans",)))

    def _wanted(self, host: str) -> bool:
        return self.chosen is None or host in self.chosen
