"""More power for a rack: the fewest power strips, or feeds, that carry what is asked, found by trying each."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from generator.model.circuit import find_circuit
from generator.model.floor import host_height
from generator.model.groups import HostGroup
from generator.model.rack_limits import RackLimits, hosts_per_rack
from generator.plan.draft import Draft
from generator.plan.power.feeds import FeedLoad
from generator.plan.power.racks import full_rack_feeds
from generator.spec.power import PowerSpec

_STRIPS, _FEEDS = 12, 4
"""The most power strips and feeds of a rack that the spec takes."""
_SLACK = 1e-6


class Held(Struct, frozen=True):
    """What of a feed is held against which limit of a room; `here` says which feeds of this room the rule speaks of."""

    measure: Callable[[FeedLoad], float]
    limit: Callable[[PowerSpec], float]
    here: Callable[[FeedLoad], bool] = lambda _load: True

    def judged(self, load: FeedLoad) -> float:
        """Return the measure of a feed that the rule speaks of, nothing of another."""
        return self.measure(load) if self.here(load) else 0.0


def fitting_hosts(plan: Draft, group: HostGroup, count: int, held: Held) -> int:
    """Return the most hosts of a rack that stay within the limit, below `count`; 0 where none do, or the rack is sold whole."""
    if group.model.rack_fixtures:
        return 0
    limit = held.limit(plan.spec.power)
    fewer = range(count - 1, 0, -1)
    return next((n for n in fewer if max(map(held.measure, full_rack_feeds(plan, group, n))) <= limit), 0)


def more_for_group(plan: Draft, group: HostGroup, held: Held, unit: str) -> str:
    """Report what carries a full rack of a group; where per_rack is not stated, of as many hosts as then stand in one."""
    spec = plan.spec
    for words, power in _rooms(spec.power):
        limits = RackLimits(
            racks=spec.racks, power=power, cooling=spec.cooling, circuit=find_circuit(power, plan.catalog)
        )
        count = hosts_per_rack(limits, group, host_height(group)).count
        need = max(map(held.measure, full_rack_feeds(plan, group, count, power)))
        if need <= held.limit(power) + _SLACK:
            return words
    count = plan.cluster.floor.per_rack[group.name].count
    return _larger(plan, max(map(held.measure, full_rack_feeds(plan, group, count))), unit)


def more_for_load(plan: Draft, load: float, held: Held, unit: str) -> str:
    """Report what carries a load that is there: more strips on each feed, which share it."""
    for words, power in _rooms(plan.spec.power):
        if power.feeds == plan.spec.power.feeds and load <= held.limit(power) + _SLACK:
            return words
    return _larger(plan, load, unit)


def _rooms(power: PowerSpec) -> Iterator[tuple[str, PowerSpec]]:
    """Yield rooms with more strips, then with more feeds, each with the words for it."""
    for strips in range((power.pdus_per_feed + 1) * power.feeds, _STRIPS + 1, power.feeds):
        yield f"set power.pdus_per_rack to {strips}", power.model_copy(update={"pdus_per_rack": strips})
    for feeds in range(power.feeds + 1, _FEEDS + 1):
        if power.pdus_per_rack is None and (power.redundancy != "2n" or feeds % 2 == 0):
            yield f"set power.feeds to {feeds}", power.model_copy(update={"feeds": feeds})


def _larger(plan: Draft, load: float, unit: str) -> str:
    """Report how much one strip would have to carry, where more of them do not help."""
    each = load / plan.spec.power.pdus_per_feed
    figure = f"{each:.0f} cords" if unit == "cords" else f"{each / 1000:.1f} kW"
    return f"use power strips that take {figure} each"
