"""Feeds: the feed and phase of each supply, and the load of each feed, in normal operation and with others lost.

A device's load divides evenly over those of its supplies that have power. Supply n (from 0) is plugged into feed n, cyclically, and into the next
phase each time; each device begins one further, so that feeds and phases are filled evenly. The first feed and phase of a device follow from its ordinal and from the turn of its kind (`turns`): they never move when another
device, or another kind, comes.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from itertools import combinations

from msgspec import Struct

from generator.catalog.model import Host as HostModel
from generator.catalog.model import Switch as SwitchModel
from generator.model.circuit import Circuit, find_circuit
from generator.model.groups import HostGroup
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.plan.power.loads import DeviceLoad, installed_models, rack_products
from generator.plan.power.turns import fabric_tier, kind_turns
from generator.plan.records import Host
from generator.spec.power import PowerSpec

PHASES = 3


class Draw(Struct, frozen=True):
    """A load on cords: `supplies` is None where the catalog has no number; `start` is the offset of its first feed and phase."""

    watts: float
    supplies: int | None
    start: int = 0


class FeedLoad(Struct, frozen=True, kw_only=True):
    """The load of one feed in one rack, W: with all feeds, and at worst with the allowed number of feeds lost.

    `phases` and `failover_phases` hold L1, L2 and L3 and are empty on a single-phase circuit; `unphased_w` (of the normal load)
    belongs to devices whose number of supplies is not known: it is divided evenly over the feeds and over no phase.
    """

    feed: str
    normal_w: float
    failover_w: float
    phases: tuple[float, ...]
    failover_phases: tuple[float, ...]
    unphased_w: float
    cords: int

    @property
    def imbalance_percent(self) -> float | None:
        """The excess of the fullest phase over the mean of the three, per cent; None where no load has a phase."""
        total = sum(self.phases)
        return 100 * (max(self.phases) * PHASES / total - 1) if total else None


Cords = tuple[tuple[int, ...], ...]
"""Supplies of a device by feed and phase."""


Plugs = tuple[tuple[int, int, int], ...]
"""The feed of each supply, its phase there, and its power strip on this feed, all from 0."""


def cords_of(supplies: int, start: int, feeds: int) -> Cords:
    """Count the supplies of one device by feed and phase; places repeat after as many turns as there are phases."""
    return _cords(supplies, start % (feeds * PHASES), feeds)


def plugs_of(supplies: int, start: int, feeds: int, strips: int = 1) -> Plugs:
    """Plug in the supplies of one device, in their order; a feed with several power strips fills the phases of one, then of the next."""
    return _plugs(supplies, start % (feeds * PHASES * strips), feeds, strips)


@cache
def _cords(supplies: int, start: int, feeds: int) -> Cords:
    found = [[0] * PHASES for _ in range(feeds)]
    for feed, phase, _ in _plugs(supplies, start, feeds, 1):
        found[feed][phase] += 1
    return tuple(tuple(row) for row in found)


@cache
def _plugs(supplies: int, start: int, feeds: int, strips: int) -> Plugs:
    """Take the next phase with every cord of a feed, counting those of the equal devices before this one."""
    turn, first = divmod(start, feeds)
    found = []
    before = [turn * supplies] * feeds
    for earlier in range(first):
        for supply in range(supplies):
            before[(supply + earlier) % feeds] += 1
    for supply in range(supplies):
        feed = (supply + first) % feeds
        found.append((feed, before[feed] % PHASES, before[feed] // PHASES % strips))
        before[feed] += 1
    return tuple(found)


def feed_loads(draws: Iterable[Draw], power: PowerSpec, circuit: Circuit | None) -> tuple[FeedLoad, ...]:
    """Return the load of each feed of a rack."""
    feeds = power.feeds
    plugged: dict[Cords, float] = {}
    even_w, cords = 0.0, [0] * feeds
    for draw in draws:
        if draw.supplies is None:
            even_w += draw.watts
            continue
        mine = cords_of(draw.supplies, draw.start, feeds)
        plugged[mine] = plugged.get(mine, 0.0) + draw.watts
        cords = [count + sum(row) for count, row in zip(cords, mine, strict=True)]
    normal = _scenario(plugged, feeds, ())
    worst = [list(row) for row in normal]
    total = [sum(row) + even_w / feeds for row in normal]
    failover = list(total)
    for lost in combinations(range(feeds), power.lost_feeds):
        loads = _scenario(plugged, feeds, lost)
        for feed in {*range(feeds)} - {*lost}:
            failover[feed] = max(failover[feed], sum(loads[feed]) + even_w / (feeds - len(lost)))
            worst[feed] = [max(pair) for pair in zip(worst[feed], loads[feed], strict=True)]
    three = circuit is not None and circuit.phases == PHASES
    return tuple(
        FeedLoad(
            feed=name,
            normal_w=total[feed],
            failover_w=failover[feed],
            phases=tuple(normal[feed]) if three else (),
            failover_phases=tuple(worst[feed]) if three else (),
            unphased_w=even_w / feeds,
            cords=cords[feed],
        )
        for feed, name in enumerate(power.feed_names)
    )


def _scenario(plugged: Mapping[Cords, float], feeds: int, lost: tuple[int, ...]) -> list[list[float]]:
    """Return the load by feed and phase with some feeds lost; a device that has no supply left draws nothing."""
    loads = [[0.0] * PHASES for _ in range(feeds)]
    for cords, watts in plugged.items():
        left = sum(sum(row) for feed, row in enumerate(cords) if feed not in lost)
        for feed, row in enumerate(cords):
            if feed not in lost and left:
                for phase, count in enumerate(row):
                    loads[feed][phase] += watts * count / left
    return loads


def left_at_worst(supplies: int, power: PowerSpec) -> int:
    """Supplies of a device that still have power when as many feeds are lost as may be, and those that hold most of them."""
    rows = sorted((sum(row) for row in cords_of(supplies, 0, power.feeds)), reverse=True)
    return supplies - sum(rows[: power.lost_feeds])


def rack_feeds(plan: Plan, devices: dict[str, DeviceLoad]) -> dict[str, tuple[FeedLoad, ...]]:
    """Return the load of every feed of every rack, as installed."""
    circuit = plan.site.circuit
    draws = rack_draws(plan, devices)
    return {rack: feed_loads(mine, plan.site.power, circuit) for rack, mine in draws.items()}


def rack_draws(plan: Plan, devices: dict[str, DeviceLoad]) -> dict[str, list[Draw]]:
    """Return the loads of each rack: devices, and products whose draw is only known as a whole."""
    draws: dict[str, list[Draw]] = {rack.name: [] for rack in plan.racks}
    for name, draw in device_draws(plan, devices).items():
        if draw.watts:
            draws[devices[name].rack].append(draw)
    for (rack, _model), watts in rack_products(plan).items():
        draws[rack].append(Draw(watts, None))
    return draws


def device_draws(plan: Plan, devices: dict[str, DeviceLoad]) -> dict[str, Draw]:
    """Return the load of each device, and the start of its cords."""
    supplies = {name: _count(model) for name, model in installed_models(plan).items()}
    turns = kind_turns(plan.numbering)
    found = {}
    for device in plan.devices:
        kind = device.group if isinstance(device, Host) else fabric_tier(device.fabric, device.tier)
        found[device.name] = Draw(devices[device.name].power_w, supplies[device.model], device.ordinal + turns[kind])
    return found


def feed_watts(draws: Iterable[Draw], feeds: int, lost: Collection[int]) -> list[float]:
    """Return the load of each feed of a rack, W, while some are lost; a device without a remaining supply draws nothing."""
    plugged: dict[Cords, float] = {}
    even_w = 0.0
    for draw in draws:
        if draw.supplies is None:
            even_w += draw.watts
        else:
            mine = cords_of(draw.supplies, draw.start, feeds)
            plugged[mine] = plugged.get(mine, 0.0) + draw.watts
    left = feeds - len(lost)
    return [
        0.0 if feed in lost else sum(row) + even_w / left
        for feed, row in enumerate(_scenario(plugged, feeds, tuple(lost)))
    ]


def full_rack_feeds(plan: Draft, group: HostGroup, count: int, power: PowerSpec | None = None) -> tuple[FeedLoad, ...]:
    """Return the load of the feeds of a rack with this many of a group's hosts; `power` replaces that of the spec."""
    model, power = group.model, power or plan.site.power
    watts = model.power_w.max or model.power_w.typical
    draws = [Draw(watts, _count(model), ordinal) for ordinal in range(count)] if watts else []
    product = model.rack_power_w.max or model.rack_power_w.typical
    if not watts and product:
        draws = [Draw(product, None)]
    return feed_loads(draws, power, find_circuit(power, plan.catalog))


def _count(model: HostModel | SwitchModel) -> int | None:
    return model.supplies.count if model.supplies else None
