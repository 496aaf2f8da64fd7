"""Buffers of a switch that carries RoCE: pools and profiles as its SKU has them, headroom by speed and cable, and the pool of each queue.

A dynamic platform computes pools and headroom itself, from speeds, cable lengths and the traffic's pattern; for a traditional one, both are configured.
"""

from generator.catalog.buffers import BufferPool, BufferProfile, SonicBuffers
from generator.catalog.model import SonicPlatform
from generator.plan.plan import Plan
from generator.plan.qos.headroom import PortHeadroom, whole_metres
from generator.plan.qos.watchdog import lossless_ports
from generator.plan.records import Switch, SwitchPort
from generator.plan.sonic import port_headroom
from generator.render.sonic import Table, Tables
from generator.render.sonic.qos import RocePort

_ALPHA = "0"
"""Dynamic threshold exponent of lossless groups: the `threshold` column of NVIDIA's pg_profile_lookup.ini."""
_SMALL_PACKETS = "100"
"""Share of small packets that headroom is computed for, per cent: the worst case, as cells then fill worst."""
_LAST_QUEUE = 6
"""The last queue that SONiC's own templates give buffers to; 7 is the CPU's unless a class uses it."""
_LOSSLESS_POOL = "ingress_lossless_pool"
_COMPUTED = {"profile": "NULL"}
"""The value of a priority group whose profile the buffer manager computes."""


def buffer_tables(plan: Plan, switch: Switch, platform: SonicPlatform, roce: list[RocePort]) -> Tables:
    """Return the buffers of all ports in use where any carries RoCE; nothing elsewhere: the image's defaults are lossy throughout."""
    if not roce:
        return {}
    tables: Tables = {}
    lossless = [each for each in roce if each.roce.paused]
    headrooms = {each.port.interface: port_headroom(platform, each.port) for each in lossless}
    if lossless and platform.buffer_model == "traditional":
        tables["CABLE_LENGTH"] = {"AZURE": {each.port.interface: _length(each.port, headrooms) for each in lossless}}
    if lossless and platform.buffer_model == "dynamic":
        largest = max(plan.fabrics[each.roce.fabric].host_mtu_bytes for each in lossless)
        tables["DEFAULT_LOSSLESS_BUFFER_PARAMETER"] = {"AZURE": {"default_dynamic_th": _ALPHA}}
        tables["LOSSLESS_TRAFFIC_PATTERN"] = {"AZURE": {"mtu": str(largest), "small_packet_percentage": _SMALL_PACKETS}}
    if platform.buffers is not None:
        ports = [port.interface for port in plan.reserved_of[switch.name]]
        tables |= _shared(platform.buffers, ports)
        for each in headrooms.values():
            if each:
                tables["BUFFER_PROFILE"].setdefault(each.profile, _headroom(each))
        tables["BUFFER_PG"] = _groups(platform, ports, lossless, headrooms)
        tables["BUFFER_QUEUE"] = _queues(platform.buffers, ports, roce)
    return tables


def cable_lengths(plan: Plan, switch: Switch, platform: SonicPlatform) -> Tables:
    """Return the lengths that a dynamic platform computes its headroom from: those of the cables, which few switches have alike."""
    lossless = lossless_ports(plan, switch) if platform.buffer_model == "dynamic" else []
    return {"CABLE_LENGTH": {"AZURE": {port.interface: _metres(port) for port in lossless}}} if lossless else {}


def _metres(port: SwitchPort) -> str:
    return f"{whole_metres(port.length_m)}m"


def _length(port: SwitchPort, headrooms: dict[str, PortHeadroom | None]) -> str:
    """Return the length that a port's headroom covers: a traditional platform finds its profile by it."""
    stated = headrooms[port.interface]
    return f"{stated.length_m}m" if stated else _metres(port)


def _shared(buffers: SonicBuffers, ports: list[str]) -> Tables:
    tables: Tables = {
        "BUFFER_POOL": {name: _pool(pool) for name, pool in buffers.pools.items()},
        "BUFFER_PROFILE": {name: _profile(profile) for name, profile in buffers.profiles.items()},
    }
    if buffers.ingress_list:
        row = {"profile_list": ",".join(buffers.ingress_list)}
        tables["BUFFER_PORT_INGRESS_PROFILE_LIST"] = dict.fromkeys(ports, row)
    if buffers.egress_list:
        row = {"profile_list": ",".join(buffers.egress_list)}
        tables["BUFFER_PORT_EGRESS_PROFILE_LIST"] = dict.fromkeys(ports, row)
    return tables


def _pool(pool: BufferPool) -> dict[str, str]:
    sizes = {"size": pool.size, "xoff": pool.xoff}
    return {"type": pool.type, "mode": pool.mode} | {k: str(v) for k, v in sizes.items() if v is not None}


def _profile(profile: BufferProfile) -> dict[str, str]:
    thresholds = {"dynamic_th": profile.dynamic_th, "static_th": profile.static_th}
    return {"pool": profile.pool, "size": str(profile.size)} | {
        k: str(v) for k, v in thresholds.items() if v is not None
    }


def _headroom(each: PortHeadroom) -> dict[str, str]:
    row = {"pool": _LOSSLESS_POOL, "size": str(each.size), "xon": str(each.xon), "xoff": str(each.xoff)}
    offset = {"xon_offset": str(each.xon_offset)} if each.xon_offset is not None else {}
    return row | offset | {"dynamic_th": str(each.threshold)}


def _groups(
    platform: SonicPlatform, ports: list[str], lossless: list[RocePort], headrooms: dict[str, PortHeadroom | None]
) -> Table:
    """Assign every port its lossy group, and lossless ones theirs, where its size is known or computed on the switch."""
    assert platform.buffers is not None
    lossy = {"profile": platform.buffers.lossy_group}
    rows: Table = {f"{name}|0": lossy for name in ports}
    stated: dict[str, dict[str, str]] = {}
    for each in lossless:
        name = each.port.interface
        own = headrooms[name]
        for priority in each.roce.paused:
            if platform.buffer_model == "dynamic":
                rows[f"{name}|{priority}"] = _COMPUTED
            elif own:
                rows[f"{name}|{priority}"] = stated.setdefault(own.profile, {"profile": own.profile})
    return rows


def _queues(buffers: SonicBuffers, ports: list[str], roce: list[RocePort]) -> Table:
    lossless, lossy = {"profile": buffers.lossless_queue}, {"profile": buffers.lossy_queue}
    classes = {each.port.interface: each.roce for each in roce}
    rows: Table = {}
    for name in ports:
        own = classes.get(name)
        mine = [each.priority for each in own.data] if own else []
        last = max(_LAST_QUEUE, *mine, own.cnp_priority) if own else _LAST_QUEUE
        paused = own.paused if own else ()
        at = 0
        for stop in (*paused, last + 1):
            if at < stop:
                rows[f"{name}|{at}-{stop - 1}" if at < stop - 1 else f"{name}|{at}"] = lossy
            at = stop + 1
        rows |= {f"{name}|{each}": lossless for each in paused}
    return rows
