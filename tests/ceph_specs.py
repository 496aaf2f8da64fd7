"""Specs whose storage hosts serve buckets with Ceph."""

from typing import Any

from tests.specs import Spec, cluster

DEVICE = "/dev/disk/by-path/pci-0000:01:00.0-nvme-1"


def stored(storage: int = 3, gpu: int = 2, **ceph: Any) -> Spec:
    """Return a cluster whose tier `objects` is served by its storage hosts, in two parts and one of parity; `ceph` adds keys."""
    spec = cluster(gpu, storage=storage)
    spec["hosts"]["control"]["count"] = 1
    spec["scheduler"] = {"slurm": {}}
    spec["storage"] = {}
    spec["storage"]["objects"] = {
        "kind": "object", "hosts": "storage", "product": "Ceph RGW", "protection": {"data": 2, "parity": 1},
        "ceph": {"devices": [DEVICE], "buckets": {"red-data": "red", "blue-data": "blue"}} | ceph,
    }  # fmt: skip
    return spec
