"""Which release of Slurm the files are written for: the stated one, or that of the hosts' distributions."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from generator.plan.draft import Draft
from generator.plan.scheduled import slurm_hosts
from generator.plan.states import PLANNED

Part = Literal["control", "compute", "login"]
NEWEST = "25.05"
"""Used where the release of the hosts is not known; a rule then requires it."""


def release_of(plan: Draft) -> str:
    """Return the release whose files are written: the stated one, else the oldest that the hosts' distributions have.

    All daemons read the same slurm.conf, and exit at a key that their release does not have.
    """
    slurm = plan.spec.scheduler.slurm
    if slurm is not None and slurm.version is not None:
        return slurm.version
    found = [PACKAGED[system].release for part in systems_of(plan).values() for system in part if system in PACKAGED]
    return min(found, default=NEWEST)


def systems_of(plan: Draft) -> Mapping[Part, tuple[str, ...]]:
    """Return the distributions of each part's hosts, sorted."""
    compute = {plan.groups[host.group].os for host in slurm_hosts(plan)}
    found: dict[Part, tuple[str, ...]] = {"compute": tuple(sorted(compute))}
    others: tuple[Part, ...] = ("control", "login")
    for part in others:
        hosts = [host for host in plan.hosts_of.get(part, []) if host.state != PLANNED]
        found[part] = tuple(sorted({plan.groups[host.group].os for host in hosts}))
    return found


def mpi_of(plan: Draft) -> str:
    """Return MpiDefault: the stated one, else PMIx."""
    slurm = plan.spec.scheduler.slurm
    return (slurm.mpi if slurm is not None else None) or "pmix"


def mpi_packages(plan: Draft) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the packages for MpiDefault by distribution, where Slurm is the distribution's own."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None or slurm.packages is not None or mpi_of(plan) != "pmix":
        return
    for system in sorted({system for part in systems_of(plan).values() for system in part}):
        if system in PACKAGED:
            yield system, PACKAGED[system].pmix


class Packaged(Struct, frozen=True):
    """A distribution's Slurm. `pmix`: the packages that bring the library which the plugin loads when a daemon starts, and which it does not depend on.

    Read from the packages themselves: Debian 12 (slurm-wlm 22.05.8-4), Ubuntu 24.04 (23.11.4-1.2ubuntu5), Debian 13 (24.11.5-4). Of the others no package was read.
    None of the three has acct_gather_interconnect_ofed.so.
    """

    release: str
    pmix: tuple[str, ...]


PACKAGED: Mapping[str, Packaged] = MappingProxyType(
    {
        # its plugin opens libpmix.so, a name that the development package has
        "debian-12": Packaged("22.05", ("libpmix-dev",)),
        "ubuntu-24.04": Packaged("23.11", ("libpmix2t64",)),
        "debian-13": Packaged("24.11", ("libpmix2t64",)),
    }
)
"""By the system as in the spec."""
