"""The RoCE classes: maps, scheduling, marking, PFC, headroom and the PFC watchdog, all from one `Roce`."""

from generator.catalog.model import SonicPlatform
from generator.plan.plan import Plan
from generator.plan.records import Roce, Switch, SwitchPort
from generator.render.sonic import Table, Tables

_MAP = "ROCE"
_CLASSES = range(8)
_DSCPS = range(64)
_WEIGHT = "50"
"""RoCE has half of what congestion notifications leave (published Cisco NX-OS RoCE configurations: 50 per cent)."""
_ALPHA = "0"
"""Dynamic threshold exponent of lossless groups: the `threshold` column of NVIDIA's pg_profile_lookup.ini."""
_SMALL_PACKETS = "100"
"""Share of small packets that headroom is computed for, per cent: the worst case, as cells then fill worst."""
_WATCHDOG_MS = 200
_WATCHDOG_PORTS = 32
_WATCHDOG_MOST_MS = 1000
"""SONiC's own default, times ceil(ports / 32), polling capped at 1000 ms (sonic-utilities, pfcwd/main.py)."""


def qos_tables(plan: Plan, switch: Switch, platform: SonicPlatform) -> Tables:
    """Give every QoS table of a switch in a RoCE fabric; nothing elsewhere."""
    roce = plan.roce.get(switch.fabric)
    ports = [port for port in plan.ports_of[switch.name] if port.fabric in plan.roce]
    if roce is None or not ports:
        return {}
    names = [port.interface for port in ports]
    tables: Tables = {**_maps(roce), **_port_maps(roce, names), **_schedulers(roce, names), **_marking(roce)}
    tables["CABLE_LENGTH"] = {"AZURE": {port.interface: f"{_tabled(platform, port)}m" for port in ports}}
    if platform.buffer_model == "dynamic":
        tables["DEFAULT_LOSSLESS_BUFFER_PARAMETER"] = {"AZURE": {"default_dynamic_th": _ALPHA}}
        largest = str(plan.cluster.shapes[switch.fabric].demand.spec.host_mtu_bytes)
        tables["LOSSLESS_TRAFFIC_PATTERN"] = {"AZURE": {"mtu": largest, "small_packet_percentage": _SMALL_PACKETS}}
        tables["BUFFER_PG"] = {f"{name}|{roce.priority}": {"profile": "NULL"} for name in names}
    tables["PFC_WD"] = _watchdog(names)
    return tables


def _maps(roce: Roce) -> Tables:
    classes = {roce.dscp: roce.priority, roce.cnp_dscp: roce.cnp_priority}
    lossless = str(roce.priority)
    return {
        "DSCP_TO_TC_MAP": {_MAP: {str(dscp): str(classes.get(dscp, 0)) for dscp in _DSCPS}},
        "TC_TO_QUEUE_MAP": {_MAP: {str(tc): str(tc) for tc in _CLASSES}},
        "TC_TO_PRIORITY_GROUP_MAP": {_MAP: {str(tc): lossless if tc == roce.priority else "0" for tc in _CLASSES}},
        "MAP_PFC_PRIORITY_TO_QUEUE": {_MAP: {str(priority): str(priority) for priority in _CLASSES}},
        "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": {_MAP: {lossless: lossless}},
    }


def _port_maps(roce: Roce, names: list[str]) -> Tables:
    lossless = str(roce.priority)
    row = {
        "dscp_to_tc_map": _MAP,
        "tc_to_queue_map": _MAP,
        "tc_to_pg_map": _MAP,
        "pfc_to_queue_map": _MAP,
        "pfc_to_pg_map": _MAP,
        "pfc_enable": lossless,
        "pfcwd_sw_enable": lossless,
    }
    rows: Table = {"global": {"dscp_to_tc_map": _MAP}}
    return {"PORT_QOS_MAP": rows | dict.fromkeys(names, row)}


def _schedulers(roce: Roce, names: list[str]) -> Tables:
    marking = {"wred_profile": "ROCE_LOSSLESS"} if roce.kmin_bytes is not None else {}
    queues: Table = {}
    for name in names:
        queues[f"{name}|0"] = {"scheduler": "scheduler.lossy"}
        queues[f"{name}|{roce.priority}"] = {"scheduler": "scheduler.roce", **marking}
        queues[f"{name}|{roce.cnp_priority}"] = {"scheduler": "scheduler.cnp"}
    return {
        "SCHEDULER": {
            "scheduler.lossy": {"type": "DWRR", "weight": _WEIGHT},
            "scheduler.roce": {"type": "DWRR", "weight": _WEIGHT},
            "scheduler.cnp": {"type": "STRICT"},
        },
        "QUEUE": queues,
    }


def _marking(roce: Roce) -> Tables:
    if roce.kmin_bytes is None:
        return {}
    row: dict[str, str] = {"ecn": "ecn_all"}
    for color in ("green", "yellow", "red"):
        row |= {
            f"wred_{color}_enable": "true",
            f"{color}_min_threshold": str(roce.kmin_bytes),
            f"{color}_max_threshold": str(roce.kmax_bytes),
            f"{color}_drop_probability": str(roce.pmax_percent),
        }
    return {"WRED_PROFILE": {"ROCE_LOSSLESS": row}}


def _tabled(platform: SonicPlatform, port: SwitchPort) -> int:
    """Give a cable's length in whole metres; a traditional platform knows only the lengths of its headroom table."""
    length = -int(-port.length_m // 1)
    if platform.buffer_model == "dynamic":
        return length
    tabled = [row.length_m for row in platform.headroom if row.speed_gbps == port.speed_gbps and row.length_m >= length]
    return min(tabled, default=length)


def _watchdog(names: list[str]) -> Table:
    factor = -(-len(names) // _WATCHDOG_PORTS)
    time = str(_WATCHDOG_MS * factor)
    row = {"action": "drop", "detection_time": time, "restoration_time": time}
    poll = min(_WATCHDOG_MS * factor, _WATCHDOG_MOST_MS)
    rows: Table = {"GLOBAL": {"POLL_INTERVAL": str(poll)}}
    return rows | dict.fromkeys(names, row)
