"""Money in the plan: prices of the bill's lines, rates, and the hours of training runs. Amounts are in `currency`; null where the site has stated none."""

from msgspec import Struct


class UnitPrice(Struct, frozen=True):
    """The unit price of a line of the bill."""

    kind: str
    model: str
    length_m: float | None
    price: float | None


class RunTime(Struct, frozen=True, kw_only=True):
    """A training run: its GPUs, its hours of computing at best, as expected and at worst, and the share of its time that computes."""

    name: str
    gpus: int
    low_h: float
    expected_h: float
    high_h: float
    goodput: float

    def hours(self, computing: float) -> float:
        """Return the elapsed hours for hours of computing."""
        return computing / self.goodput if self.goodput else float("inf")


class Money(Struct, frozen=True, kw_only=True):
    """One row of `plan.json`: the site's own prices. Rates are named as in `prices.yaml`, `demand_kw_month` a kW and month; shares are 0 to 1."""

    currency: str
    date: str
    units: tuple[UnitPrice, ...]
    runs: tuple[RunTime, ...]
    discount: float
    surcharge: float
    residual: float
    pue: float
    installation: float | None
    years: float | None
    cost_of_capital: float | None
    kwh: float | None
    demand_kw_month: float | None
    load: float | None
    carbon_g_kwh: float | None
    staff: float | None
    support: float | None
    software_gpu: float | None
    colocation_kw_month: float | None
    other: float | None
    utilisation: float | None
    gpu_hour: float | None
