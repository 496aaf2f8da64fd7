"""What a rendered host or switch says of its ports, in one form: MTU, DSCP to class, paused priorities, marked classes."""

import configparser
import json
from collections.abc import Mapping
from pathlib import Path

import yaml
from msgspec import Struct

from generator.verify.end_cumulus import read_cumulus
from generator.verify.end_eos import read_eos
from generator.verify.end_port import Port, SwitchPorts
from generator.verify.host_files import HostFiles

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class HostRoce(Struct, frozen=True, kw_only=True):
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


class HostEnds(Struct, frozen=True, kw_only=True):
    """A host's ports as its files have them. `routed`: those with an address of their own."""

    mtu_bytes: Mapping[str, int]
    routed: frozenset[str]
    bonded: Mapping[str, str]
    """The mode of the bond that a port is in, as the kernel calls it."""
    roce: Mapping[str, HostRoce]
    nccl: Mapping[str, str]


def read_switch(folder: Path) -> SwitchPorts | None:
    """Read a switch's ports from the file of its system; nothing where there is none that is known."""
    for name, read in (("config_db.json", _sonic), ("startup.yaml", read_cumulus), ("running.cfg", read_eos)):
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
    grouped = {key.partition("|")[2] for key in tables.get("PORTCHANNEL_MEMBER", {})}
    limits = _routed_mtus(tables)
    ports = {}
    for name, row in tables.get("PORT", {}).items():
        qos = tables.get("PORT_QOS_MAP", {}).get(name, {})
        paused = frozenset(int(each) for each in qos.get("pfc_enable", "").split(",") if each)
        ports[name] = Port(
            mtu_bytes=min([int(row.get("mtu", 0)), *limits.get(name, ())]),
            classes=maps.get(qos.get("dscp_to_tc_map", ""), {}),
            paused=paused,
            marked=frozenset(queues.get(name, ())),
            cable_m=int(cables.get(name, "0m").removesuffix("m")),
            exact="LOSSLESS_TRAFFIC_PATTERN" in tables,
            lag="lacp" if name in grouped else "",
        )
    return ports


def _routed_mtus(tables: dict[str, dict[str, dict[str, str]]]) -> dict[str, list[int]]:
    """Return the MTUs that VLANs state, by the ports in them: what is routed through a VLAN's interface has to fit it, too."""
    found: dict[str, list[int]] = {}
    for key in tables.get("VLAN_MEMBER", {}):
        vlan, _, port = key.partition("|")
        if mtu := tables.get("VLAN", {}).get(vlan, {}).get("mtu"):
            found.setdefault(port, []).append(int(mtu))
    return found


def read_host(files: HostFiles, host: str) -> HostEnds | None:
    """Read a host's ports from its network files, its RoCE table and its NCCL settings; nothing where it has no files."""
    if not files.has_any(host):
        return None
    mtus, routed, bonded = _network(files, host)
    table = files.file(host, "etc/clustergen/roce.conf")
    nccl = files.file(host, "etc/nccl.conf")
    lines = nccl.read_text(encoding="utf-8").splitlines() if nccl else []
    return HostEnds(
        mtu_bytes=mtus,
        routed=routed,
        bonded=bonded,
        roce=_roce(table.read_text(encoding="utf-8")) if table else {},
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


def _network(files: HostFiles, host: str) -> tuple[dict[str, int], frozenset[str], dict[str, str]]:
    """Return every interface's MTU, those with an address, and the bond's mode of those in one, from netplan, systemd-networkd or NetworkManager files."""
    mtus: dict[str, int] = {}
    routed: set[str] = set()
    members: dict[str, str] = {}
    modes: dict[str, str] = {}
    for file in files.find(host, "etc/netplan/*.yaml"):
        network = yaml.load(file.read_text(encoding="utf-8"), Loader=_LOADER)["network"]  # noqa: S506
        for kind in ("ethernets", "bonds", "vlans"):
            for name, row in network.get(kind, {}).items():
                mtus |= {name: int(row["mtu"])} if "mtu" in row else {}
                routed |= {name} if kind == "ethernets" and row.get("addresses") else set()
                if kind == "bonds":
                    members |= dict.fromkeys(row["interfaces"], name)
                    modes[name] = row["parameters"]["mode"]
    for file in (
        *files.find(host, "etc/NetworkManager/system-connections/*"),
        *files.find(host, "etc/systemd/network/*.net*"),
    ):
        ini = configparser.ConfigParser(strict=False, interpolation=None, allow_no_value=True)
        ini.optionxform = str  # type: ignore[assignment, method-assign]  # keys keep their case
        ini.read_string(file.read_text(encoding="utf-8"))
        name = _first(ini, (("Match", "Name"), ("connection", "interface-name")))
        mode = _first(ini, (("Bond", "Mode"), ("bond", "mode")))
        modes |= {name or ini.get("NetDev", "Name"): mode} if mode else {}
        mtu = _first(ini, (("Link", "MTUBytes"), ("ethernet", "mtu"), ("infiniband", "mtu")))
        mtus |= {name: int(mtu)} if name and mtu else {}
        bonded = _first(ini, (("Network", "Bond"), ("connection", "master"), ("connection", "controller")))
        members |= {name: bonded} if bonded else {}
        if name and not bonded and not name.startswith("bond"):
            routed.add(name)
    return mtus, frozenset(routed), {port: modes[bond] for port, bond in members.items() if bond in modes}


def _first(ini: configparser.ConfigParser, keys: tuple[tuple[str, str], ...]) -> str:
    return next((value for section, key in keys if (value := ini.get(section, key, fallback=""))), "")
