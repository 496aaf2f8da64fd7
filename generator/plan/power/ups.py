"""UPS systems and generators: the load of each, as installed, and its capacity without spare units."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from msgspec import Struct

from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.power.envelope import envelope_racks
from generator.plan.power.feeds import feed_watts, rack_draws
from generator.plan.power.loads import device_loads
from generator.spec.rack_ranges import rack_names
from generator.spec.ups import UpsSpec


class UpsLoad(Struct, frozen=True, kw_only=True):
    """The load of one UPS system, kW: `normal_kw` with all feeds, `worst_kw` with the allowed number of feeds lost, and `envelope_kw` the latter with the whole envelope.

    All include its other loads. For the envelope, loads are divided evenly over the remaining feeds.
    """

    name: str
    spec: UpsSpec
    feeds: str
    racks: tuple[str, ...]
    normal_kw: float
    worst_kw: float
    envelope_kw: float

    @property
    def units(self) -> str:
        """The capacity without the spare modules, as text: `(4 - 1) x 500 kW = 1,500 kW`."""
        return units_left(self.spec.modules, self.spec.spare, self.spec.module_kw, self.spec.capacity_kw)


def units_left(count: int, spare: int, each_kw: float, capacity_kw: float) -> str:
    """Return the arithmetic of equal units without the spare ones, as text."""
    units = f"({count:,} - {spare})" if spare else f"{count:,}"
    return f"{units} x {each_kw:,g} kW = {capacity_kw:,g} kW"


@once
def ups_loads(plan: Plan) -> tuple[UpsLoad, ...]:
    """Return the load of every UPS system; empty where the spec states none."""
    power = plan.site.power
    if not power.ups:
        return ()
    draws = rack_draws(plan, device_loads(plan))
    cases = [(), *combinations(range(power.feeds), power.lost_feeds)] if power.lost_feeds else [()]
    watts = {rack: {lost: feed_watts(mine, power.feeds, lost) for lost in cases} for rack, mine in draws.items()}
    found = []
    for name, spec in power.ups.items():
        racks = tuple(racks_on(plan, spec.racks))
        feeds = [index for index, feed in enumerate(power.feed_names) if not spec.feeds or feed in spec.feeds]
        sums = [
            sum(watts[rack][lost][feed] for rack in racks for feed in feeds) / 1000 + spec.other_kw for lost in cases
        ]
        found.append(
            UpsLoad(
                name=name,
                spec=spec,
                feeds="".join(power.feed_names[feed] for feed in feeds),
                racks=racks,
                normal_kw=sums[0],
                worst_kw=max(sums),
                envelope_kw=max(*sums, _envelope_kw(plan, spec, len(feeds))),
            )
        )
    return tuple(found)


def _envelope_kw(plan: Plan, spec: UpsSpec, feeds: int) -> float:
    power, named = plan.site.power, {name for _, name in rack_names(spec.racks)}
    part = min(1.0, feeds / max(1, power.feeds - power.lost_feeds))
    racks = (rack for name, rack in envelope_racks(plan).items() if not named or name in named)
    return sum(rack.power_kw for rack in racks) * part + spec.other_kw


def racks_on(plan: Plan, entries: Iterable[str]) -> Iterator[str]:
    """Yield the racks with something in them that a list names, in the order of the floor; all of them where it is empty."""
    named = {name for _, name in rack_names(entries)}
    yield from (rack.name for rack in plan.racks if not named or rack.name in named)


def unprotected(plan: Plan) -> str:
    """Return the feeds without a UPS and their number of racks, as text; empty where all have one, or the spec states none."""
    systems = ups_loads(plan)
    found = []
    for feed in plan.site.power.feed_names if systems else ():
        carried = {rack for ups in systems if feed in ups.feeds for rack in ups.racks}
        missing = sum(rack.name not in carried for rack in plan.racks)
        if missing:
            found.append(f"feed {feed} of {missing:,} racks")
    return ", ".join(found)
