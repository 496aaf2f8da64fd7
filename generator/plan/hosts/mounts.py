"""Mounts of a host: a systemd unit for every tier that it is a client of, if the source is known.

NFS is mounted from the first host of the group that serves it, and the export has the name of the mount point; a spec may override this with
`source`. The source of a parallel file system depends on the product and must be stated, unless hosts of the cluster serve it (`lustre`).
"""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from generator.catalog.model import Host as HostModel
from generator.plan.clients import is_client
from generator.plan.hosts.beegfs import beegfs_systems
from generator.plan.hosts.encryption import Volume, volume_of
from generator.plan.hosts.lustre import file_systems, ports_of
from generator.plan.hosts.names import Names
from generator.plan.hosts.records import Name
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier
from generator.spec.cache_kinds import CacheKind, cache_kind
from generator.spec.storage import TierSpec

FILESYSTEMS = {"lustre": "lustre", "weka": "wekafs", "ceph": "ceph", "cephfs": "ceph", "beegfs": "beegfs"}
"""The type of a product for mount(8), from the product's documentation."""
_SAFE = ("nosuid", "nodev")
"""Without these, users could become root by setuid programs and device files."""
_NETWORK = "_netdev"
"""Without it systemd takes a type that it does not know, such as wekafs or beegfs, for a local file system, and mounts it before the network is up (systemd.mount(5))."""
FSC = "fsc"
"""Data read over NFS is kept in the cache of the host, if it has one (nfs(5)); a mount works without it."""
TLS = frozenset({"xprtsec=tls", "xprtsec=mtls"})
"""Options that have NFS travel over TLS (nfs(5))."""
_NFS_OPTIONS = "vers=4.2,hard"
_LOCAL_FILESYSTEM = "xfs"
_LUSTRE = "lustre"
_BEEGFS, _BEEGFS_SOURCE, _BEEGFS_CLIENT = "beegfs", "beegfs_nodev", "/etc/beegfs/beegfs-client.conf"
"""Its client mounts no device: the configuration has the management service (BeeGFS 7.4, beegfs-mounts.conf)."""
_NID = r"@([a-z0-9]+)(?=[:,])"
"""The network of a Lustre NID: `10.64.0.1@o2ib` (Lustre Operations Manual, Understanding Lustre Networking); without one it is `tcp`."""
LABEL_LETTERS = 12
"""An XFS label has no more (xfs_admin(8)): longer names of tiers are cut."""


class Mount(Struct, frozen=True, kw_only=True):
    """A mount: `unit` is its systemd name without the suffix, `target` what pulls it in. `server` is the host that it is from, if one of ours."""

    tier: str
    unit: str
    what: str
    where: str
    filesystem: str
    options: str
    target: str
    server: Name | None
    volume: Volume | None = None
    """What is opened before, where it is encrypted."""


def mounts_of(plan: Plan, names: Names, host: Host) -> Iterator[Mount]:
    """Yield every mount of a host whose source is known, by tier."""
    cached = cached_tiers(plan, host, "nfs")
    for tier in plan.tiers:
        if not is_client(tier, host):
            continue
        spec = plan.site.storage[tier.name]
        if tier.kind == "local-nvme":
            if plan.hardware.get(HostModel, host.model).local_nvme:
                yield _local(tier, spec)
        elif tier.kind == "nfs" and (spec.source or names.server(tier).address):
            yield _nfs(names, tier, spec, cached=tier.name in cached)
        elif tier.kind != "nfs" and (filesystem := filesystem_of(spec)) and (source := source_of(plan, tier)):
            needed = (f"cfgFile={_BEEGFS_CLIENT}", _NETWORK) if spec.beegfs else (_NETWORK,)
            options = _with(needed, spec.options or needed[0])
            yield _mount(tier, source, filesystem, "remote-fs.target", options)


