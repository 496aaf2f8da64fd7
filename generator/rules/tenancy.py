"""Isolation of tenants on storage: only stated where it has an effect, and with routing instances."""

from collections.abc import Iterator

from generator.plan.addressing.pools import in_vlans
from generator.plan.draft import Draft
from generator.plan.tenants import INSTANCES, SERVED
from generator.rules import plan_rule
from generator.spec.checks.rule import Finding

_KEY = "tenancy"


@plan_rule(
    title="Tenancy on a fabric where it has no effect",
    why="Compute always has an instance for each tenant, the frontend has segments, and InfiniBand has partitions. A converged pair that carries storage has one set of instances for both fabrics.",
    fix="State `tenancy` for storage on Ethernet, with leaves of its own.",
)
def tenancy_misplaced(plan: Draft) -> Iterator[Finding]:
    """Only a storage fabric of its own, on Ethernet, has instances by this key."""
    for name in ("compute", "frontend", "oob"):
        fabric = getattr(plan.spec.fabrics, name)
        if fabric is not None and fabric.tenancy == INSTANCES:
            yield Finding(
                message=f"fabrics.{name} states tenancy: {INSTANCES}, and only storage with leaves of its own has it",
                loc=("fabrics", name, _KEY),
                help="remove it",
            )
    storage = plan.spec.fabrics.storage
    if storage is not None and storage.tenancy == INSTANCES and storage.technology == "infiniband":
        yield Finding(
            message="fabrics.storage states tenancy: instances, and it is InfiniBand, where partitions isolate tenants",
            loc=("fabrics", SERVED, _KEY),
            help="remove it",
        )


@plan_rule(
    title="Routing instances of tenants with storage VLANs",
    why="A VLAN has one gateway in one routing instance: hosts of two tenants on one side would be neighbours in one network.",
    fix="Leave `host_links` of storage routed, or isolate tenants by filters.",
)
def tenancy_and_vlans(plan: Draft) -> Iterator[Finding]:
    """Where tenants have instances on storage, its host links are routed."""
    shape = plan.cluster.shapes.get(SERVED)
    if shape is not None and shape.demand.spec.tenancy == INSTANCES and in_vlans(shape):
        yield Finding(
            message="storage hosts share a VLAN for each side, and tenants are to have routing instances there: a VLAN is in one instance alone",
            loc=("fabrics", SERVED, _KEY),
            help="set host_links: routed, or tenancy: filters",
        )
