"""Active-passive pairs of NFS servers: the address that moves between them, the links of their heartbeats, and their BMCs.

Which hosts are a pair follows from their ordinals, and every other value is stated or an address by coordinate, so growth changes no pair.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.plan.hosts.exports import servers_of
from generator.plan.hosts.interfaces import BOND
from generator.plan.hosts.names import Names
from generator.plan.hosts.records import Name
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier

STATE = ".nfs-state"
"""The folder of the shared file system with the server's list of clients, by which these keep their locks when the other host takes over."""
_SAFE = "nosuid,nodev"


class PairHost(Struct, frozen=True, kw_only=True):
    """A host of a pair: its number in the cluster, its addresses in-band and on the management port, and its BMC's."""

    name: str
    number: int
    links: tuple[str, ...]
    bmc: str


class Pair(Struct, frozen=True, kw_only=True):
    """A tier that one of two hosts exports; the first one while both are up. `shared` is the address that clients mount from, by its name."""

    tier: str
    group: str
    hosts: tuple[PairHost, ...]
    shared: Name
    length: int
    interface: str
    mount: str
    device: str
    filesystem: str
    bmc_user: str
    bmc_verify: bool
    system: str
    options: str
    """How the file system is mounted."""

    @property
    def first(self) -> str:
        """The host that usually exports it, creates its file system and loads the configuration of the cluster."""
        return self.hosts[0].name

    @property
    def state(self) -> str:
        """The folder that moves with the file system (nfsserver, `nfs_shared_infodir`)."""
        return f"{self.mount.rstrip('/')}/{STATE}"


@once
def pairs(plan: Plan) -> Mapping[str, Pair]:
    """Return the pairs whose hosts are installed and have all of their addresses, by their tiers."""
    return {pair.tier: pair for pair in _pairs(plan)}


def pair_of(plan: Plan, host: Host) -> Pair | None:
    """Return the pair that a host belongs to."""
    return next((pair for pair in pairs(plan).values() if host.name in {each.name for each in pair.hosts}), None)


def members_of(plan: Plan, tier: Tier) -> tuple[Host, ...]:
    """Return the installed hosts of a tier's pair, by ordinal."""
    names = servers_of(plan, tier) if plan.site.storage[tier.name].nfs else ()
    return tuple(sorted((host for host in plan.hosts if host.name in names), key=lambda host: host.ordinal))


def _pairs(plan: Plan) -> Iterator[Pair]:
    names = Names(plan)
    for tier in plan.tiers:
        spec = plan.site.storage[tier.name].nfs
        hosts = members_of(plan, tier)
        if spec is None or len(hosts) < len(servers_of(plan, tier)):
            continue
        if not all(host.inband and host.management and host.bmc for host in hosts):
            continue
        bond = next(each for each in plan.interfaces_of[hosts[0].name] if each.name == BOND)
        yield Pair(
            tier=tier.name,
            group=tier.group,
            hosts=tuple(_member(host) for host in hosts),
            shared=names.server(tier),
            length=bond.length,
            interface=bond.name,
            mount=tier.mount,
            device=spec.device,
            filesystem=spec.filesystem,
            bmc_user=spec.bmc_user,
            bmc_verify=spec.bmc_verify,
            system=plan.groups[tier.group].os,
            options=f"{_SAFE},prjquota" if plan.site.storage[tier.name].quotas else _SAFE,
        )


def _member(host: Host) -> PairHost:
    return PairHost(
        name=host.name, number=host.ordinal + 1, links=(str(host.inband), str(host.management)), bmc=str(host.bmc)
    )
