"""What a rendered host or switch says of its ports, in one form: MTU, DSCP to class, paused priorities, marked classes."""

import configparser
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from generator.cli.end_eos import read_eos
from generator.cli.end_port import Port, SwitchPorts

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_ROCE_CLASSES = {3: 3, 6: 6}
"""The traffic classes of switch priorities under `qos roce` of Cumulus Linux; a priority is a DSCP's first three bits (Cumulus Linux 5.15, QoS)."""
_ON = ("enable", "enabled", "on", True)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostRoce:
    """A line of /etc/clustergen/roce.conf."""

    fabric: str
    dscp: int
    priority: int
    paused: frozenset[int]
    cnp_dscp: int
    cnp_priority: int
    marking: bool
    traffic_class: int
    cable_m: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HostEnds:
    """A host's ports as its files have them. `routed`: those with an address of their own."""

    mtu_bytes: Mapping[str, int]
    routed: frozenset[str]
    roce: Mapping[str, HostRoce]
    nccl: Mapping[str, str]


def read_switch(folder: Path) -> SwitchPorts | None:
    """Read a switch's ports from the file of its system; nothing where there is none that is known."""
    for name, read in (("config_db.json", _sonic), ("startup.yaml", _cumulus), ("running.cfg", read_eos)):
        file = folder / name
        if file.is_file():
            return SwitchPorts(f"{folder.name}/{name}", read(file.read_text(encoding="utf-8")))
    return None


def _sonic(text: str) -> dict[str, Port]:
    tables: dict[str, dict[str, dict[str, str]]] = json.loads(text)
    queues: dict[str, set[int]] = {}
    for key, row in tables.get("QUEUE", {}).items():
        if row.get("wred_profile"):
            names, _, span = key.partition("|")
            first, _, last = span.partition("-")
            for name in names.split(","):
                queues.setdefault(name, set()).update(range(int(first), int(last or first) + 1))
    maps = {
        name: {int(dscp): int(tc) for dscp, tc in row.items()} for name, row in tables.get("DSCP_TO_TC_MAP", {}).items()
    }
    cables = tables.get("CABLE_LENGTH", {}).get("AZURE", {})
    ports = {}
    for name, row in tables.get("PORT", {}).items():
        qos = tables.get("PORT_QOS_MAP", {}).get(name, {})
        paused = frozenset(int(each) for each in qos.get("pfc_enable", "").split(",") if each)
        ports[name] = Port(
            mtu_bytes=int(row.get("mtu", 0)),
            classes=maps.get(qos.get("dscp_to_tc_map", ""), {}),
            paused=paused,
            marked=frozenset(queues.get(name, ())),
            cable_m=int(cables.get(name, "0m").removesuffix("m")),
            exact="LOSSLESS_TRAFFIC_PATTERN" in tables,
        )
    return ports


def _cumulus(text: str) -> dict[str, Port]:
    """Give every front port. A class is a switch priority that has a traffic class of its own; all others are class 0."""
    found: dict[str, Any] = {}
    for each in yaml.load(text, Loader=_LOADER):  # noqa: S506  (the safe loader, in C)
        found |= each.get("set", {})
    qos = found.get("qos", {})
    roce = qos.get("roce") or {}
    on = roce.get("state", roce.get("enable")) in _ON
    queues = _common(qos, "egress-queue-mapping", "switch-priority")
    queue = {n: int(queues.get(str(n), {}).get("traffic-class", _ROCE_CLASSES.get(n, 0))) for n in range(8)}
    mapped = _common(qos, "mapping", "dscp")
    priority = {n: int(mapped.get(str(n), {}).get("switch-priority", n >> 3)) for n in range(64)}
    classes = {dscp: n if queue[n] else 0 for dscp, n in priority.items()}
    pfc = _common(qos, "pfc", "switch-priority")
    paused = {int(n) for n in pfc} or ({3} if roce.get("mode", "lossless") == "lossless" else set())
    ports = {}
    for name, row in found.get("interface", {}).items():
        if name.startswith("swp"):
            profile = row.get("qos", {}).get("congestion-control", {}).get("profile", _GLOBAL)
            rows = _common(qos, "congestion-control", "traffic-class", profile)
            marked = {int(n) for n, each in rows.items() if each.get("ecn") in _ON}
            ports[name] = Port(
                mtu_bytes=int(row.get("link", {}).get("mtu", 0)),
                classes=classes if on else {},
                paused=frozenset(paused if on else ()),
                marked=frozenset(n for n, each in queue.items() if on and each in marked),
                cable_m=int(roce.get("cable-length", 0)) if on else 0,
            )
    return ports


