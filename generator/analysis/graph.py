"""The switch graph of one fabric and plane: installed switches, the trunks between them, the host ports on them."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from generator.model.device import SwitchTier
from generator.plan.plan import Plan
from generator.plan.records import Switch

_V = TypeVar("_V")

TRUNKS = frozenset({"leaf_spine", "spine_core", "leaf_leaf"})
"""Kinds of links that join switches; every other kind connects a device to one."""
RANKS: dict[SwitchTier, int] = {"leaf": 0, "spine": 1, "core": 2}


class HostPort(NamedTuple):
    """A cabled port of a device other than a trunk: its switch, speed and rail.

    `own`: it belongs to a host of this very fabric; not to a fabric that is carried, nor to the switches' own management.
    """

    device: str
    switch: int
    gbps: float
    rail: int | None
    own: bool = True


class SwitchGraph(Struct, frozen=True, dict=True):
    """Switches by their place in `names`; `gbps` and `links` have the bandwidth and number of links to each neighbour.

    A trunk of several links is one edge: its bandwidth in each direction is the sum of theirs.
    """

    fabric: str
    plane: int
    names: tuple[str, ...]
    ranks: tuple[int, ...]
    sus: tuple[int | None, ...]
    pods: tuple[int, ...]
    gbps: tuple[dict[int, float], ...]
    links: tuple[dict[int, int], ...]
    ports: tuple[HostPort, ...]

    @cached_property
    def down_gbps(self) -> tuple[float, ...]:
        """Bandwidth of the host ports on each switch."""
        return self._sums(self.ports)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The switches with host ports."""
        return tuple(sorted({port.switch for port in self.ports}))

    @cached_property
    def devices(self) -> frozenset[str]:
        """The devices with host ports."""
        return frozenset(port.device for port in self.ports)

    @cached_property
    def own_gbps(self) -> tuple[float, ...]:
        """Bandwidth of the fabric's own host ports on each switch."""
        return self._sums(port for port in self.ports if port.own)

    @cached_property
    def rail_gbps(self) -> tuple[float, ...]:
        """Bandwidth of the host ports with a rail on each switch."""
        return self._sums(port for port in self.ports if port.rail is not None)

    def _sums(self, ports: Iterable[HostPort]) -> tuple[float, ...]:
        sums = [0.0] * len(self.names)
        for port in ports:
            sums[port.switch] += port.gbps
        return tuple(sums)

    @cached_property
    def up_gbps(self) -> tuple[float, ...]:
        """Bandwidth of each switch's trunks to the tier above; between two joined leaves, of their peer links."""
        return tuple(
            sum(gbps for far, gbps in around.items() if self.ranks[far] >= rank)
            for rank, around in zip(self.ranks, self.gbps, strict=True)
        )

    @cached_property
    def ports_of(self) -> dict[str, tuple[HostPort, ...]]:
        """Every device's ports, in the order of the links."""
        found: dict[str, list[HostPort]] = {}
        for port in self.ports:
            found.setdefault(port.device, []).append(port)
        return {device: tuple(ports) for device, ports in found.items()}

    @cached_property
    def own_ports(self) -> tuple[HostPort, ...]:
        """The ports that the fabric serves: those with a rail, if it has rails; the others manage it, or belong to fabrics that it carries."""
        return tuple(port for port in self.ports if port.rail is not None) or self.ports

    @property
    def host_gbps(self) -> float:
        """Bandwidth of all host ports."""
        return sum(self.down_gbps)

    def of_rank(self, rank: int) -> list[int]:
        """Return the switches of a tier: 0 leaves, 1 spines, 2 cores."""
        return [switch for switch, mine in enumerate(self.ranks) if mine == rank]

    def without(self, switches: Iterable[int]) -> "SwitchGraph":
        """Return the graph after these switches failed: they stay in it without links, and their host ports are removed."""
        dead = set(switches)
        gbps, links = _spared(self.gbps, dead), _spared(self.links, dead)
        ports = tuple(port for port in self.ports if port.switch not in dead)
        return replace(self, gbps=gbps, links=links, ports=ports)

    def without_link(self, a: int, b: int) -> "SwitchGraph":
        """Return the graph after one link of the trunk between two switches failed."""
        gbps, links = list(self.gbps), list(self.links)
        for near, far in ((a, b), (b, a)):
            left = links[near][far] - 1
            gbps[near] = gbps[near] | {far: gbps[near][far] * left / (left + 1)}
            links[near] = links[near] | {far: left}
            if not left:
                del gbps[near][far], links[near][far]
        left_over = replace(self, gbps=tuple(gbps), links=tuple(links))
        left_over.__dict__.update(down_gbps=self.down_gbps, seats=self.seats, devices=self.devices)  # of equal ports
        return left_over


