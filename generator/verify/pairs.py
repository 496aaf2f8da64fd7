"""Judges of pairs that export NFS: Pacemaker's own program reads the resources, and both hosts' files are compared with each other, with the plan and with the exports."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.change.formats import PlanFileError
from generator.plan.hosts.exports import PAIR
from generator.source.broken import said_of
from generator.verify import admitted
from generator.verify.programs import each, run
from generator.verify.rendered import Rendered, rendered
from generator.verify.verdict import Verdict

_CIB = "etc/clustergen/nfs/cib.xml"
_COROSYNC = "etc/corosync/corosync.conf"
_EXPORTS = "etc/exports.d/clustergen.exports"
_NODE = re.compile(r"^ *node \{\n((?:[^{}]*\n)*?) *\}$", re.MULTILINE)
_VALUE = re.compile(r"^ *(name|nodeid|ring0_addr|ring1_addr): (\S+)$", re.MULTILINE)
_OFF = "-INFINITY"


def pacemaker(tree: Path) -> Verdict:
    """Judge by crm_verify: it reads the resources of every pair. A document type, which may name other files, is refused first."""

    def read(file: Path, program: str) -> str:
        if odd := admitted.markup(file.read_bytes()):
            return odd
        said = run([program, "-V", "--xml-file", str(file)])
        return f"of {file.relative_to(tree).parts[1]}: {said}" if said else ""

    return each("pacemaker", tree.glob(f"hosts/*/{_CIB}"), "crm_verify", "apt-get install pacemaker-cli-utils", read)


def nfs_pairs(tree: Path) -> Verdict:
    """Compare what both hosts of a pair read: the same files, each other's addresses, BMCs that power off the right host, and the exported folder."""
    name, note, known = "nfs-pairs", "both hosts, BMCs, exports", rendered(tree)
    try:
        rows = {row["name"]: row for row in known.plan["hosts"]}
        texts = {host: text for host in rows if (text := _text(known, host, _CIB))}
        wanted = sorted(_planned(known.plan))
    except PlanFileError:
        return Verdict(name, 0, ran=True, note="the tree has no plan.json with its hosts")
    faults = [
        f"hosts/{host}/{_CIB}: the plan has {host} in a pair, and the file is missing"
        for host in wanted
        if host not in texts
    ]
    faults += [
        f"hosts/{host}/{_CIB}: {fault}" for host, text in texts.items() for fault in _faults(known, rows, host, text)
    ]
    return Verdict(name, len(texts), ran=True, note=note, faults=faults)


def _planned(plan: Mapping[str, Any]) -> Iterator[str]:
    """Yield the hosts that are pairs by the plan: the first two of a group, if both are installed and have their addresses."""
    for tier in plan["choices"]["site"]["storage"].values():
        if tier.get("nfs"):
            rows = [row for row in plan["hosts"] if row["group"] == tier["hosts"] and row["ordinal"] < PAIR]
            if len(rows) == PAIR and all(row[key] for row in rows for key in ("inband", "management", "bmc")):
                yield from (row["name"] for row in rows)


def _text(known: Rendered, host: str, path: str) -> str:
    file = known.hosts.file(host, path)
    return file.read_text("utf-8") if file else ""


def _faults(known: Rendered, rows: Mapping[str, Mapping[str, Any]], host: str, text: str) -> Iterator[str]:
    nodes = dict(_nodes(_text(known, host, _COROSYNC)))
    if len(nodes) != len(("one", "other")) or not all(nodes) or host not in nodes:
        yield f"{_COROSYNC} has the nodes {', '.join(name or 'without a name' for name in sorted(nodes)) or 'of nobody'}: this host and one other are a pair"
        return
    for other, node in nodes.items():
        for path, mine in ((_CIB, text), (_COROSYNC, _text(known, host, _COROSYNC))):
            if _text(known, other, path) != mine:
                yield f"{other} has another {path}"
        row = rows.get(other, {})
        planned = {"ring0_addr": row.get("inband"), "ring1_addr": row.get("management")}
        yield from (f"{key} of {other} is {node.get(key)}, and the plan has {value}" for key, value in planned.items() if node.get(key) != value)  # fmt: skip
    try:
        root = None if admitted.markup(text.encode()) else ET.fromstring(text)  # noqa: S314  (without declarations there are no entities)
    except ET.ParseError as error:
        yield f"{said_of(error)}"
        return
    if root is not None:
        yield from _fencing(root, rows, sorted(nodes))
        yield from _served(root, rows, _text(known, host, _EXPORTS))


def _nodes(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the nodes of a corosync.conf by name."""
    for block in _NODE.findall(text):
        node = dict(_VALUE.findall(block))
        yield node.get("name", ""), node


def _fencing(root: ET.Element, rows: Mapping[str, Mapping[str, Any]], hosts: list[str]) -> Iterator[str]:
    """Yield hosts without a fencing device, or whose device is another host's BMC, or that would have to fence themselves."""
    options = {pair.get("name"): pair.get("value") for pair in root.iterfind("configuration/crm_config/*/nvpair")}
    if options.get("stonith-enabled") != "true":
        yield "stonith-enabled is not true: a lost host would not be powered off, and both could write"
    devices = {values.get("pcmk_host_list", ""): (name, values) for name, kind, values in _primitives(root) if kind == "stonith"}  # fmt: skip
    places = {(place.get("rsc"), place.get("node"), place.get("score")) for place in root.iter("rsc_location")}
    for host in hosts:
        name, values = devices.get(host, ("", {}))
        if not name:
            yield f"no device powers {host} off"
            continue
        if values.get("ip") != rows.get(host, {}).get("bmc"):
            yield f"{name} asks {values.get('ip')}, and the BMC of {host} is {rows.get(host, {}).get('bmc')}"
        if (name, host, _OFF) not in places:
            yield f"{name} may run on {host}, which it powers off"


def _served(root: ET.Element, rows: Mapping[str, Mapping[str, Any]], exports: str) -> Iterator[str]:
    """Yield what of the group is not what clients get: one address, which is no host's, and an exported folder."""
    found = {name.rpartition("-")[2]: values for name, kind, values in _primitives(root) if kind == "ocf"}
    folder, address = found.get("device", {}).get("directory"), found.get("address", {}).get("ip")
    if folder not in {line.split(" ", 1)[0] for line in exports.splitlines()}:
        yield f"{folder} is mounted, and {_EXPORTS} does not export it"
    if found.get("server", {}).get("nfs_ip") != address:
        yield f"the server answers at {found.get('server', {}).get('nfs_ip')}, and the address that moves is {address}"
    taken = next((host for host, row in rows.items() if address in {row.get("inband"), row.get("management"), row.get("bmc")}), "")  # fmt: skip
    if taken:
        yield f"{address} moves, and belongs to {taken}"


def _primitives(root: ET.Element) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield every resource: its name, its class and its parameters."""
    for found in root.iter("primitive"):
        values = {pair.get("name", ""): pair.get("value", "") for pair in found.iterfind("instance_attributes/nvpair")}
        yield found.get("id", ""), found.get("class", ""), values
