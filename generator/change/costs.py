"""Costs of a change, at the prices of the later plan: the pieces to buy."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from generator.change.parts import Part
from generator.change.tables import PlanRows
from generator.plan.money.bill import WHOLE, covered
from generator.plan.money.records import Money
from generator.plan.sections import MONEY

_OF_CABLES = frozenset({"cable", "harness"})


class PartCost(Struct, frozen=True):
    """Pieces of one kind to buy, and the unit price; `price` is None where none is stated."""

    kind: str
    model: str
    length_m: float | None
    count: int
    price: float | None

    @property
    def total(self) -> float:
        """Their price before discount, freight and tax; 0 where none is stated."""
        return self.count * (self.price or 0.0)


class ChangeCost(Struct, frozen=True):
    """Costs of a change: pieces without spares, at list prices, and with discount and surcharge."""

    currency: str
    date: str
    parts: tuple[PartCost, ...]
    total: float
    """With discount and surcharge, for pieces that have a price."""

    @property
    def missing(self) -> tuple[PartCost, ...]:
        """Pieces without a price."""
        return tuple(part for part in self.parts if part.price is None)


def change_cost(parts: Sequence[Part], old: PlanRows, new: PlanRows) -> ChangeCost | None:
    """Return the pieces to buy and their costs; None where the later plan has no prices, or nothing is bought."""
    rows = new.get(MONEY)
    if not rows:
        return None
    money = msgspec.convert(rows[0], Money)
    found = (*_racks(money, old, new), *_parts(money, parts))
    if not found:
        return None
    total = sum(part.total for part in found) * (1 - money.discount) * (1 + money.surcharge)
    return ChangeCost(money.currency, money.date, found, total)


def _parts(money: Money, parts: Sequence[Part]) -> Iterator[PartCost]:
    inside = covered(money)
    own = {(unit.kind, unit.model, unit.length_m): unit.price for unit in money.units}
    cables = {
        (unit.model, unit.length_m): unit.price for unit in money.units if unit.kind not in {"host", "switch", WHOLE}
    }
    for part in parts:
        if part.more <= 0 or (part.kind, part.model) in inside:
            continue
        of_cable = part.kind in _OF_CABLES
        price = cables.get((part.model, part.length_m)) if of_cable else own.get((part.kind, part.model, part.length_m))
        yield PartCost(part.kind, part.model, part.length_m, part.more, price)


def _racks(money: Money, old: PlanRows, new: PlanRows) -> Iterator[PartCost]:
    """Yield added racks that are delivered whole and have a price."""
    for unit in money.units:
        if unit.kind == WHOLE and unit.price is not None:
            before, after = (
                len({row["rack"] for row in plan["hosts"] if row["model"] == unit.model}) for plan in (old, new)
            )
            if after > before:
                yield PartCost(WHOLE, unit.model, None, after - before, unit.price)
