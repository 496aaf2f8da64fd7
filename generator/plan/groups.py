"""The groups of hosts, in a record of each."""

from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from generator.catalog.model import Host as HostModel
from generator.catalog.model import HostPort
from generator.model.cluster import Cluster
from generator.model.floor import host_height
from generator.model.groups import HostGroup
from generator.model.naming import device_name
from generator.plan.ranges import Count, Digits, Units


class Group(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A group of hosts: `count` of `max` are installed."""

    name: str
    role: str
    model: str
    entry: HostModel
    """What the catalog states of the model."""
    os: str
    count: Count
    max: Count
    digits: Digits
    """Digits of the ordinal in a host's name."""
    height_u: Units
    gap_units: Units
    """Empty rack units above each host."""
    driver: int | None
    """The branch of the GPU driver that is installed; None where the image has it."""
    packages: tuple[str, ...]
    system_disk: str | None
    """The drive that an installation from the network may erase."""
    hugepages_gib: int | None
    ports: Mapping[str, tuple[HostPort, ...]]
    """The ports of each host that are meant for a fabric, in the order of the metal."""
    firmware: Mapping[str, str] = field(default_factory=dict)
    """The release that adapters must have, by model; those without one are not checked."""
    names: tuple[str, ...] = ()
    """Names of the envelope's hosts, where the site pins others than the default names."""

    def __hash__(self) -> int:
        """Hash by name: no two groups have the same."""
        return hash(self.name)

    def host_name(self, ordinal: int) -> str:
        """Name a host by its ordinal, from 0."""
        return self.names[ordinal] if self.names else device_name(self.name, ordinal, self.digits)

    def domain_of(self, ordinal: int) -> int | None:
        """Return the NVLink domain of a host, from 0; None where the domain is the host itself."""
        hosts = self.entry.nvlink_domain_hosts
        return ordinal // hosts if hosts else None


def plan_groups(cluster: Cluster) -> Iterator[Group]:
    """Yield every group of the cluster, in the order of the model."""
    for group in cluster.groups:
        yield Group(
            name=group.name,
            role=group.role,
            model=group.model.model,
            entry=group.model,
            os=group.spec.os,
            count=len(group.installed),
            max=group.max,
            digits=group.digits,
            height_u=host_height(group),
            gap_units=group.spec.gap_units,
            driver=group.spec.driver,
            packages=tuple(group.spec.packages),
            system_disk=group.spec.system_disk,
            hugepages_gib=group.spec.hugepages_gib,
            ports={fabric: tuple(group.ports_on(fabric)) for fabric in cluster.shapes},
            firmware=dict(sorted(group.spec.firmware.items())),
            names=_names(group),
        )


def _names(group: HostGroup) -> tuple[str, ...]:
    names = tuple(map(group.host_name, range(group.max))) if group.naming else ()
    usual = tuple(device_name(group.name, ordinal, group.digits) for ordinal in range(len(names)))
    return names if names != usual else ()
