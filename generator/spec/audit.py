"""`services.audit`: what the kernels of hosts record of people and of files that matter."""

from typing import Annotated

from pydantic import Field, StrictInt

from generator.spec.base import SpecModel


class AuditSpec(SpecModel):
    """Linux audit on hosts: changes of accounts, of logins and of the cluster's own files, mounts, clocks and modules, and who became root."""

    records_per_s: Annotated[StrictInt, Field(ge=50, le=5000)] = 300
    """Records that the kernel of a host passes on in a second; it drops and counts what comes beyond. An event has some six records. journald takes
    10,000 lines in 30 s from a service (journald.conf(5), RateLimitBurst): more than 333 a second may be on the host's own disk alone."""
    keep_mb: Annotated[StrictInt, Field(ge=64, le=65_536)] = 256
    """Space for records on the disk of a host, MB, in eight files; the oldest is deleted first."""
