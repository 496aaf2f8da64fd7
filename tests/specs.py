"""Specs made in tests: a base that renders, and ways to bend it."""

import json
import random
from pathlib import Path
from typing import Any

from generator.pipeline.read import read_plan
from generator.plan.draft import Draft
from tests.ours import CATALOG

Spec = dict[str, Any]


def cluster(gpu: int = 2, most: int = 32, storage: int = 2, login: int = 1, **fabric: Any) -> Spec:
    """Return the data of a RoCE cluster; `fabric` adds keys to its compute fabric."""
    sonic = {"model": "sn5600", "os": "sonic"}
    return {
        "clustergen": 1,
        "name": "atlas",
        "domain": "atlas.example.net",
        "hosts": {
            "gpu": {"model": "dgx-h100", "count": gpu, "max": most},
            "storage": {"model": "storage-2u", "count": storage, "max": 8},
            "control": {"model": "server-1u", "role": "control", "count": 3},
            "login": {"model": "server-1u", "role": "login", "count": login, "max": 2},
        },
        "fabrics": {
            "compute": {"technology": "roce", "topology": "rail-optimized", "leaf": sonic, "spine": sonic, **fabric},
            "storage": {"technology": "roce", "leaf": sonic, "spine": sonic},
            "frontend": {"technology": "ethernet", "leaf": {"model": "sn4600c"}, "oversubscription": 2},
            "oob": {"technology": "ethernet", "leaf": {"model": "sn2201"}, "spine": {"model": "sn4600c"}},
        },
        "storage": {
            "fast": {"kind": "parallel", "mount": "/fast", "hosts": "storage"},
            "home": {"kind": "nfs", "mount": "/home", "hosts": "storage", "clients": ["compute", "login", "control"]},
        },
        "scheduler": {"slurm": {}, "kubernetes": {}, "shared_hosts": True},
    }


def with_site_services(spec: Spec, services: Spec) -> Spec:
    """Return a spec with services of the site, and an uplink of the out-of-band network by which switches reach them."""
    way = {"leaf": "oob-leaf1", "cage": 50, "speed_gbps": 10, "address": "198.51.100.1/31", "peer": "198.51.100.0"}
    return spec | {"services": services, "addressing": spec.get("addressing", {}) | {"oob_way_out": {"site": way}}}


_PLANNED: dict[str, Draft] = {}
"""The latest plans of specs with nothing beside them, by the text of the spec: a plan never changes."""
_KEPT = 16


def plan_data(spec: Spec, folder: Path) -> Draft:
    """Plan a spec that is data: JSON is YAML. The same spec again has the same plan, while it is among the latest."""
    path = folder / "cluster.yaml"
    text = json.dumps(spec)
    path.write_text(text, encoding="utf-8")
    alone = [*folder.iterdir()] == [path]
    plan = _PLANNED.pop(text, None) if alone else None
    if plan is None:
        plan = read_plan(path, CATALOG, "cluster.yaml")[0]
    if alone:
        _PLANNED[text] = plan
        if len(_PLANNED) > _KEPT:
            del _PLANNED[next(iter(_PLANNED))]
    return plan


def shuffled(value: Any, dice: random.Random) -> Any:
    """Shuffle the keys of every mapping, and lists whose order means nothing."""
    if isinstance(value, dict):
        items = list(value.items())
        dice.shuffle(items)
        return {key: shuffled(each, dice) for key, each in items}
    if isinstance(value, list):
        return dice.sample(value, len(value))
    return value
