"""One figure of a size, with what it is made of."""

from collections.abc import Iterator, Mapping

from msgspec import Struct


class Figure(Struct, frozen=True):
    """A figure: its value in a unit, the formula in the names of its inputs, and where formula and inputs come from.

    The formula is arithmetic as Python writes it (`sqrt`, `max`, `min`, `ceil` and `log2` of its module math), so that it can be worked out again.
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
        return f"{_number(self.value)} {self.unit}".rstrip()

    def lines(self) -> Iterator[str]:
        """Yield it as people read it."""
        yield f"{self.name}: {self.text}"
        yield f"  = {self.formula}"
        yield f"  with {', '.join(f'{name} {_number(value)}' for name, value in self.inputs.items())}"
        yield f"  source: {self.source}"


def _number(value: float) -> str:
    """Return four digits; whole numbers up to a million as they are."""
    if abs(value) < 1e6 and value == int(value):
        return f"{value:,.0f}"
    return f"{value:.4g}"
