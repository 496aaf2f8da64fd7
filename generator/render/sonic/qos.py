"""The RoCE classes: maps, scheduling, marking, PFC and its watchdog, all from each fabric's one `Roce`."""

from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from generator.plan.plan import Plan
from generator.plan.qos.records import CNP_PERCENT, DataClass, Marking, Roce
from generator.plan.qos.watchdog import lossless_ports, watchdog
from generator.plan.records import Switch, SwitchPort
from generator.plan.sonic import platform_of
from generator.render.sonic import Table, Tables

_MAP = "ROCE"
_CLASSES = range(8)
_DSCPS = range(64)


class RocePort(Struct, frozen=True):
    """A port that carries RoCE, with its fabric's classes and its speed's thresholds."""

    port: SwitchPort
    roce: Roce
    marking: Marking | None


def roce_ports(plan: Plan, switch: Switch) -> list[RocePort]:
    """Return every port of the envelope of a switch that carries RoCE: what its maps and profiles are made of."""
    found = []
    for port in plan.reserved_of[switch.name]:
        roce = plan.roce.get(port.fabric)
        if roce:
            found.append(RocePort(port, roce, roce.marking_of(switch.model, port.speed_gbps)))
    return found


def qos_tables(plan: Plan, switch: Switch, ports: list[RocePort]) -> Tables:
    """Return the classes of every port that carries RoCE; empty where none does. A lossy class is scheduled and marked, and never paused."""
    platform = platform_of(plan, switch)
    if not ports or platform is None:
        return {}
    names = _map_names(ports)
    tables: Tables = {}
    for roce in {each.roce.fabric: each.roce for each in ports}.values():
        for table, rows in _maps(roce, names[roce.fabric], pfc_to_pg=platform.pfc_to_pg).items():
            tables.setdefault(table, {}).update(rows)
    tables["PORT_QOS_MAP"] = _port_maps(ports, names, pfc_to_pg=platform.pfc_to_pg)
    tables |= _scheduling(ports)
    return tables | _watchdog(plan, switch)


def _map_names(ports: list[RocePort]) -> dict[str, str]:
    """Return the names of the maps of each fabric: equal fabrics share theirs."""
    found: dict[str, str] = {}
    kinds: dict[tuple[tuple[DataClass, ...], int, int], str] = {}
    for each in ports:
        roce = each.roce
        kind = (_switched(roce.data), roce.cnp_dscp, roce.cnp_priority)
        found[roce.fabric] = kinds.setdefault(kind, f"{_MAP}_{roce.fabric.upper()}" if kinds else _MAP)
    return found


def _switched(data: tuple[DataClass, ...]) -> tuple[DataClass, ...]:
    """The part of a contract that determines maps: shares are the scheduler's."""
    return tuple(replace(each, weight_percent=0) for each in data)


def _maps(roce: Roce, name: str, *, pfc_to_pg: bool) -> Tables:
    classes = {**{each.dscp: each.priority for each in roce.data}, roce.cnp_dscp: roce.cnp_priority}
    groups = {tc: str(tc) if tc in roce.paused else "0" for tc in _CLASSES}
    tables: Tables = {
        "DSCP_TO_TC_MAP": {name: {str(dscp): str(classes.get(dscp, 0)) for dscp in _DSCPS}},
        "TC_TO_QUEUE_MAP": {name: {str(tc): str(tc) for tc in _CLASSES}},
        "TC_TO_PRIORITY_GROUP_MAP": {name: {str(tc): group for tc, group in groups.items()}},
    }
    if roce.paused:
        tables["MAP_PFC_PRIORITY_TO_QUEUE"] = {name: {str(priority): str(priority) for priority in _CLASSES}}
    if roce.paused and pfc_to_pg:
        tables["PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"] = {name: {str(each): str(each) for each in roce.paused}}
    return tables


def _port_maps(ports: list[RocePort], names: dict[str, str], *, pfc_to_pg: bool) -> Table:
    rows: Table = {"global": {"dscp_to_tc_map": names[ports[0].roce.fabric]}}
    shared = {each.roce.fabric: _port_map(each.roce, names[each.roce.fabric], pfc_to_pg=pfc_to_pg) for each in ports}
    return rows | {each.port.interface: shared[each.roce.fabric] for each in ports}


