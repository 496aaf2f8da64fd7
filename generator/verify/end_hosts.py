"""What a rendered host says of its ends of cables: MTU, bonds, DSCP to class, paused priorities, marked classes."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from generator.verify.host_files import HostFiles, ini_sections, read_netplan

Sections = Mapping[str, Mapping[str, str]]


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
        network = read_netplan(file)
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
        ini: dict[str, dict[str, str]] = {}
        for section, lines in ini_sections(file):
            ini.setdefault(section, {}).update(lines)
        name = _first(ini, (("Match", "Name"), ("connection", "interface-name")))
        mode = _first(ini, (("Bond", "Mode"), ("bond", "mode")))
        modes |= {name or ini["NetDev"]["Name"]: mode} if mode else {}
        mtu = _first(ini, (("Link", "MTUBytes"), ("ethernet", "mtu"), ("infiniband", "mtu")))
        mtus |= {name: int(mtu)} if name and mtu else {}
        bonded = _first(ini, (("Network", "Bond"), ("connection", "master"), ("connection", "controller")))
        members |= {name: bonded} if bonded else {}
        if name and not bonded and not name.startswith("bond"):
            routed.add(name)
    return mtus, frozenset(routed), {port: modes[bond] for port, bond in members.items() if bond in modes}


def _first(ini: Sections, keys: Iterable[tuple[str, str]]) -> str:
    return next((value for section, key in keys if (value := ini.get(section, {}).get(key, ""))), "")
