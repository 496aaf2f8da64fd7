"""From answers to the text of a starter spec that renders as it is."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.catalog.load import Catalog
from generator.catalog.model import Host
from generator.cli.starter.answers import CONVERGED, SERVED, TIERS, Answers
from generator.cli.starter.switches import SwitchSet, compute_switches, switch_sets
from generator.data import data_dir
from generator.model.carrying import decide_carrying
from generator.model.member import digits_for
from generator.model.naming import device_name
from generator.pipeline.editor_schema import SCHEMA_NAME
from generator.pipeline.read import read_plan
from generator.render.templates import Templates
from generator.source.diagnostic import Diagnostic
from generator.spec.load import DocumentError, load_spec
from generator.workload.tier_counts import needed_hosts

SPEC_NAME = "cluster.yaml"
_TEMPLATE = "init/cluster.yaml.j2"
_STORAGE = "storage"
"""The group of the starter that serves its tiers."""
_FAST = {"storage-2u": "storage-2u-400g", "server-1u": "server-1u-400g"}
"""Host models of the starter, and those like them whose ports all join 400 Gb/s leaves."""
_FRONTEND_PAIR = 24
_OOB_PAIR = 40
_REST = ("others", *(f"others{number}" for number in range(2, 1000)))
"""Names of the tenant of all hosts that no stated tenant has: the first that no tenant has."""
_OOB_FLAT = 2000
"""Compute hosts from which the starter names spines for these fabrics, and up to which two of them do out of band."""
_RESERVED = (0, 24, 32, 40)
"""Ports of an out-of-band leaf that stay free, so that there are two leaves: each then manages the other."""


class Starter(Struct, frozen=True):
    """A starter spec, and the warnings that its plan has."""

    text: str
    warnings: tuple[Diagnostic, ...]


class _Group(Struct, frozen=True):
    """One group of GPU hosts."""

    name: str
    model: Host
    count: int
    max: int

    def printed(self) -> dict[str, Any]:
        """Return its values for the template, the key as wide as those of the other groups."""
        key, model = f"{self.name + ':':8}", self.model
        return {
            "key": key, "model": model.model, "title": model.title, "per_host": model.gpu_count, "count": self.count, "max": self.max,
        }  # fmt: skip


def make_starter(answers: Answers, catalog: Catalog) -> Starter:
    """Return the starter with the first switches whose cages and cables suit the hosts.

    Raises DocumentError: no switches suit; the problems are those of the first ones.
    """
    failure: DocumentError | None = None
    groups = _groups(answers, catalog)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / SPEC_NAME
        for values in _tried(answers, groups, catalog):
            try:
                starter = _planned(path, values, catalog)
            except DocumentError as error:
                failure = failure or error
                continue
            spared = _spared(path, answers, values, catalog) if answers.assumed and _costs(starter) else None
            return spared or starter
    assert failure is not None
    raise failure


def _tried(answers: Answers, groups: list[_Group], catalog: Catalog) -> Iterator[dict[str, Any]]:
    """Yield the values of the template with each choice of switches, best first; then without a stated number of spines that may be too small."""
    for switches in switch_sets(answers.os, catalog):
        for compute in compute_switches(answers, switches, catalog):
            values = _values(answers, groups, compute, switches)
            yield values
            if values["oob_spine"] and values["oob_spines"]:
                yield values | {"oob_spines": False}
            if values["frontend_spine"] and values["frontend_spines"]:
                yield values | {"oob_spines": False, "frontend_spines": None}


def _spared(path: Path, answers: Answers, values: dict[str, Any], catalog: Catalog) -> Starter | None:
    """Return the starter with an assumed envelope that leaves ports of its leaves to the hosts of the subnet manager, as NVIDIA's reference does (RA-11333-001); None where two hosts less do not help."""
    groups = _groups(answers, catalog)
    first, wanted = groups[0], sum(share.hosts for share in answers.tenants)
    for fewer in (1, 2):
        less = [replace(first, max=first.max - fewer), *groups[1:]]
        if less[0].max < first.count or sum(group.max for group in less) < wanted:
            return None
        sized = {"groups": [group.printed() for group in less], "tenants": _tenants(answers, less), "spared": fewer}
        starter = _planned(path, values | sized, catalog)
        if not _costs(starter):
            return starter
    return None


