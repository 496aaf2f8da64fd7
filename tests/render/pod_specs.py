"""Specs whose leaves route to pods."""

from typing import Any

from tests.specs import Spec


def routed_pods(spec: Spec, cni: str = "cilium", **frontend: Any) -> Spec:
    """Have the hosts of a spec tell the frontend leaves of their pods; `frontend` adds keys to that fabric."""
    kubernetes = {**spec.get("scheduler", {}).get("kubernetes", {}), "cni": cni, "pod_routing": "bgp"}
    fabrics = spec["fabrics"]
    if frontend:
        fabrics = {**fabrics, "frontend": {**fabrics["frontend"], **frontend}}
    return {**spec, "fabrics": fabrics, "scheduler": {**spec.get("scheduler", {}), "kubernetes": kubernetes}}
