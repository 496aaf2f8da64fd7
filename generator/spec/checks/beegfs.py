"""BeeGFS that hosts of the cluster serve: where it may be stated, and buddies."""

from collections.abc import Iterator

from generator.spec.beegfs import HOSTS_MOST
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec


@spec_rule(
    title="BeeGFS on a tier of another kind",
    why="`beegfs` makes folders of the tier's hosts targets of BeeGFS, whose client mounts one file system of a host by its configuration.",
    fix="Make the tier `kind: parallel` with `product: BeeGFS`, without `source`, `filesystem`, `lustre` and `scale`; or remove `beegfs`.",
    absent=("storage.*",),
)
def beegfs_misplaced(spec: ClusterSpec) -> Iterator[Finding]:
    """A tier with `beegfs` is a parallel file system with a mount point, and without another product or source."""
    for name, tier in spec.storage.items():
        if tier.beegfs is None:
            continue
        wrong = [f"kind: {tier.kind}"] if tier.kind != "parallel" else []
        wrong += [f"product: {tier.product}"] if tier.product and "beegfs" not in tier.product.lower() else []
        wrong += [key for key in ("source", "filesystem", "lustre", "scale") if getattr(tier, key)]
        wrong += [] if tier.mount else ["no mount"]
        if wrong:
            yield KeyFinding(
                message=f"storage.{name} is served with BeeGFS, and has {', '.join(wrong)}",
                loc=("storage", name, "beegfs"),
                help="remove beegfs, or write kind: parallel, product: BeeGFS and mount, without source, filesystem, lustre and scale",
            )


@spec_rule(
    title="BeeGFS hosts without buddies, or without numbers",
    why="A buddy group is two targets, and with `mirror` the hosts of the group are buddies two by two. Numbers of targets have 16 bits.",
    fix="Use an even number of hosts and of `metadata_hosts`.",
    absent=("hosts", "storage", "workloads"),
)
def beegfs_hosts(spec: ClusterSpec) -> Iterator[Finding]:
    """With `mirror`, all hosts have a buddy; every host has numbers for its targets, and a metadata service is on a host."""
    for name, tier in spec.storage.items():
        group = spec.hosts.get(tier.hosts or "")
        if tier.beegfs is None or group is None or group.count is None:
            continue
        place = ("storage", name, "beegfs")
        if tier.beegfs.mirror and group.count % 2:
            yield KeyFinding(
                message=f"storage.{name} is mirrored, and {tier.hosts} has {group.count} host{'s' * (group.count != 1)}: the last one has no buddy",
                loc=place,
                help=f"set count: {group.count + 1} in hosts.{tier.hosts}",
            )
        if tier.beegfs.mirror and tier.beegfs.metadata_hosts % 2:
            yield KeyFinding(
                message=f"storage.{name} is mirrored, and its metadata is on {tier.beegfs.metadata_hosts} host{'s' * (tier.beegfs.metadata_hosts != 1)}",
                loc=place,
                help=f"set metadata_hosts: {tier.beegfs.metadata_hosts + 1}",
            )
        if tier.beegfs.metadata_hosts > group.count:
            yield KeyFinding(
                message=f"storage.{name} has metadata on {tier.beegfs.metadata_hosts} hosts, and {tier.hosts} has {group.count}",
                loc=place,
                help=f"set metadata_hosts: {group.count}",
            )
        if (group.max or group.count) > HOSTS_MOST:
            yield KeyFinding(
                message=f"storage.{name} is served by as many as {group.max or group.count} hosts, and there are numbers for {HOSTS_MOST}",
                loc=place,
                help=f"lower max in hosts.{tier.hosts} to {HOSTS_MOST}",
            )
