"""Two rendered trees as a walked twin reads them: every device by the files that it has loaded so far."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from tests.twin.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from tests.twin.host_network import HostInterface
    from tests.twin.switch_config import SwitchConfig
    from tests.twin.tree import End, Link


class FabricsTree(Tree):
    """A tree, of which some fabrics are read; devices that are called otherwise later are called so from the first (`names`: by the earlier name)."""

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
        return super().switch_dir(self._was.get(switch, switch))

    def host(self, host: str) -> dict[str, HostInterface]:
        return super().host(self._was.get(host, host))

    def host_file(self, host: str, path: str) -> Path:
        return super().host_file(self._was.get(host, host), path)

    def _called(self, end: End) -> End:
        return replace(end, device=self.names.get(end.device, end.device))

    def has(self, fabric: str, other: str) -> bool:
        """All of the fabrics are asked for at once."""
        del fabric
        return other in self.fabrics

    def all_links(self) -> list[Link]:
        """The links of these fabrics that have a switch with a frr.conf at an end; where it has a host, that is the lower one."""
        switches = set(self.switches(""))
        return [link for link in self._of("") if {link.a.device, link.b.device} & switches]


class RunningTree(FabricsTree):
    """Every device by the tree whose files it has loaded: the earlier one until it is told."""

    def __init__(self, before: FabricsTree, after: FabricsTree) -> None:
        super().__init__(before.root, before.fabrics, before.names)
        self.before, self.after = before, after
        self.loaded: set[str] = set()

    def of(self, device: str) -> FabricsTree:
        return self.after if device in self.loaded else self.before

    def switch_dir(self, switch: str) -> Path:
        return self.of(switch).switch_dir(switch)

    def config(self, switch: str) -> SwitchConfig:
        return self.of(switch).config(switch)

    def host(self, host: str) -> dict[str, HostInterface]:
        return self.of(host).host(host)

    def host_file(self, host: str, path: str) -> Path:
        return self.of(host).host_file(host, path)
