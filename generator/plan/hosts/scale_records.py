"""Records of an IBM Storage Scale cluster: nodes, disks, and the lines that make it."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from generator.spec.scale import Usage


class Node(Struct, frozen=True, kw_only=True):
    """A node: its name for daemons on the tier's fabric at `address`, its name for commands, and its roles. `license`: what its role needs (mmchlicense)."""

    host: str
    group: str
    name: str
    address: str
    admin: str
    quorum: bool
    manager: bool
    license: Literal["server", "client"]
    verbs: tuple[str, ...]

    @property
    def designation(self) -> str:
        """Its designation (mmcrcluster, NodeDesignations)."""
        return f"{'quorum' if self.quorum else 'nonquorum'}-{'manager' if self.manager else 'client'}"


class Nsd(Struct, frozen=True, kw_only=True):
    """A disk with the nodes that serve it, the one that does first at first."""

    name: str
    device: str
    servers: tuple[str, ...]
    usage: Usage
    failure_group: int
    pool: str


class CacheNsd(Struct, frozen=True, kw_only=True):
    """A drive of a client that caches what it reads (LROC): its client is its only server, and it has neither pool nor failure group."""

    name: str
    device: str
    server: str
    group: str


class ScaleCluster(Struct, frozen=True, kw_only=True):
    """A tier as a cluster. `lines`: what makes it, each with its step, in the order in which they run."""

    tier: str
    group: str
    name: str
    device: str
    mount: str
    admin: str
    """The host on which commands are run: the first one that serves."""
    nodes: Mapping[str, Node]
    """By host: servers first, then clients."""
    nsds: tuple[Nsd, ...]
    verbs: bool
    devices: tuple[str, ...]
    caches: tuple[CacheNsd, ...]
    """Drives of clients, by host."""
    lines: tuple[tuple[str, str], ...]

    @property
    def servers(self) -> tuple[Node, ...]:
        """The nodes that need a server license."""
        return tuple(node for node in self.nodes.values() if node.license == "server")

    @property
    def clients(self) -> tuple[Node, ...]:
        """The nodes that only mount it."""
        return tuple(node for node in self.nodes.values() if node.license == "client")

    @property
    def failure_groups(self) -> Mapping[int, tuple[Nsd, ...]]:
        """The NSDs of each failure group."""
        numbers = sorted({nsd.failure_group for nsd in self.nsds})
        return {number: tuple(nsd for nsd in self.nsds if nsd.failure_group == number) for number in numbers}

    @property
    def cache_devices(self) -> Mapping[str, tuple[str, ...]]:
        """The drives of each group of clients that cache."""
        found: dict[str, dict[str, None]] = {}
        for each in self.caches:
            found.setdefault(each.group, {})[each.device] = None
        return {group: tuple(devices) for group, devices in found.items()}
