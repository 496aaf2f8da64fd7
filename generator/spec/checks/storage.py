"""Storage tiers: their servers, and how they are reached."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding, repeated, spec_rule, spec_warning
from generator.spec.cluster import ClusterSpec


@spec_rule(
    title="A storage tier without servers",
    why="Its mounts would hang.",
    fix="Name the host group that serves it in `hosts`.",
    names=("hosts",),
)
def tier_without_hosts(spec: ClusterSpec) -> Iterator[Finding]:
    """Every shared tier has hosts, and the group exists."""
    for name, tier in spec.storage.items():
        if tier.kind != "local-nvme" and tier.hosts is None and tier.s3 is None:
            yield KeyFinding(
                message=f"storage.{name} is {tier.kind} and has no hosts",
                loc=("storage", name),
                help="add `hosts:` with the name of a host group"
                + (", or `s3:` for an object store of the site" if tier.kind == "object" else ""),
            )
        if tier.hosts is not None and tier.hosts not in spec.hosts:
            yield Finding(
                message=f"storage.{name} is served by {tier.hosts}, which is not a host group",
                loc=("storage", name, "hosts"),
                help=f"use one of {', '.join(sorted(spec.hosts))}",
            )


@spec_rule(
    title="Local drives with a server",
    why="A local tier uses each host's own drives.",
    fix="Remove `hosts` and `fabric`, or choose another kind.",
)
def local_tier_with_hosts(spec: ClusterSpec) -> Iterator[Finding]:
    """`local-nvme` has neither hosts nor a fabric."""
    for name, tier in spec.storage.items():
        for key in ("hosts", "fabric"):
            if tier.kind == "local-nvme" and getattr(tier, key) is not None:
                yield KeyFinding(
                    message=f"storage.{name} is local and states {key}",
                    loc=("storage", name, key),
                    help=f"remove {key}, or choose kind: parallel",
                )


@spec_rule(
    title="A tier on a fabric that does not exist",
    why="Clients could not reach it.",
    fix="Add the fabric, or name another one.",
    absent=("fabrics",),
)
def tier_fabric(spec: ClusterSpec) -> Iterator[Finding]:
    """The fabric of a tier exists."""
    for name, tier in spec.storage.items():
        if tier.kind == "local-nvme":
            continue
        if tier.fabric is not None and tier.fabric not in spec.fabrics.given():
            yield Finding(
                message=f"storage.{name} is reached over the {tier.fabric} fabric, and the spec has none",
                loc=("storage", name, "fabric"),
                help=f"add fabrics.{tier.fabric}, or name another fabric",
            )
        elif tier.fabric is None and not {"storage", "frontend"} & set(spec.fabrics.given()):
            yield KeyFinding(
                message=f"storage.{name} needs a storage or frontend fabric, and the spec has neither",
                loc=("storage", name),
                help="add fabrics.storage or fabrics.frontend",
            )


@spec_rule(
    title="Two tiers on one mount point",
    why="The later mount hides the earlier one.",
    fix="Give every tier a separate path.",
)
def mount_clash(spec: ClusterSpec) -> Iterator[Finding]:
    """No mount point twice on one role."""
    for mount, first, name in repeated((tier.mount, name) for name, tier in spec.storage.items() if tier.mount):
        yield Finding(
            message=f"storage.{name} and storage.{first} are both mounted on {mount}",
            loc=("storage", name, "mount"),
            notes=(Note("taken here", ("storage", first, "mount")),),
            help="use a different path for each",
        )


@spec_rule(
    title="A tier without a mount point",
    why="Clients of a file system need a path.",
    fix="Add `mount:`; only object stores have none.",
)
def mount_missing(spec: ClusterSpec) -> Iterator[Finding]:
    """File systems have a path, object stores none."""
    for name, tier in spec.storage.items():
        if tier.kind != "object" and tier.mount is None:
            yield KeyFinding(
                message=f"storage.{name} is {tier.kind} and has no mount",
                loc=("storage", name),
                help=f"add `mount: /{name}`",
            )
        if tier.kind == "object" and tier.mount is not None:
            yield KeyFinding(
                message=f"storage.{name} is an object store and has a mount",
                loc=("storage", name, "mount"),
                help="remove `mount`, or choose kind: parallel",
            )


@spec_rule(
    title="A mount key without effect",
    why="The key would have no effect: an object store is not mounted, and local drives are mounted by their label.",
    fix="Remove the key, or choose another kind.",
)
def mount_unused(spec: ClusterSpec) -> Iterator[Finding]:
    """An object store has no key of a mount, and local drives no source."""
    for name, tier in spec.storage.items():
        idle = {"object": ("source", "filesystem", "options"), "local-nvme": ("source",)}.get(tier.kind, ())
        for key in idle:
            if getattr(tier, key) is not None:
                yield KeyFinding(
                    message=f"storage.{name} is {tier.kind} and states {key}",
                    loc=("storage", name, key),
                    help=f"remove {key}, or choose another kind",
                )


@spec_warning(
    title="Storage hosts that serve no tier",
    why="The hosts are cabled and addressed, but nothing mounts from them.",
    fix="Add a tier with `hosts:` naming the group.",
)
def storage_unused(spec: ClusterSpec) -> Iterator[Finding]:
    """Every group of role storage serves a tier, once tiers are declared at all."""
    serving = {tier.hosts for tier in spec.storage.values()}
    for name, group in spec.hosts.items():
        if spec.storage and group.role == "storage" and name not in serving:
            yield KeyFinding(
                message=f"hosts.{name} serves none of the storage tiers",
                loc=("hosts", name),
                help=f"add `hosts: {name}` to a tier",
            )


_OLD_NFS = {"vers=3", "nfsvers=3", "nfsvers=2", "vers=2", "mountvers=3"}


@spec_rule(
    title="A version of NFS that the firewalls cannot allow",
    why="NFS before version 4 uses ports that a server picks when it starts (mountd, statd, lockd); only version 4 has one port (RFC 8881).",
    fix="Use version 4.",
)
def nfs_version(spec: ClusterSpec) -> Iterator[Finding]:
    """NFS is version 4."""
    for name, tier in spec.storage.items():
        old = sorted(_OLD_NFS & set((tier.options or "").split(",")))
        if tier.kind == "nfs" and old:
            yield Finding(
                message=f"storage.{name} is mounted with {old[0]}, whose ports are not fixed, so no filter can allow them",
                loc=("storage", name, "options"),
                help="use vers=4.2",
            )