def _spared(sides: Sequence[dict[int, _V]], dead: set[int]) -> tuple[dict[int, _V], ...]:
    """Remove failed switches; switches that shared a mapping still do."""
    known: dict[int, dict[int, _V]] = {}
    found = []
    for near, around in enumerate(sides):
        if id(around) not in known:
            hit = not dead.isdisjoint(around)
            known[id(around)] = {far: value for far, value in around.items() if far not in dead} if hit else around
        found.append({} if near in dead else known[id(around)])
    return tuple(found)


def _shared(sides: Sequence[dict[int, _V]]) -> tuple[dict[int, _V], ...]:
    """Return the neighbours with one shared mapping for all switches with equal neighbours, such as the leaves of a pod, so that a sum over it is computed once."""
    known: dict[frozenset[tuple[int, _V]], dict[int, _V]] = {}
    return tuple(known.setdefault(frozenset(around.items()), around) for around in sides)


def _is_its_switch(device: Switch | None, fabric: str) -> bool:
    """Whether a device is a switch of the fabric itself: then the port is its management port."""
    return device is not None and device.fabric == fabric


class _Draft:
    """A graph while links are read into it."""

    def __init__(self) -> None:
        self.index: dict[str, int] = {}
        self.gbps: list[dict[int, float]] = []
        self.links: list[dict[int, int]] = []
        self.ports: list[HostPort] = []

    def place(self, name: str) -> int:
        found = self.index.get(name)
        if found is None:
            found = self.index[name] = len(self.gbps)
            self.gbps.append({})
            self.links.append({})
        return found

    def join(self, near: int, far: int, gbps: float) -> None:
        self.gbps[near][far] = self.gbps[near].get(far, 0.0) + gbps
        self.links[near][far] = self.links[near].get(far, 0) + 1


def switch_graphs(plan: Plan) -> dict[str, list[SwitchGraph]]:
    """Read the installed links once, into a graph for every fabric and plane.

    A fabric without switches of its own has its ports in the graph of the one that carries it.
    """
    carriers = {fabric.name: fabric.carrier for fabric in plan.fabrics.values() if fabric.carrier}
    switches = {switch.name: switch for switch in plan.switches}
    drafts: dict[tuple[str, int], _Draft] = {}
    for switch in plan.switches:
        drafts.setdefault((switch.fabric, switch.plane), _Draft()).place(switch.name)
    for link in plan.links:
        draft = drafts.setdefault((carriers.get(link.fabric, link.fabric), link.plane), _Draft())
        far = link.b.device
        if link.kind in TRUNKS:
            a, b = draft.place(link.a.device), draft.place(far)
            draft.join(a, b, link.speed_gbps)
            draft.join(b, a, link.speed_gbps)
        elif far in switches:
            own = link.fabric == switches[far].fabric and not _is_its_switch(switches.get(link.a.device), link.fabric)
            draft.ports.append(HostPort(link.a.device, draft.place(far), link.speed_gbps, link.rail, own))
    found: dict[str, list[SwitchGraph]] = {fabric: [] for fabric in plan.fabrics if fabric not in carriers}
    for (fabric, plane), draft in sorted(drafts.items(), key=lambda each: each[0][1]):
        records = [switches[name] for name in draft.index]
        graph = SwitchGraph(
            fabric=fabric,
            plane=plane,
            names=tuple(draft.index),
            ranks=tuple(RANKS[record.tier] for record in records),
            sus=tuple(record.su for record in records),
            pods=tuple(record.pod for record in records),
            gbps=_shared(draft.gbps),
            links=_shared(draft.links),
            ports=tuple(draft.ports),
        )
        found.setdefault(fabric, []).append(graph)
    return found
