"""Seats: every place of the envelope on the leaves, in closed form, so that no count moves another's port."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from generator.catalog.model import Breakout
from generator.model.demand import Demand
from generator.model.faceplate import cages_for, ports_in, step
from generator.model.member import Batch, Member
from generator.model.runs import Run, Seat, Zone
from generator.model.topology.shape import Spread

MOST_PORTS = 8
"""The most ports of a divided cage."""


class Seating(Struct, frozen=True):
    """All runs of a fabric's envelope."""

    runs: tuple[Run, ...]
    sus: int
    leaves_per_su: int
    with_removed: tuple[Run, ...] = ()
    """The runs in order including those of removed devices of an earlier plan, if there are any; their seats stay empty."""
    _by_member: dict[str, list[Run]] = field(default_factory=dict)
    _by_su: dict[int, list[Run]] = field(default_factory=dict)
    _firsts: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Index the runs, as every link looks one up."""
        for run in self.runs:
            self._by_member.setdefault(run.member, []).append(run)
            self._by_su.setdefault(run.su, []).append(run)
        for member, runs in self._by_member.items():
            runs.sort(key=lambda run: run.first)
            self._firsts[member] = [run.first for run in runs]

    @property
    def given(self) -> tuple[Run, ...]:
        """Every run that ever had seats, in the order in which they were given."""
        return self.with_removed or self.runs

    def coordinates(self) -> tuple[dict[tuple[str, int], int], dict[int, int]]:
        """Return where each run begins within its scalable unit, in addresses, by member and first device; and the end of each unit."""
        begins: dict[tuple[str, int], int] = {}
        ends: dict[int, int] = {}
        for run in self.given:
            begin = ends.get(run.su, 0) if run.at is None else run.at
            begins[run.member, run.first] = begin
            ends[run.su] = max(ends.get(run.su, 0), begin + run.count)
        return begins, ends

    def run_of(self, member: str, ordinal: int) -> Run:
        """Find the run in which a device sits."""
        runs = self._by_member[member]
        if len(runs) == 1:
            return runs[0]
        return runs[bisect_right(self._firsts[member], ordinal) - 1]

    def of(self, member: str) -> list[Run]:
        """Return a member's runs in order."""
        return self._by_member.get(member, [])

    def in_su(self, su: int) -> list[Run]:
        """Return the runs of one scalable unit."""
        return self._by_su.get(su, [])

    def seat(self, run: Run, ordinal: int, port: int) -> Seat:
        """Return the seat of one port of a device: a coordinate that does not depend on what is installed."""
        zone = run.zones[port]
        cage, index = divmod(zone.first_port + ordinal - run.first, zone.ports_per_cage)
        return Seat(run.su * self.leaves_per_su + zone.leaf, zone.first_cage + cage * zone.step, index)


def seat_all(demand: Demand, spread: Spread, down_cages: int) -> Seating | None:
    """Seat every member's envelope, SU after SU; None where not one device fits an empty SU.

    Where one SU does not hold all, devices of the compute rows and the others have separate SUs: they are in different rows, and a leaf is near the
    devices that it serves.
    """
    if seating := seat_in_one(demand, spread, down_cages):
        return seating
    first, late = _parted(demand.batches or _in_order(demand))
    managing = _managers(demand, spread)

    def seated(*, whole: bool) -> Seating | None:
        return _Table(spread, down_cages, demand.spec.su_hosts, managing, whole=whole).seat(first, late, apart=True)

    filled = seated(whole=False)
    if all(member.block == 1 for member in demand.members):
        return filled
    # whole NVLink domains where that costs no leaf: within a domain traffic needs none, so cutting one costs little
    whole = seated(whole=True)
    return filled if whole is None or (filled and filled.sus < whole.sus) else whole


def seat_in_one(demand: Demand, spread: Spread, down_cages: int) -> Seating | None:
    """Seat every member's envelope where one SU holds it, apart from what is seated last; else None."""
    first, late = _parted(_in_order(demand))
    table = _Table(spread, down_cages, demand.spec.su_hosts, _managers(demand, spread))
    return table.seat(late, apart=False) if table.holds(first) else None


