"""Judge of BeeGFS that hosts of the cluster serve: services, clients and volumes of pods name the same management service, and it is where the plan has it."""

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from generator.change.formats import PlanFileError
from generator.verify.rendered import Rendered, rendered
from generator.verify.verdict import Verdict
from generator.verify.volume_classes import CLASSES, classes_of

_NAME, _NOTE = "beegfs", "management service of servers, clients and volumes"
_SERVICES = "etc/clustergen/beegfs/services"
_INVENTORY = ("ansible/inventory/group_vars/*.yml", "ansible/inventory/host_vars/*.yml")
_PLACE = re.compile(r"/srv/beegfs/([^/]+)/")
_DRIVER, _CLIENT = "beegfs.csi.netapp.com", "cluster_storage_beegfs_client:"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Said = tuple[str, str]
"""Where an address of a management service is stated, and the address."""


def beegfs(tree: Path) -> Verdict:
    """Compare every statement of a management service with the addresses of the host that has it."""
    known = rendered(tree)
    try:
        hosts = [row["name"] for row in known.plan["hosts"]]
        files = {host: file for host in hosts if (file := known.hosts.file(host, _SERVICES))}
        own = _addresses(known)
        ours = {name for name, tier in known.plan["choices"]["site"]["storage"].items() if tier.get("beegfs")}
    except PlanFileError:
        return Verdict(_NAME, 0, ran=True, note="the tree has no plan.json with its hosts")
    managers: dict[str, list[str]] = {}
    said: list[tuple[str, Said]] = []
    for host, file in files.items():
        for service, tier, address in _rows(file):
            if service == "mgmtd":
                managers.setdefault(tier, []).append(host)
            else:
                said.append((tier, (f"{known.hosts.place(file)}: {service}", address)))
    if files:
        said += [(tier, each) for tier, each in _volumes(tree) if tier in ours]
    faults = [fault for tier, each in said for fault in _faults(tier, each, managers.get(tier, []), own)]
    every = {address for hosts in managers.values() for host in hosts for address in own.get(host, ())}
    faults += [f"{place} is {address}, which no management service has" for place, address in _clients(tree) if address not in every]  # fmt: skip
    return Verdict(_NAME, len(files), ran=True, note=_NOTE, faults=list(dict.fromkeys(faults)))


def _addresses(known: Rendered) -> dict[str, set[str]]:
    """Return the addresses of each host by the plan."""
    found: dict[str, set[str]] = {}
    for row in known.plan["addresses"]:
        found.setdefault(row["device"], set()).add(row["address"].partition("/")[0])
    return found


def _rows(file: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the services of a host: the kind, the tier, and the management service that it registers with."""
    for line in file.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            service, _, place, address = line.split()
            found = _PLACE.match(place)
            yield service, found[1] if found else "", address


def _volumes(tree: Path) -> Iterator[tuple[str, Said]]:
    """Yield the tiers whose volumes pods get by the driver of BeeGFS."""
    for name, parameters in classes_of(tree, _DRIVER):
        yield name, (f"{CLASSES}: sysMgmtdHost of {name}", parameters.get("sysMgmtdHost", "missing"))


def _clients(tree: Path) -> Iterator[Said]:
    """Yield the management services that the inventory has for clients."""
    for file in sorted(file for pattern in _INVENTORY for file in tree.glob(pattern)):
        for line in file.read_text("utf-8").splitlines():
            if line.startswith(_CLIENT):
                address = yaml.load(line, _LOADER)[_CLIENT.rstrip(":")]["address"]  # noqa: S506  (the safe loader, in C)
                yield f"{file.relative_to(tree)}: {_CLIENT} address", address


def _faults(tier: str, said: Said, managers: list[str], own: dict[str, set[str]]) -> Iterator[str]:
    place, address = said
    if len(managers) != 1:
        yield f"storage.{tier} has the management service on {', '.join(managers) or 'no host'}, and {place} asks {address}"
    elif address not in own.get(managers[0], ()):
        yield f"{place} is {address}, and the management service of storage.{tier} is on {managers[0]}, which the plan gives another address"
