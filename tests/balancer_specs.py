"""Specs of object stores whose gateways share addresses."""

from typing import Any

from tests.ceph_specs import stored
from tests.specs import Spec

ADDRESSES = ["10.160.95.250", "10.160.95.251"]


def balanced(storage: int = 3, addresses: list[str] | None = None, **ceph: Any) -> Spec:
    """Return a cluster whose tier `objects` is reached over the frontend with TLS, by addresses that its gateways share; `ceph` adds keys."""
    spec = stored(storage, addresses=addresses or ADDRESSES, **ceph)
    spec["storage"]["objects"]["fabric"] = "frontend"
    return spec | {"services": {"tls": {}}}
