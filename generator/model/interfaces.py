"""What an operating system calls a switch port, by the platform's own data."""

from generator.catalog.model import Switch

_LETTERS = "abcdefgh"


def interface_name(switch: Switch, os: str | None, cage: int, port: int, ports: int) -> str:
    """Name port `port` (from 1) of `ports` in a cage, as the operating system does.

    SONiC counts lanes (`Ethernet4`), Cumulus Linux cages and parts (`swp1s0`), EOS cages and lanes
    (`Ethernet1/1`); InfiniBand switches say `1/2`.
    """
    if os == "sonic" and switch.os.sonic:
        facts = switch.os.sonic.cages[cage]
        return f"Ethernet{facts.ethernet + (port - 1) * (len(facts.lanes) // ports)}"
    if os == "cumulus":
        return f"swp{cage}" if ports == 1 else f"swp{cage}s{port - 1}"
    if os == "eos":
        return f"Ethernet{cage}/{(port - 1) * _lanes(switch, cage) // ports + 1}"
    return f"{cage}/{port}" if ports > 1 else str(cage)


def sonic_alias(switch: Switch, cage: int, port: int, ports: int) -> str:
    """The alias that platform.json gives a divided port: `etp1b`, or `Ethernet1/5`."""
    platform = switch.os.sonic
    assert platform is not None
    facts = platform.cages[cage]
    if ports == 1:
        return facts.alias
    if platform.sub_alias == "letter":
        return facts.alias + _LETTERS[port - 1]
    return f"{facts.alias.rpartition('/')[0]}/{(port - 1) * len(facts.lanes) // ports + 1}"


def _lanes(switch: Switch, cage: int) -> int:
    return next(group.lanes for group in switch.cages if cage in group.range)
