"""Clusters whose hosts bond with LACP over two leaves, as data, for each system that can be their partner."""

import copy
from collections.abc import Callable
from typing import Any

from tests.eos_specs import eos_cluster
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster

SEGMENT = {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["storage", "control"]}


def bonded(system: str, version: str = "5.16", gpu: int = 4, **frontend: Any) -> Spec:
    """Return a cluster; `frontend` adds keys to that fabric. On Cumulus it has spines: two leaves that have only each other are refused there."""
    spec = on_cumulus(cluster(gpu), version) if system == "cumulus" else eos_cluster(gpu=gpu)
    spec["fabrics"]["frontend"] |= {"bonding": "evpn"} | ({"spines": 2} if system == "cumulus" else {}) | frontend
    return spec


def converged() -> Spec:
    """Return an EOS pair of compute leaves that carries the frontend."""
    spec = eos_cluster(gpu=4, most=8)
    fabrics = {name: copy.deepcopy(spec["fabrics"][name]) for name in ("compute", "oob")}
    fabrics["compute"] |= {"carries": ["storage", "frontend"], "bonding": "evpn"}
    return spec | {"fabrics": fabrics}


CASES: dict[str, Callable[[], Spec]] = {
    "cumulus": lambda: bonded("cumulus"),
    "cumulus before 5.15": lambda: bonded("cumulus", "5.14"),
    "cumulus, one leaf a host": lambda: bonded("cumulus", leaves_per_host=1),
    "eos, a pair": lambda: bonded("eos"),
    "eos, spines": lambda: bonded("eos", spines=2),
    "eos, one leaf a host": lambda: bonded("eos", leaves_per_host=1),
    "eos, converged": converged,
}
