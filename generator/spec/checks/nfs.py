"""Pairs of hosts that export NFS: on which tiers, and what else these hosts export."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec


@spec_rule(
    title="A pair of NFS servers on a tier that it cannot serve",
    why="The pair exports a file system of kind nfs itself, at an address that moves between its hosts. Only the frontend has a segment that both are in; ports of other fabrics are routed.",
    fix="Make the tier `kind: nfs` on the frontend without a `source`, or remove `nfs`.",
    absent=("storage.*",),
)
def nfs_misplaced(spec: ClusterSpec) -> Iterator[Finding]:
    """A tier with `nfs` is of that kind, reached over the frontend, and has no source of the site."""
    for name, tier in spec.storage.items():
        if tier.nfs is None:
            continue
        wrong = f"is of kind {tier.kind}" if tier.kind != "nfs" else ""
        wrong = wrong or (f"is mounted from {tier.source}" if tier.source else "")
        wrong = wrong or (f"is reached over the {tier.fabric} fabric" if tier.fabric == "storage" else "")
        if wrong:
            yield KeyFinding(
                message=f"storage.{name} has a pair of NFS servers, and {wrong}",
                loc=("storage", name, "nfs"),
                help="remove nfs, or write kind: nfs, without source and fabric",
            )


@spec_rule(
    title="Another NFS tier on the hosts of a pair",
    why="The cluster of a pair starts and stops the NFS server of its hosts, and with it everything that they export.",
    fix="Serve the other tier by another host group.",
)
def nfs_shared_hosts(spec: ClusterSpec) -> Iterator[Finding]:
    """The group of a pair exports one tier."""
    served = [(name, tier) for name, tier in spec.storage.items() if tier.kind == "nfs" and not tier.source]
    for name, tier in served:
        for other, paired in served:
            if paired.nfs and other != name and tier.hosts == paired.hosts and (tier.nfs is None or name > other):
                yield Finding(
                    message=f"storage.{name} would be exported by {tier.hosts}, whose NFS server moves with storage.{other}",
                    loc=("storage", name, "hosts"),
                    notes=(Note("the pair is here", ("storage", other, "nfs")),),
                    help=f"name another host group for storage.{name}",
                )
