"""Feeds: the load of each when others are lost, its phases, its sockets, and the remaining supplies."""

from collections.abc import Iterator

from generator.catalog.model import Host as HostModel
from generator.catalog.model import Switch as SwitchModel
from generator.model.circuit import find_circuit
from generator.plan.draft import Draft
from generator.plan.power import device_loads
from generator.plan.power.feeds import PHASES, full_rack_feeds, left_at_worst, rack_feeds
from generator.rules import plan_rule, plan_warning
from generator.rules.fixes import (
    Held,
    either,
    fitting_hosts,
    more_for_group,
    more_for_load,
    per_rack_key,
    worst_of_others,
)
from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.base import defaults
from generator.spec.checks.rule import Finding, KeyFinding
from generator.spec.power import PowerSpec


@plan_rule(
    title="A feed that trips when another feed fails",
    why="The load of the lost feeds moves to the others; a breaker that trips then cuts the power of the whole rack.",
    fix="Lower per_rack, use more feeds or larger circuits, or state redundancy: n and accept the loss.",
)
def feed_overloaded(plan: Draft) -> Iterator[Finding]:
    """At worst, each feed of each rack carries no more than its circuits may for hours."""
    circuit, power = find_circuit(plan.spec.power, plan.catalog), plan.spec.power
    if circuit:
        strips = f"{power.pdus_per_feed} x " if power.pdus_per_feed > 1 else ""
        held = Held(lambda load: load.failover_w, lambda power: circuit.usable_kw * power.pdus_per_feed * 1000)
        carries = f"and {strips}{circuit.words} may carry {kw(held.limit(power))} for hours"
        yield from _over(plan, held, "kW", carries)


@plan_rule(
    title="A phase that trips before its feed is full",
    why="A breaker measures each phase separately.",
    fix="Lower per_rack, or use hosts whose supplies divide over three phases.",
)
def phase_overloaded(plan: Draft) -> Iterator[Finding]:
    """At worst, the fullest phase carries no more than a third of what its circuits may."""
    circuit, power = find_circuit(plan.spec.power, plan.catalog), plan.spec.power
    if circuit and circuit.phases == PHASES:
        third_w = circuit.usable_kw * power.pdus_per_feed * 1000 / PHASES
        carries = f"and a third of {kw(third_w * PHASES)} is {kw(third_w)}"
        held = Held(
            lambda load: max(load.failover_phases),
            lambda power: circuit.usable_kw * power.pdus_per_feed * 1000 / PHASES,
            # a feed that is too small as a whole is the other rule's
            lambda load: load.failover_w <= third_w * PHASES,
        )
        yield from _over(plan, held, "kW on one phase", carries)


@plan_rule(
    title="More cords than sockets",
    why="Every power supply has a cord, and every cord needs a socket on its feed.",
    fix="Use more power strips, or strips with more sockets.",
)
def pdu_sockets(plan: Draft) -> Iterator[Finding]:
    """The supplies on each feed of each rack find a socket, where the strip's sockets are known."""
    circuit, power = find_circuit(plan.spec.power, plan.catalog), plan.spec.power
    if circuit and circuit.sockets:
        each = circuit.sockets
        held = Held(lambda load: float(load.cords), lambda power: float(each * power.pdus_per_feed))
        carries = f"and {power.pdus_per_feed} x {circuit.pdu} has {each * power.pdus_per_feed} sockets"
        yield from _over(plan, held, "cords", carries)


@plan_warning(
    title="A host that slows down or stops when a feed is lost",
    why="The remaining feed may carry the load while the power supplies on it cannot.",
    fix="Use more feeds, so that the loss of one takes fewer supplies.",
)
def supplies_short(plan: Draft) -> Iterator[Finding]:
    """Where feeds are stated, as many supplies keep power as the device needs for its full load."""
    power = plan.spec.power
    described = (
        power.redundancy
        or power.pdu
        or power.circuit
        or power.pdus_per_rack
        or power.feeds != defaults(PowerSpec).feeds
    )
    if not described or not power.lost_feeds:
        return
    models: dict[str, HostModel | SwitchModel] = {g.model.model: g.model for g in plan.cluster.groups}
    models |= {switch.model: plan.catalog.get(SwitchModel, switch.model) for switch in plan.switches}
    origins: dict[str, Loc] = {device.model: device.origin for device in reversed(plan.devices)}
    for name, model in sorted(models.items()):
        fact = model.supplies
        if fact is None or name not in origins or (fact.needed is None and left_at_worst(fact.count, power)):
            continue
        needed, left = fact.needed or 1, left_at_worst(fact.count, power)
        if left < needed:
            more = [f for f in range(power.feeds + 1, 5) if _left(plan, fact.count, f) >= needed]
            yield Finding(
                message=f"{name} has {fact.count} supplies and needs {needed} of them for its full load; the loss of "
                f"{power.lost_feeds} of {power.feeds} feeds leaves {left}",
                loc=(*origins[name], "model"),
                notes=(Note("the feeds are described here", ("power",)),),
                help=f"set power.feeds to {more[0]}" if more else "state redundancy: n, or choose other devices",
            )


def _left(plan: Draft, supplies: int, feeds: int) -> int:
    """Remaining supplies with another number of feeds, of which one is lost."""
    return left_at_worst(supplies, plan.spec.power.model_copy(update={"feeds": feeds, "redundancy": "n+1"}))


def _over(plan: Draft, held: Held, figure: str, carries: str) -> Iterator[Finding]:
    """Problems where a measure exceeds its limit: in a full rack of each compute group, and in the worst of the other racks."""
    power, measure, unit = plan.spec.power, held.judged, figure.partition(" ")[0]
    limit = held.limit(power)
    at: Loc = ("power", "circuit") if power.circuit else ("power", "pdu")
    lost = f"{power.lost_feeds} of {power.feeds} feeds {'is' if power.lost_feeds == 1 else 'are'} lost"
    when = f" when {lost}" if power.lost_feeds and unit != "cords" else ""
    for group in plan.cluster.groups:
        if group.role != "compute":
            continue
        count = plan.cluster.floor.per_rack[group.name].count
        load = max(full_rack_feeds(plan, group, count), key=measure)
        if measure(load) > limit + 1e-6:
            yield Finding(
                message=f"a rack of {count} x {group.model.model} puts {_figure(measure(load), figure)} on feed {load.feed}{when}, {carries}",
                loc=per_rack_key(group),
                notes=(Note("the circuit is stated here", at),),
                help=either(fitting_hosts(plan, group, count, held), more_for_group(plan, group, held, unit)),
            )
    devices = device_loads(plan)
    each = None if unit == "cords" else {name: load.power_w for name, load in devices.items()}
    fullest = {rack: max(loads, key=measure) for rack, loads in rack_feeds(plan, devices).items()}
    over = worst_of_others(plan, {rack: measure(load) for rack, load in fullest.items()}, limit, each)
    if over:
        yield KeyFinding(
            message=f"rack {over.rack} puts {_figure(over.value, figure)} on feed {fullest[over.rack].feed}{when}{over.more}, {carries}",
            loc=at,
            help=over.advice(more_for_load(plan, over.value, held, unit)),
        )


def _figure(value: float, unit: str) -> str:
    return f"{value:g} {unit}" if unit == "cords" else f"{kw(value)}{unit.removeprefix('kW')}"


def kw(watts: float) -> str:
    """Print W as kW, as exactly as a message needs it."""
    return f"{round(watts / 1000, 2):g} kW"
