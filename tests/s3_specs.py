"""Specs with an object store of the site."""

from typing import Any

from tests.specs import Spec, cluster


def bought(gpu: int = 2, **s3: Any) -> Spec:
    """Return a cluster that copies from a store of the site into Lustre, by Slurm and by Kubernetes; `s3` adds keys."""
    spec = cluster(gpu)
    spec["scheduler"] = {"slurm": {}, "kubernetes": {"transfer_image": "i:1"}, "shared_hosts": True}
    spec["storage"]["fast"] |= {"product": "Lustre", "source": "10.64.0.1@o2ib:/fast", "volumes": {}}
    spec["storage"]["lake"] = {
        "kind": "object", "product": "MinIO", "feeds": {"fast": {}},
        "s3": {
            "endpoints": ["https://s3-a.example.com:9000", "https://192.0.2.10:9000"], "authority": True,
            "buckets": {"red-data": "red", "blue-data": "blue"}, "expire_days": {"red-data": 30},
        } | s3,
    }  # fmt: skip
    return spec
