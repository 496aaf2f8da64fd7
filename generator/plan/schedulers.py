"""Who is in which scheduler: the hosts that Slurm's and Kubernetes' files name, and as what."""

from collections.abc import Iterable, Iterator

from generator.plan.records import Host, Membership, Scheduled
from generator.plan.scheduled import COMPUTE
from generator.plan.states import PLANNED

_SLURM = {"compute": "compute", "control": "controller"}
_KUBERNETES = {"compute": "worker", "control": "control-plane"}
"""The part of each role's hosts."""


def plan_memberships(scheduled: Scheduled, hosts: Iterable[Host]) -> Iterator[Membership]:
    """Yield every host of every scheduler in the spec; planned hosts join when they are installed."""
    if "slurm" in scheduled.schedulers:
        computing = scheduled.slurm
        for host in hosts:
            if host.role in _SLURM and host.state != PLANNED and (host.role != "compute" or host.name in computing):
                yield Membership(scheduler="slurm", host=host.name, part=_SLURM[host.role])
    if "kubernetes" in scheduled.schedulers:
        for host in kubelets(scheduled, hosts):
            yield Membership(scheduler="kubernetes", host=host.name, part=_KUBERNETES[host.role])


def kubelets(scheduled: Scheduled, hosts: Iterable[Host]) -> list[Host]:
    """List the hosts that run a kubelet: workers, then the control plane. Planned hosts are excluded, as they do not respond yet."""
    mine = [host for host in hosts if host.role in _KUBERNETES and host.state != PLANNED]
    workers = [host for host in mine if host.role == COMPUTE and host.name in scheduled.kubernetes]
    return [*workers, *(host for host in mine if host.role != COMPUTE)]
