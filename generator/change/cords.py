"""Power cords and strips of a plan's rows, as a tree labels them (`plan/power/cords`): added, removed and moved, with the step of each move."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.change.compare import changed
from generator.change.power_parts import strip_racks
from generator.change.records import Change, Row
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.plan.power.cords import Cord, shelf_lines, strip_names, supply_cords
from generator.plan.power.feeds import PHASES
from generator.plan.power.turns import kind_of, kind_turns
from generator.plan.sections import CHOICES
from generator.spec.power import PowerSpec

TABLE = "cords"
"""The table of changes, and the kind of steps in which only cords are moved."""
_AT_DEVICES = frozenset({"host", "switch"})
"""Steps with work at the devices themselves."""
_NEEDED = frozenset({"hardware", "site"})


class _Device(Struct, frozen=True):
    """The place of a device."""

    name: str
    model: str
    rack: str
    unit: int


class MovedCord(Struct, frozen=True):
    """A moved cord of a device that stays, before and after. `dark`: its device needs all of its supplies."""

    before: Cord
    after: Cord
    dark: bool = False

    @property
    def carried(self) -> bool:
        """Whether its device moves to another place together with the cord."""
        return (self.before.rack, self.before.unit) != (self.after.rack, self.after.unit)

    @property
    def live(self) -> bool:
        """Whether its device runs while the cord is moved."""
        return not self.carried and not self.dark


class NewPower(Struct, frozen=True):
    """Changes of power: strips to add by rack, cords to plug, moved cords of devices that stay, and cords that only get new labels, as their devices or racks are renamed, or as all labels look otherwise.

    `named` are strips with new labels: those of renamed racks, or all. `unplugged` are removed cords under their earlier names, `gone` removed strips by rack.
    """

    strips: Mapping[str, tuple[str, ...]] = {}
    plugged: tuple[Cord, ...] = ()
    moved: tuple[MovedCord, ...] = ()
    labelled: tuple[Cord, ...] = ()
    unplugged: tuple[Cord, ...] = ()
    gone: Mapping[str, tuple[str, ...]] = {}
    named: Mapping[str, tuple[str, ...]] = {}


def new_power(old: PlanRows, new: PlanRows, renamed: Collection[str], *, relabelled: bool = False) -> NewPower:
    """Compare the cords of both plans, the earlier one under the later names, `renamed` being those of devices and racks; empty where a plan does not include its hardware.

    `relabelled`: every cord and strip gets new labels.
    """
    if any(_unknown(plan) for plan in (old, new)):
        return NewPower()
    before = {cord.cord: cord for cord in _cords(old)}
    dark = _dark(old)
    fresh: list[Cord] = []
    moved: list[MovedCord] = []
    same: list[Cord] = []
    for cord in _cords(new):
        was = before.pop(cord.cord, None)
        if was is None:
            fresh.append(cord)
        elif (was.here, was.there) != (cord.here, cord.there):
            moved.append(MovedCord(was, cord, cord.device in dark))
        else:
            same.append(cord)
    there, strips = _strips(old), _strips(new)
    labelled = tuple(cord for cord in same if relabelled or cord.device in renamed or cord.rack in renamed)
    return NewPower(
        strips=_without(strips, there),
        plugged=tuple(fresh),
        moved=tuple(moved),
        labelled=labelled,
        unplugged=tuple(before.values()),
        named={rack: names for rack, names in strips.items() if relabelled or rack in renamed},
        gone={rack: names for rack, names in _without(there, strips).items() if names},
    )


def plan_cords(plan: PlanRows) -> Iterator[Cord]:
    """Yield every cord of a plan, from the lowest device up; none where the plan does not include its hardware."""
    return iter(()) if _unknown(plan) else _cords(plan)


def _unknown(plan: PlanRows) -> bool:
    return bool(_NEEDED - plan.get(CHOICES, {}).keys())


def _without(strips: Mapping[str, tuple[str, ...]], there: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return the strips of each rack that the other plan lacks."""
    return {rack: tuple(name for name in names if name not in there.get(rack, ())) for rack, names in strips.items()}


