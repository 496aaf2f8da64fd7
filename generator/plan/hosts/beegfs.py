"""BeeGFS file systems that hosts of ours serve: services and targets with their numbers, buddy groups, and the interfaces of each host.

Numbers are coordinates: those of a service and of its targets follow from the ordinal of a host, and every host keeps 99 numbers for targets, so that
neither a host that arrives nor one that gets more targets renumbers any.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from generator.plan.clients import uses
from generator.plan.hosts.configured import configured_hosts, serving_hosts
from generator.plan.hosts.lustre import ports_of
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier
from generator.spec.beegfs import TARGETS_MOST, BeegfsSpec

_PLACE = "/srv/beegfs"
_EACH = TARGETS_MOST + 1


class BeegfsTarget(Struct, frozen=True, kw_only=True):
    """A storage target: its number in the whole file system, and where its own file system is mounted."""

    number: int
    place: str


class BeegfsHost(Struct, frozen=True, kw_only=True):
    """A host that serves: the number of its services, where metadata is (empty without a metadata service), its targets and its interfaces."""

    name: str
    number: int
    management: str
    metadata: str
    targets: tuple[BeegfsTarget, ...]


class Buddies(Struct, frozen=True, kw_only=True):
    """A buddy group: its kind, its number, which is that of its first member, and both members."""

    kind: Literal["meta", "storage"]
    number: int
    primary: int
    secondary: int


class BeegfsSystem(Struct, frozen=True, kw_only=True):
    """A tier as a BeeGFS file system. `interfaces`: those of servers and clients on the tier's fabric, by host."""

    tier: str
    group: str
    mount: str
    address: str
    """Of the management service, by which all others find it."""
    rdma: bool
    hosts: tuple[BeegfsHost, ...]
    buddies: tuple[Buddies, ...]
    interfaces: Mapping[str, tuple[str, ...]]

    @property
    def admin(self) -> str:
        """The host with the management service."""
        return self.hosts[0].name


@once
def beegfs_systems(plan: Plan) -> Mapping[str, BeegfsSystem]:
    """Return the BeeGFS file systems that hosts of ours serve, by their tiers."""
    return {tier.name: _system(plan, tier, spec) for tier in plan.tiers if (spec := plan.site.storage[tier.name].beegfs) and not beegfs_lacking(plan, tier)}  # fmt: skip


def beegfs_lacking(plan: Plan, tier: Tier) -> str:
    """Return why hosts cannot serve a tier yet; empty where they can."""
    hosts = serving_hosts(plan, tier)
    if not hosts or hosts[0].ordinal:
        return f"the first host of {tier.group} is not installed, and the management service is there"
    without = next((host.name for host in _members(plan, tier) if not [*ports_of(plan, tier, host)]), None)
    return f"{without} has no IP address on the {tier.fabric} fabric; state `ipoib`" if without else ""


def _members(plan: Plan, tier: Tier) -> Iterator[Host]:
    """Yield the hosts that serve or mount a tier."""
    for host in configured_hosts(plan):
        if host.group == tier.group or uses(tier, host):
            yield host


def _system(plan: Plan, tier: Tier, spec: BeegfsSpec) -> BeegfsSystem:
    hosts = serving_hosts(plan, tier)
    home = f"{_PLACE}/{tier.name}"
    return BeegfsSystem(
        tier=tier.name,
        group=tier.group,
        mount=tier.mount,
        address=next(address for _, address in ports_of(plan, tier, hosts[0])),
        rdma=plan.fabrics[tier.fabric].technology != "ethernet",
        hosts=tuple(_host(spec, home, host) for host in hosts),
        buddies=tuple(_buddies(spec, {host.ordinal for host in hosts})),
        interfaces={each.name: tuple(name for name, _ in ports_of(plan, tier, each)) for each in _members(plan, tier)},
    )


def _host(spec: BeegfsSpec, home: str, host: Host) -> BeegfsHost:
    number = host.ordinal + 1
    return BeegfsHost(
        name=host.name,
        number=number,
        management=f"{home}/mgmtd" if host.ordinal == 0 else "",
        metadata=f"{home}/meta" if host.ordinal < spec.metadata_hosts else "",
        targets=tuple(
            BeegfsTarget(number=number * _EACH + each, place=f"{home}/target{each:02}")
            for each in range(1, spec.targets + 1)
        ),
    )


def _buddies(spec: BeegfsSpec, ordinals: set[int]) -> Iterator[Buddies]:
    """Yield the groups of hosts two by two, the metadata of the first pair at first: its primary has the root."""
    firsts = sorted(ordinal for ordinal in ordinals if ordinal % 2 == 0 and ordinal + 1 in ordinals)
    for ordinal in firsts if spec.mirror else ():
        if ordinal + 1 < spec.metadata_hosts:
            yield Buddies(kind="meta", number=ordinal + 1, primary=ordinal + 1, secondary=ordinal + 2)
    for ordinal in firsts if spec.mirror else ():
        for each in range(1, spec.targets + 1):
            primary = (ordinal + 1) * _EACH + each
            yield Buddies(kind="storage", number=primary, primary=primary, secondary=primary + _EACH)
