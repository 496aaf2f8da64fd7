"""Two rendered trees as a walked twin reads them: every device by the files that it has loaded so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.twin.sample_tree import FabricsTree

if TYPE_CHECKING:
    from pathlib import Path

    from generator.twin.host_network import HostInterface
    from generator.twin.switch_config import SwitchConfig


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
