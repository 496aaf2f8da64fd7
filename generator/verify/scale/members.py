"""The hosts of a Storage Scale cluster: their facts for roles, and the addresses of their names."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from generator.verify.host_files import HostFiles
from generator.verify.lustre.hosts import addresses_of
from generator.verify.names.zones import Zones
from generator.verify.reach import UnreadableError, reading
from generator.verify.scale.cluster import ScaleFiles, looked_at

Members = Mapping[str, tuple[str, str]]
"""By host: the file system that its roles mount, and where."""
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_KEY = "cluster_storage_scale"
_LOOKS = "etc/clustergen/scale/nsddevices"


def read_members(tree: Path, hosts: Iterable[Mapping[str, Any]]) -> Members:
    """Return the mounts of Storage Scale of each host in the inventory.

    Raises:
        UnreadableError: a file of the inventory is not in its form.
    """
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
