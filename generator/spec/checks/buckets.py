"""Buckets of object stores: who owns them, and which of them lose old objects."""

from collections.abc import Iterator

from generator.spec.ceph import CephSpec
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.s3 import S3Spec


def _stores(spec: ClusterSpec) -> Iterator[tuple[str, str, CephSpec | S3Spec]]:
    """Yield each store with buckets: its tier, and the key that has them."""
    for name, tier in spec.storage.items():
        for key, store in (("ceph", tier.ceph), ("s3", tier.s3)):
            if store is not None:
                yield name, key, store


@spec_rule(
    title="A bucket of an unknown tenant",
    why="The owner of a bucket has an account of the tenant's name at the store. Where the spec has tenants, others are typing errors.",
    fix="Name a tenant of `tenants`, or add it there.",
    names=("tenants",),
)
def bucket_owner(spec: ClusterSpec) -> Iterator[Finding]:
    """Where there are tenants, buckets belong to them."""
    for name, key, store in _stores(spec):
        for bucket, owner in store.buckets.items():
            if spec.tenants and owner not in spec.tenants:
                yield Finding(
                    message=f"the bucket {bucket} of storage.{name} belongs to {owner}, and there is no such tenant: {', '.join(sorted(spec.tenants))}",
                    loc=("storage", name, key, "buckets", bucket),
                    help=f"name a tenant, or add tenants.{owner}",
                )


@spec_rule(
    title="Objects that expire in an unknown bucket",
    why="Days are stated for buckets of the same store. A name that is none of them is a typing error, and the objects that should go would stay.",
    fix="Name a bucket of `buckets`, or add it there.",
    absent=("storage.*",),
)
def bucket_expire(spec: ClusterSpec) -> Iterator[Finding]:
    """Each bucket whose objects expire is a bucket of the store."""
    for name, key, store in _stores(spec):
        for bucket in store.expire_days:
            if bucket not in store.buckets:
                yield KeyFinding(
                    message=f"expire_days of storage.{name} names the bucket {bucket}, and the store has {', '.join(sorted(store.buckets)) or 'no buckets'}",
                    loc=("storage", name, key, "expire_days", bucket),
                    help=f"name one of its buckets, or add {bucket} to buckets",
                )
