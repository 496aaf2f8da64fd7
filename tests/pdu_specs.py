"""Specs of clusters whose power strips are managed."""

from __future__ import annotations

from tests.specs import Spec, cluster

KEPT = 24


def managed(maker: str = "", **power: object) -> Spec:
    """Return a cluster of two racks of GPUs whose strips are managed: of the catalog's model, or of a stated maker."""
    spec = cluster(gpu=2, most=8, storage=1)
    spec["hosts"]["gpu"]["per_rack"] = 1
    spec["fabrics"]["oob"]["reserve_ports"] = KEPT
    management = {"maker": maker} if maker else {}
    return spec | {"power": {"pdu": "raritan-px3-5878i2r", "pdu_management": management, **power}}
