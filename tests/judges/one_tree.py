"""The tree of a cluster, as each file of a rendered directory tells it, held against the cabling map."""

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import yaml

from tests.host_files import host_file
from tests.judges.kubernetes import read_objects
from tests.judges.tree_readers import READERS, text_of
from tests.judges.trees import Levels, Names, Row, Together, grouped, hosts_of, reached, told, unfolded, within

GROUPS = {"slurm": "slurm_compute", "kubernetes": "kubernetes_worker"}
"""Ansible's groups of hosts that jobs run on, where the inventory has them."""


def differences(tree: Path) -> list[str]:
    """List every file that tells another tree than the cabling map; nothing if all tell one."""
    cables = _cables(tree)
    groups = _groups(tree)
    computing = _members(groups, "role_compute")
    fabric = cabled(cables, computing)
    near = (domains(cables, groups), *fabric[1:])
    found = list(_ansible(cables, groups, fabric[0], computing))
    found += _nccl(tree, cables, computing)
    members: dict[str, set[str]] = {"slurm": set(), "kubernetes": set()}
    for row in json.loads((tree / "plan.json").read_text())["schedulers"]:
        if row["host"] in computing:
            members[row["scheduler"]].add(row["host"])
    for scheduler, group in GROUPS.items():
        if group in groups and groups[group] != members[scheduler]:
            found.append(
                f"ansible {group}: {sorted(groups[group] ^ members[scheduler])[:4]} are not those of {scheduler}"
            )
    for reader in READERS:
        for name, levels, wanted, of in reader(tree, fabric, near):
            if wanted is not None and told(levels) != told(within(wanted, hosts_of(levels))):
                found.append(f"{name}: {_shown(told(levels), told(within(wanted, hosts_of(levels))))}")
            if of and hosts_of(levels) != members[of]:
                found.append(f"{name}: {sorted(hosts_of(levels) ^ members[of])[:4]} are not those of {of}")
    return found


def cabled(cables: Sequence[Row], computing: Names) -> Levels:
    """Read the tree from the cabling map: who shares leaves, who reaches whom below cores, and who reaches whom at all."""
    hosts = [row for row in cables if row["kind"] == "host_leaf" and row["a_device"] in computing]
    names = dict.fromkeys(row["a_device"] for row in hosts)
    below = [row for row in cables if row["kind"] not in {"host_leaf", "spine_core"}]
    cores = [row for row in cables if row["kind"] == "spine_core"]
    return reached(hosts, names), reached([*hosts, *below], names), reached([*hosts, *below, *cores], names)


def domains(cables: Sequence[Row], groups: Mapping[str, Names]) -> Together:
    """Read the NVLink domains: hosts that Ansible has in one stand in one rack, and no domain shares a rack with another."""
    racks = {row["a_device"]: row["a_rack"] for row in cables if row["kind"] == "host_leaf"}
    mine = frozenset().union(*(hosts for name, hosts in groups.items() if name.startswith("nvlink_domain_")))
    return grouped({host: rack for host, rack in racks.items() if host in mine})


def _ansible(cables: Sequence[Row], groups: Mapping[str, Names], units: Together, computing: Names) -> Iterator[str]:
    mine = frozenset(hosts & computing for name, hosts in groups.items() if name.startswith("su_"))
    if mine != units:
        yield f"ansible su_*: {_shown((mine,), (units,))}"
    places = {row[f"{end}_device"]: row[f"{end}_rack"] for row in cables for end in "ab"}
    racks: dict[str, set[str]] = {}
    for device, rack in places.items():
        racks.setdefault(f"rack_{rack.lower()}", set()).add(device)
    for name, hosts in groups.items():
        if name.startswith("rack_") and hosts & places.keys() != racks.get(name, set()):
            yield f"ansible {name}: {sorted(hosts & places.keys() ^ racks.get(name, set()))[:4]}"
    if computing - {row["a_device"] for row in cables}:
        yield "ansible role_compute: hosts without a cable"


def _nccl(tree: Path, cables: Sequence[Row], computing: Names) -> Iterator[str]:
    """Hold NCCL's adapters, by RDMA name and PCI address, against the ports that the cables of rails are in.

    Where rails have no network interface (InfiniBand without IP), Kubernetes' device plugin says which address is which rail.
    """
    offered = _offered(tree)
    rails: dict[str, list[str]] = {}
    for row in cables:
        if row["kind"] == "host_leaf" and row["a_device"] in computing:
            rails.setdefault(row["a_device"], []).append(row["a_interface"])
    for host in sorted(computing):
        both = [host_file(tree, host, f"etc/{library}.conf") for library in ("nccl", "rccl")]
        nccl = next((path for path in both if path.exists()), both[0])
        said = re.search(r"^NCCL_IB_HCA==(\S+)$", text_of(nccl), re.MULTILINE)
        if not said:
            continue  # no document names the adapters: summary.json says so
        rules = [
            text_of(host_file(tree, host, f"etc/udev/rules.d/{name}"))
            for name in ("60-rdma-persistent-naming.rules", "70-persistent-net.rules")
        ]
        rdma = dict(re.findall(r'KERNELS=="([^"]+)".*name %k (\w+)"', rules[0]))
        names = dict(re.findall(r'KERNELS=="([^"]+)".*NAME="(\w+)"', rules[1]))
        names = names if set(rails[host]) <= set(names.values()) else offered
        known = [pci for hca in said[1].split(",") for pci, name in rdma.items() if name == hca]
        ports = [names.get(pci, "nothing") for pci in known] if names else known
        if ports != rails[host] if names else len(known) != len(rails[host]):
            yield f"{nccl.relative_to(tree)} on {host}: {ports} are not {rails[host]}"


def _offered(tree: Path) -> dict[str, str]:
    """Read which PCI address is offered as which rail; rails that pods share are offered by the name of their interface."""
    found: dict[str, str] = {}
    for each in read_objects(text_of(tree / "kubernetes" / "network-operator" / "policies.yaml")):
        if each["kind"] == "NicNodePolicy" and "sriovDevicePlugin" in each["spec"]:
            for row in json.loads(each["spec"]["sriovDevicePlugin"]["config"])["resourceList"]:
                (selector,) = row["selectors"]
                found |= dict.fromkeys(selector["pciAddresses"], row["resourceName"])
    return found


def _cables(tree: Path) -> list[Row]:
    with (tree / "cabling" / "cables.csv").open() as file:
        return [row for row in csv.DictReader(file) if row["fabric"] == "compute"]


def _groups(tree: Path) -> dict[str, Names]:
    text = (tree / "ansible" / "inventory" / "hosts.yml").read_text()
    read = {name: each or {} for name, each in yaml.safe_load(text).items()}
    found = {name: frozenset(host for text in each.get("hosts", ()) for host in unfolded(text)) for name, each in read.items()}  # fmt: skip
    return {name: hosts.union(*(found.get(child, set()) for child in read[name].get("children", ()))) for name, hosts in found.items()}  # fmt: skip


def _members(groups: Mapping[str, Names], name: str) -> Names:
    return groups.get(name, frozenset())


def _shown(ours: Levels, theirs: Levels) -> str:
    """Show the first part that one tree has and the other has not."""
    ours_parts, theirs_parts = ({part for level in levels for part in level} for levels in (ours, theirs))
    strange = min((sorted(part) for part in ours_parts - theirs_parts), default=[])
    return (
        f"{strange[:4]} ... are together, which the cabling map does not say ({len(ours)} levels, {len(theirs)} there)"
    )
