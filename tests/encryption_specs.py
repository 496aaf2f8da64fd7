"""Specs whose local drives are encrypted."""

from typing import Any

from tests.specs import Spec, cluster


def encrypted(key: str = "tpm", system: str = "ubuntu-24.04", **more: Any) -> Spec:
    """Return a cluster with a local tier that this key opens; `more` adds keys to the tier."""
    spec = cluster(2)
    for group in spec["hosts"].values():
        group["os"] = system
    spec["storage"]["scratch"] = {"kind": "local-nvme", "mount": "/scratch", "encryption": {"key": key}} | more
    return spec
