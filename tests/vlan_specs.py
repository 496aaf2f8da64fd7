"""Clusters whose hosts share a VLAN for each rail on their leaf, as data, on every switch system."""

from typing import Any

from tests.eos_specs import eos_cluster
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster


def sharing(gpu: int = 4, most: int = 32, system: str = "sonic", **compute: Any) -> Spec:
    """Return a cluster in VLANs, storage too; pods of Kubernetes would take /31s."""
    spec = eos_cluster(gpu, most, **compute) if system == "eos" else cluster(gpu, most, **compute)
    for name in ("compute", "storage"):
        spec["fabrics"][name]["host_links"] = "vlan"
    if "scheduler" in spec:
        spec["scheduler"] = {"slurm": {}}
    return on_cumulus(spec) if system == "cumulus" else spec
