"""Judge of object stores of the site: what the program for buckets reads of each is compared with probes, jobs that copy, secrets and the inventory."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from generator.verify.verdict import Verdict

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TABLES = ("host_groups/*/etc/clustergen/s3/*.json", "hosts/*/etc/clustergen/s3/*.json")
_TARGETS, _MODULES = "monitoring/prometheus/targets/object-endpoint.json", "monitoring/blackbox/blackbox.yml"
_JOBS = ("slurm/transfer/*.sbatch", "kubernetes/transfer/*.yaml", "kubernetes/transfer/*/*.yaml")
_VARIABLES, _GROUPS = "ansible/inventory/group_vars/all/secrets.yml", "ansible/inventory/group_vars/*.yml"
_REACH = re.compile(r"^\s*reach RCLONE_CONFIG_(\w+)_ENDPOINT \S+ (.+)$", re.MULTILINE)


def object_stores(tree: Path) -> Verdict:
    """Compare every file that names endpoints, an authority or keys of a store with its table."""
    tables = sorted(file for pattern in _TABLES for file in tree.glob(pattern))
    faults: dict[str, None] = {}
    for file in tables:
        found = json.loads(file.read_text("utf-8"))
        for fault in (*_probes(tree, file.stem, found), *_jobs(tree, file.stem, found), *_inventory(tree, found)):
            faults[f"storage.{file.stem}: {fault}"] = None
    return Verdict("object-stores", len(tables), ran=True, note="endpoints, authorities, secrets", faults=list(faults))


def _probes(tree: Path, tier: str, table: dict[str, Any]) -> Iterator[str]:
    """Yield where the probe asks other endpoints, or trusts another authority; nothing where the tree has no monitoring."""
    targets, modules = tree / _TARGETS, tree / _MODULES
    if not modules.is_file():
        return
    rows = json.loads(targets.read_text("utf-8")) if targets.is_file() else []
    asked = [target for row in rows if row["labels"].get("tier") == tier for target in row["targets"]]
    if asked != table["endpoints"]:
        yield f"{_TARGETS} has {_list(asked)}, and the store {_list(table['endpoints'])}"
    module = yaml.load(modules.read_text("utf-8"), Loader=_LOADER)["modules"].get(f"object-endpoint-{tier}")  # noqa: S506
    if module is None:
        yield f"{_MODULES} has no module object-endpoint-{tier}"
        return
    trusted = module["http"].get("tls_config", {}).get("ca_file", "")
    if trusted != table["authority"]:
        yield f"{_MODULES} trusts {trusted or 'the system'}, and hosts {table['authority'] or 'the system'}"


def _jobs(tree: Path, tier: str, table: dict[str, Any]) -> Iterator[str]:
    """Yield the jobs that copy from or to other endpoints."""
    name = tier.upper().replace("-", "_")
    wanted = [_place(url) for url in table["endpoints"]]
    for file in sorted(file for pattern in _JOBS for file in tree.glob(pattern)):
        for remote, places in _REACH.findall(file.read_text("utf-8")):
            if remote == name and places.split() != wanted:
                yield f"{file.relative_to(tree)} has {_list(places.split())}, and the store {_list(wanted)}"


def _inventory(tree: Path, table: dict[str, Any]) -> Iterator[str]:
    """Yield secrets that no run asks for, and an authority that no host gets."""
    file = tree / _VARIABLES
    if not file.is_file():
        return
    asked = set(yaml.load(file.read_text("utf-8"), Loader=_LOADER))  # noqa: S506
    for owner, keys in table["owners"].items():
        yield from (f"the key of {owner} is {each}, which {_VARIABLES} lacks" for each in keys.values() if each not in asked)  # fmt: skip
    groups = (each.read_text("utf-8") for each in tree.glob(_GROUPS))
    if table["authority"] and not any(f'"{table["authority"]}"' in text for text in groups):
        yield f"no host of the inventory gets {table['authority']}"


def _place(url: str) -> str:
    place = url.removeprefix("https://")
    return place if ":" in place else f"{place}:443"


def _list(places: list[str]) -> str:
    return ", ".join(places) or "none"
