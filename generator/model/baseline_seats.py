"""Seating on a baseline: new devices are seated behind those of the earlier plan, where ports are free, and then in new scalable units."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from generator.model.baseline import BaselineFabric
from generator.model.demand import Demand
from generator.model.faceplate import step
from generator.model.member import Batch, Member
from generator.model.runs import Run, Zone
from generator.model.seats import MOST_PORTS, Seating, zones_behind
from generator.model.topology.shape import Spread


class _Unit(Struct):
    """A scalable unit: cages taken on each leaf, and how many may be; `rows` is nothing where it holds devices of all kinds, `late` true where it holds what comes with racks."""

    used: list[int]
    limits: list[int]
    rows: bool | None
    near: int | None = None
    late: bool = False
    seated: int = 0

    def most(self, member: Member, spread: Spread, asked: int) -> int:
        """Devices of a member that fit behind what is taken, up to as many as are asked for."""
        low, high = 0, min(asked, max(self.limits) * MOST_PORTS)
        while low < high:
            middle = (low + high + 1) // 2
            after = list(self.used)
            zones_behind(member, spread, after, middle)
            fits = all(taken <= limit for taken, limit in zip(after, self.limits, strict=True))
            low, high = (middle, high) if fits else (low, middle - 1)
        return low


def seat_on_baseline(
    demand: Demand, spread: Spread, down_cages: int, baseline: BaselineFabric, used: list[int] | None = None
) -> Seating | None:
    """Keep every run of the baseline and seat the rest; None where the baseline does not fit the leaves as they now are.

    Devices whose ports have changed are seated again, and their old seats stay empty: no other device moves.
    `used` are cages that other fabrics have on the one unit of leaves, and is raised by what is seated.
    """
    members = {member.name: member for member in demand.members}
    others = [run for run in baseline.runs if not _alike(run, members)]
    if any(members[run.member].manages for run in others):
        return None
    units = _baseline_units(members, spread, down_cages, baseline)
    if used is not None:
        used[:] = [max(pair) for pair in zip(used, units[0].used, strict=True)]
        units[0].used = used
    if any(taken > limit for unit in units for taken, limit in zip(unit.used, unit.limits, strict=True)):
        return None
    runs = [part for run in baseline.runs for part in ((run,) if run in others else _parted(run, members))]
    alike = [run for run in runs if run not in others]
    ends = {name: max((r.first + r.count for r in alike if r.member == name), default=0) for name in members}
    for late in _later(demand, ends):
        batch = _in_holes(late, runs, alike, units, spread)
        found = _seat(batch, units, demand, spread, down_cages)
        if found is None:
            return None
        runs += found
        alike += found
    mine = {id(run) for run in alike}
    there = tuple(
        run for run in runs if id(run) in mine and run.member in members and run.first < members[run.member].max
    )
    return Seating(there, len(units), spread.leaves, tuple(runs) if len(there) < len(runs) else ())


def cages_taken(demand: Demand, spread: Spread, baseline: BaselineFabric) -> list[int]:
    """Return the cages that runs of the baseline take on each leaf of the first unit."""
    return _baseline_units({member.name: member for member in demand.members}, spread, 0, baseline)[0].used


def _alike(run: Run, members: Mapping[str, Member]) -> bool:
    """Whether a run's ports are still those of its member; seats of a removed member stay empty."""
    member = members.get(run.member)
    return member is None or [zone.ports_per_cage for zone in run.zones] == [p.breakout.ports for p in member.ports]


def _parted(run: Run, members: Mapping[str, Member]) -> Iterator[Run]:
    """Yield a run, parted where the envelope now ends: the seats of the part beyond stay empty."""
    member = members.get(run.member)
    there = run.count if member is None else min(run.count, max(0, member.max - run.first))
    if not 0 < there < run.count:
        yield run
        return
    yield replace(run, count=there)
    zones = tuple(_behind(zone, there) for zone in run.zones)
    at = None if run.at is None else run.at + there
    yield replace(run, first=run.first + there, count=run.count - there, zones=zones, at=at)


def with_coordinates(seating: Seating, baseline: BaselineFabric) -> Seating:
    """Return new seats with coordinates in addresses: devices that stay in their scalable unit keep theirs, all others follow those of the earlier plan.

    So no device gets the coordinate of another existing one.
    """
    stood = Seating(baseline.runs, baseline.sus, baseline.leaves_per_su)
    begins, ends = stood.coordinates()
    runs: list[Run] = []
    behind: dict[int, int] = {}
    for run in seating.given:
        for part, at in _as_stood(run, stood, begins):
            begin = ends.get(run.su, 0) if at is None else at
            runs.append(replace(part, at=None if begin == behind.get(run.su, 0) else begin))
            behind[run.su] = max(behind.get(run.su, 0), begin + part.count)
            ends[run.su] = max(ends.get(run.su, 0), behind[run.su])
    return Seating(tuple(runs), seating.sus, seating.leaves_per_su)


def _as_stood(run: Run, stood: Seating, begins: Mapping[tuple[str, int], int]) -> Iterator[tuple[Run, int | None]]:
    """Yield the parts of a run, each with its earlier coordinate, or None where it had none in this scalable unit."""
    first, end = run.first, run.first + run.count
    for old in stood.of(run.member):
        low, high = max(first, old.first), min(end, old.first + old.count)
        if old.su != run.su or low >= high:
            continue
        if first < low:
            yield _part(run, first, low), None
        yield _part(run, low, high), begins[old.member, old.first] + low - old.first
        first = high
    if first < end:
        yield _part(run, first, end), None


