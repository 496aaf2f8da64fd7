"""Rendered files with names that hosts look up, the hosts that do, and the reader of each file: one row per format.

Files in no row have names that no host looks up: lists for people, drawings, descriptions of ports, labels of metrics, objects of Kubernetes with
names of hosts. The controller's own inventory of Ansible is among them: its addresses are the concern of the operator.
"""

from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from msgspec import Struct

from generator.verify.names import formats
from generator.verify.names.slurm_files import slurm_names
from generator.verify.names.words import host_names

Reader = Callable[[str], Iterable[str]]
FIRST_START = "first start"
"""The asker before a host or a switch has its own files: with the resolvers of DHCP."""
ON_HOST: tuple[tuple[str, Reader], ...] = (
    ("etc/hostname", formats.hostname),
    ("etc/systemd/system/*.mount", formats.mount_unit),
    ("etc/fstab", formats.fstab),
    ("etc/chrony/chrony.conf", formats.chrony),
    ("etc/chrony.conf", formats.chrony),
    ("etc/rsyslog.d/*.conf", formats.rsyslog),
    ("etc/exports.d/*.exports", formats.exports),
    ("etc/exports", formats.exports),
    ("etc/clustergen/scale/nodes", formats.scale_nodes),
    ("etc/clustergen/scale/disks", formats.scale_disks),
    ("etc/clustergen/s3/*.json", formats.endpoints),
    ("etc/clustergen/scale/caches", formats.scale_disks),
)
"""Files by their path on the host that has them, its own or its group's."""
IN_TREE: tuple[tuple[str, str, Reader], ...] = (
    ("slurm/slurm.conf", "slurm", slurm_names),
    ("slurm/slurmdbd.conf", "control", slurm_names),
    ("slurm/transfer/*.sbatch", "slurm", formats.transfers),
    ("ansible/inventory/group_vars/all/cluster.yml", "slurm", formats.cluster),
    ("monitoring/prometheus/prometheus.yml", "control", formats.prometheus),
    ("monitoring/prometheus/targets/*.json", "control", formats.targets),
    ("monitoring/alertmanager/alertmanager.yml", "control", formats.alertmanager),
    ("monitoring/gnmic/gnmic.yml", "control", formats.collector),
    ("monitoring/options/hosts/{host}/*", "host", formats.options),
    ("monitoring/options/*", "control", formats.options),
    ("kubernetes/storage-classes.yaml", "kubernetes", formats.kubernetes),
    ("kubernetes/kubespray/group_vars/*", "kubernetes", formats.kubernetes),
    ("kubernetes/kubeadm/*.yaml", "kubernetes", formats.kubernetes),
    ("kubernetes/rke2/kube-vip.yaml", "control", formats.kubernetes),
    ("kubernetes/acceptance/*.yaml", "kubernetes", formats.kubernetes),
    ("kubernetes/network-operator/policies.yaml", "kubernetes", formats.kubernetes),
    ("kubernetes/node-health/*.yaml", "kubernetes", formats.kubernetes),
    ("kubernetes/slinky/*.yaml", "kubernetes", formats.kubernetes),
    ("kubernetes/rke2/{host}/config.yaml", "host", formats.kubernetes),
    ("provisioning/web/{host}.conf", "host", formats.web_server),
    ("acceptance/pairs.csv", "compute", formats.pairs),
    ("acceptance/groups.csv", "compute", formats.groups),
    ("provisioning/kea/*.conf", FIRST_START, formats.kea),
    ("provisioning/boot/*", FIRST_START, formats.urls),
    ("provisioning/ztp/*", FIRST_START, formats.urls),
)
"""Files by their path in the tree, with their readers: a role's hosts, Slurm's, one host (`{host}`), or devices at their first start."""

_BY_FOLDER = {
    row[0].partition("/")[0]: tuple(r for r in IN_TREE if r[0].startswith(row[0].partition("/")[0] + "/"))
    for row in IN_TREE
}


class Use(Struct, frozen=True):
    """The names that a file has looked up, and the hosts that do it."""

    file: str
    names: frozenset[str]
    hosts: tuple[str, ...]


class Readers(Struct, frozen=True):
    """Who reads what: hosts by role, and those of Slurm."""

    by_role: dict[str, tuple[str, ...]]
    slurm: tuple[str, ...]

    def of(self, whom: str, path: str, pattern: str) -> tuple[str, ...]:
        """Return the hosts that read a file of the tree."""
        if whom == "host":
            place = pattern.split("/").index(next(part for part in pattern.split("/") if "{host}" in part))
            return (path.split("/")[place].removesuffix(".conf"),)
        if whom == "slurm":
            return self.slurm
        if whom == "kubernetes":
            return (*self.by_role.get("compute", ()), *self.by_role.get("control", ()))
        return self.by_role.get(whom, ()) if whom != FIRST_START else (FIRST_START,)


def reader_of(path: str) -> Reader | None:
    """Return the reader of a file by its path in the tree; None where no name of it is looked up."""
    kind, _, rest = path.partition("/")
    if kind in {"hosts", "host_groups"}:
        return _on_host(rest.partition("/")[2])
    row = _row(path)
    return row[2] if row else None


def _row(path: str) -> tuple[str, str, Reader] | None:
    return next((row for row in _BY_FOLDER.get(path.partition("/")[0], ()) if _matches(path, row[0])), None)


@cache
def _on_host(path: str) -> Reader | None:
    return next((reader for pattern, reader in ON_HOST if fnmatchcase(path, pattern)), None)


def _matches(path: str, pattern: str) -> bool:
    return fnmatchcase(path, pattern.replace("{host}", "*"))


def uses_in_tree(tree: Path, paths: Iterable[str], readers: Readers) -> Iterator[Use]:
    """Yield the uses of files that belong to no host; the first row that matches a path decides."""
    for path in paths:
        if (row := _row(path)) and (text := read(tree / path)) is not None:
            yield Use(path, host_names(row[2](text)), readers.of(row[1], path, row[0]))


def uses_on_hosts(
    tree: Path, folders: dict[str, dict[str, list[str]]], groups: dict[str, tuple[str, ...]]
) -> Iterator[Use]:
    """Yield the uses of hosts' files. A group's file is read once, for those of its hosts that have no own one instead."""
    own = folders["hosts"]
    for host, paths in own.items():
        yield from _read(tree, f"hosts/{host}", paths, (host,))
    for group, paths in folders["host_groups"].items():
        for path in paths:
            members = tuple(host for host in groups.get(group, ()) if path not in own.get(host, ()))
            yield from _read(tree, f"host_groups/{group}", (path,), members)


def _read(tree: Path, folder: str, paths: Iterable[str], hosts: tuple[str, ...]) -> Iterator[Use]:
    for path in paths:
        reader = _on_host(path)
        if reader and (text := read(tree / folder / path)) is not None:
            yield Use(f"{folder}/{path}", host_names(reader(text)), hosts)


def read(file: Path) -> str | None:
    """Return a file's text; None where it is missing, which the manifest's judge reports."""
    try:
        return file.read_text("utf-8")
    except FileNotFoundError:
        return None
