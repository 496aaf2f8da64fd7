"""Software of a host: packages of its distribution, and the units of its preset by the role that starts them.

Packages are named as the distributions' own archives have them (Debian's and Ubuntu's lists of packages, the AppStream and BaseOS repositories
of Red Hat's family). Drivers of vendors are not among them.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from generator.plan.hosts.caches import LUSTRE_UNITS, PACKAGE, SERVICE
from generator.plan.hosts.records import Family
from generator.plan.hosts.setup import HostSetup

_VENDORS = "nvidia-"
"""Units that come with a vendor's driver, whose role starts them."""
_NETWORK: dict[Family, str] = {"ubuntu": "netplan.io", "debian": "systemd-resolved", "redhat": "NetworkManager"}
"""The package that configures the network of a host; the rest is part of the system."""
_EVERYWHERE = ("nftables", "iproute2", "lldpd")
_RDMA = ("rdma-core", "ibverbs-utils", "infiniband-diags", "perftest")
_OF_MOUNTS = {"nfs4": ("nfs-common",), "xfs": ("xfsprogs", "mdadm")}
"""Programs for a file system by its type; those of parallel file systems come from their vendors."""
_REDHAT = {"auditd": "audit", "iproute2": "iproute", "ibverbs-utils": "libibverbs-utils", "nfs-common": "nfs-utils"}
"""Names of packages that differ in Red Hat's family."""


class Units(Struct, frozen=True, kw_only=True):
    """Names of systemd units: those that run and those that must not, of the host itself, of its vendors' drivers, and of its mounts.

    What a cache of mounts runs by is in none of them: its role starts it once they are mounted.
    """

    run: tuple[str, ...]
    stop: tuple[str, ...]
    drivers: tuple[str, ...]
    mounts: tuple[str, ...]


def host_packages(setup: HostSetup) -> tuple[str, ...]:
    """Return the packages of a host beside its mounts', sorted."""
    logs = setup.collects_logs
    others = (
        ("chrony", setup.clock),
        ("logrotate", logs),
        ("rsyslog", logs or setup.log_tls),
        ("rsyslog-gnutls", setup.log_tls),
        ("auditd", setup.audit),
        ("audispd-plugins", setup.audit and setup.audit.sends and not setup.debian),
        ("pciutils", setup.acs_off),
        ("ktls-utils", setup.tls),
    )
    wanted = (name for name, needed in others if needed)
    return _named_by(setup.family, (_NETWORK[setup.family], *_EVERYWHERE, *(_RDMA if setup.rdma else ()), *wanted))


def storage_packages(setup: HostSetup) -> tuple[str, ...]:
    """Return the packages that a host's mounts need, sorted."""
    of_mounts = (name for mount in setup.mounts for name in _OF_MOUNTS.get(mount.filesystem, ()))
    return _named_by(setup.family, (*of_mounts, *setup.volume_packages, *((PACKAGE,) if setup.cache else ())))


def _named_by(family: Family, packages: Iterable[str]) -> tuple[str, ...]:
    """Return packages by their names in a family's archive, sorted."""
    names = _REDHAT if family == "redhat" else {}
    return tuple(sorted({names.get(name, name) for name in packages}))


def host_units(setup: HostSetup) -> Units:
    """Sort the units of a host's preset."""
    run = tuple(_named(setup, "enable"))
    mounts = tuple(f"{mount.unit}.mount" for mount in setup.mounts)
    drivers = tuple(unit for unit in run if unit.startswith(_VENDORS))
    return Units(
        run=tuple(unit for unit in run if unit not in {*drivers, *mounts, SERVICE, *LUSTRE_UNITS}),
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
