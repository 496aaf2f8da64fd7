"""Judges of what local drives and GPUs do for tiers: caches are where mounts use them and on a local tier, and a host's library has the host's own addresses."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from generator.change.formats import PlanFileError
from generator.change.tables import PlanRows
from generator.source.broken import said_of
from generator.verify.host_files import HostFiles
from generator.verify.rendered import rendered
from generator.verify.verdict import Verdict

_CONF, _UNIT = "etc/cachefilesd.conf", "etc/systemd/system/clustergen-cache.service"
_LUSTRE, _ROOM = "etc/systemd/system/clustergen-pcc.service", "etc/systemd/system/clustergen-pcc-room.service"
_ADDED = re.compile(r'^ExecStart=/usr/sbin/lctl pcc add (\S+) (\S+) -p "size<\{\d+M\} roid=\d+ pccro=1"$', re.MULTILINE)
_CUFILE, _MOUNTS = "etc/cufile.json", "etc/systemd/system/*.mount"
_LINE = re.compile(r"^(\w+) (\S+)$", re.MULTILINE)
_KEY = re.compile(r"^(What|Where|Type|Options|RequiresMountsFor)=(.*)$", re.MULTILINE)


def drives(tree: Path) -> Verdict:
    """Compare the files of each host with each other, and addresses with the plan's."""
    name, note, known = "drives", "caches, GPUDirect Storage", rendered(tree)
    try:
        hosts = [row["name"] for row in known.plan["hosts"]]
        files = known.hosts
        own = _addresses(known.plan)
    except PlanFileError:
        return Verdict(name, 0, ran=True, note="the tree has no plan.json with its hosts")
    faults: dict[str, None] = {}
    count = 0
    for host in hosts:
        units = [dict(_KEY.findall(file.read_text("utf-8"))) for file in files.find(host, _MOUNTS)]
        conf, unit, library, lustre, room = (
            _text(files, host, path) for path in (_CONF, _UNIT, _CUFILE, _LUSTRE, _ROOM)
        )
        count += bool(conf) + bool(library) + bool(lustre)
        faults |= dict.fromkeys(f"{host}: {fault}" for fault in _cache(conf, unit, units))
        if lustre:
            faults |= dict.fromkeys(f"{host}: {_LUSTRE}: {fault}" for fault in _lustre_cache(lustre, room, units))
        faults |= dict.fromkeys(
            f"{host}: {_CUFILE}: {fault}" for fault in _library(library, units, own.get(host, set()))
        )
    return Verdict(name, count, ran=True, note=note, faults=list(faults))


def _text(files: HostFiles, host: str, path: str) -> str:
    file = files.file(host, path)
    return file.read_text("utf-8") if file else ""


def _addresses(plan: PlanRows) -> dict[str, set[str]]:
    """Return the addresses of the ports of each host."""
    found: dict[str, set[str]] = {}
    for row in plan.get("addresses", []):
        found.setdefault(row["device"], set()).add(row["address"])
    return found


def _cache(conf: str, unit: str, mounts: list[dict[str, str]]) -> Iterator[str]:
    """Yield what of a cache does not fit: mounts that use one where there is none, or one that is not on a local tier."""
    users = [mount.get("Where", "") for mount in mounts if "fsc" in mount.get("Options", "").split(",")]
    if not conf:
        yield from (f"{where} is mounted with fsc, and there is no {_CONF}" for where in users)
        return
    words = dict(_LINE.findall(conf))
    folder = words.get("dir", "")
    local = [mount["Where"] for mount in mounts if mount.get("What", "").startswith("/dev/") and "Where" in mount]
    if not users:
        yield f"{_CONF} is there, and no mount has the option fsc"
    if not any(folder.startswith(f"{where}/") for where in local):
        yield f"{_CONF}: {folder or 'no folder'} is not on a local tier of this host"
    needed = dict(_KEY.findall(unit)).get("RequiresMountsFor", "")
    if needed not in local or not folder.startswith(f"{needed}/"):
        yield f"{_UNIT} does not require the mount of {folder}: it would fill the system drive"
    for kind in "bf":
        stop, cull, run = (_percent(words.get(f"{kind}{what}", "")) for what in ("stop", "cull", "run"))
        if not 0 <= stop < cull < run < 100:
            yield f"{_CONF}: 0 <= {kind}stop < {kind}cull < {kind}run < 100 does not hold ({stop}, {cull}, {run})"


def _lustre_cache(unit: str, room: str, mounts: list[dict[str, str]]) -> Iterator[str]:
    """Yield what of a cache of Lustre does not fit: tiers that are not mounted, and folders that are on no local tier, or that nothing keeps room in."""
    added = _ADDED.findall(unit)
    required = {where for key, where in _KEY.findall(unit) if key == "RequiresMountsFor"}
    local = {mount["Where"] for mount in mounts if mount.get("What", "").startswith("/dev/") and "Where" in mount}
    lustre = {mount.get("Where") for mount in mounts if mount.get("Type") == "lustre"}
    if not added:
        yield "adds no cache in the form of lctl-pcc(8)"
    for mount, folder in added:
        if mount not in lustre:
            yield f"{mount} is not mounted as Lustre"
        on = folder.rpartition("/")[0]
        if on not in local:
            yield f"{folder} is not on a local tier of this host"
        if not {mount, on} <= required:
            yield f"does not require the mounts of {mount} and {folder}: it would fill the system drive"
        if f" {mount} {folder}" not in room:
            yield f"nothing keeps room for jobs beside {folder}"


def _percent(text: str) -> int:
    return int(text[:-1]) if re.fullmatch(r"[0-9]{1,3}%", text) else -1


def _library(text: str, mounts: list[dict[str, str]], own: set[str]) -> Iterator[str]:
    """Yield tables of mounts that the host has not, and addresses that are another host's."""
    if not text:
        return
    try:
        content = json.loads(text)
        tables = [
            table for section in content.get("fs", {}).values() for table in section.get("mount_table", {}).items()
        ]
        listed = [str(address) for _, row in tables for address in row["rdma_dev_addr_list"]]
        listed += map(str, content["properties"].get("rdma_dev_addr_list", []))
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        yield f"is not as the library reads it: it {said_of(error)}"
        return
    yield from (f"{address} is not an address of this host" for address in listed if address not in own)
    there = {mount.get("Where") for mount in mounts}
    yield from (f"{mount} has no mount unit" for mount, _ in tables if there and mount not in there)
