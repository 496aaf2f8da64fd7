"""Cords: every supply with the feed, the power strip and the phase that it is plugged into, and the labels of both ends.

The catalog has no inlets of supplies and no order of sockets, so a cord ends at a phase of a strip, and the outlet is chosen on site.
Ids are coordinates of the device, and no cord moves when another device comes (`feeds`).
"""

from collections.abc import Iterator, Mapping
from typing import Literal, Protocol

from msgspec import Struct

from generator.catalog.model import Host as HostModel
from generator.plan.cabling.ends import label, place_text
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.power.feeds import PHASES, device_draws, plugs_of
from generator.plan.power.loads import device_loads
from generator.plan.power.strips import strip_feeds, strip_name
from generator.spec.power import PowerSpec


class Placed(Protocol):
    """A device with supplies, and where it is."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def model(self) -> str: ...  # noqa: D102
    @property
    def rack(self) -> str: ...  # noqa: D102
    @property
    def unit(self) -> int: ...  # noqa: D102


class Cord(Struct, frozen=True, kw_only=True):
    """One cord. `kind` is `supply` (of a device) or `shelf` (of a rack that is delivered whole, whose line has no strip).

    `phase` is empty where the circuit has one phase or is not stated.
    """

    cord: str
    kind: Literal["supply", "shelf"]
    rack: str
    unit: int | None
    device: str
    model: str
    supply: int
    feed: str
    pdu: str
    phase: str

    @property
    def here(self) -> str:
        """Where the end at the supply is."""
        if self.unit is None:
            return f"{self.rack} {self.device}"
        return place_text(self.rack, self.unit, self.device, f"supply {self.supply}")

    @property
    def there(self) -> str:
        """Where the other end is: a strip and its phase, or the feed alone."""
        return " ".join(filter(None, (self.pdu or f"{self.rack} feed {self.feed}", self.phase)))

    @property
    def label_supply(self) -> str:
        """The label at the supply."""
        return label(self.cord, self.here, self.there)

    @property
    def label_pdu(self) -> str:
        """The label at the strip."""
        return label(self.cord, self.there, self.here)


@once
def cords_by_rack(plan: Plan) -> Mapping[str, tuple[Cord, ...]]:
    """Return the cords of every rack, from the lowest device up; those of shelves come last. A device without a known number of supplies has none."""
    found: dict[str, list[Cord]] = {rack.name: [] for rack in plan.racks}
    draws, circuit = device_draws(plan, device_loads(plan)), plan.site.circuit
    three = circuit is not None and circuit.phases == PHASES
    for device in sorted(plan.devices, key=lambda each: (each.unit, each.name)):
        draw = draws[device.name]
        if draw.supplies is not None:
            found[device.rack].extend(supply_cords(device, draw.supplies, draw.start, plan.site.power, three=three))
    for rack, model in _shelf_racks(plan).items():
        fact = plan.hardware.get(HostModel, model).rack_supplies
        assert fact is not None
        found[rack].extend(shelf_lines(rack, model, fact.count, plan.site.power))
    return {rack: tuple(mine) for rack, mine in found.items()}


def without_cords(plan: Plan) -> Mapping[str, tuple[str, ...]]:
    """Name the devices of every rack whose number of supplies the catalog does not state, and that no shelf of their rack feeds."""
    found: dict[str, list[str]] = {rack.name: [] for rack in plan.racks}
    whole, draws = whole_models(plan), device_draws(plan, device_loads(plan))
    for device in plan.devices:
        if draws[device.name].supplies is None and device.model not in whole:
            found[device.rack].append(device.name)
    return {rack: tuple(sorted(names)) for rack, names in found.items()}


def whole_models(plan: Plan) -> frozenset[str]:
    """Return the models that come in a rack which is delivered whole: its own hosts, and the devices among its fixtures."""
    models = {name: plan.hardware.get(HostModel, name) for name in {host.model for host in plan.hosts}}
    return frozenset(
        each
        for name, model in models.items()
        if model.rack_fixtures
        for each in (name, *(part.model for part in model.rack_fixtures if part.model))
    )


def pdu_racks(plan: Plan) -> tuple[str, ...]:
    """Name the racks that need strips: all but those that hold nothing but what was delivered with them."""
    whole = whole_models(plan)
    needing = {device.rack for device in plan.devices if device.model not in whole}
    return tuple(rack.name for rack in plan.racks if rack.name in needing)


def pdu_names(plan: Plan, rack: str) -> tuple[str, ...]:
    """Name the strips of a rack, feed after feed."""
    return strip_names(rack, plan.site.power)


def strip_names(rack: str, power: PowerSpec) -> tuple[str, ...]:
    """Name the strips of a rack, feed after feed."""
    return tuple(strip for strip, _ in strip_feeds(rack, power))


def supply_cords(device: Placed, supplies: int, start: int, power: PowerSpec, *, three: bool) -> Iterator[Cord]:
    """Yield the cords of a device, supply after supply; `three`: strips have three phases."""
    plugs = plugs_of(supplies, start, power.feeds, power.pdus_per_feed)
    for number, (feed, phase, strip) in enumerate(plugs, 1):
        name = power.feed_names[feed]
        yield Cord(
            cord=f"{device.name}-psu{number}",
            kind="supply",
            rack=device.rack,
            unit=device.unit,
            device=device.name,
            model=device.model,
            supply=number,
            feed=name,
            pdu=strip_name(device.rack, name, strip, power.pdus_per_feed),
            phase=f"L{phase + 1}" if three else "",
        )


def _shelf_racks(plan: Plan) -> dict[str, str]:
    """Return the racks with power shelves, in the order of the room, with the model of their hosts."""
    models = {host.rack: host.model for host in plan.hosts if plan.hardware.get(HostModel, host.model).rack_supplies}
    return {rack.name: models[rack.name] for rack in plan.racks if rack.name in models}


def shelf_lines(rack: str, model: str, count: int, power: PowerSpec) -> Iterator[Cord]:
    """Yield the lines of a rack's shelves, feed after feed in turn, as outages count them (`running`)."""
    for number, (feed, _, _) in enumerate(plugs_of(count, 0, power.feeds), 1):
        yield Cord(
            cord=f"{rack}-shelf{number}",
            kind="shelf",
            rack=rack,
            unit=None,
            device=f"power shelf {number}",
            model=model,
            supply=number,
            feed=power.feed_names[feed],
            pdu="",
            phase="",
        )
