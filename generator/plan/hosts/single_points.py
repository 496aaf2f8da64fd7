"""Tiers that one host alone exports: what waits while it is down. Clients mount NFS `hard`, so their requests wait until it is back (nfs(5))."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from msgspec import Struct

from generator.plan.clients import is_client
from generator.plan.hosts.exports import servers_of
from generator.plan.plan import Plan
from generator.plan.states import PLANNED


class SinglePoint(Struct, frozen=True, kw_only=True):
    """A tier of one server: the installed hosts that mount it, their GPUs, and the services whose state is in it."""

    tier: str
    mount: str
    server: str
    hosts: int
    gpus: int
    services: tuple[str, ...]

    @property
    def text(self) -> str:
        """Its effect, in one sentence."""
        also = (
            f", and so {'do' if len(self.services) > 1 else 'does'} {' and '.join(self.services)}"
            if self.services
            else ""
        )
        count = f"{self.hosts:,} host{'s' * (self.hosts != 1)} with {self.gpus:,} GPU{'s' * (self.gpus != 1)}"
        return f"one failed file server: {self.server} alone exports {self.mount}, so {count} wait for it while it is down{also}"


def single_points(plan: Plan) -> Iterator[SinglePoint]:
    """Yield every tier that is exported by one host of the cluster, by name."""
    for tier in plan.tiers:
        servers = servers_of(plan, tier)
        if len(servers) != 1:
            continue
        waiting = [host for host in plan.hosts if host.state != PLANNED and is_client(tier, host)]
        yield SinglePoint(
            tier=tier.name,
            mount=tier.mount,
            server=servers[0],
            hosts=len(waiting),
            gpus=sum(host.gpus for host in waiting),
            services=tuple(_services(plan, tier.mount)),
        )


def _services(plan: Plan, mount: str) -> Iterator[str]:
    slurm, backups = plan.slurm, plan.site.backups
    if slurm is not None and PurePosixPath(slurm.state).is_relative_to(mount):
        yield f"slurmctld, whose state is in {slurm.state}"
    if backups is not None and PurePosixPath(backups.repository).is_relative_to(mount):
        yield f"backups, which are in {backups.repository}"
