"""PORT, BREAKOUT_CFG, routed interfaces and loopbacks."""

from collections.abc import Hashable

from generator.catalog.model import Breakout, SonicPlatform
from generator.catalog.model import Switch as SwitchModel
from generator.model.faceplate import banks
from generator.model.interfaces import interface_name, sonic_alias
from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort
from generator.render.sonic import Table, Tables

_UNUSED_MTU = 9100
"""SONiC's own default."""
_FEC_FROM_GBPS = 100
"""RS-FEC is mandatory on 200, 400 and 800 Gb/s (IEEE 802.3, clauses 119 and 172) and used on 100 Gb/s here."""


Seen = dict[Hashable, tuple[str, dict[str, str]]]
"""Cache of rows of ports with their names, as most ports are equal."""


def port_tables(plan: Plan, switch: Switch, model: SwitchModel, platform: SonicPlatform, seen: Seen) -> Tables:
    """Return every port of the box: those of the envelope up and described, the others down, divided as the SKU does.

    What is made once is kept in `seen`.
    """
    by_cage: dict[int, list[SwitchPort]] = {}
    for port in plan.ports_of[switch.name]:
        by_cage.setdefault(port.cage, []).append(port)
    ports: Table = {}
    breakouts: Table = {}
    for bank in banks(model, switch.os):
        named = {breakout.ports: breakout for breakout in reversed(_breakouts(platform, bank.breakouts))}
        modes = {
            count: {"brkout_mode": breakout.mode} for count, breakout in named.items() if count > 1 and breakout.mode
        }
        metal = {breakout.ports: breakout for breakout in bank.breakouts}
        idle = platform.divides if platform.divides in metal else 1
        fastest = max(metal[idle].speeds_gbps)
        for cage in bank.cages:
            used = by_cage.get(cage, [])
            count = used[0].ports if used else idle
            if count in modes:
                breakouts[interface_name(model, switch.os, cage, 1, 1)] = modes[count]
            by_port = {port.port: port for port in used}
            speed = used[0].speed_gbps if used else fastest
            for number in range(1, count + 1):
                own = by_port.get(number)
                key = (model.model, cage, count, number, speed, own and (own.mtu_bytes, own.medium))
                if key not in seen:
                    seen[key] = _row(model, platform, cage, number, count, speed, own)
                name, row = seen[key]
                ports[name] = {**row, "description": f"{own.peer} {own.peer_interface}"} if own else row
    tables: Tables = {"PORT": ports}
    if breakouts:
        tables["BREAKOUT_CFG"] = breakouts
    return tables


def _breakouts(platform: SonicPlatform, metal: tuple[Breakout, ...]) -> tuple[Breakout, ...]:
    """The platform's own breakouts, which carry their names, before the metal's."""
    return (*(platform.breakouts or ()), *metal)


def _row(
    model: SwitchModel,
    platform: SonicPlatform,
    cage: int,
    number: int,
    count: int,
    speed_gbps: float,
    port: SwitchPort | None,
) -> tuple[str, dict[str, str]]:
    """Return a port's name and its row, up to the description."""
    facts = platform.cages[cage]
    width = len(facts.lanes) // count
    row = {
        "alias": sonic_alias(model, cage, number, count),
        "index": str(facts.index),
        "lanes": ",".join(map(str, facts.lanes[(number - 1) * width : number * width])),
        "speed": str(round(speed_gbps * 1000)),
        "mtu": str(port.mtu_bytes if port else _UNUSED_MTU),
        "admin_status": "up" if port else "down",
    }
    if speed_gbps >= _FEC_FROM_GBPS:
        row["fec"] = "rs"
    if port and port.negotiates:
        row["autoneg"] = "on"
        if port.medium != "copper":
            # a BMC on twisted pair may only support a slower speed
            row["adv_speeds"] = row["speed"]
    return interface_name(model, "sonic", cage, number, count), row


def interface_tables(plan: Plan, switch: Switch) -> Tables:
    """Return routed ports, loopbacks and VLANs. A port of a tenant is in its instance; sessions of IPv6 are link-local on a numbered underlay too."""
    interfaces: Table = {}
    for port in plan.ports_of[switch.name]:
        if port.address:
            interfaces[port.interface] = _LINK_LOCAL if port.group and switch.loopback_ipv6 else _place(port.vrf)
            interfaces[f"{port.interface}|{port.address}/31"] = _EMPTY
            if port.ipv6:
                interfaces[f"{port.interface}|{port.ipv6}/127"] = _EMPTY
        elif port.group:
            interfaces[port.interface] = _LINK_LOCAL
    loopbacks: Table = {"Loopback0": {}, f"Loopback0|{switch.loopback}/32": {}}
    if switch.loopback_ipv6:
        loopbacks[f"Loopback0|{switch.loopback_ipv6}/128"] = {}
    if switch.vtep:
        loopbacks |= {"Loopback1": {}, f"Loopback1|{switch.vtep}/32": {}}
    tables: Tables = {"LOOPBACK_INTERFACE": loopbacks}
    if interfaces:
        tables["INTERFACE"] = interfaces
    return tables


_EMPTY: dict[str, str] = {}
_LINK_LOCAL = {"ipv6_use_link_local_only": "enable"}


def _place(vrf: str) -> dict[str, str]:
    return {"vrf_name": vrf} if vrf else _EMPTY
