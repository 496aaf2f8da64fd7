"""The prices of a spec, tied to the lines of its bill, and the hours of its training runs."""

from collections.abc import Iterator

from generator.plan.cabling.bom import BomItem, bill_of_materials
from generator.plan.draft import Draft
from generator.plan.money.records import Money, RunTime, UnitPrice
from generator.spec.prices import NO_PRICES, PricesSpec
from generator.workload.workloads import sized_in


def plan_money(plan: Draft) -> tuple[Money, ...]:
    """Return the site's prices, one record; empty where it has stated none."""
    prices = plan.spec.prices
    if prices == NO_PRICES:
        return ()
    power, yearly = prices.power, prices.yearly
    return (
        Money(
            currency=prices.currency or "",
            date=prices.date or "",
            units=tuple(
                UnitPrice(item.kind, item.model, item.length_m, price_of(prices, item))
                for item in bill_of_materials(plan)
            ),
            runs=tuple(_runs(plan)),
            discount=float(prices.discount),
            surcharge=float(prices.surcharge),
            residual=float(prices.residual),
            pue=float(power.pue or plan.spec.power.pue),
            installation=_number(prices.installation),
            years=_number(prices.years),
            cost_of_capital=_number(prices.cost_of_capital),
            kwh=_number(power.kwh),
            demand_kw_month=_number(power.demand_kw_month),
            load=_number(power.load),
            carbon_g_kwh=_number(power.carbon_g_kwh),
            staff=_number(yearly.staff),
            support=_number(yearly.support),
            software_gpu=_number(yearly.software_gpu),
            colocation_kw_month=_number(yearly.colocation_kw_month),
            other=_number(yearly.other),
            utilisation=_number(prices.utilisation),
            gpu_hour=_number(prices.cloud.gpu_hour),
        ),
    )


def price_of(prices: PricesSpec, item: BomItem) -> float | None:
    """Return the price of one piece: of its model and length, else of its model, else of its kind; None where none is stated."""
    own = prices.pieces.get(item.kind, {}).get(item.model, {})
    length = f"{item.length_m:g}" if item.length_m is not None else ""
    found = (own.get(length), own.get(""), prices.kinds.get(item.kind))
    return next((float(price) for price in found if price is not None), None)


def _number(value: float | None) -> float | None:
    """Return a stated number as it is read back."""
    return None if value is None else float(value)


def _runs(plan: Draft) -> Iterator[RunTime]:
    """Yield the training runs whose figures are known and that fit, on the hosts that are installed."""
    for name, _, size in sized_in(plan.spec, plan.catalog):
        if size.fits:
            low, expected, high = (24 * days for days in size.days)
            yield RunTime(
                name=name, gpus=size.gpus, low_h=low, expected_h=expected, high_h=high, goodput=size.failures.goodput
            )
