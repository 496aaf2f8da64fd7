"""One figure of a size, with its formula and inputs."""

from collections.abc import Iterator, Mapping

from msgspec import Struct


class Figure(Struct, frozen=True):
    """A figure: its value in a unit, the formula in the names of its inputs, and where formula and inputs come from.

    The formula is arithmetic as Python writes it (`sqrt`, `exp`, `ceil` and `log2` of its module math, `max` and `min`), so that it can be worked out again.
    """

    name: str
    value: float
    unit: str
    formula: str
    inputs: Mapping[str, float]
    source: str

    @property
    def text(self) -> str:
        """The value with its unit."""
        return f"{rounded(self.value)} {self.unit}".rstrip()

    @property
    def amount(self) -> str:
        """The value with its unit as an amount of money: thousands separated, and cents for small amounts."""
        value = self.value
        text = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.2f}" if abs(value) >= 1 else f"{value:.3g}"
        return f"{text} {self.unit}".rstrip()

    def lines(self, *, amounts: bool = False) -> Iterator[str]:
        """Yield it as text, the value as an amount on request."""
        yield f"{self.name}: {self.amount if amounts else self.text}"
        yield f"  = {self.formula}"
        yield f"  with {', '.join(f'{name} {rounded(value)}' for name, value in self.inputs.items())}"
        yield f"  source: {self.source}"


def rounded(value: float) -> str:
    """Return four digits, or all digits before the point below a million, with thousands separated: `0.3333`, `1,235`, `123,457`, `1.235e+06`."""
    if abs(value) < 1e6 and (abs(value) >= 1e4 or value == int(value)):
        return f"{value:,.0f}"
    return f"{value:,.4g}"
