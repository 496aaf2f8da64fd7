"""Fixes for a rack above a limit, with the number that works: fewer hosts or switches, a higher limit, more power strips or feeds."""

import math
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from generator.model.floor import host_height
from generator.model.groups import HostGroup
from generator.model.rack_limits import hosts_per_rack, rack_limits
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.plan.power.feeds import FeedLoad, full_rack_feeds
from generator.source.span import Loc
from generator.spec.power import PowerSpec

RACK_KW, LIQUID_KW, RACK_KG = 500.0, 1000.0, 5000.0
"""The maximum in the spec for a rack's feed and its air cooling, for its liquid cooling, kW, and for its weight, kg."""


def raised(key: str, needed: float, most: float) -> str:
    """Return advice: raise a key of the spec to the needed value, or use more racks if that is above its maximum."""
    value = math.ceil(round(needed * 10, 6)) / 10
    return f"raise {key} to {value:g}" if value <= most else "divide the load over more racks"


def either(per_rack: int, otherwise: str) -> str:
    """Return advice: the number of hosts that fits, if any, and the other fix."""
    return f"set per_rack to {per_rack}, or {otherwise}" if per_rack else otherwise


def per_rack_key(group: HostGroup) -> Loc:
    """Return the key for the number of hosts of a group per rack: if that is not stated, the model."""
    return (*group.origin, "per_rack" if group.spec.per_rack else "model")


class FullRack(Struct, frozen=True):
    """A full rack of a compute group: hosts, and the draw of each, W; or one product whose draw is only known as a whole."""

    group: HostGroup
    count: int
    watts: float
    whole: bool


def full_racks(plan: Draft) -> Iterator[FullRack]:
    """Yield a full rack of each compute group whose power is known."""
    for group in plan.cluster.groups:
        host, product = group.model.power_w, group.model.rack_power_w
        if group.role == "compute" and (watts := host.max or host.typical):
            yield FullRack(group, plan.cluster.floor.per_rack[group.name].count, watts, whole=False)
        elif group.role == "compute" and (watts := product.max or product.typical):
            yield FullRack(group, 1, watts, whole=True)


class Over(Struct, frozen=True, kw_only=True):
    """The rack that is furthest over a limit, how many others are as well, and the switches that surely stay within it."""

    rack: str
    value: float
    others: int
    switches: int | None

    @property
    def more(self) -> str:
        """The note on further racks."""
        return f" ({self.others} more {'is' if self.others == 1 else 'are'} over as well)" if self.others else ""

    def advice(self, otherwise: str) -> str:
        """Return the fix."""
        return f"set racks.switches_per_rack to {self.switches}, or {otherwise}" if self.switches else otherwise


def worst_of_others(
    plan: Plan, values: Mapping[str, float], limit: float, each: Mapping[str, float] | None = None
) -> Over | None:
    """Compare every rack without compute hosts with a limit. `each` has the largest contribution of a device, for the advice."""
    compute = {host.rack for host in plan.hosts if host.role == "compute"}
    over = {rack: value for rack, value in values.items() if rack not in compute and value > limit + 1e-9}
    if not over:
        return None
    rack = max(over, key=lambda name: over[name])
    heaviest = max((each[switch.name] for switch in plan.switches if switch.name in each), default=0.0) if each else 0.0
    # fewer switches in a rack help only where hosts alone fill none of those that are over
    alone = not any(host.rack in over for host in plan.hosts)
    fewer = int(limit / heaviest) if heaviest and alone else 0
    return Over(rack=rack, value=over[rack], others=len(over) - 1, switches=fewer or None)


_STRIPS, _FEEDS = 12, 4
"""The maximum number of power strips and feeds of a rack in the spec."""
_SLACK = 1e-6


class Held(Struct, frozen=True):
    """A measure of a feed and its limit in a room; `here` selects the feeds to which the rule applies."""

    measure: Callable[[FeedLoad], float]
    limit: Callable[[PowerSpec], float]
    here: Callable[[FeedLoad], bool] = lambda _load: True

    def judged(self, load: FeedLoad) -> float:
        """Return the measure of a feed to which the rule applies, 0 of another."""
        return self.measure(load) if self.here(load) else 0.0


def fitting_hosts(plan: Draft, group: HostGroup, count: int, held: Held) -> int:
    """Return the most hosts of a rack that stay within the limit, below `count`; 0 where none do, or the rack is sold whole."""
    if group.model.rack_fixtures:
        return 0
    limit = held.limit(plan.spec.power)
    fewer = range(count - 1, 0, -1)
    return next((n for n in fewer if max(map(held.measure, full_rack_feeds(plan, group, n))) <= limit), 0)


def more_for_group(plan: Draft, group: HostGroup, held: Held, unit: str) -> str:
    """Return the fix that carries a full rack of a group; if per_rack is not stated, with the number of hosts that then fit."""
    for words, power in _rooms(plan.spec.power):
        limits = rack_limits(plan.spec.model_copy(update={"power": power}), plan.catalog)
        count = hosts_per_rack(limits, group, host_height(group)).count
        need = max(map(held.measure, full_rack_feeds(plan, group, count, power)))
        if need <= held.limit(power) + _SLACK:
            return words
    count = plan.cluster.floor.per_rack[group.name].count
    return _larger(plan, max(map(held.measure, full_rack_feeds(plan, group, count))), unit)


def more_for_load(plan: Draft, load: float, held: Held, unit: str) -> str:
    """Return the fix that carries an existing load: more strips on each feed, which share it."""
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
