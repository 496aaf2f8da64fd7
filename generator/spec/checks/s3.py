"""Object stores of the site: where they may be stated, and their endpoints and secrets."""

from collections.abc import Iterator

from generator.spec.checks.rule import Finding, KeyFinding, repeated, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.s3 import endpoint_of, key_secrets
from generator.spec.storage import TierSpec

_OF_SERVERS = ("hosts", "ceph", "lustre", "scale", "beegfs", "nfs", "protection", "failure_domain", "growth")
_OF_FILES = ("mount", "source", "volumes", "encryption", "caches", "files", "client_cores", "gds")
_FIGURES = ("capacity_tb", "read_gbs", "write_gbs")


@spec_rule(
    title="An object store of the site on a tier of another kind",
    why="`s3` names a store that others serve: the tier has buckets and no mount, no hosts of the cluster have its data, and what it holds and carries is not designed here. Clients reach it by the frontend.",
    fix="Make the tier `kind: object` without `hosts`, `mount`, `fabric: storage`, other products and figures.",
    absent=("storage.*",),
)
def s3_misplaced(spec: ClusterSpec) -> Iterator[Finding]:
    """Who states `s3` has an object store that nobody in the cluster serves."""
    for name, tier in spec.storage.items():
        if tier.s3 is not None and (wrong := [*_wrong(tier)]):
            yield KeyFinding(
                message=f"storage.{name} is an object store of the site, and has {', '.join(wrong)}",
                loc=("storage", name, "s3"),
                help="remove s3, or write kind: object and remove what it has beside",
            )


def _wrong(tier: TierSpec) -> Iterator[str]:
    """Yield what a store of the site does not have."""
    if tier.kind != "object":
        yield f"kind: {tier.kind}"
    yield from (key for key in (*_OF_SERVERS, *_OF_FILES, *_FIGURES) if getattr(tier, key))
    if tier.fabric == "storage":
        yield "fabric: storage"


@spec_rule(
    title="An endpoint that is stated twice",
    why="Jobs would try the same endpoint again where it does not answer.",
    fix="State each endpoint once in `endpoints`.",
)
def s3_endpoint_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """Endpoints of a store differ in host or port."""
    for name, tier in spec.storage.items():
        endpoints = tier.s3.endpoints if tier.s3 else ()
        for (host, port), _, index in repeated((endpoint_of(url), str(at)) for at, url in enumerate(endpoints)):
            yield Finding(
                message=f"storage.{name} has the endpoint {host}, port {port}, twice",
                loc=("storage", name, "s3", "endpoints", int(index)),
                help="remove one of them",
            )


@spec_rule(
    title="Two owners with the same secrets",
    why="The names of an owner's secrets follow from the tier and the owner, and have `_` for each dash. With two dashes in a row, two owners would have each other's keys.",
    fix="Rename the tier or the owner.",
)
def s3_secrets_alike(spec: ClusterSpec) -> Iterator[Finding]:
    """No two owners of stores have secrets of one name."""
    owners = (
        (name, owner) for name, tier in spec.storage.items() if tier.s3 for owner in sorted({*tier.s3.buckets.values()})
    )
    for secrets, first, mine in repeated((key_secrets(*each), each) for each in owners):
        yield KeyFinding(
            message=f"{mine[1]} of storage.{mine[0]} and {first[1]} of storage.{first[0]} both have the secret {secrets[0]}",
            loc=("storage", mine[0], "s3", "buckets"),
            help="rename one of the tiers or owners",
        )
