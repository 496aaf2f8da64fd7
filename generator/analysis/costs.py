"""What a cluster costs by the site's own prices: capital, a year, a GPU-hour, and the comparison with an offer. Missing prices are named, not guessed."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.analysis.run_costs import YEAR_H, run_figures
from generator.plan.money.bill import PricedLine, key_of, priced_bill
from generator.plan.money.records import Money
from generator.plan.plan import Plan
from generator.plan.power.budget import make_budget
from generator.workload.figure import Figure

_STATED = "prices.yaml"
_POWER = "IT power: published maxima of all devices, docs/power.md"
_SHARES = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


class Comparison(Struct, frozen=True):
    """The cost of a used GPU-hour at a utilisation, and that of the offer."""

    utilisation: float
    own: float
    offer: float


class Costs(Struct, frozen=True, kw_only=True):
    """The bill with prices, the figures that could be computed, missing keys of `prices.yaml`, and what the figures leave out."""

    money: Money
    bill: tuple[PricedLine, ...]
    figures: tuple[Figure, ...]
    compared: tuple[Comparison, ...]
    missing: tuple[str, ...]
    notes: tuple[str, ...]

    def of(self, name: str) -> float | None:
        """Return the value of a figure, where it could be computed."""
        return next((figure.value for figure in self.figures if figure.name == name), None)


def costs(plan: Plan) -> Costs | None:
    """Return the costs of a cluster as installed; None where the site has stated no price."""
    if not plan.money:
        return None
    money = plan.money[0]
    bill = priced_bill(plan, money)
    gpus = sum(host.gpus for host in plan.hosts)
    kilowatts = make_budget(plan).it_w / 1000
    found = _figures(money, bill, gpus, kilowatts)
    year = next((figure.value for figure in found if figure.name == "cost of a year"), None)
    return Costs(
        money=money,
        bill=bill,
        figures=found,
        compared=tuple(_compared(money, year, gpus)),
        missing=tuple(_missing(money, bill)),
        notes=tuple(_notes(plan)),
    )


def _figures(money: Money, bill: tuple[PricedLine, ...], gpus: int, kilowatts: float) -> tuple[Figure, ...]:
    found: dict[str, Figure] = {}
    for figure in (
        *_capital(money, bill),
        *_electricity(money, kilowatts),
    ):
        found[figure.name] = figure
    for figure in _year(money, {name: each.value for name, each in found.items()}, gpus, kilowatts):
        found[figure.name] = figure
    hour = found.get("cost of a used GPU-hour")
    return (*found.values(), *run_figures(money, gpus, kilowatts, hour.value if hour else None))


def _capital(money: Money, bill: tuple[PricedLine, ...]) -> Iterator[Figure]:
    """Yield the costs of pieces and installation, once every line has a price."""
    pieces = sum(line.total for line in bill)
    whole = not any(line.missing for line in bill)
    unit = money.currency
    inputs = {"pieces": pieces}
    name = "pieces with their spares" if whole else "pieces with their spares, of the lines that have a price"
    yield Figure(name, pieces, unit, "pieces", inputs, f"{_STATED}: pieces, kinds; count and spares: cabling/bom.csv")
    if not whole or money.installation is None:
        return
    rates = {"discount": money.discount, "surcharge": money.surcharge, "installation": money.installation}
    capital = pieces * (1 - money.discount) * (1 + money.surcharge) + money.installation
    formula = "pieces * (1 - discount) * (1 + surcharge) + installation"
    yield Figure("capital", capital, unit, formula, inputs | rates, _STATED)
    if money.years is None or money.cost_of_capital is None:
        return
    years, rate, residual = money.years, money.cost_of_capital, money.residual
    values = {"capital": capital, "residual": residual, "years": years}
    if not rate:
        yield Figure(
            "capital a year",
            capital * (1 - residual) / years,
            unit,
            "capital * (1 - residual) / years",
            values,
            _STATED,
        )
        return
    yearly = capital * (1 - residual * (1 + rate) ** -years) * rate / (1 - (1 + rate) ** -years)
    formula = "capital * (1 - residual * (1 + rate) ** -years) * rate / (1 - (1 + rate) ** -years)"
    source = f"annuity, less the residual value; rate: cost_of_capital of {_STATED}"
    yield Figure("capital a year", yearly, unit, formula, values | {"rate": rate}, source)


def _electricity(money: Money, kilowatts: float) -> Iterator[Figure]:
    if money.load is None:
        return
    inputs = {"it_kw": kilowatts, "load": money.load, "pue": money.pue}
    energy = kilowatts * money.load * money.pue * YEAR_H
    yield Figure("energy of a year", energy, "kWh", "it_kw * load * pue * 8760", inputs, f"{_POWER}; load: {_STATED}")
    if money.carbon_g_kwh is not None:
        carbon = {"energy": energy, "carbon": money.carbon_g_kwh}
        yield Figure(
            "carbon dioxide of a year", energy * money.carbon_g_kwh / 1e6, "t", "energy * carbon / 1e6", carbon, _STATED
        )
    if money.kwh is None or money.demand_kw_month is None:
        return
    yield Figure(
        "electricity a year", energy * money.kwh + kilowatts * money.pue * money.demand_kw_month * 12, money.currency,
        "energy * kwh + it_kw * pue * demand * 12",
        {"energy": energy, "kwh": money.kwh, "it_kw": kilowatts, "pue": money.pue, "demand": money.demand_kw_month},
        f"{_STATED}; the highest load is taken as the published maximum",
    )  # fmt: skip


def _year(money: Money, known: Mapping[str, float], gpus: int, kilowatts: float) -> Iterator[Figure]:
    capital, capital_year, electricity = (
        known.get(name) for name in ("capital", "capital a year", "electricity a year")
    )
    yearly = (money.staff, money.support, money.software_gpu, money.colocation_kw_month, money.other)
    staff, support, software, colocation, other = yearly
    if capital is None or staff is None or support is None or software is None or colocation is None or other is None:
        return
    inputs = {
        "staff": staff, "support": support, "capital": capital, "software": software, "gpus": gpus, "colocation": colocation,
        "it_kw": kilowatts, "other": other,
    }  # fmt: skip
    running = staff + support * capital + software * gpus + colocation * kilowatts * 12 + other
    formula = "staff + support * capital + software * gpus + colocation * it_kw * 12 + other"
    yield Figure(
        "running costs a year, without electricity", running, money.currency, formula, inputs, f"yearly of {_STATED}"
    )
    if capital_year is None or electricity is None:
        return
    year = capital_year + running + electricity
    parts = {"capital_year": capital_year, "running": running, "electricity": electricity}
    yield Figure(
        "cost of a year", year, money.currency, "capital_year + running + electricity", parts, "the figures above"
    )
    if money.utilisation and gpus:
        inputs = {"year": year, "gpus": gpus, "utilisation": money.utilisation}
        formula = "year / (8760 * gpus * utilisation)"
        hour = year / (YEAR_H * gpus * money.utilisation)
        yield Figure("cost of a used GPU-hour", hour, money.currency, formula, inputs, f"the figures above; {_STATED}")
    if money.gpu_hour and gpus:
        offer = {"year": year, "gpus": gpus, "offer": money.gpu_hour}
        share = year / (YEAR_H * gpus * money.gpu_hour)
        source = "above this utilisation, an own GPU-hour is cheaper than the offer; if it is above 1, it never is"
        yield Figure(
            "utilisation at which the offer costs the same", share, "", "year / (8760 * gpus * offer)", offer, source
        )


def _compared(money: Money, year: float | None, gpus: int) -> Iterator[Comparison]:
    if year is None or not gpus or money.gpu_hour is None:
        return
    for share in _SHARES:
        yield Comparison(share, year / (YEAR_H * gpus * share), money.gpu_hour)


_NEEDED = {
    "currency": "currency", "date": "date", "installation": "installation", "years": "years", "cost_of_capital": "cost_of_capital",
    "kwh": "power.kwh", "demand_kw_month": "power.demand_kw_month", "load": "power.load", "carbon_g_kwh": "power.carbon_g_kwh",
    "staff": "yearly.staff", "support": "yearly.support", "software_gpu": "yearly.software_gpu",
    "colocation_kw_month": "yearly.colocation_kw_month", "other": "yearly.other", "utilisation": "utilisation",
    "gpu_hour": "cloud.gpu_hour",
}  # fmt: skip
"""Keys of `prices.yaml` by the fields that hold them."""


def _missing(money: Money, bill: tuple[PricedLine, ...]) -> Iterator[str]:
    yield from (key_of(line) for line in bill if line.missing)
    yield from (key for name, key in _NEEDED.items() if getattr(money, name) in {None, ""})


def _notes(plan: Plan) -> Iterator[str]:
    unknown = sorted({line.model for line in make_budget(plan).lines if line.each_w is None})
    if unknown:
        yield f"no document gives the power of {', '.join(unknown)}: the energy does not include them"
    if any(host.gpus for host in plan.hosts):
        yield "the load is an average: a busier cluster draws more, so the cost is accurate only near the utilisation of prices.yaml"
