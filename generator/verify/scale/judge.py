"""The judge of Storage Scale: nodes, quorum, disks, failure groups, copies, RDMA ports and clients, by the files of a tree alone."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from generator.change.formats import PlanFileError
from generator.verify.host_files import HostFiles
from generator.verify.lustre.hosts import addresses_of
from generator.verify.names.zones import Zones, read_zones
from generator.verify.reach import UnreadableError, reading
from generator.verify.rendered import Rendered, rendered
from generator.verify.scale.cluster import ScaleFiles, cluster_faults, looked_at, read_cluster
from generator.verify.verdict import Verdict
from generator.verify.volume_classes import CLASSES, classes_of

_NAME, _DRIVER = "storage-scale", "spectrumscale.csi.ibm.com"
_NODES = "etc/clustergen/scale/nodes"
Members = Mapping[str, tuple[str, str]]
"""By host: the file system that its roles mount, and where."""
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_KEY = "cluster_storage_scale"
_LOOKS = "etc/clustergen/scale/nsddevices"


def storage_scale(tree: Path) -> Verdict:
    """Read the files of each cluster, and compare them with each other, with the zones, and with the facts for the roles of its nodes."""
    known = rendered(tree)
    try:
        hosts = [row["name"] for row in known.plan["hosts"]]
        places = {file.parent: host for host in hosts if (file := known.hosts.file(host, _NODES))}
    except PlanFileError:
        return Verdict(_NAME, 0, ran=True, note="the tree has no plan.json with its hosts")
    clusters: list[ScaleFiles] = []
    faults: list[str] = []
    for folder in places:
        try:
            clusters.append(read_cluster(folder, known.hosts.place(folder)))
        except UnreadableError as error:
            faults.append(str(error))
    try:
        members = read_members(tree, known.plan["hosts"])
        zones = _zones(tree, known) if clusters else None
    except UnreadableError as error:
        return Verdict(
            _NAME, max(len(places), 1), ran=True, note="nodes, disks and lines", faults=[*faults, str(error)]
        )
    faults += _faults(known, clusters, members, zones)
    read = sum(each.files for each in clusters) + len(places) - len(clusters)
    files = max(read, min(len(faults), 1))  # where only the inventory is wrong, that is a file
    return Verdict(_NAME, files, ran=True, note="nodes, disks, lines and clients", faults=list(dict.fromkeys(faults)))


def _faults(known: Rendered, clusters: list[ScaleFiles], members: Members, zones: Zones | None) -> Iterator[str]:
    for cluster in clusters:
        yield from cluster_faults(cluster)
        yield from member_faults(known.hosts, cluster, members, zones)
    devices = {cluster.device for cluster in clusters}
    for host, (device, _) in members.items():
        if device not in devices:
            yield f"the inventory has {host} mount {device}, and no cluster of the tree makes it"
    ours = {name for name, tier in known.plan["choices"]["site"]["storage"].items() if tier.get("scale")}
    for name, parameters in classes_of(known.tree, _DRIVER) if clusters else ():
        device = parameters.get("volBackendFs", "")
        if name in ours and device not in devices:
            yield f"{CLASSES}: volBackendFs of {name} is {device or 'missing'}, and no cluster of the tree makes it"


def _zones(tree: Path, known: Rendered) -> Zones | None:
    control = [row["name"] for row in known.plan["hosts"] if row["role"] == "control"]
    with reading("provisioning/dns"):
        zones = read_zones(tree, known.hosts, control)
    return zones if zones.rendered else None


def read_members(tree: Path, hosts: Iterable[Mapping[str, Any]]) -> Members:
    """Return the mounts of Storage Scale of each host in the inventory. Raises UnreadableError: a file of the inventory is not in its form."""
    groups: dict[str, Any] = {}
    found: dict[str, tuple[str, str]] = {}
    for row in hosts:
        group = row["group"]
        if group not in groups:
            groups[group] = _fact(tree / "ansible/inventory/group_vars" / f"{group}.yml")
        fact = _fact(tree / "ansible/inventory/host_vars" / f"{row['name']}.yml") or groups[group]
        if fact:
            found[row["name"]] = (fact["device"], fact["mount"])
    return found


def _fact(file: Path) -> Any:
    with reading(file.name):
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        found = re.search(rf"^{_KEY}:.*\n(?: .*\n)*", text, re.MULTILINE)
        return yaml.load(found.group(), Loader=_LOADER)[_KEY] if found else None  # noqa: S506  (the safe loader, in C)


def member_faults(files: HostFiles, cluster: ScaleFiles, members: Members, zones: Zones | None) -> Iterator[str]:
    """Report nodes that are no hosts, hosts that mount and are no nodes, other mount points, and names that lead to another host."""
    made = cluster.command("mmcrfs")
    mount = made.options.get("-T", "") if made else ""
    hosts = {node.admin.partition(".")[0]: node for node in cluster.nodes}
    yield from _caches(files, cluster, {node.name: host for host, node in hosts.items()})
    for host, (device, where) in members.items():
        if device != cluster.device:
            continue
        if host not in hosts:
            yield f"{cluster.place}/nodes: {host} mounts {device}, and is no node"
        if where != mount:
            yield f"{cluster.place}/lines: {device} is mounted at {mount}, and the inventory has {where} for {host}"
    for host, node in hosts.items():
        place = f"{cluster.place}/nodes:{node.line}"
        if host not in members:
            yield f"{place}: {host} is a node, and the inventory does not have it mount {cluster.device}"
            continue
        if zones is None:
            continue
        try:
            own = addresses_of(files, host).keys()
        except UnreadableError as error:
            yield str(error)
            continue
        for name in (node.name, node.admin):
            led = zones.addresses.get(name, frozenset())
            if not led & own:
                yield f"{place}: {name} leads to {', '.join(sorted(led)) or 'no address'}, which {host} does not have"


def _caches(files: HostFiles, cluster: ScaleFiles, hosts: Mapping[str, str]) -> Iterator[str]:
    """Report drives that cache and that their own host does not look at."""
    for disk in cluster.caches:
        host = hosts.get(disk.servers[0], "")
        file = files.file(host, _LOOKS)
        if disk.device not in (looked_at(file.read_text(encoding="utf-8")) if file else ()):
            yield f"{cluster.place}/caches:{disk.line}: {disk.nsd} is on {disk.device}, which nsddevices of {host or 'no host'} does not list"
