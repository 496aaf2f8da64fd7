"""Lustre file systems on hosts of the cluster: their targets, the hosts of each, and the NIDs by which others reach it.

Indices and names are coordinates: the target of a host follows from its ordinal, and every host keeps as many indices, so that neither a new host
nor additional targets renumber any. Metadata targets are on the first hosts, and the management target on the first of all, whose NIDs every client mounts by.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from msgspec import Struct

from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier
from generator.spec.lustre import OSTS_MOST, LustreSpec, file_system_name

TargetKind = Literal["mgs", "mdt", "ost"]
_PLACE = "/srv/lustre"
_BY_LABEL = "/dev/lustre"
"""Where our udev rule puts targets by their names: labels differ from them until a target is first started (Lustre's server_make_name)."""


class Target(Struct, frozen=True, kw_only=True):
    """A target: its name as Lustre gives it, and the hosts that may serve it, the usual one first. `device` is empty where the spec states none.

    `services` are the nodes that may serve it, where these are several, and a node is all NIDs of a host with commas between them (mkfs.lustre(8), NID).
    """

    name: str
    kind: TargetKind
    index: int | None
    hosts: tuple[str, ...]
    services: tuple[str, ...]
    device: str
    fsname: str

    @property
    def usual(self) -> str:
        """The host that usually serves it, and formats it."""
        return self.hosts[0]

    @property
    def _last(self) -> str:
        return self.name.removeprefix(f"{self.fsname}-")

    @property
    def label(self) -> str:
        """The labels that its device may have, as a pattern of udev(7): between the names is `:` until it is first started, and `=` after a writeconf."""
        return self.name if self.kind == "mgs" else f"{self.fsname}[:=-]{self._last}"

    @property
    def place(self) -> str:
        """Where it is mounted."""
        return f"{_PLACE}/{self.fsname}/{self._last}"

    @property
    def found_at(self) -> str:
        """The link that udev makes to its device."""
        return f"{_BY_LABEL}/{self.name}"


class FileSystem(Struct, frozen=True, kw_only=True):
    """A tier as a Lustre file system. `nids` has every host of the group that serves it, installed ones alone."""

    tier: str
    group: str
    fsname: str
    network: str
    nids: Mapping[str, tuple[str, ...]]
    targets: tuple[Target, ...]
    pairs: bool

    @property
    def managers(self) -> tuple[str, ...]:
        """The hosts that may serve the management target."""
        return self.targets[0].hosts

    @property
    def manager_nodes(self) -> tuple[str, ...]:
        """The nodes of these hosts, the usual one first."""
        return tuple(",".join(self.nids[host]) for host in self.managers)

    @property
    def source(self) -> str:
        """The source for clients (mount.lustre(8), MGSNAME)."""
        return f"{':'.join(self.manager_nodes)}:/{self.fsname}"

    def of(self, host: str) -> tuple[Target, ...]:
        """Return the targets that a host may serve."""
        return tuple(each for each in self.targets if host in each.hosts)


@once
def file_systems(plan: Plan) -> Mapping[str, FileSystem]:
    """Return the Lustre file systems that hosts of ours serve and clients can reach, by their tiers."""
    found = (file_system(plan, tier) for tier in plan.tiers)
    return {each.tier: each for each in found if each is not None}


def file_system(plan: Plan, tier: Tier) -> FileSystem | None:
    """Return a tier as a file system; None where others serve it, or values are `lacking`."""
    spec = plan.site.storage[tier.name].lustre
    if spec is None or lacking(plan, tier):
        return None
    hosts = _hosts(plan, tier)
    fsname = file_system_name(tier.name, spec)
    nids = {host.name: nids_of(plan, tier, host) for host in hosts}
    return FileSystem(
        tier=tier.name,
        group=tier.group,
        fsname=fsname,
        network=network_of(plan, tier),
        nids=nids,
        targets=tuple(_targets(spec, fsname, {host.ordinal: host.name for host in hosts}, nids)),
        pairs=spec.pairs,
    )


def lacking(plan: Plan, tier: Tier) -> str:
    """Return why hosts cannot serve a tier yet; empty where they can."""
    hosts = _hosts(plan, tier)
    if not hosts or hosts[0].ordinal:
        return f"the first host of {tier.group} is not installed, and the management target is there"
    without = next((host.name for host in hosts if not nids_of(plan, tier, host)), None)
    return (
        f"{without} has no IP address on the {tier.fabric} fabric, and a NID is made of one; state `ipoib`"
        if without
        else ""
    )


def network_of(plan: Plan, tier: Tier) -> str:
    """Return LNet's network on a tier's fabric: o2ib over InfiniBand and RoCE, else tcp (Lustre Operations Manual, Understanding Lustre Networking)."""
    return "tcp" if plan.fabrics[tier.fabric].technology == "ethernet" else "o2ib"


def ports_of(plan: Plan, tier: Tier, host: Host) -> Iterator[tuple[str, str]]:
    """Yield the interfaces of a host on a tier's fabric with their addresses: all of them are LNet's (multi-rail)."""
    for each in plan.interfaces_of[host.name]:
        if each.fabric == tier.fabric and each.address and each.kind != "vlan":
            yield each.name, each.address


def nids_of(plan: Plan, tier: Tier, host: Host) -> tuple[str, ...]:
    """Return the NIDs of a host on a tier's fabric."""
    network = network_of(plan, tier)
    return tuple(f"{address}@{network}" for _, address in ports_of(plan, tier, host))


def _hosts(plan: Plan, tier: Tier) -> list[Host]:
    """Return the installed hosts of a tier's group, by ordinal."""
    return sorted((host for host in plan.hosts if host.group == tier.group), key=lambda host: host.ordinal)


def _targets(
    spec: LustreSpec, fsname: str, names: Mapping[int, str], nids: Mapping[str, tuple[str, ...]]
) -> Iterator[Target]:
    """Yield every target with its hosts and devices. `names` are hosts by ordinal, in its order."""
    devices: Mapping[TargetKind, tuple[str | None, ...]] = {
        "mgs": (spec.devices.mgt,),
        "mdt": (spec.devices.mdt,),
        "ost": spec.devices.ost or (None,) * spec.osts,
    }
    for each in numbered(spec, fsname, names):
        partner = names.get(each.ordinal ^ 1) if spec.pairs else None
        served = (names[each.ordinal], *([partner] if partner else []))
        yield Target(
            name=each.name,
            kind=each.kind,
            index=each.index,
            hosts=served,
            services=tuple(",".join(nids[host]) for host in served) if partner else (),
            device=devices[each.kind][each.number] or "",
            fsname=fsname,
        )


class Numbered(Struct, frozen=True, kw_only=True):
    """A target by its coordinates: the ordinal of the host that usually serves it, and its number among those of its kind there."""

    name: str
    kind: TargetKind
    index: int | None
    ordinal: int
    number: int


def numbered(spec: LustreSpec, fsname: str, ordinals: Collection[int]) -> Iterator[Numbered]:
    """Yield the targets of hosts with these ordinals: the management target, metadata targets, then object targets by host."""
    yield Numbered(name="MGS", kind="mgs", index=None, ordinal=0, number=0)
    for ordinal in (each for each in ordinals if each < spec.metadata_hosts):
        yield Numbered(name=f"{fsname}-MDT{ordinal:04x}", kind="mdt", index=ordinal, ordinal=ordinal, number=0)
    for ordinal in ordinals:
        for number in range(spec.osts):
            index = ordinal * OSTS_MOST + number
            yield Numbered(name=f"{fsname}-OST{index:04x}", kind="ost", index=index, ordinal=ordinal, number=number)
