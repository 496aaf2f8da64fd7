"""The bill with prices: totals of lines, and lines without a price."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.plan.cabling.bom import BomItem, bill_of_materials
from generator.plan.money.records import Money, UnitPrice
from generator.plan.plan import Plan

Product = tuple[str, str, float | None]
"""Kind, model, and length in metres."""
WHOLE = "rack"
"""The kind of a rack that is delivered whole; its contents have separate lines."""


class PricedLine(Struct, frozen=True):
    """A line of the bill and the price of a piece. `inside`: it has no price because it is included in that of its rack, or the rack in that of its contents."""

    item: BomItem
    price: float | None
    inside: bool = False

    @property
    def missing(self) -> bool:
        """Whether its price is missing."""
        return self.price is None and not self.inside

    @property
    def total(self) -> float:
        """The price of all pieces to order, including spares; 0 where no price is stated."""
        return self.item.order * (self.price or 0.0)


def unit_prices(money: Money) -> Mapping[Product, float | None]:
    """Return prices by product."""
    return {(unit.kind, unit.model, unit.length_m): unit.price for unit in money.units}


def covered(money: Money) -> frozenset[tuple[str, str]]:
    """Return the lines without a price, by kind and model, that are paid with others: hosts and fixtures of a rack with a price, and a rack whose hosts have one."""
    return frozenset(_covered(money.units))


def _covered(units: tuple[UnitPrice, ...]) -> Iterator[tuple[str, str]]:
    priced = {(unit.kind, unit.model) for unit in units if unit.price is not None}
    pays = {"host": (WHOLE,), "fixture": (WHOLE, "host"), WHOLE: ("host",)}
    for unit in units:
        if unit.price is None and any((kind, unit.model) in priced for kind in pays.get(unit.kind, ())):
            yield unit.kind, unit.model


def priced_bill(plan: Plan, money: Money) -> tuple[PricedLine, ...]:
    """Return every line of the bill with its price."""
    units, inside = unit_prices(money), covered(money)
    return tuple(
        PricedLine(item, units.get((item.kind, item.model, item.length_m)), (item.kind, item.model) in inside)
        for item in bill_of_materials(plan)
    )


def key_of(line: PricedLine) -> str:
    """Return the key of `prices.yaml` that a line's price has."""
    length = f".{line.item.length_m:g}" if line.item.length_m is not None else ""
    return f"pieces.{line.item.kind}.{line.item.model}{length}"