def _dark(plan: PlanRows) -> set[str]:
    """Return the devices that need all of their supplies: they stop if one cord is unplugged."""
    models = _models(plan)
    facts = ((row["name"], models[row["model"]].get("supplies")) for row in (*plan["hosts"], *plan["switches"]))
    return {name for name, fact in facts if fact and fact["count"] <= (fact.get("needed") or 1)}


def cord_changes(power: NewPower) -> Iterator[Change]:
    """Yield a change for each cord that is moved while its device stays in place; a moved device has its own change."""
    for each in power.moved:
        if not each.carried:
            key = (_owner(each.after), f"supply {each.after.supply}")
            yield from changed(TABLE, key, _row(each.before), _row(each.after))


def with_cords(steps: Iterable[Step], power: NewPower, hosts: Iterable[Row]) -> Iterator[Step]:
    """Yield steps with the cords that are moved in them: in the step of its device if there is one, all others in separate steps after them.

    One cord of a device is moved at a time, so that its other supplies keep it running. A device that needs all of them has a separate step.
    """
    names = [row["name"] for row in hosts]
    left: dict[str, list[MovedCord]] = {}
    for each in power.moved:
        left.setdefault(_owner(each.after), []).append(each)
    for step in steps:
        mine = [each for name in step.devices for each in left.pop(name, ())] if step.kind in _AT_DEVICES else ()
        yield replace(step, cords=tuple(each.after.cord for each in mine)) if mine else step
    lit = {name: mine for name, mine in left.items() if not mine[0].dark}
    if lit:
        cords = tuple(each.after.cord for mine in lit.values() for each in mine)
        yield Step(kind="cords", devices=tuple(lit), cords=cords)
    for name in (name for name in left if name not in lit):
        jobs = (name,) if name in names else ()
        cords = tuple(each.after.cord for each in left[name])
        yield Step(kind="cords", devices=(name,), out=(name,), drain=jobs, undrain=jobs, cords=cords)


def _row(cord: Cord) -> Row:
    return {"cord": cord.cord, "device": _owner(cord), "supply": cord.supply, "end": cord.there}


def _owner(cord: Cord) -> str:
    """Return the device of a cord; for a shelf, its rack."""
    return cord.device if cord.unit is not None else f"{cord.rack} {cord.device}"


def _models(plan: PlanRows) -> Mapping[str, Any]:
    hardware = plan[CHOICES]["hardware"]
    return {**hardware["hosts"], **hardware["switches"]}


def _cords(plan: PlanRows) -> Iterator[Cord]:
    """Yield every cord, from the lowest device up; those of shelves come last."""
    hardware, power, circuit = plan[CHOICES]["hardware"], _power(plan), plan[CHOICES]["site"]["circuit"]
    models = _models(plan)
    turns = kind_turns(plan.get("numbering", ()))
    three = circuit is not None and circuit["phases"] == PHASES
    rows: list[Row] = [*plan["hosts"], *plan["switches"]]
    for row in sorted(rows, key=lambda each: (each["unit"], each["name"])):
        supplies = models[row["model"]].get("supplies")
        if supplies:
            device = _Device(row["name"], row["model"], row["rack"], row["unit"])
            yield from supply_cords(
                device, supplies["count"], row["ordinal"] + turns.get(kind_of(row), 0), power, three=three
            )
    fed = {row["rack"]: row["model"] for row in plan["hosts"] if hardware["hosts"][row["model"]].get("rack_supplies")}
    for rack, model in fed.items():
        yield from shelf_lines(rack, model, hardware["hosts"][model]["rack_supplies"]["count"], power)


def _strips(plan: PlanRows) -> dict[str, tuple[str, ...]]:
    return {rack: strip_names(rack, _power(plan)) for rack in sorted(strip_racks(plan))}


def _power(plan: PlanRows) -> PowerSpec:
    stated = plan[CHOICES]["site"]["power"]
    return PowerSpec(feeds=stated["feeds"], pdus_per_rack=stated["pdus_per_rack"])
