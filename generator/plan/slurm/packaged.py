"""Contents of distributions' packages of Slurm: the release, and the library of the MPI plugin.

Read from the packages themselves: Debian 12 (slurm-wlm 22.05.8-4), Ubuntu 24.04 (23.11.4-1.2ubuntu5), Debian 13 (24.11.5-4). Of the others no package was read.
None of the three has acct_gather_interconnect_ofed.so.
"""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct


class Packaged(Struct, frozen=True):
    """A distribution's Slurm. `pmix`: the packages that bring the library which the plugin loads when a daemon starts, and which it does not depend on."""

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
