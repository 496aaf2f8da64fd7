"""Buffers of SONiC: the SKU that divides cages as the ports do, and its own pools and headroom, where the switch does not compute them.

`both ends` compares lengths of cables; here sizes are compared with the rows of the catalog: too little headroom causes losses that nothing reports.
"""

from collections.abc import Iterator

from generator.catalog.switch import SonicPlatform
from generator.plan.qos.headroom import headroom
from generator.verify.settings.queues import classes_of, roce_ports
from generator.verify.settings.wanted import CUMULUS, EOS, SONIC, Row, Rule, SwitchRows, Wanted

_DIVIDED = "the breakout of cages is that of this SKU; rows of another SKU do not fit this switch"
_SIZED = "the pool is that of the SKU's own template"
_ROOM = "packets that arrive after a pause need this headroom, by speed and cable, or are lost"


def platform_of(switch: SwitchRows) -> SonicPlatform | None:
    """Return the facts of the switch's SKU, by its envelope; None where SONiC is not known on the model."""
    models: Row = switch.plan["choices"]["hardware"].get("switches", {})
    facts = models.get(switch.row["model"], {}).get("os", {}).get("sonic")
    if not facts:
        return None
    platform = SonicPlatform.model_validate(facts)
    return platform.divided(frozenset(port["ports"] for port in switch.reserved)) if platform.others else platform


def _sonic(switch: SwitchRows) -> Iterator[Wanted]:
    platform = platform_of(switch)
    if platform is None:
        return
    yield Wanted(("DEVICE_METADATA", "localhost", "hwsku"), platform.hwsku, _DIVIDED)
    paused = [
        (port, [each["priority"] for each in classes_of(contract) if each["lossless"]])
        for port, contract in roce_ports(switch)
    ]
    if platform.buffers is None or not paused:
        return
    for name, pool in platform.buffers.pools.items():
        for key, size in (("size", pool.size), ("xoff", pool.xoff)):
            yield Wanted(("BUFFER_POOL", name, key), None if size is None else str(size), _SIZED)
    if platform.buffer_model != "dynamic":
        for port, priorities in paused:
            yield from _headroom(platform, port, priorities)


def _headroom(platform: SonicPlatform, port: Row, priorities: list[int]) -> Iterator[Wanted]:
    each = headroom(platform, port["speed_gbps"], port["length_m"], port["mtu_bytes"]) if priorities else None
    if each is None:
        return
    for priority in priorities:
        yield Wanted(("BUFFER_PG", f"{port['interface']}|{priority}", "profile"), each.profile, _ROOM)
    for key, size in (("size", each.size), ("xon", each.xon), ("xoff", each.xoff), ("dynamic_th", each.threshold)):
        yield Wanted(("BUFFER_PROFILE", each.profile, key), str(size), _ROOM)


def _none(switch: SwitchRows) -> Iterator[Wanted]:
    """NVUE computes headroom from the cable, which `both ends` reads; EOS has no such setting."""
    del switch
    yield from ()


RULES: dict[str, Rule] = {SONIC: _sonic, CUMULUS: _none, EOS: _none}