def cached_tiers(plan: Plan, host: Host, *kinds: CacheKind) -> frozenset[str]:
    """Return the tiers of these kinds that the local drives of a host cache, by name, or of all; none where it has no drives, or mounts one of both sides only."""
    if not plan.hardware.get(HostModel, host.model).local_nvme:
        return frozenset()
    mine = {tier.name for tier in plan.tiers if is_client(tier, host)}
    caches = (plan.site.storage[name].caches for name in mine)
    named = {name for each in caches if each for name in each.tiers if name in mine}
    return frozenset(name for name in named if not kinds or cache_kind(plan.site.storage[name]) in kinds)


def filesystem_of(spec: TierSpec) -> str:
    """Return the type of a parallel file system: the stated one, or the product's; empty where neither is known."""
    if spec.beegfs:
        return _BEEGFS
    return spec.filesystem or (_LUSTRE if spec.lustre else FILESYSTEMS.get(spec.product.lower(), ""))


def source_of(plan: Plan, tier: Tier) -> str:
    """Return the source that clients of a parallel tier mount: the stated one, or the NIDs of servers of the cluster; empty where neither is known."""
    served = file_systems(plan).get(tier.name)
    if tier.name in beegfs_systems(plan):
        return _BEEGFS_SOURCE
    return served.source if served else plan.site.storage[tier.name].source or ""


def lustre_networks(plan: Plan, host: Host) -> dict[str, tuple[str, ...]]:
    """Return LNet's networks on a host that mounts or serves Lustre, each with the interfaces on the tier's fabric; empty where it has no address there."""
    found: dict[str, tuple[str, ...]] = {}
    for tier in plan.tiers:
        served = file_systems(plan).get(tier.name)
        if served is not None and host.name in served.nids:
            networks = [served.network]
        elif is_client(tier, host) and filesystem_of(plan.site.storage[tier.name]) == _LUSTRE and source_of(plan, tier):
            networks = re.findall(_NID, source_of(plan, tier)) or ["tcp"]
        else:
            continue
        mine = tuple(name for name, _ in ports_of(plan, tier, host))
        for network in networks:
            found[network] = tuple(dict.fromkeys((*found.get(network, ()), *mine)))
    return found


def label_of(tier: str) -> str:
    """Return the label that the local file system of a tier is to be made with."""
    return tier[:LABEL_LETTERS]


def escaped(path: str) -> str:
    """Name the unit of a path as systemd-escape --path does."""
    letters = [
        "-" if letter == "/" else letter if letter.isalnum() or letter in "_:." else f"\\x{ord(letter):02x}"
        for letter in path.strip("/")
    ]
    return "".join(letters)


def _local(tier: Tier, spec: TierSpec) -> Mount:
    volume = volume_of(tier.name, spec)
    what = volume.device if volume else f"/dev/disk/by-label/{label_of(tier.name)}"
    mount = _mount(tier, what, spec.filesystem or _LOCAL_FILESYSTEM, "local-fs.target", spec.options or "noatime")
    return replace(mount, volume=volume)


def _nfs(names: Names, tier: Tier, spec: TierSpec, *, cached: bool) -> Mount:
    server = None if spec.source else names.server(tier)
    what = spec.source or (f"{server.names[0]}:{tier.mount}" if server else "")
    options = _with((FSC,) if cached else (), spec.options or _NFS_OPTIONS)
    return _mount(tier, what, spec.filesystem or "nfs4", "remote-fs.target", options, server)


def _with(more: tuple[str, ...], options: str) -> str:
    """Add options that are not among those of a mount, with whatever value."""
    there = options.split(",")
    named = {each.partition("=")[0] for each in there}
    return ",".join([*there, *(each for each in more if each.partition("=")[0] not in named)])


def _mount(tier: Tier, what: str, filesystem: str, target: str, options: str, server: Name | None = None) -> Mount:
    return Mount(
        tier=tier.name,
        unit=escaped(tier.mount),
        what=what,
        where=tier.mount,
        filesystem=filesystem,
        options=_with(_SAFE, options),
        target=target,
        server=server,
    )