def _costs(starter: Starter) -> bool:
    return any(warning.code == "manager-costs-leaves" for warning in starter.warnings)


def why_no_pair(answers: Answers, catalog: Catalog) -> str:
    """Return why one pair of compute leaves does not carry storage and frontend of a converged starter; empty where it does."""
    groups = _groups(answers, catalog)
    switches = switch_sets(answers.os, catalog)[0]
    values = _values(answers, groups, compute_switches(answers, switches, catalog)[0], switches)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / SPEC_NAME
        _write(path, values)
        found = decide_carrying(load_spec(path).spec, catalog)
    return "" if found.derived else found.why


def _planned(path: Path, values: dict[str, Any], catalog: Catalog) -> Starter:
    """Write the spec of some values, with as many storage hosts as are recommended, and plan it."""
    _write(path, values)
    values = values | _storage_hosts(path, catalog)
    for reserved in _RESERVED:
        values = values | {"oob_reserved": reserved}
        _write(path, values)
        plan = read_plan(path, catalog, SPEC_NAME)[0]
        if not any(warning.code == "unmanaged-switch" for warning in plan.warnings):
            break
    if values["converged"]:
        return Starter(_text(values), plan.warnings)
    return Starter(_text(values | {"one_pair": _one_pair(path, catalog)}), plan.warnings)


def _write(path: Path, values: dict[str, Any]) -> None:
    path.write_text(_text(values), encoding="utf-8")


def _text(values: dict[str, Any]) -> str:
    return Templates(data_dir("templates")).render(_TEMPLATE, **values)