_GLOBAL = "default-global"


def _common(qos: Mapping[str, Any], subject: str, key: str, profile: str = _GLOBAL) -> dict[str, Any]:
    rows: dict[str, Any] = qos.get(subject, {}).get(profile, {}).get(key, {})
    return {str(name): row for name, row in rows.items()}


def read_host(folder: Path) -> HostEnds | None:
    """Read a host's ports from its network files, its RoCE table and its NCCL settings; nothing where it has no files."""
    if not folder.is_dir():
        return None
    mtus, routed = _network(folder / "etc")
    table = folder / "etc/clustergen/roce.conf"
    nccl = folder / "etc/nccl.conf"
    lines = nccl.read_text(encoding="utf-8").splitlines() if nccl.is_file() else []
    return HostEnds(
        mtu_bytes=mtus,
        routed=routed,
        roce=_roce(table.read_text(encoding="utf-8")) if table.is_file() else {},
        nccl=dict(line.split("=", 1) for line in lines if not line.startswith("#")),
    )


def _roce(text: str) -> dict[str, HostRoce]:
    """Read the table by the names of its columns, which its last comment gives."""
    rows: dict[str, HostRoce] = {}
    columns: list[str] = []
    for line in text.splitlines():
        if line.startswith("#"):
            columns = line[1:].split()
            continue
        row = dict(zip(columns, line.split(), strict=True))
        rows[row["interface"]] = HostRoce(
            fabric=row["fabric"],
            dscp=int(row["dscp"]),
            priority=int(row["priority"]),
            paused=frozenset(n for n, flag in enumerate(row["pfc"].split(",")) if flag == "1"),
            cnp_dscp=int(row["cnp_dscp"]),
            cnp_priority=int(row["cnp_priority"]),
            marking=row["marking"] == "on",
            traffic_class=int(row["traffic_class"]),
            cable_m=int(row["length_m"]),
        )
    return rows


def _network(etc: Path) -> tuple[dict[str, int], frozenset[str]]:
    """Give every interface's MTU, and those with an address, from netplan, systemd-networkd or NetworkManager files."""
    mtus: dict[str, int] = {}
    routed: set[str] = set()
    for file in sorted(etc.glob("netplan/*.yaml")):
        network = yaml.load(file.read_text(encoding="utf-8"), Loader=_LOADER)["network"]  # noqa: S506
        for kind in ("ethernets", "bonds", "vlans"):
            for name, row in network.get(kind, {}).items():
                mtus |= {name: int(row["mtu"])} if "mtu" in row else {}
                routed |= {name} if kind == "ethernets" and row.get("addresses") else set()
    for file in sorted([*etc.glob("systemd/network/*.network"), *etc.glob("NetworkManager/system-connections/*")]):
        ini = configparser.ConfigParser(strict=False, interpolation=None, allow_no_value=True)
        ini.optionxform = str  # type: ignore[assignment, method-assign]  # keys keep their case
        ini.read_string(file.read_text(encoding="utf-8"))
        name = _first(ini, (("Match", "Name"), ("connection", "interface-name")))
        mtu = _first(ini, (("Link", "MTUBytes"), ("ethernet", "mtu"), ("infiniband", "mtu")))
        mtus |= {name: int(mtu)} if name and mtu else {}
        bonded = _first(ini, (("Network", "Bond"), ("connection", "master"), ("connection", "controller")))
        if name and not bonded and not name.startswith("bond"):
            routed.add(name)
    return mtus, frozenset(routed)


def _first(ini: configparser.ConfigParser, keys: tuple[tuple[str, str], ...]) -> str:
    return next((value for section, key in keys if (value := ini.get(section, key, fallback=""))), "")
