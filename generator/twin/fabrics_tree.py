"""Several fabrics of a rendered tree, read as one."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from generator.twin.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from generator.twin.host_network import HostInterface
    from generator.twin.tree import End, Link


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
