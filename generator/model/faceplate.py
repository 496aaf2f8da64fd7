"""Cages of a switch: how each can be divided under the operating system, and which serve hosts and uplinks."""

from functools import cache

from msgspec import Struct

from generator.catalog.model import Breakout, CageGroup, Switch

_LANE_GBPS = {"sfp28": 25, "qsfp28": 25, "qsfp56": 50}
"""What one lane of these cages carries, Gb/s (NVIDIA Cable Management Guidelines, Cable and Connector Definitions). A 200G
port of a QSFP56 cage has four lanes of 50G: two lanes of 100G do not interoperate with it."""


class Bank(Struct, frozen=True):
    """Equal cages of a switch and their breakouts."""

    cages: tuple[int, ...]
    form_factor: str
    lanes: int
    breakouts: tuple[Breakout, ...]

    def breakout(self, speed_gbps: float, other_end: str = "") -> Breakout | None:
        """The breakout with most ports of a speed; each keeps the lanes that the cage at the `other_end` needs for it."""
        lane_gbps = _LANE_GBPS.get(other_end, speed_gbps)
        fits = [
            b for b in self.breakouts if speed_gbps in b.speeds_gbps and self.lanes // b.ports * lane_gbps >= speed_gbps
        ]
        return max(fits, key=lambda b: b.ports / step(b), default=None)

    @property
    def capacity_gbps(self) -> float:
        """Bandwidth of one cage; 0 where the system supports no breakout of it."""
        return max((b.ports * max(b.speeds_gbps) for b in self.breakouts), default=0)


@cache
def banks(switch: Switch, os: str | None) -> tuple[Bank, ...]:
    """The fabric cages of a switch under an operating system, in faceplate order."""
    found = []
    for group in switch.cages:
        if group.use == "fabric":
            breakouts = tuple(b for b in group.breakouts if _offered(b, group, switch, os))
            found.append(Bank(tuple(group.range), group.form_factor, group.lanes, breakouts))
    return tuple(found)


def _offered(breakout: Breakout, group: CageGroup, switch: Switch, os: str | None) -> bool:
    if breakout.ports == 1 or os != "sonic":
        return True
    platform = switch.os.sonic
    if platform is None or platform.breakouts is None:
        return False
    widest = max(switch.cages, key=lambda g: g.lanes).lanes
    return group.lanes == widest and any(b.ports == breakout.ports for b in platform.breakouts)


def step(breakout: Breakout) -> int:
    """Cages that one divided cage uses up: itself, and a neighbour that is disabled or must not be divided."""
    return 2 if breakout.only or breakout.disables else 1


def ports_in(cages: int, breakout: Breakout) -> int:
    """Ports that a run of `cages` cages gives when each is divided so."""
    return cages // step(breakout) * breakout.ports


def cages_for(ports: int, breakout: Breakout) -> int:
    """Cages that `ports` ports take."""
    return -(-ports // breakout.ports) * step(breakout)


def bank_for(switch: Switch, os: str | None, speed_gbps: float) -> Bank | None:
    """The bank that hosts of a speed go to: the slowest cages that have the speed."""
    fits = [bank for bank in banks(switch, os) if bank.breakout(speed_gbps)]
    return min(fits, key=lambda bank: bank.capacity_gbps, default=None)


def uplink_bank(switch: Switch, os: str | None) -> Bank:
    """The bank that uplinks leave from: the fastest cages."""
    return max(banks(switch, os), key=lambda bank: bank.capacity_gbps)


def fastest(bank: Bank) -> float:
    """The highest speed of one port."""
    return max(s for b in bank.breakouts for s in b.speeds_gbps)


def speeds(switch: Switch, os: str | None) -> list[float]:
    """Every speed that some fabric cage has, highest first."""
    return sorted({s for bank in banks(switch, os) for b in bank.breakouts for s in b.speeds_gbps}, reverse=True)
