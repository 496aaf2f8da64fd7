"""Readers of Lustre's files: LNet's networks and their interfaces, mounts of hosts and volumes of Kubernetes with their NIDs, and the table of targets.

A NID is an address on a network of LNet: `10.64.0.1@o2ib`. Those of one host are separated by commas, hosts by colons (mount.lustre(8), mkfs.lustre(8)).
"""

import re
from collections.abc import Iterator
from ipaddress import IPv4Address
from pathlib import Path

import yaml
from msgspec import Struct

from generator.verify.host_files import HostFiles, ini_sections
from generator.verify.reach import reading

TABLE = "etc/clustergen/lustre.conf"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_COLUMNS = ("target", "kind", "index", "fsname", "usual", "mgsnode", "servicenode", "device", "place")
_NETWORKS = re.compile(r"""^\s*options\s+lnet\s.*?\bnetworks="?([^"\s]+)""", re.MULTILINE)
_NETWORK = re.compile(r"([a-z][a-z0-9]*)(?:\(([^)]*)\))?")
_FIRST = re.compile(r"(?<=[a-z])0$")
"""`tcp0` is `tcp` (Lustre Operations Manual, Setting the LNet Module networks Parameter)."""
Node = tuple[tuple[str, str], ...]
"""The NIDs of one host: addresses and networks. What is no IPv4 address is a name."""


class Said(Struct, frozen=True, kw_only=True):
    """A statement of a file, with its place: `fsname` and the nodes that a mount or a target has."""

    place: str
    what: str
    fsname: str
    nodes: tuple[Node, ...]


class Row(Struct, frozen=True, kw_only=True):
    """A line of a host's table: a target, the host that formats it, the nodes of the management target, and its own nodes where several may serve it."""

    place: str
    target: str
    fsname: str
    usual: str
    managers: tuple[Node, ...]
    services: tuple[Node, ...]


class Lnet(Struct, frozen=True, kw_only=True):
    """LNet's networks on a host, each with its interfaces, and where that is written."""

    place: str
    networks: dict[str, tuple[str, ...]]


def read_lnet(files: HostFiles, host: str) -> tuple[Lnet, ...]:
    """Return every statement of LNet's networks that a host has; one that names no interface has none. Raises UnreadableError: a file is not in its form."""
    found = []
    for file in files.find(host, "etc/modprobe.d/*.conf"):
        with reading(files.place(file)):
            text = file.read_text(encoding="utf-8")
        for match in _NETWORKS.finditer(text):
            rows = {
                network_name(name): tuple(each.strip() for each in inside.split(",") if each.strip())
                for name, inside in _NETWORK.findall(match[1])
            }
            found.append(Lnet(place=f"{files.place(file)}:{_line(text, match.start(1))}", networks=rows))
    return tuple(found)


def read_mount(files: HostFiles, file: Path) -> Said | None:
    """Return the Lustre mount of a unit; None where it mounts something else. Raises UnreadableError: it is not in its form."""
    with reading(files.place(file)):
        mount = {key: value for section, lines in ini_sections(file) if section == "Mount" for key, value in lines}
        if mount.get("Type") != "lustre":
            return None
        nodes, _, name = mount["What"].partition(":/")
        text = file.read_text(encoding="utf-8")
        place = f"{files.place(file)}:{_line(text, text.index('What='))}"
        return Said(place=place, what=mount["Where"], fsname=name.partition("/")[0], nodes=read_nodes(nodes))


def read_volumes(file: Path, place: str) -> Iterator[Said]:
    """Yield the volumes of Kubernetes in a file that are Lustre file systems, which their driver mounts by its `volumeHandle`.

    Raises UnreadableError: it is not in its form.
    """
    with reading(place):
        text = file.read_text(encoding="utf-8")
        found = (each["spec"]["csi"] for each in yaml.load_all(text, _LOADER) if each and "csi" in each.get("spec", {}))
        lines = (number for number, line in enumerate(text.splitlines(), 1) if "volumeHandle:" in line)
        for csi, line in zip(found, lines, strict=True):
            if csi.get("fsType") == "lustre":
                nodes, _, name = csi["volumeHandle"].partition(":/")
                fsname = name.partition("/")[0]
                yield Said(place=f"{place}:{line}", what="a volume", fsname=fsname, nodes=read_nodes(nodes))


def read_table(files: HostFiles, host: str) -> tuple[Row, ...]:
    """Return the targets that a host may serve. Raises UnreadableError: a line has other columns."""
    file = files.file(host, TABLE)
    return tuple(_rows(file, files.place(file))) if file else ()


def _rows(file: Path, place: str) -> Iterator[Row]:
    with reading(place):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("#") or not line.strip():
                continue
            row = dict(zip(_COLUMNS, line.split(), strict=True))
            services = () if row["servicenode"] == "-" else read_nodes(row["servicenode"])
            yield Row(
                place=f"{place}:{number}",
                target=row["target"],
                fsname=row["fsname"],
                usual=row["usual"],
                managers=read_nodes(row["mgsnode"]),
                services=services,
            )


def read_nodes(text: str) -> tuple[Node, ...]:
    """Read nodes; a NID without a network is on `tcp`."""
    nodes = []
    for node in text.split(":"):
        nids = (nid.partition("@") for nid in node.split(","))
        nodes.append(tuple((address, network_name(network or "tcp")) for address, _, network in nids))
    return tuple(nodes)


def network_name(name: str) -> str:
    """Return a network of LNet by its usual name."""
    return _FIRST.sub("", name)


def is_address(text: str) -> bool:
    """Whether a NID begins with an IPv4 address."""
    try:
        IPv4Address(text)
    except ValueError:
        return False
    return True


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
