"""`storage.<tier>.beegfs`: the BeeGFS file system that hosts of the group serve themselves: services, targets and buddy groups."""

from typing import Annotated

from pydantic import Field, StrictBool, StrictInt

from generator.spec.base import SpecModel

TARGETS_MOST = 99
"""Targets that a host may ever have: two digits of their numbers, so that nothing is renumbered when it gets more."""
HOSTS_MOST = 654
"""Hosts whose targets have numbers of 16 bits (`beegfs-ctl --addmirrorgroup --help`: 1..65535)."""


class BeegfsSpec(SpecModel):
    """How the hosts of the group serve the tier with BeeGFS 7.4. The site provides its packages (`hosts.<group>.packages`)."""

    metadata_hosts: Annotated[StrictInt, Field(ge=1, le=HOSTS_MOST)] = 1
    """Hosts with a metadata service, from the first one on; they have storage targets as well. The management service is on the first host."""
    targets: Annotated[StrictInt, Field(ge=1, le=TARGETS_MOST)] = 1
    """Storage targets of each host: file systems that the site mounts at `/srv/beegfs/<tier>/target01` and so on."""
    mirror: StrictBool = False
    """Whether the first and second host of the group, the third and fourth, and so on, are buddies: each target, and each metadata service, has a copy on the other host."""
