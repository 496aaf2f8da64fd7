"""IBM Storage Scale that hosts of the cluster serve: where it may be stated, its name, its quorum and its disks."""

import re
from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.scale import DEVICE_NAME, DISKS_MOST, QUORUM_MOST, SYSTEM_POOL, ScaleSpec, device_name, usage_of
from generator.spec.storage import TierSpec

_NAMES = ("storage scale", "spectrum scale", "gpfs")


def _served(spec: ClusterSpec) -> Iterator[tuple[str, TierSpec, ScaleSpec]]:
    """Yield the tiers that hosts of the cluster serve with Storage Scale, by name."""
    yield from ((name, tier, tier.scale) for name, tier in spec.storage.items() if tier.scale)


@spec_rule(
    title="Storage Scale on a tier of another kind",
    why="`scale` makes disks of the tier's hosts a file system of IBM Storage Scale, which its clients mount as nodes of the cluster.",
    fix="Make the tier `kind: parallel` with `product: Storage Scale`, without `source`, `filesystem` and `lustre`; or remove `scale`.",
    absent=("storage.*",),
)
def scale_misplaced(spec: ClusterSpec) -> Iterator[Finding]:
    """A tier with `scale` is a parallel file system with a mount point, and without another product or source."""
    for name, tier, _ in _served(spec):
        product = tier.product and not any(word in tier.product.lower() for word in _NAMES)
        wrong = [f"kind: {tier.kind}"] if tier.kind != "parallel" else []
        wrong += [f"product: {tier.product}"] if product else []
        wrong += [key for key in ("source", "filesystem", "lustre") if getattr(tier, key)]
        wrong += [] if tier.mount else ["no mount"]
        if wrong:
            yield KeyFinding(
                message=f"storage.{name} is served with Storage Scale, and has {', '.join(wrong)}",
                loc=("storage", name, "scale"),
                help="remove scale, or write kind: parallel, product: Storage Scale and mount, without source, filesystem and lustre",
            )


@spec_rule(
    title="A host in two Storage Scale clusters",
    why="mmcrcluster: a host is a node of one cluster only, as server or as client.",
    fix="Serve one tier with Storage Scale, and mount file systems of other clusters remotely, by the site's own setup.",
)
def scale_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """No host serves or mounts two tiers of Storage Scale."""
    tiers = [*_served(spec)]
    for number, (name, tier, _) in enumerate(tiers):
        for first, other, _ in tiers[:number]:
            if tier.hosts == other.hosts or {*tier.clients} & {*other.clients}:
                yield KeyFinding(
                    message=f"storage.{name} and storage.{first} are two Storage Scale clusters of the same hosts",
                    loc=("storage", name, "scale"),
                    notes=(Note("the first one", ("storage", first, "scale")),),
                    help=f"remove scale from storage.{name}, or give it other hosts and other clients",
                )


@spec_rule(
    title="Quorum nodes without a majority",
    why="The cluster works while more than half of its quorum nodes do. With an even number it survives no more failures than with one node fewer; mmcrcluster accepts 1 to 7 (8 in newer releases).",
    fix="State an odd number from 1 to 7 that is not above the installed hosts of the group: 3, or 5 and more where many hosts serve.",
    absent=("hosts", "storage", "workloads"),
)
def scale_quorum(spec: ClusterSpec) -> Iterator[Finding]:
    """Quorum nodes are an odd number of installed hosts."""
    for name, tier, scale in _served(spec):
        group = spec.hosts.get(tier.hosts or "")
        count = group.count if group else None
        place = ("storage", name, "scale")
        where = "quorum" if "quorum" in scale.model_fields_set else None
        most = min(QUORUM_MOST, count if count is not None else QUORUM_MOST)
        best = most - 1 + most % 2 if most else 1
        if scale.quorum % 2 == 0 or scale.quorum > most:
            limit = (
                f"{count} hosts of {tier.hosts} are installed" if most < QUORUM_MOST else f"{QUORUM_MOST} are the most"
            )
            reason = "an even number has no majority after half of them are lost" if scale.quorum <= most else limit
            better = min(scale.quorum - 1 if scale.quorum <= most else best, best)
            finding = Finding if where else KeyFinding
            yield finding(
                message=f"storage.{name} has {scale.quorum} quorum nodes, and {reason}",
                loc=(*place, where) if where else place,
                help=f"set quorum: {max(better, 1)}",
            )


@spec_rule(
    title="Storage Scale disks that cannot make a file system",
    why="Every NSD stanza needs a device, and a file system needs disks for data and for metadata. Metadata is in the pool `system` only.",
    fix="List the disks of each host by lasting paths, each once: `disks: [{device: /dev/disk/by-path/...}]`.",
)
def scale_disks(spec: ClusterSpec) -> Iterator[Finding]:
    """Disks are stated, each once, under names that IBM does not reserve, and hold data and metadata in the pools that may."""
    for name, _, scale in _served(spec):
        place = ("storage", name, "scale")
        device = device_name(name, scale)
        if not re.fullmatch(DEVICE_NAME, device):
            yield KeyFinding(
                message=f"the file system of storage.{name} and its disks would be called {device}: 16 characters at most, and names that begin with gpfs are reserved",
                loc=place,
                help="set device: a letter, then letters, digits and _, 16 characters at most, not gpfs at the beginning",
            )
        if not scale.disks:
            yield KeyFinding(
                message=f"storage.{name} has no disks: which devices of its hosts become NSDs is not stated anywhere",
                loc=place,
                help="list the disks of each host: disks: [{device: /dev/disk/by-path/...}]",
            )
            continue
        if len(scale.disks) > DISKS_MOST:
            yield Finding(
                message=f"storage.{name} lists {len(scale.disks)} disks for each host, and {DISKS_MOST} are the most",
                loc=(*place, "disks"),
                help=f"remove {len(scale.disks) - DISKS_MOST} disks",
            )
        for number, disk in enumerate(scale.disks):
            if disk.device in {other.device for other in scale.disks[:number]}:
                yield Finding(
                    message=f"two NSDs of storage.{name} are on {disk.device}",
                    loc=(*place, "disks", number, "device"),
                    help="list each device once",
                )
            if disk.pool != SYSTEM_POOL and usage_of(disk) != "dataOnly":
                yield Finding(
                    message=f"{disk.device} of the pool {disk.pool} is to hold more than data, and metadata is in the pool {SYSTEM_POOL} only",
                    loc=(*place, "disks", number, "usage"),
                    help=f"set usage: dataOnly, or pool: {SYSTEM_POOL}",
                )
        held = {usage_of(disk) for disk in scale.disks}
        for what, usages in (
            ("data", {"dataOnly", "dataAndMetadata"}),
            ("metadata", {"metadataOnly", "dataAndMetadata"}),
        ):
            if not held & usages:
                yield Finding(
                    message=f"no disk of storage.{name} holds {what}",
                    loc=(*place, "disks"),
                    help=f"add a disk with usage: {what}Only, or set usage: dataAndMetadata",
                )