def _in_order(demand: Demand) -> list[Batch]:
    """Return every member's envelope, member after member."""
    members = sorted(demand.members, key=lambda member: member.order)
    return [Batch(member, 0, member.max, rows=member.computes) for member in members]


def _parted(batches: Sequence[Batch]) -> tuple[Sequence[Batch], Sequence[Batch]]:
    """Divide the members into those that are seated first and those that are seated last."""
    return [each for each in batches if not each.member.late], [each for each in batches if each.member.late]


def seat_behind(demand: Demand, spread: Spread, down_cages: int, used: list[int]) -> Seating | None:
    """Seat a fabric's envelope on leaves where `used` cages are taken, and count what it takes; None where it does not fit."""
    table = _Table(spread, down_cages, None, [], used=used)
    return table.seat((), apart=False) if table.holds(_in_order(demand)) else None


def _managers(demand: Demand, spread: Spread) -> list[tuple[Member, int, int, int]]:
    """Ports of the managers of the fabric: (member, ordinal, port index, leaf), in turn over the leaves of the first SU.

    NVIDIA's design leaves a host out of the first SU and uses its ports for UFM, one on each of four leaves (RA-11333-001).
    """
    ports = [
        (member, ordinal, index)
        for member in sorted(demand.members, key=lambda m: m.order)
        if member.manages
        for ordinal in range(member.max)
        for index in range(len(member.ports))
    ]
    return [(*port, turn % spread.leaves) for turn, port in enumerate(ports)]


