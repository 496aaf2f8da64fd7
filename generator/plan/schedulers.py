"""Who is in which scheduler: the hosts that Slurm's and Kubernetes' files name, and as what."""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.plan.draft import Draft
from generator.plan.kubernetes.workers import kubernetes_hosts
from generator.plan.scheduled import slurm_names
from generator.plan.states import PLANNED

_SLURM = {"compute": "compute", "control": "controller"}
_KUBERNETES = {"compute": "worker", "control": "control-plane"}
"""The part of each role's hosts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership:
    """A host's part in a scheduler."""

    scheduler: str
    host: str
    part: str


def memberships(plan: Draft) -> Iterator[Membership]:
    """Give every host of every scheduler that the spec asks for; what is only planned joins when it is installed."""
    wanted = plan.spec.scheduler
    if wanted.slurm is not None:
        computing = slurm_names(plan.cluster)
        for host in plan.hosts:
            if host.role in _SLURM and host.state != PLANNED and (host.role != "compute" or host.name in computing):
                yield Membership(scheduler="slurm", host=host.name, part=_SLURM[host.role])
    if wanted.kubernetes is not None:
        for host in kubernetes_hosts(plan):
            yield Membership(scheduler="kubernetes", host=host.name, part=_KUBERNETES[host.role])
