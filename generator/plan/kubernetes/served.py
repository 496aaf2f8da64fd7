"""Parameters of volumes that follow from the hosts of ours that serve their tier: the driver mounts the file system that these make."""

from collections.abc import Mapping

from generator.plan.hosts.beegfs import beegfs_systems
from generator.plan.hosts.scale import scale_clusters
from generator.plan.plan import Plan
from generator.spec.storage import TierSpec

MANAGEMENT, FILE_SYSTEM = "sysMgmtdHost", "volBackendFs"
"""Of BeeGFS: the address of the management service. Of Storage Scale: the name of the file system."""


def keys_served(spec: TierSpec) -> tuple[str, ...]:
    """Return the parameters that need not be stated, by the keys of a tier."""
    return (*([MANAGEMENT] if spec.beegfs else []), *([FILE_SYSTEM] if spec.scale else []))


def parameters_served(plan: Plan, name: str) -> Mapping[str, str]:
    """Return the parameters that follow from the hosts that serve a tier; empty where none of ours do, or not yet."""
    system, cluster = beegfs_systems(plan).get(name), scale_clusters(plan).get(name)
    return {
        **({MANAGEMENT: system.address} if system else {}),
        **({FILE_SYSTEM: cluster.device} if cluster else {}),
    }