def _part(run: Run, first: int, end: int) -> Run:
    zones = tuple(_behind(zone, first - run.first) for zone in run.zones)
    return replace(run, first=first, count=end - first, zones=zones)


def _behind(zone: Zone, count: int) -> Zone:
    """Return the zone of devices `count` places further on."""
    cage, port = divmod(zone.first_port + count, zone.ports_per_cage)
    return replace(zone, first_cage=zone.first_cage + cage * zone.step, first_port=port)


def _baseline_units(
    members: Mapping[str, Member], spread: Spread, down_cages: int, baseline: BaselineFabric
) -> list[_Unit]:
    several = baseline.sus > 1
    units = [_Unit([0] * spread.leaves, [down_cages] * spread.leaves, None) for _ in range(baseline.sus)]
    managing = [run for run in baseline.runs if (member := members.get(run.member)) and member.manages]
    for run in (each for each in baseline.runs if each not in managing):
        unit, member = units[run.su], members.get(run.member)
        if unit.seated == 0 and several and member:
            unit.rows, unit.near, unit.late = member.computes or run.near is not None, run.near, member.late
        unit.seated += run.count
        for zone in run.zones:
            cages = -(-(zone.first_port + run.count) // zone.ports_per_cage) * zone.step
            unit.used[zone.leaf] = max(unit.used[zone.leaf], zone.first_cage + cages)
    for run in managing:  # managers of the fabric are on the last ports, perhaps in a cage with hosts
        unit = units[run.su]
        for zone in run.zones:
            free = max(unit.used[zone.leaf], zone.first_cage)
            unit.limits[zone.leaf] = min(unit.limits[zone.leaf], free)
    return units


def _later(demand: Demand, ends: Mapping[str, int]) -> Iterator[Batch]:
    """Yield the batches of devices that have no seat yet, in the order of seating."""
    members = sorted(demand.members, key=lambda member: member.order)
    for batch in demand.batches or tuple(Batch(each, 0, each.max, rows=each.computes) for each in members):
        first = max(batch.first, ends[batch.member.name])
        count = batch.first + batch.count - first
        if count > 0:
            yield Batch(batch.member, first, count, batch.rows, batch.near)


def _seat(batch: Batch, units: list[_Unit], demand: Demand, spread: Spread, down_cages: int) -> list[Run] | None:
    """Seat a batch; None where not one device fits an empty unit, or where the batch manages the fabric."""
    if batch.member.manages:
        return None
    found: list[Run] = []
    first, left = batch.first, batch.count
    for su in (su for su, unit in enumerate(units) if _suits(unit, batch, last=su == len(units) - 1)):
        run = _run(batch, first, left, su, units[su], demand, spread)
        if run:
            found.append(run)
            first, left = first + run.count, left - run.count
    while left:
        units.append(
            _Unit([0] * spread.leaves, [down_cages] * spread.leaves, batch.rows, batch.near, batch.member.late)
        )
        run = _run(batch, first, left, len(units) - 1, units[-1], demand, spread)
        if run is None:
            return None
        found.append(run)
        first, left = first + run.count, left - run.count
    return found


def _in_holes(batch: Batch, runs: list[Run], alike: list[Run], units: list[_Unit], spread: Spread) -> Batch:
    """Seat devices where a released group had the same ports on the same leaves, and return those that are left."""
    member, first, left = batch.member, batch.first, batch.count
    shape = [
        (spread.leaf_of[index], port.breakout.ports, step(port.breakout)) for index, port in enumerate(member.ports)
    ]
    for hole in [run for run in runs if not run.member]:
        last = hole.su == len(units) - 1
        fits = shape == [(zone.leaf, zone.ports_per_cage, zone.step) for zone in hole.zones]
        if member.manages or not fits or not _suits(units[hole.su], batch, last=last):
            continue
        count = min(left, hole.count)
        count -= (first + count) % member.block if member.block < count < left else 0
        if count:
            at, middle = runs.index(hole), hole.first + count
            taken = replace(hole, member=member.name, first=first, count=count)
            rest = [_part(hole, middle, hole.first + hole.count)] if count < hole.count else []
            rest = [replace(run, at=None if hole.at is None else hole.at + count) for run in rest]
            runs[at : at + 1] = [taken, *rest]
            alike.append(taken)
            first, left = first + count, left - count
    return replace(batch, first=first, count=left)


def _suits(unit: _Unit, batch: Batch, *, last: bool) -> bool:
    """Whether the devices of a batch are in the same rows as the leaves of a unit."""
    alike = (unit.rows, unit.late) == (batch.rows, batch.member.late)
    return unit.rows is None or (alike and (unit.near == batch.near or last))


def _run(batch: Batch, first: int, left: int, su: int, unit: _Unit, demand: Demand, spread: Spread) -> Run | None:
    room = left if demand.spec.su_hosts is None else min(left, demand.spec.su_hosts - unit.seated)
    count = unit.most(batch.member, spread, max(0, room))
    if 0 < count < left and count > batch.member.block:
        count -= (first + count) % batch.member.block  # an NVLink domain stays whole
    if count <= 0:
        return None
    unit.seated += count
    return Run(batch.member.name, su, first, count, zones_behind(batch.member, spread, unit.used, count), batch.near)
