"""`storage.<tier>.quotas`: what each tenant may keep in its folder of a tier, or with an account of its own."""

from hashlib import sha256
from typing import Annotated

from pydantic import Field, StrictInt

from generator.spec.base import SpecModel
from generator.spec.feeds import UNSAID, Measure

_FIRST_PROJECT = 100_000
"""Usually above numbers that a site assigns itself."""
_PROJECTS = 0x7FFF_FFFF - _FIRST_PROJECT


class QuotaSpec(SpecModel):
    """The limits of a tenant's folder or account; other folders of the tier do not count. The first one that is reached refuses further writes."""

    tb: Annotated[Measure | None, UNSAID] = None
    """Data, TB (10^12 bytes); without it, data is not limited."""
    files: Annotated[Annotated[StrictInt, Field(ge=1, le=1_000_000_000_000)] | None, UNSAID] = None
    """Files (folders count, too), or objects; without it, their number is not limited."""


def project_of(tenant: str) -> int:
    """Return the project id of a tenant in Lustre and XFS: it follows from the name, so that no other tenant changes it."""
    return _FIRST_PROJECT + int.from_bytes(sha256(tenant.encode()).digest()[:4]) % _PROJECTS
