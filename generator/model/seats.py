"""Seats: every place of the envelope on the leaves, in closed form, so that no count moves another's port."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.model.faceplate import cages_for, step
from generator.model.member import Member
from generator.model.topology.shape import Spread

_MOST_PORTS = 8
"""Ports that a cage becomes at most."""


@dataclass(frozen=True, slots=True)
class Zone:
    """Where one port of a run of devices sits: its leaf within the SU and its first cage, as an index."""

    leaf: int
    first_cage: int
    ports_per_cage: int
    step: int


@dataclass(frozen=True, slots=True)
class Run:
    """`count` devices of a member from ordinal `first` on, seated in scalable unit `su`."""

    member: str
    su: int
    first: int
    count: int
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """One port's seat: leaf ordinal in the fabric, index of the cage among the host cages, port within it."""

    leaf: int
    cage: int
    port: int


@dataclass(frozen=True, slots=True)
class Seating:
    """All runs of a fabric's envelope."""

    runs: tuple[Run, ...]
    sus: int
    leaves_per_su: int
    _by_member: dict[str, list[Run]] = field(default_factory=dict, compare=False)
    _by_su: dict[int, list[Run]] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        """Index the runs, which are asked for once a link."""
        for run in self.runs:
            self._by_member.setdefault(run.member, []).append(run)
            self._by_su.setdefault(run.su, []).append(run)

    def run_of(self, member: str, ordinal: int) -> Run:
        """Find the run in which a device sits."""
        runs = self._by_member[member]
        if len(runs) == 1:
            return runs[0]
        return runs[bisect_right(runs, ordinal, key=lambda run: run.first) - 1]

    def of(self, member: str) -> list[Run]:
        """Give a member's runs in order."""
        return self._by_member.get(member, [])

    def in_su(self, su: int) -> list[Run]:
        """Give the runs of one scalable unit."""
        return self._by_su.get(su, [])

    def seat(self, run: Run, ordinal: int, port: int) -> Seat:
        """Give the seat of one port of a device: a coordinate, whoever else is installed."""
        zone = run.zones[port]
        cage, index = divmod(ordinal - run.first, zone.ports_per_cage)
        return Seat(run.su * self.leaves_per_su + zone.leaf, zone.first_cage + cage * zone.step, index)


def seat_all(members: Sequence[Member], spread: Spread, down_cages: int, su_hosts: int | None) -> Seating | None:
    """Seat every member's envelope, SU after SU; nothing where not even one device fits an empty SU.

    Where one SU does not hold all, compute hosts and the others have SUs of their own: they stand in
    different rows, and a leaf stands near what it serves.
    """
    seating = _seat(members, spread, down_cages, su_hosts, apart=False)
    if seating is None or seating.sus == 1:
        return seating
    return _seat(members, spread, down_cages, su_hosts, apart=True)


def _seat(
    members: Sequence[Member], spread: Spread, down_cages: int, su_hosts: int | None, *, apart: bool
) -> Seating | None:
    runs: list[Run] = []
    su, used, seated = 0, [0] * spread.leaves, 0
    computing = True
    fitting: dict[tuple[str, tuple[int, ...]], int] = {}
    for member in sorted(members, key=lambda member: member.order):
        first = 0
        if apart and computing and not member.computes:
            computing = False
            if any(used):
                su, used, seated = su + 1, [0] * spread.leaves, 0
        while first < member.max:
            room = member.max - first if su_hosts is None else min(member.max - first, su_hosts - seated)
            key = (member.name, tuple(used))
            if key not in fitting:  # full units repeat: one bisection serves them all
                fitting[key] = _fitting(member, spread, used, down_cages, down_cages * _MOST_PORTS)
            count = min(room, fitting[key])
            if count:
                zones = _zones(member, spread, used, count)
                runs.append(Run(member.name, su, first, count, zones))
                first, seated = first + count, seated + count
            elif not any(used):
                return None
            if first < member.max:
                su, used, seated = su + 1, [0] * spread.leaves, 0
    return Seating(tuple(runs), su + 1, spread.leaves)


def _zones(member: Member, spread: Spread, used: list[int], count: int) -> tuple[Zone, ...]:
    """Lay out a run behind what is `used` on each leaf, and count it as used."""
    zones = []
    for index, port in enumerate(member.ports):
        leaf = spread.leaf_of[index]
        stride = step(port.breakout)
        used[leaf] += used[leaf] % stride
        zones.append(Zone(leaf, used[leaf], port.breakout.ports, stride))
        used[leaf] += cages_for(count, port.breakout)
    return tuple(zones)


def _fitting(member: Member, spread: Spread, used: list[int], down_cages: int, most: int) -> int:
    """The most devices, up to `most`, whose ports fit behind what is used: a bisection, as more never fit better."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        after = list(used)
        _zones(member, spread, after, middle)
        low, high = (middle, high) if max(after) <= down_cages else (low, middle - 1)
    return low
