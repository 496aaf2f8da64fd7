"""Equal units in parallel, some of which may fail: modules of a UPS, generators, coolant distribution units."""

from typing import Literal

Redundancy = Literal["n", "n+1", "n+2"]
"""How many of the units may fail while the others carry the whole load."""


def spare_units(redundancy: Redundancy | None, count: int) -> int:
    """Return how many units may fail; where nothing is stated, one of several."""
    return {"n": 0, "n+1": 1, "n+2": 2}[redundancy or ("n+1" if count > 1 else "n")]
