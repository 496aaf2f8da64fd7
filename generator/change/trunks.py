"""Harnesses of devices that are replaced or set aside: their trunks are unplugged, and the cables behind them stay in the panel."""

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from generator.change.records import Change
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.plan.cabling.records import LEGS, Harness

_MODEL = frozenset({"model", "length_m"})


def with_trunks(steps: Iterable[Step], old: PlanRows, changes: Iterable[Change]) -> Iterator[Step]:
    """Yield steps with the harnesses whose trunks return to the same cages, and the cables that stay in their panels."""
    harnesses = list(harnesses_of(old))
    other = {change.key for change in changes if change.table == "harnesses" and _exchanged(change)}
    for step in steps:
        devices = step.devices if step.kind == "aside" else (*step.replaced, *step.parts)
        mine = [each for each in harnesses if each.device in devices]
        if mine:
            behind = _behind(old, mine) & {*step.reused, *step.again}
            gone = () if step.kind == "aside" else other
            same = (each.harness for each in mine if (each.device, each.cage, each.ports) not in gone)
            yield replace(step, trunks=tuple(same), behind=tuple(sorted(behind)))
        else:
            yield step


def _exchanged(change: Change) -> bool:
    """Whether a harness is removed, or replaced by another."""
    return change.after is None or any(field.name in _MODEL for field in change.fields)


def harnesses_of(plan: PlanRows) -> Iterator[Harness]:
    """Yield the harnesses of a plan; none where its format has none."""
    for row in plan.get("harnesses", ()):
        yield Harness(**{name: row[name] for name in Harness.__struct_fields__})


def _behind(plan: PlanRows, harnesses: Collection[Harness]) -> set[str]:
    """Return the cables that end in the panels of harnesses."""
    ports = {(each.device, each.cage, int(port)) for each in harnesses for port in each.ports.split(LEGS)}
    return {
        link["cable"]
        for link in plan["links"]
        for end in (link["a"], link["b"])
        if (end["device"], end["cage"], end["port"]) in ports
    }
