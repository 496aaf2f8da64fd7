"""Devices that keep running when a part of the facility fails: a feed, a UPS or one of its modules, a generator, a CDU, a loop."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.power.loops import KJ_PER_LITRE_K, LoopHeat, loop_heats, rack_liquid_kw
from generator.plan.power.pue import facility_kw
from generator.plan.power.running import FULL, OFF, REDUCED, UNKNOWN, States, running_kw, without_coolant, without_feeds
from generator.plan.power.ups import UpsLoad, ups_loads

OutageKind = Literal["feed", "module of UPS", "UPS", "generator", "CDU of loop", "loop"]


class Outage(Struct, frozen=True, kw_only=True):
    """One failure.

    `racks` are affected; `compute` lists compute hosts, and `others` counts all other devices, by their state. `stopped` lists hosts of every role
    that are off or in an unknown state, and `slowed` those at reduced load. `kw` is the load of devices that are not off, at full load. `note` has
    the arithmetic where units remain.
    """

    kind: OutageKind
    name: str
    racks: tuple[str, ...]
    compute: Mapping[str, tuple[str, ...]]
    others: Counter[str]
    stopped: tuple[str, ...]
    slowed: tuple[str, ...]
    kw: float
    note: str

    @property
    def counts(self) -> Counter[str]:
        """How many compute hosts do what."""
        return Counter({state: len(names) for state, names in self.compute.items() if names})


@once
def outages(plan: Plan) -> tuple[Outage, ...]:
    """Return every failure of the facility that the spec describes, one at a time; a rack always has feeds."""
    return (*_feeds(plan), *_systems(plan), *_generators(plan), *_loops(plan))


def _feeds(plan: Plan) -> Iterator[Outage]:
    racks = _all_racks(plan)
    for index, name in enumerate(plan.site.power.feed_names):
        yield _outage(plan, "feed", name, racks, without_feeds(plan, dict.fromkeys(racks, (index,))))


def _systems(plan: Plan) -> Iterator[Outage]:
    for ups in ups_loads(plan):
        states = without_feeds(plan, dict.fromkeys(ups.racks, _indices(plan, ups)))
        count, spec = ups.spec.modules - 1, ups.spec
        note = f"{count} x {spec.module_kw:g} kW = {count * spec.module_kw:,g} kW for {ups.normal_kw:,.1f} kW"
        if count * spec.module_kw >= ups.normal_kw:
            yield _outage(plan, "module of UPS", ups.name, (), {}, note)
        else:
            over = f"{note}: overloaded; stops as shown, or runs from mains by its bypass, without batteries"
            yield _outage(plan, "module of UPS", ups.name, ups.racks, states, over)
        other = f", and {spec.other_kw:g} kW beside the racks stop" if spec.other_kw else ""
        yield _outage(plan, "UPS", ups.name, ups.racks, states, f"without a bypass{other}")


def _indices(plan: Plan, ups: UpsLoad) -> tuple[int, ...]:
    return tuple(plan.site.power.feed_names.index(feed) for feed in ups.feeds)


def _generators(plan: Plan) -> Iterator[Outage]:
    spec = plan.site.power.generators
    if spec is None:
        return
    load_kw, left_kw = facility_kw(plan), (spec.count - 1) * spec.kw
    note = f"without mains: {spec.count - 1} x {spec.kw:g} kW = {left_kw:,g} kW for {load_kw:,.1f} kW"
    if left_kw >= load_kw:
        yield _outage(plan, "generator", f"1 of {spec.count}", (), {}, note)
        return
    states = dict.fromkeys([device.name for device in plan.devices], UNKNOWN)
    found = _outage(plan, "generator", f"1 of {spec.count}", _all_racks(plan), states, note)
    part = left_kw / load_kw
    advice = f"{note}: shut down {100 * (1 - part):.3g} % of the load before the batteries are empty"
    yield replace(found, kw=found.kw * part, note=advice)


def _loops(plan: Plan) -> Iterator[Outage]:
    for loop in loop_heats(plan):
        count, spec = loop.spec.cdus - 1, loop.spec
        left_kw = count * spec.cdu_kw
        note = f"{count} x {spec.cdu_kw:g} kW = {left_kw:,g} kW for {loop.heat_kw:,.1f} kW"
        if loop.undivided_kw:
            note = f"{note} and an unknown part of {loop.undivided_kw:,.1f} kW"
        stopped = _stopped(plan, loop, left_kw)
        if stopped:
            note = f"{note}: shut down {len(stopped)} of {len(loop.racks)} racks, as shown"
        elif spec.cdu_lpm is not None and count:
            rise = loop.heat_kw * 60 / (KJ_PER_LITRE_K[spec.coolant] * count * spec.cdu_lpm)
            note = f"{note}; the coolant gets {rise:.1f} K warmer"
        yield _outage(plan, "CDU of loop", loop.name, stopped, without_coolant(plan, stopped), note)
        hot = without_coolant(plan, loop.racks)
        yield _outage(plan, "loop", loop.name, loop.racks, hot, "all CDUs, or a leak: liquid-cooled hosts stop")


def _stopped(plan: Plan, loop: LoopHeat, left_kw: float) -> tuple[str, ...]:
    """Return the racks, from the last one of the loop on, without whose heat the others stay cool."""
    heats, heat_kw, stopped = rack_liquid_kw(plan), loop.heat_kw, []
    for rack in reversed(loop.racks):
        if heat_kw > left_kw + 1e-9:
            stopped.append(rack)
            heat_kw -= heats[rack]
    return tuple(reversed(stopped))


def _all_racks(plan: Plan) -> tuple[str, ...]:
    return tuple(rack.name for rack in plan.racks)


def _outage(plan: Plan, kind: OutageKind, name: str, racks: tuple[str, ...], states: States, note: str = "") -> Outage:
    compute: dict[str, list[str]] = {FULL: [], REDUCED: [], OFF: [], UNKNOWN: []}
    others: Counter[str] = Counter()
    for host in plan.hosts:
        state = states.get(host.name, FULL)
        if host.role == "compute":
            compute[state].append(host.name)
        else:
            others[state] += 1
    for switch in plan.switches:
        others[states.get(switch.name, FULL)] += 1
    return Outage(
        kind=kind,
        name=name,
        racks=racks,
        compute={state: tuple(names) for state, names in compute.items()},
        others=others,
        stopped=tuple(host.name for host in plan.hosts if states.get(host.name) in {OFF, UNKNOWN}),
        slowed=tuple(host.name for host in plan.hosts if states.get(host.name) == REDUCED),
        kw=running_kw(plan, states),
        note=note,
    )
