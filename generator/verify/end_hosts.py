"""Settings of a rendered host at its ends of cables: MTU, bonds, DSCP to class, paused priorities, marked classes."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from generator.verify.host_files import HostFiles, ini_sections, read_netplan
from generator.verify.reach.read_hosts import network_files

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
    weight: int = 0
    """Its share of what strict queues leave, per cent."""
    adaptive: bool = False
    """Whether its NIC is set to take packets in any order."""


class HostPorts(Struct, frozen=True, kw_only=True):
    """A host's ports in its network files: the same for all hosts whose files only differ by addresses.

    `routed`: those with an address; `bonded`: the mode of a port's bond, by the kernel's name.
    """

    mtu_bytes: Mapping[str, int]
    routed: frozenset[str]
    bonded: Mapping[str, str]


class HostEnds(Struct, frozen=True, kw_only=True):
    """A host's ports as all of its files have them."""

    ports: HostPorts
    roce: Mapping[str, HostRoce]
    nccl: Mapping[str, str]


def read_host(files: HostFiles, host: str, ports: HostPorts) -> HostEnds:
    """Read the RoCE table of a host and the settings of NCCL or RCCL, each of which reads a file of its own."""
    table = files.file(host, "etc/clustergen/roce.conf")
    found = (files.file(host, f"etc/{name}.conf") for name in ("nccl", "rccl"))
    lines = [line for path in found if path for line in path.read_text(encoding="utf-8").splitlines()]
    return HostEnds(
        ports=ports,
        roce=_roce(table.read_text(encoding="utf-8")) if table else {},
        nccl=dict(line.split("=", 1) for line in lines if not line.startswith("#")),
    )


def _roce(text: str) -> dict[str, HostRoce]:
    """Read the table by the names of its columns, which are in its last comment."""
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
            weight=int(row.get("weight", 0)),
            adaptive=row.get("roce_accl", "-") != "-" and row.get("nvconfig", "-") != "-",
        )
    return rows


def read_ports(files: HostFiles, host: str) -> HostPorts:
    """Read a host's ports from its netplan, systemd-networkd or NetworkManager files."""
    found = _Ports()
    for file in network_files(files, host):
        if file.suffix == ".yaml":
            found.take_netplan(read_netplan(file))
        else:
            sections: dict[str, dict[str, str]] = {}
            for section, lines in ini_sections(file):
                sections.setdefault(section, {}).update(lines)
            found.take_sections(sections)
    bonded = {port: found.modes[bond] for port, bond in found.members.items() if bond in found.modes}
    return HostPorts(mtu_bytes=found.mtus, routed=frozenset(found.routed), bonded=bonded)


class _Ports(Struct):
    """Values read so far; `members` are ports by bond."""

    mtus: dict[str, int] = field(default_factory=dict)
    routed: set[str] = field(default_factory=set)
    members: dict[str, str] = field(default_factory=dict)
    modes: dict[str, str] = field(default_factory=dict)

    def take_netplan(self, network: Mapping[str, Any]) -> None:
        for kind in ("ethernets", "bonds", "vlans"):
            for name, row in network.get(kind, {}).items():
                if "mtu" in row:
                    self.mtus[name] = int(row["mtu"])
                if kind == "ethernets" and row.get("addresses"):
                    self.routed.add(name)
                if kind == "bonds":
                    self.members |= dict.fromkeys(row["interfaces"], name)
                    self.modes[name] = row["parameters"]["mode"]

    def take_sections(self, sections: Sections) -> None:
        """Take a file of systemd-networkd or NetworkManager, which is about one interface."""
        name = _first(sections, ("Match", "Name"), ("connection", "interface-name"))
        if mode := _first(sections, ("Bond", "Mode"), ("bond", "mode")):
            self.modes[name or sections["NetDev"]["Name"]] = mode
        mtu = _first(sections, ("Link", "MTUBytes"), ("ethernet", "mtu"), ("infiniband", "mtu"))
        if name and mtu:
            self.mtus[name] = int(mtu)
        if bond := _first(sections, ("Network", "Bond"), ("connection", "master"), ("connection", "controller")):
            self.members[name] = bond
        elif name and not name.startswith("bond"):
            self.routed.add(name)


def _first(sections: Sections, *keys: tuple[str, str]) -> str:
    return next((value for section, key in keys if (value := sections.get(section, {}).get(key, ""))), "")
