"""Ways out of a limit, with the number that works: rounded up to a tenth, and only where the spec takes it."""

import math

RACK_KW, LIQUID_KW, RACK_KG = 500.0, 1000.0, 5000.0
"""The most that the spec takes for a rack's feed and the heat that its air takes, for what its liquid takes, kW, and for its weight, kg."""


def raised(key: str, needed: float, most: float) -> str:
    """Say to what a limit of the spec is raised; a need beyond what the spec takes calls for another rack."""
    value = math.ceil(round(needed * 10, 6)) / 10
    return f"raise {key} to {value:g}" if value <= most else "divide the load over more racks"


def either(per_rack: int, otherwise: str) -> str:
    """Name the number of hosts that fits, where one does, and the other way out."""
    return f"set per_rack to {per_rack}, or {otherwise}" if per_rack else otherwise
