"""Racks without compute hosts, which are judged as they are installed: the worst speaks for all."""

from collections.abc import Mapping

from msgspec import Struct

from generator.plan.plan import Plan


class Over(Struct, frozen=True, kw_only=True):
    """The rack that is furthest over a limit, how many others are as well, and the switches that surely stay within it."""

    rack: str
    value: float
    others: int
    switches: int | None

    @property
    def more(self) -> str:
        """Say that it is not alone."""
        return f" ({self.others} more {'is' if self.others == 1 else 'are'} over as well)" if self.others else ""

    def advice(self, otherwise: str) -> str:
        """Report what would help."""
        return f"set racks.switches_per_rack to {self.switches}, or {otherwise}" if self.switches else otherwise


def worst_of_others(
    plan: Plan, values: Mapping[str, float], limit: float, each: Mapping[str, float] | None = None
) -> Over | None:
    """Hold every rack without compute hosts against a limit. `each` says what a device adds at most, for the advice."""
    compute = {host.rack for host in plan.hosts if host.role == "compute"}
    over = {rack: value for rack, value in values.items() if rack not in compute and value > limit + 1e-9}
    if not over:
        return None
    rack = max(over, key=lambda name: over[name])
    heaviest = max((each[switch.name] for switch in plan.switches if switch.name in each), default=0.0) if each else 0.0
    # fewer switches in a rack help only where hosts alone fill none of those that are over
    alone = not any(host.rack in over for host in plan.hosts)
    fewer = int(limit / heaviest) if heaviest and alone else 0
    return Over(rack=rack, value=over[rack], others=len(over) - 1, switches=fewer or None)