def _groups(answers: Answers, catalog: Catalog) -> list[_Group]:
    """Return the groups of GPU hosts: `gpu`, and each further generation by the name of its model."""
    found = [("gpu", answers.host, answers.gpus, answers.max_gpus)]
    found += [(each.model, each.model, each.gpus, each.max_gpus) for each in answers.generations]
    models = [(name, catalog.get(Host, model), gpus, most) for name, model, gpus, most in found]
    return [
        _Group(name, model, -(-gpus // model.gpu_count), -(-most // model.gpu_count))
        for name, model, gpus, most in models
    ]


def _values(answers: Answers, groups: list[_Group], compute: str, switches: SwitchSet) -> dict[str, Any]:
    """Return the values of the template."""
    most = sum(group.max for group in groups)
    converged = answers.layout == CONVERGED
    fast = converged or switches.fast_hosts
    shared = "nfs" in answers.storage
    storage_fabric = any(port.fabric == "storage" for group in groups for port in group.model.ports)
    return {
        "schema": SCHEMA_NAME, "name": answers.name, "domain": answers.domain, "gpus": sum(g.count * g.model.gpu_count for g in groups), "groups": [group.printed() for group in groups],
        "technology": answers.fabric, "topology": answers.topology, "os": None if answers.infiniband else answers.os,
        "switch": compute, "converged": converged, "one_pair": "",
        "storage_fabric": storage_fabric,
        "storage_technology": answers.storage_fabric, "served": next((TIERS[kind] for kind in answers.storage if kind in SERVED), ""), "tiers": [(TIERS[kind], kind) for kind in answers.storage],
        "storage_switch": _storage_switch(answers, compute, switches),
        "storage_model": _FAST["storage-2u"] if fast else "storage-2u", "storage_count": 2, "storage_max": max(4, most // 8 * 2),
        "server_model": _FAST["server-1u"] if fast else "server-1u",
        "control_count": 3 if shared or answers.scheduler not in {"slurm", "both"} else 1,
        "switches": switches, "other_os": answers.os, "oob_os": switches.oob_os or answers.os, "oob_reserved": 0,
        "frontend_spine": most > _FRONTEND_PAIR, "frontend_spines": switches.frontend_spines, "spared": 0, "oob_spine": most > _OOB_PAIR, "oob_spines": most < _OOB_FLAT,
        "managers": _managers(answers, has_storage=storage_fabric),
        "scheduler": answers.scheduler, "tenants": _tenants(answers, groups),
        "workload": answers.purpose.printed() if answers.purpose else "", "oversubscription": answers.purpose.oversubscription if answers.purpose else 1.0, "derived": False,
    }  # fmt: skip


def _storage_switch(answers: Answers, compute: str, switches: SwitchSet) -> str:
    """Return the leaf of the storage fabric: that of compute where both have one technology and system."""
    if answers.storage_fabric == "infiniband":
        return compute if answers.infiniband else "qm9700"
    same = not answers.infiniband and not switches.fast_hosts
    return compute if same else switches.storage


def _managers(answers: Answers, *, has_storage: bool) -> list[str]:
    """Return the InfiniBand fabrics that tenants share and whose subnet manager needs separate hosts: that of storage runs on storage hosts, if there are any."""
    if not answers.tenants:
        return []
    served = any(kind in SERVED for kind in answers.storage)
    storage = has_storage and answers.storage_fabric == "infiniband" and not served
    return ["compute"] * answers.infiniband + ["storage"] * storage


def _tenants(answers: Answers, groups: list[_Group]) -> list[tuple[str, str]]:
    """Return the hosts of each tenant, as ranges: the next ones of the envelope, group after group. Over InfiniBand, hosts reach each other in the partition of a tenant only, so all others get one, too."""
    free = [(group, ordinal) for group in groups for ordinal in range(group.max)]
    tenants = []
    for share in answers.tenants:
        mine, free = free[: share.hosts], free[share.hosts :]
        tenants.append((share.name, _hosts(groups, mine)))
    if tenants and free and "infiniband" in (answers.fabric, answers.storage_fabric):
        names = {name for name, _ in tenants}
        tenants.append((next(name for name in _REST if name not in names), _hosts(groups, free)))
    return tenants


def _hosts(groups: list[_Group], hosts: list[tuple[_Group, int]]) -> str:
    """Return hosts as a list of ranges, in JSON."""
    spans = {group.name: [ordinal for each, ordinal in hosts if each is group] for group in groups}
    return json.dumps([_range(group, spans[group.name]) for group in groups if spans[group.name]])


def _range(group: _Group, ordinals: list[int]) -> str:
    digits = digits_for(group.max)
    first, last = (device_name(group.name, ordinals[at], digits) for at in (0, -1))
    if first == last:
        return first
    stem = first[: len(first) - digits]
    return f"{stem}[{first[-digits:]}-{last[-digits:]}]"


def _storage_hosts(path: Path, catalog: Catalog) -> dict[str, int | bool]:
    """Return the storage hosts that are recommended for the GPUs of a starter, now and at most; empty where it has none."""
    spec = load_spec(path).spec
    now, most = (needed_hosts(spec, catalog, most=each).get(_STORAGE) for each in (False, True))
    if now is None or most is None:
        return {}
    stated = spec.hosts[_STORAGE].max or 0
    return {
        "storage_count": now.hosts,
        "storage_max": max(stated, now.hosts, most.hosts),
        "derived": bool(spec.workloads),
    }


def _one_pair(path: Path, catalog: Catalog) -> str:
    """Name the host models with which one pair of leaves would carry this starter's storage and frontend too; empty where none does."""
    spec = load_spec(path).spec
    models = _FAST | {model: model for model in _FAST.values()}
    swapped = {name: group for name, group in spec.hosts.items() if group.model in models}
    faster = {n: group.model_copy(update={"model": models[group.model]}) for n, group in swapped.items()}
    fabrics = spec.fabrics.model_copy(update={"storage": None, "frontend": None})
    small = spec.model_copy(update={"hosts": {**spec.hosts, **faster}, "fabrics": fabrics})
    fits = decide_carrying(small, catalog).derived
    return ", ".join(sorted({group.model for group in faster.values()}, reverse=True)) if fits else ""
