"""`storage.<tier>.feeds`: the tiers that stage their data from this one, how much in which time, and what returns to it."""

import operator
from typing import Annotated

from pydantic import Field, StrictFloat, StrictInt, StringConstraints

from generator.spec.base import Count, SpecModel

UNSAID = Field(exclude_if=operator.not_)
"""A key that `plan.json` has where the spec states it."""
Measure = Annotated[StrictFloat | StrictInt, Field(gt=0, le=10_000_000)]
"""What a tier must hold or carry, in the unit of its name."""
StorageClassName = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Z][A-Z0-9_]{0,63}$")]
"""A storage class of an object store, as its zone or its vendor names it."""


class FeedSpec(SpecModel):
    """How a tier is filled from another one: by a job of Slurm, or of Kubernetes, that users submit, and by a policy for what is no longer used."""

    tb: Annotated[Measure | None, UNSAID] = None
    """Data of one transfer, TB (10^12 bytes); to local drives, on each host."""
    hours: Annotated[Measure | None, UNSAID] = None
    """Time in which it must be there. With `tb`, the bandwidth of the path is checked."""
    hosts: Count = 1
    """Hosts that copy at the same time: compute hosts of Slurm that mount both tiers, and of Kubernetes with `scheduler.kubernetes.transfer_image`."""
    idle_days: Annotated[Annotated[StrictInt, Field(ge=1, le=36_500)] | None, UNSAID] = None
    """Days after which data of the filled tier belongs to this one again. The policy is the product's: Lustre archives and releases files by HSM, Storage Scale lists
    them by a policy rule; both count days without access. An object store moves objects to `storage_class` so many days after they were written."""
    storage_class: Annotated[StorageClassName | None, UNSAID] = None
    """The storage class of the filled object store that is on this tier; its name comes from the store's own setup."""


def feed_name(source: str, target: str) -> str:
    """Return what files of a feed are called: names of tiers have no underscore."""
    return f"{source}_to_{target}"
