"""What a host's roles install and run: packages of its distribution, and the units of its preset by who starts them.

Packages are named as the distributions' own archives have them (Debian's and Ubuntu's lists of packages, the AppStream and BaseOS repositories
of Red Hat's family). Drivers of vendors are not among them.
"""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.hosts.records import Family
from generator.plan.hosts.setup import HostSetup

_VENDORS = "nvidia-"
"""Units that come with a vendor's driver, whose role starts them."""
_PLAIN: dict[Family, tuple[str, ...]] = {
    "ubuntu": ("netplan.io", "nftables", "iproute2", "lldpd"),
    "debian": ("systemd-resolved", "nftables", "iproute2", "lldpd"),
    "redhat": ("NetworkManager", "nftables", "iproute", "lldpd"),
}
_RDMA: dict[Family, tuple[str, ...]] = {
    "ubuntu": ("rdma-core", "ibverbs-utils", "infiniband-diags", "perftest"),
    "debian": ("rdma-core", "ibverbs-utils", "infiniband-diags", "perftest"),
    "redhat": ("rdma-core", "libibverbs-utils", "infiniband-diags", "perftest"),
}
_OF_MOUNTS: dict[str, dict[Family, tuple[str, ...]]] = {
    "nfs4": {"ubuntu": ("nfs-common",), "debian": ("nfs-common",), "redhat": ("nfs-utils",)},
    "xfs": {"ubuntu": ("xfsprogs", "mdadm"), "debian": ("xfsprogs", "mdadm"), "redhat": ("xfsprogs", "mdadm")},
}
"""Programs for a file system by its type; those of parallel file systems come from their vendors."""


class Units(Struct, frozen=True, kw_only=True):
    """Names of systemd units: those that run and those that must not, of the host itself, of its vendors' drivers, and of its mounts."""

    run: tuple[str, ...]
    stop: tuple[str, ...]
    drivers: tuple[str, ...]
    mounts: tuple[str, ...]


def host_packages(setup: HostSetup) -> tuple[str, ...]:
    """Return the packages of a host beside its mounts', sorted."""
    rdma = _RDMA[setup.family] if setup.rdma else ()
    others = (("chrony", setup.clock), ("pciutils", setup.acs_off))
    return tuple(sorted({*_PLAIN[setup.family], *rdma, *(name for name, wanted in others if wanted)}))


def storage_packages(setup: HostSetup) -> tuple[str, ...]:
    """Return the packages that a host's mounts need, sorted."""
    found = (_OF_MOUNTS.get(mount.filesystem, {}).get(setup.family, ()) for mount in setup.mounts)
    return tuple(sorted({name for names in found for name in names}))


def host_units(setup: HostSetup) -> Units:
    """Sort the units of a host's preset."""
    run = tuple(_named(setup, "enable"))
    mounts = tuple(f"{mount.unit}.mount" for mount in setup.mounts)
    drivers = tuple(unit for unit in run if unit.startswith(_VENDORS))
    return Units(
        run=tuple(unit for unit in run if unit not in {*drivers, *mounts}),
        stop=tuple(_named(setup, "disable")),
        drivers=drivers,
        mounts=mounts,
    )


def _named(setup: HostSetup, verb: str) -> Iterator[str]:
    """Yield the units of a preset's lines: `enable roce@.service rail0 rail1` stands for two (systemd.preset(5))."""
    for line in setup.presets():
        word, unit, *instances = line.split()
        if word == verb:
            yield from (unit.replace("@.", f"@{each}.") for each in instances) if instances else (unit,)
