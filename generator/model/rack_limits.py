"""Hosts in one rack: as stated, or as units, reference design, power, cooling and weight allow."""

from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.load import Catalog
from generator.catalog.model import Host
from generator.model.circuit import Circuit, find_circuit
from generator.model.groups import HostGroup
from generator.model.units import stack
from generator.spec.cluster import ClusterSpec
from generator.spec.cooling import CoolingSpec
from generator.spec.power import PowerSpec
from generator.spec.racks import RacksSpec

_ENOUGH = 1000
"""More hosts than any rack takes."""
_STATED = "a stated per_rack is kept, and compared with the limits of the rack"
_WHOLE = "a rack that is sold whole holds what it is sold with"


class Limit(Struct, frozen=True, kw_only=True):
    """A limit of the spec: its figure, and the words for it."""

    value: float
    words: str


class PerRack(Struct, frozen=True, kw_only=True):
    """How many hosts stand in one rack, and why."""

    count: int
    reason: str
    rule: str = "the smallest of what units, reference design, power, cooling and weight leave"


class RackLimits(Struct, frozen=True, kw_only=True):
    """Limits of one rack that the spec states; an omitted one does not limit."""

    racks: RacksSpec
    power: PowerSpec
    cooling: CoolingSpec
    circuit: Circuit | None

    def power_kw(self) -> Limit | None:
        """Return the power limit of a rack, kW: the smaller of `rack_kw` and what its feeds carry when as many are lost as may be."""
        found = []
        if self.power.rack_kw is not None:
            found.append(Limit(value=self.power.rack_kw, words="power.rack_kw"))
        if self.circuit:
            left = max(1, self.power.feeds - self.power.lost_feeds)
            strips = left * self.power.pdus_per_feed
            carried = strips * self.circuit.usable_kw
            feeds = (
                f"{left} of {self.power.feeds} feeds" if left < self.power.feeds else f"{left} feed{'s' * (left > 1)}"
            )
            found.append(
                Limit(value=carried, words=f"{feeds} of {self.circuit.usable_kw * self.power.pdus_per_feed:.1f} kW")
            )
        return min(found, key=lambda limit: limit.value, default=None)


def rack_limits(spec: ClusterSpec, catalog: Catalog) -> RackLimits:
    """Gather the limits of a spec."""
    return RackLimits(
        racks=spec.racks, power=spec.power, cooling=spec.cooling, circuit=find_circuit(spec.power, catalog)
    )


def hosts_per_rack(limits: RackLimits, group: HostGroup, height_u: int) -> PerRack:
    """Return the hosts in one rack of a group: from the envelope alone, never from what is installed."""
    model = group.model
    if group.spec.per_rack:
        return PerRack(count=group.spec.per_rack, reason="stated", rule=_STATED)
    reference = f"the reference design of {model.model} has {model.per_rack}"
    if model.per_rack and model.rack_fixtures:
        sold = f"{model.model} is sold by the rack of {model.per_rack}"
        return PerRack(count=model.per_rack, reason=sold, rule=_WHOLE)
    units = len(stack(limits.racks, _ENOUGH, height_u, group.spec.gap_units))
    fit = f"{units} x {height_u} units fit between U{limits.racks.first_unit} and U{limits.racks.units}"
    stated = list(_stated(limits, model))
    found = [(model.per_rack, reference)] if model.per_rack else []
    if stated or limits.racks.reserved_units or not found:
        found = [(units, fit), *stated, *found]
    least = min(count for count, _ in found)
    binding = " and ".join(words for count, words in found if count == least)
    others = "; ".join(words for count, words in found if count > least)
    return PerRack(count=max(1, least), reason=binding + (f" ({others})" if others else ""))


def _stated(limits: RackLimits, model: Host) -> Iterator[tuple[int, str]]:
    """Yield the hosts that each stated limit allows, with the arithmetic."""
    watts = model.power_w.max or model.power_w.typical
    power = limits.power_kw()
    if watts and power:
        yield _share(power, watts / 1000, "kW")
    for limit, kw in heat_limits(limits.cooling, watts, liquid_share(model)) if watts else ():
        yield _share(limit, kw, "kW")
    if limits.racks.max_kg is not None and model.weight_kg:
        yield _share(Limit(value=limits.racks.max_kg, words="racks.max_kg"), model.weight_kg, "kg")


def heat_limits(cooling: CoolingSpec, watts: float, share: float | None) -> Iterator[tuple[Limit, float]]:
    """Yield each limit of the cooling with the heat that it applies to, kW; `share` is the share that goes into liquid."""
    air, liquid = cooling.air_kw_per_rack, cooling.liquid_kw_per_rack
    if share is None:
        if air is not None and liquid is not None:
            words = "cooling.air_kw_per_rack + cooling.liquid_kw_per_rack"
            yield Limit(value=air + liquid, words=words), watts / 1000
        return
    if air is not None and share < 1:
        yield Limit(value=air, words="cooling.air_kw_per_rack"), watts * (1 - share) / 1000
    if liquid is not None and share > 0:
        yield Limit(value=liquid, words="cooling.liquid_kw_per_rack"), watts * share / 1000


def liquid_share(model: Host) -> float | None:
    """Return the share of a host's heat that goes into liquid, 0 to 1; None where no document states it."""
    if model.cooling == "air":
        return 0.0
    return None if model.liquid_percent is None else model.liquid_percent / 100


def _share(limit: Limit, each: float, unit: str) -> tuple[int, str]:
    count = int(limit.value / each + 1e-9)
    return count, f"{limit.words} = {limit.value:g} {unit} holds {count} x {each:g} {unit}"
