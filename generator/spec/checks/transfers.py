"""Tiers that are filled from others: names, directions, and requirements of policies."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.feeds import FeedSpec
from generator.spec.storage import TierSpec

LUSTRE, SCALE, OBJECT = "lustre", "scale", "object"


def policy_of(tier: TierSpec) -> str:
    """Name the kind of policy that a filled tier has; empty where none is known."""
    product = tier.product.lower()
    if tier.kind == "object":
        return OBJECT
    if tier.lustre or product == LUSTRE:
        return LUSTRE
    return SCALE if tier.scale else ""


def _feeds(spec: ClusterSpec) -> Iterator[tuple[str, str, FeedSpec]]:
    yield from ((name, target, feed) for name, tier in spec.storage.items() for target, feed in tier.feeds.items())


@spec_rule(
    title="A tier that is filled from a wrong one",
    why="Data is copied between two tiers, in one direction. Local drives of one host hold nothing for other hosts.",
    fix="Name another tier of `storage`, and let data flow from the larger tiers to the faster ones.",
    names=("storage",),
)
def transfer_wrong(spec: ClusterSpec) -> Iterator[Finding]:
    """Both tiers of a feed exist, and no tier is filled, over others or not, from itself."""
    for name, target, _ in _feeds(spec):
        place = ("storage", name, "feeds", target)
        if target not in spec.storage:
            others = sorted(spec.storage.keys() - {name})
            yield KeyFinding(
                message=f"storage.{name} feeds {target}, which is not a tier",
                loc=place,
                help=f"use one of {', '.join(others)}" if others else "add the tier to storage",
            )
        elif spec.storage[name].kind == "local-nvme":
            yield KeyFinding(
                message=f"storage.{name} is local drives, and feeds {target}",
                loc=place,
                help=f"remove it, or write feeds under the tier that fills {name}",
            )
        elif name in _reached(spec, target):
            yield KeyFinding(
                message=f"storage.{name} feeds {target}, and is filled from it",
                loc=place,
                help=f"remove one direction; what returns to {name} is stated by idle_days",
            )


def _reached(spec: ClusterSpec, start: str) -> set[str]:
    """Return the tiers that a tier fills, over others or not, and itself."""
    found, left = set[str](), [start]
    while left:
        name = left.pop()
        if name not in found and name in spec.storage:
            found.add(name)
            left += spec.storage[name].feeds
    return found


@spec_rule(
    title="A transfer of which only half is stated",
    why="The bandwidth that a transfer needs is `tb` / `hours`.",
    fix="State both, or neither.",
)
def transfer_half(spec: ClusterSpec) -> Iterator[Finding]:
    """Bytes and time of a transfer are both stated, or neither is."""
    for name, target, feed in _feeds(spec):
        if (feed.tb is None) != (feed.hours is None):
            has, lacks = ("tb", "hours") if feed.hours is None else ("hours", "tb")
            yield Finding(
                message=f"the transfer from storage.{name} to {target} has {has} and no {lacks}",
                loc=("storage", name, "feeds", target, has),
                help=f"add {lacks}, or remove {has}",
            )


@spec_rule(
    title="A return policy that the tier's product does not have",
    why="Files return by Lustre's HSM or by a policy rule of Storage Scale. Lustre's copytool writes as root, which NFS of the cluster's hosts does not allow (`root_squash`). Objects change their storage class, which needs a name; object stores do not record access.",
    fix="Remove `idle_days` for other products; state `storage_class` for object stores, and nowhere else.",
    names=("storage",),
    absent=("storage.*",),
)
def transfer_policy(spec: ClusterSpec) -> Iterator[Finding]:
    """Who states `idle_days` fills a tier with a known policy, and an object store's class is named."""
    for name, target, feed in _feeds(spec):
        kind = policy_of(spec.storage[target]) if target in spec.storage else OBJECT
        place = ("storage", name, "feeds", target)
        if feed.idle_days and not kind:
            yield Finding(
                message=f"no policy is known for storage.{target} ({spec.storage[target].product or spec.storage[target].kind})",
                loc=(*place, "idle_days"),
                help="remove idle_days; Lustre, Storage Scale (`scale`) and object stores have policies",
            )
        elif feed.idle_days and kind == LUSTRE and not spec.storage[name].mount:
            yield Finding(
                message=f"Lustre's copytool archives to a folder, and storage.{name} has no mount",
                loc=(*place, "idle_days"),
                help="remove idle_days, or fill the tier from a file system",
            )
        elif feed.idle_days and kind == LUSTRE and spec.storage[name].kind == "nfs" and not spec.storage[name].source:
            yield Finding(
                message=f"Lustre's copytool archives as root, and root of a client is nobody on storage.{name}, which hosts of the cluster export",
                loc=(*place, "idle_days"),
                help="remove idle_days, or fill the tier from a parallel file system",
            )
        elif feed.idle_days and kind == OBJECT and not feed.storage_class:
            yield Finding(
                message=f"objects of storage.{target} move to a storage class, and none is named",
                loc=(*place, "idle_days"),
                help="add storage_class",
            )
        elif feed.storage_class and (kind != OBJECT or not feed.idle_days):
            yield Finding(
                message=f"storage_class of {target} has no effect",
                loc=(*place, "storage_class"),
                help="remove it" if kind != OBJECT else "add idle_days, or remove it",
            )


@spec_rule(
    title="Two return policies of one tier",
    why="Lustre's copytools of one archive number would have different folders, and restore from the wrong one. An object store keeps one lifecycle of a bucket, and the second replaces the first. A file returns to one tier.",
    fix="State `idle_days` under one of the tiers that fill it.",
)
def transfer_policies(spec: ClusterSpec) -> Iterator[Finding]:
    """Unused data of a tier returns to one other tier."""
    first: dict[str, str] = {}
    for name, target, feed in _feeds(spec):
        if feed.idle_days and first.setdefault(target, name) != name:
            yield Finding(
                message=f"data of storage.{target} returns to {first[target]}, and to {name} as well",
                loc=("storage", name, "feeds", target, "idle_days"),
                notes=(Note("here first", ("storage", first[target], "feeds", target, "idle_days")),),
                help="remove one idle_days",
            )
