"""Clusters whose tenants have routing instances on storage, on each switch system."""

from typing import Any

from tests.eos_specs import eos_cluster
from tests.specs import Spec, cluster

TENANTS = {"blue": {"hosts": ["gpu[01-03]"]}, "red": {"hosts": ["gpu[05-06]"]}}
"""The rest, gpu04 and gpu07 and on, are nobody's."""


def served(os: str = "sonic", *, ipv6: bool = False, version: str | None = None, **storage: Any) -> Spec:
    """Return a cluster of eight GPU hosts with two tenants; `storage` adds keys to that fabric."""
    spec = eos_cluster() if os == "eos" else cluster(8)
    for fabric in spec["fabrics"].values() if os == "cumulus" else ():
        for tier in {"leaf", "spine"} & set(fabric):
            fabric[tier] = {**fabric[tier], "os": os, **({"version": version} if version else {})}
    spec["tenants"] = TENANTS
    spec["fabrics"]["storage"] |= {"tenancy": "instances", **storage}
    if ipv6:
        spec["addressing"] = {"ipv6": "fd42:c1::/32"}
    return spec
