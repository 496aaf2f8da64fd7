"""Specs whose storage hosts export NFS as a pair."""

from typing import Any

from tests.specs import Spec, cluster

PAIR: Spec = {"address": "10.160.95.250", "device": "/dev/disk/by-id/wwn-0x5000c500a1b2c3d4"}


def paired(storage: int = 2, gpu: int = 2, **nfs: Any) -> Spec:
    """Return a cluster whose tier `home` is served by the first two storage hosts; `nfs` adds keys to the pair."""
    spec = cluster(gpu, storage=storage)
    spec["hosts"]["storage"]["model"] = "storage-2u-pair"
    spec["storage"]["home"]["nfs"] = PAIR | nfs
    return spec
