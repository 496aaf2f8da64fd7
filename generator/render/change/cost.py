"""Costs of a change, as lines and as plain values."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import asdict

from generator.change.costs import ChangeCost, PartCost


def cost_lines(cost: ChangeCost | None) -> Iterator[str]:
    """Yield the parts to buy with prices, the sum, and parts without a price."""
    if cost is None:
        return
    for part in cost.parts:
        if part.price is not None:
            yield f"+ {part.count:,} x {_name(part)} at {part.price:,.2f} = {part.total:,.2f} {cost.currency}"
    when = f" of {cost.date}" if cost.date else ""
    yield f"= {cost.total:,.2f} {cost.currency} with discount and surcharge, without spares, by prices{when}"
    if cost.missing:
        names = ", ".join(f"{part.count:,} x {_name(part)}" for part in cost.missing)
        yield f"! not included, as prices.yaml has no price: {names}"


def cost_values(cost: ChangeCost) -> Mapping[str, Any]:
    """Return it as programs read it."""
    return {
        "currency": cost.currency,
        "date": cost.date,
        "total": cost.total,
        "without_price": len(cost.missing),
        "parts": [asdict(part) | {"total": part.total} for part in cost.parts],
    }


def _name(part: PartCost) -> str:
    length = f" {part.length_m:g} m" if part.length_m is not None else ""
    return f"{part.kind} {part.model}{length}"
