"""Values that are derived from the rest of a spec where it does not state them."""

from msgspec.structs import replace

from generator.catalog.load import Catalog
from generator.catalog.model import SwitchSystem
from generator.model.carrying import Carrying, decide_carrying
from generator.spec.cluster import ClusterSpec
from generator.spec.fabrics import NO_SYSTEM, FabricSpec


def derive(spec: ClusterSpec, catalog: Catalog) -> Carrying:
    """Derive the fabrics that compute carries and the MTU; the returned spec has both."""
    carrying = decide_carrying(spec, catalog)
    return replace(carrying, spec=_decide_mtu(carrying.spec, catalog))


def _decide_mtu(spec: ClusterSpec, catalog: Catalog) -> ClusterSpec:
    """Fill in `mtu_bytes` of every Ethernet fabric that leaves it out and has a system with a smaller limit than the default: the smallest of its switches."""
    fabrics = {}
    for name in type(spec.fabrics).model_fields:
        fabric: FabricSpec | None = getattr(spec.fabrics, name)
        if fabric is None or fabric.technology == "infiniband" or "mtu_bytes" in fabric.model_fields_set:
            continue
        systems = {choice.os or "sonic" for choice in (fabric.leaf, fabric.spine, fabric.core) if choice} - {NO_SYSTEM}
        limits = [catalog.get(SwitchSystem, system).mtu_most_bytes for system in sorted(systems)]
        most = min(limits, default=fabric.mtu_bytes)
        if most < fabric.mtu_bytes:
            fabrics[name] = fabric.model_copy(update={"mtu_bytes": most})
    return spec.model_copy(update={"fabrics": spec.fabrics.model_copy(update=fabrics)}) if fabrics else spec
