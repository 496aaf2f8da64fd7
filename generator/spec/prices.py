"""`prices.yaml`: what a site pays, in its own figures; no price ships with clustergen. Every line may be empty: then it counts as missing, and 0 says that nothing is paid."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StrictFloat, StrictInt, StringConstraints, WithJsonSchema

from generator.spec.base import SpecModel, defaults, own_error

_LENGTH = r"[0-9]{1,5}(\.[0-9]{1,3})?"
_MOST = 1e12
Price = Annotated[StrictFloat | StrictInt, Field(ge=0, le=_MOST)]
"""An amount of money in `currency`."""
Share = Annotated[StrictFloat | StrictInt, Field(ge=0, le=1)]
"""A part of a whole, 0 to 1."""
PartOf = Annotated[StrictFloat | StrictInt, Field(gt=0, le=1)]
"""A part of a whole that is not nothing."""


def _is_price(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _MOST)


def _piece(value: Any) -> Any:
    """Return prices by length in metres as text; one price for all lengths is under an empty one."""
    if _is_price(value):
        return {"": value}
    if not isinstance(value, Mapping):
        raise own_error(
            f"{value!r} is not a price; write a number, or a number for each length in metres: {{3: 95, 10: 240}}"
        )
    found = {}
    for length, price in value.items():
        text = f"{length:g}" if isinstance(length, int | float) and not isinstance(length, bool) else str(length)
        if text and not re.fullmatch(_LENGTH, text):
            raise own_error(f"{length!r} is not a length in metres; write a price for each length: {{3: 95, 10: 240}}")
        if not _is_price(price):
            raise own_error(f"{price!r} is not a price; write a number of 0 or more, or leave it empty")
        found[text] = price
    return found


_PRICE_SCHEMA = {"anyOf": [{"type": "number", "minimum": 0}, {"type": "null"}]}
PiecePrice = Annotated[
    dict[str, float | int | None],
    BeforeValidator(_piece),
    WithJsonSchema({"anyOf": [*_PRICE_SCHEMA["anyOf"], {"type": "object", "additionalProperties": _PRICE_SCHEMA}]}),
]
"""The price of one piece, or of a cable by its length in metres."""
Kind = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z][a-z0-9-]{0,31}$")]
"""A kind of piece as `cabling/bom.csv` has it: host, switch, transceiver, dac."""
PieceModel = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._,()/+-]{0,79}$")]
"""A model as `cabling/bom.csv` has it."""


class PowerPricesSpec(SpecModel):
    """Electricity."""

    kwh: Price | None = None
    """Price of a kWh."""
    demand_kw_month: Price | None = None
    """Monthly demand charge for each kW of the highest load; 0 if there is none."""
    load: PartOf | None = None
    """Average draw of the cluster, as a share of the published maximum."""
    pue: Annotated[StrictFloat | StrictInt, Field(ge=1, le=3)] | None = None
    """Facility power to IT power; by default `power.pue` of the spec."""
    carbon_g_kwh: Price | None = None
    """Carbon dioxide per kWh, g, as stated by the supplier or the grid operator."""


class YearlyPricesSpec(SpecModel):
    """Yearly costs other than capital and electricity."""

    staff: Price | None = None
    """People."""
    support: Share | None = None
    """Support and maintenance, as a part of the capital."""
    software_gpu: Price | None = None
    """Software licences per GPU."""
    colocation_kw_month: Price | None = None
    """Space in a data centre of others, for each kW of IT power a month; 0 in a room of your own."""
    other: Price | None = None
    """Network transit, insurance and everything else."""


class CloudPricesSpec(SpecModel):
    """An offer of the same GPUs from a cloud provider."""

    gpu_hour: Annotated[StrictFloat | StrictInt, Field(gt=0, le=_MOST)] | None = None
    """Price of a GPU-hour, including everything that is billed with it."""


class PricesSpec(SpecModel):
    """A site's own prices. `clustergen prices SPEC` writes the file with all lines to fill in, and keeps those that are filled in."""

    currency: Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Z]{3}$")] | None = None
    """Currency of all amounts, three letters (ISO 4217)."""
    date: Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), BeforeValidator(str)] | None = None
    """Date of the prices: 2026-11-01."""
    pieces: dict[Kind, dict[PieceModel, PiecePrice]] = {}
    """Prices of parts, by kind and model of `cabling/bom.csv`; of cables also by length in metres."""
    kinds: dict[Kind, Price | None] = {}
    """Price of parts by kind, for those without a price of their own."""
    discount: Share = 0
    """Discount on the prices of parts."""
    surcharge: Annotated[StrictFloat | StrictInt, Field(ge=0, le=2)] = 0
    """Freight, duty and tax, as a part of the discounted prices."""
    installation: Price | None = None
    """One-time cost of the installation."""
    years: Annotated[StrictFloat | StrictInt, Field(gt=0, le=50)] | None = None
    """Years over which the capital is depreciated."""
    cost_of_capital: Share | None = None
    """Interest or expected return per year: 0.08 is 8 %."""
    residual: Share = 0
    """Residual value of the parts after these years, as a share of the capital."""
    power: PowerPricesSpec = defaults(PowerPricesSpec)
    """Electricity."""
    yearly: YearlyPricesSpec = defaults(YearlyPricesSpec)
    """Other yearly costs."""
    utilisation: PartOf | None = None
    """The share of all GPU-hours that jobs use."""
    cloud: CloudPricesSpec = defaults(CloudPricesSpec)
    """An offer to compare with."""


NO_PRICES = defaults(PricesSpec)
"""A site that has stated none."""