def _port_map(roce: Roce, name: str, *, pfc_to_pg: bool) -> dict[str, str]:
    row = {"dscp_to_tc_map": name, "tc_to_queue_map": name, "tc_to_pg_map": name}
    if roce.paused:
        lossless = ",".join(map(str, roce.paused))
        row |= {"pfc_to_queue_map": name, "pfc_enable": lossless, "pfcwd_sw_enable": lossless}
        if pfc_to_pg:
            row["pfc_to_pg_map"] = name
    return row


def _scheduling(ports: list[RocePort]) -> Tables:
    """Return the queues: RoCE has its share, notifications are strict, all else has the rest."""
    profiles, named = _marking(ports)
    lossy = {"scheduler": "scheduler.lossy"}
    cnps = {each.port.speed_gbps: f"scheduler.cnp_{each.port.speed_gbps:g}G" for each in ports}
    marked: dict[tuple[str, str], dict[str, str]] = {}
    queues: Table = {}
    for each in ports:
        name = each.port.interface
        profile = named.get(each.marking, "") if each.marking else ""
        queues[f"{name}|0"] = lossy
        for data in each.roce.data:
            scheduler = _scheduler(ports[0].roce, data)
            row = {"scheduler": scheduler} | ({"wred_profile": profile} if profile else {})
            queues[f"{name}|{data.priority}"] = marked.setdefault((scheduler, profile), row)
        queues[f"{name}|{each.roce.cnp_priority}"] = {"scheduler": cnps[each.port.speed_gbps]}
    tables: Tables = {
        "SCHEDULER": {
            "scheduler.lossy": {"type": "DWRR", "weight": str(ports[0].roce.rest_percent)},
            **{
                _scheduler(ports[0].roce, each): {"type": "DWRR", "weight": str(each.weight_percent)}
                for each in ports[0].roce.data
            },
            **{name: _capped(speed) for speed, name in sorted(cnps.items())},
        },
        "QUEUE": queues,
    }
    return tables | {"WRED_PROFILE": profiles} if profiles else tables


def _scheduler(first: Roce, data: DataClass) -> str:
    """Name a class's share: by its priority where there are several."""
    return f"scheduler.roce{data.priority}" if first.beside else "scheduler.roce"


def _capped(speed_gbps: float) -> dict[str, str]:
    """Return the strict queue of notifications with its maximum rate, bytes per second; a peak rate is only accepted together with a committed one."""
    rate = str(round(speed_gbps * 1e9 / 8 * CNP_PERCENT / 100))
    return {"type": "STRICT", "meter_type": "bytes", "cir": rate, "pir": rate}


def _marking(ports: list[RocePort]) -> tuple[Table, dict[Marking, str]]:
    """Return a profile for each speed; fabrics that differ at one speed have their own."""
    by_speed = {(each.marking.speed_gbps, each.roce.fabric): each.marking for each in ports if each.marking}
    profiles: Table = {}
    named: dict[Marking, str] = {}
    for speed, group in groupby(sorted(by_speed), key=lambda key: key[0]):
        for key in group:
            marking = by_speed[key]
            if marking not in named:
                name = f"{_MAP}_{speed:g}G"
                named[marking] = f"{name}_{key[1].upper()}" if name in profiles else name
                profiles[named[marking]] = _profile(marking)
    return profiles, named


def _profile(marking: Marking) -> dict[str, str]:
    row = {"ecn": "ecn_all"}
    for color in ("green", "yellow", "red"):
        row |= {
            f"wred_{color}_enable": "true",
            f"{color}_min_threshold": str(marking.kmin_bytes),
            f"{color}_max_threshold": str(marking.kmax_bytes),
            f"{color}_drop_probability": str(marking.pmax_percent),
        }
    return row


def _watchdog(plan: Plan, switch: Switch) -> Tables:
    times = watchdog(plan, switch)
    if times is None or times.restoration_ms is None:
        return {}
    row = {
        "action": "drop",
        "detection_time": str(times.detection_ms),
        "restoration_time": str(times.restoration_ms),
    }
    rows: Table = {"GLOBAL": {"POLL_INTERVAL": str(times.poll_ms)}}
    return {"PFC_WD": rows | {port.interface: row for port in lossless_ports(plan, switch)}}
