"""Requirements of a storage tier: the name of each figure, its key, and how firm it is."""

from collections.abc import Mapping
from typing import Literal

Basis = Literal["stated", "workloads", "guidance"]
"""Where a figure comes from."""
BASES: tuple[Basis, ...] = ("stated", "workloads", "guidance")
"""The firmest first."""
Measured = Literal["capacity", "read", "write"]
"""The kinds of requirements."""
RATES: tuple[Measured, ...] = ("read", "write")
KEYS: Mapping[Measured, str] = {"capacity": "capacity_tb", "read": "read_gbs", "write": "write_gbs"}
"""The key of the spec that states each."""
NAMES: Mapping[Measured, str] = {"capacity": "to hold", "read": "to read", "write": "to write"}
"""How the figure of each is called."""
