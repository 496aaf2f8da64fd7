"""What a storage tier must do, as figures: how each is called, which key states it, and how firm it is."""

from collections.abc import Mapping
from typing import Literal

Basis = Literal["stated", "workloads", "guidance"]
"""Where a figure comes from."""
BASES: tuple[Basis, ...] = ("stated", "workloads", "guidance")
"""The firmest first."""
Measured = Literal["capacity", "read", "write"]
"""What a tier must do."""
RATES: tuple[Measured, ...] = ("read", "write")
KEYS: Mapping[Measured, str] = {"capacity": "capacity_tb", "read": "read_gbs", "write": "write_gbs"}
"""The key of the spec that states each."""
NAMES: Mapping[Measured, str] = {"capacity": "to hold", "read": "to read", "write": "to write"}
"""How the figure of each is called."""
