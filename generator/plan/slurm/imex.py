"""IMEX of a job: the hosts of each NVLink domain with the addresses of their services.

A job's service only has the hosts of that job, so that no other job maps its memory (NVIDIA Mission Control, Slurm and IMEX: per job is what NVIDIA recommends;
NVIDIA IMEX guide, Deployment Models: every host has the same list of addresses, or the service does not start).
"""

from collections.abc import Iterator

from generator.plan.domains import nvlink_domains
from generator.plan.draft import Draft
from generator.plan.scheduled import slurm_hosts
from generator.plan.slurm.partitions import partitions
from generator.plan.slurm.records import ImexHost


def imex_hosts(plan: Draft) -> Iterator[ImexHost]:
    """Yield Slurm's hosts that share an NVLink domain with others, in the order of the plan."""
    domains = nvlink_domains(plan)
    for host in slurm_hosts(plan):
        if host.name in domains and host.inband:
            yield ImexHost(name=host.name, domain=domains[host.name], address=str(host.inband))


def imex_partitions(plan: Draft) -> tuple[str, ...]:
    """Name the partitions with such hosts, sorted: a job of several hosts has these whole, as one service runs on a host."""
    mine = {host.name for host in imex_hosts(plan)}
    return tuple(sorted(each.name for each in partitions(plan) if mine & set(each.hosts)))