class _Table:
    """Seats devices SU after SU, and remembers how many cages each leaf of the SU has given away."""

    def __init__(
        self,
        spread: Spread,
        down_cages: int,
        su_hosts: int | None,
        managing: list[tuple[Member, int, int, int]],
        *,
        whole: bool = True,
        used: list[int] | None = None,
    ) -> None:
        self._spread, self._down_cages, self._su_hosts, self._whole = spread, down_cages, su_hosts, whole
        self._managing = managing
        self._runs: list[Run] = []
        self._su, self._seated = 0, 0
        self._used = used if used is not None else [0] * spread.leaves
        self._fitting: dict[tuple[str, int, tuple[int, ...]], int] = {}
        self._strides: dict[str, list[tuple[int, int]]] = {}

    def seat(self, batches: Sequence[Batch], late: Sequence[Batch] = (), *, apart: bool) -> Seating | None:
        """Seat all batches; with `apart` those outside the compute rows begin a scalable unit of their own, and so do `late` ones."""
        rows = True
        for turn, batch in enumerate((*batches, *late)):
            if batch.member.manages:
                continue
            if apart and ((rows and not batch.rows) or turn == len(batches)):
                rows = False
                if any(self._used):
                    self._next_su()
            if not self._seat(batch):
                return None
        runs = [*self._runs, *self._manager_runs()]
        return Seating(tuple(runs), self._su + 1, self._spread.leaves)

    def holds(self, batches: Sequence[Batch]) -> bool:
        """Seat all batches in the current unit, if it holds them."""
        for batch in batches:
            member, count = batch.member, batch.count
            if member.manages or not count:
                continue
            if count > self._room(count) or not self._fits(member, count):
                return False
            self._add(batch, batch.first, count)
        return True

    def _add(self, batch: Batch, first: int, count: int) -> None:
        zones = zones_behind(batch.member, self._spread, self._used, count)
        self._runs.append(Run(batch.member.name, self._su, first, count, zones, batch.near))
        self._seated += count

    def _room(self, wanted: int) -> int:
        """Devices that the unit takes by its stated size, of those that are wanted."""
        return wanted if self._su_hosts is None else min(wanted, self._su_hosts - self._seated)

    def _next_su(self) -> None:
        self._su, self._used, self._seated = self._su + 1, [0] * self._spread.leaves, 0

    def _seat(self, batch: Batch) -> bool:
        first, end = batch.first, batch.first + batch.count
        while first < end:
            count = min(self._room(end - first), self._most(batch.member))
            if count < end - first:
                count -= self._beyond_domains(count, batch.member.block)
            if count:
                self._add(batch, first, count)
                first += count
            elif not any(self._used):
                return False
            if first < end:
                self._next_su()
        return True

    def _beyond_domains(self, count: int, block: int) -> int:
        """Devices that are left for the next SU so that the border does not divide their NVLink domain."""
        asked_otherwise = self._su_hosts is not None and self._su_hosts % block
        return count % block if self._whole and count > block and not asked_otherwise else 0

    def _most(self, member: Member) -> int:
        """The most devices whose ports fit behind what is used: a bisection, as the fit is monotonic."""
        key = (member.name, min(self._su, 1), tuple(self._used))
        if key not in self._fitting:  # full units repeat: one bisection serves them all
            low, high = 0, max(0, min(ports_in(self._down_cages, port.breakout) for port in member.ports))
            if self._fits(member, high):
                low = high
            while low < high:
                middle = (low + high + 1) // 2
                low, high = (middle, high) if self._fits(member, middle) else (low, middle - 1)
            self._fitting[key] = low
        return self._fitting[key]

    def _fits(self, member: Member, count: int) -> bool:
        if self._su or not self._managing:
            return max(self._behind(member, count)) <= self._down_cages
        after = list(self._used)
        zones = zones_behind(member, self._spread, after, count)
        last = {zone.leaf: (zone, port.breakout) for zone, port in zip(zones, member.ports, strict=True)}
        return all(
            self._leaf_fits(leaf, after[leaf], count, *last.get(leaf, (None, None))) for leaf in range(len(after))
        )

    def _behind(self, member: Member, count: int) -> list[int]:
        """Return what is used after a run: as `zones_behind` counts it, without making zones, as a bisection calls it often."""
        if member.name not in self._strides:
            breakouts = [port.breakout for port in member.ports]
            self._strides[member.name] = [(step(each), each.ports) for each in breakouts]
        after = list(self._used)
        for leaf, (stride, ports) in zip(self._spread.leaf_of, self._strides[member.name], strict=False):
            after[leaf] += after[leaf] % stride - -count // ports * stride
        return after

    def _leaf_fits(self, leaf: int, used: int, count: int, zone: Zone | None, breakout: Breakout | None) -> bool:
        """Whether the last ports of a leaf of the first SU are still free for the managers of the fabric."""
        ports = [m.ports[index].breakout for m, _, index, at in self._managing if at == leaf]
        if not ports:
            return used <= self._down_cages
        if zone and breakout == ports[0]:  # they may share the last cage with hosts of the same speed
            return zone.first_cage + cages_for(count + len(ports), breakout) <= self._down_cages
        return used + cages_for(len(ports), ports[0]) <= self._down_cages

    def _manager_runs(self) -> Iterator[Run]:
        """Seats of the managers of the fabric: the last host ports of their leaves, counted from the end."""
        taken = [0] * self._spread.leaves
        zones: dict[tuple[str, int], list[Zone]] = {}
        for member, ordinal, index, leaf in self._managing:
            breakout = member.ports[index].breakout
            cage, port = divmod(taken[leaf], breakout.ports)
            first = self._down_cages - (cage + 1) * step(breakout)
            zone = Zone(leaf, first, breakout.ports, step(breakout), breakout.ports - 1 - port)
            zones.setdefault((member.name, ordinal), []).append(zone)
            taken[leaf] += 1
        for (name, ordinal), places in zones.items():
            yield Run(name, 0, ordinal, 1, tuple(places))


def zones_behind(member: Member, spread: Spread, used: list[int], count: int) -> tuple[Zone, ...]:
    """Lay out a run behind what is `used` on each leaf, and count it as used."""
    zones = []
    for index, port in enumerate(member.ports):
        leaf = spread.leaf_of[index]
        stride = step(port.breakout)
        used[leaf] += used[leaf] % stride
        zones.append(Zone(leaf, used[leaf], port.breakout.ports, stride))
        used[leaf] += cages_for(count, port.breakout)
    return tuple(zones)
