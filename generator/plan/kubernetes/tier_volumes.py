"""Access of a job's pods to a storage tier: by the claim of its name in their namespace, over the network as buckets, or not at all.

A claim is bound to the whole file system where the driver mounts one that exists (Lustre); else its class creates a volume, and pods see the
contents of that volume, not those of the mount point of hosts.
"""

from msgspec import Struct

from generator.plan.kubernetes.storage import volume_classes, whole_volumes
from generator.plan.plan import Plan
from generator.plan.records import Tier


class SeenTier(Struct, frozen=True, kw_only=True):
    """The contents of a tier that pods see. `hidden` is the reason why they see nothing, and `help` the fix."""

    whole: bool = False
    made_by: str = ""
    """The class that makes the volume of the claim."""
    hidden: str = ""
    help: str = ""


def seen_tier(plan: Plan, tier: Tier) -> SeenTier:
    """Return how all pods of one job see a tier together."""
    if tier.kind == "object":
        return SeenTier()
    if tier.kind == "local-nvme":
        # pods of one Job have the same claims, and `baseline` refuses host paths (kubernetes.io, Pod Security Standards)
        return SeenTier(
            hidden=f"volumes of storage.{tier.name} are each on one host, and pods of a job share their claims",
            help="have the job that reads the data copy it",
        )
    if any(name == tier.name for name, *_ in whole_volumes(plan)):
        return SeenTier(whole=True)
    if any(each.name == tier.name for each in volume_classes(plan)):
        return SeenTier(made_by=tier.name)
    return SeenTier(
        hidden=f"pods have no volumes of storage.{tier.name}",
        help=f"add volumes to storage.{tier.name}, and name a product with a driver",
    )
