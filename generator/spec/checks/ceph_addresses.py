"""Addresses that move between the gateways of an object store: on which tiers, and how many."""

from collections.abc import Iterator

from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec

_PAIR = 2


@spec_rule(
    title="Addresses of an object store that cannot move",
    why="An address moves within one segment, and only the frontend has a segment that all gateways are in: ports of the storage fabric are routed, each with an address of its own.",
    fix="Write `fabric: frontend` for the tier, or remove `addresses`: the name of the store then has the gateways' own addresses.",
    absent=("storage.*",),
)
def ceph_addresses_routed(spec: ClusterSpec) -> Iterator[Finding]:
    """A tier with `addresses` is reached over the frontend."""
    for name, tier in spec.storage.items():
        if tier.ceph and tier.ceph.addresses and tier.fabric != "frontend":
            yield KeyFinding(
                message=f"the gateways of storage.{name} share addresses, and the tier is reached over the storage fabric, whose ports are routed",
                loc=("storage", name, "ceph", "addresses"),
                help=f"add fabric: frontend to storage.{name}, or remove addresses",
            )


@spec_rule(
    title="More addresses of an object store than gateways",
    why="An address moves from one gateway to another: it needs two of them. Each gateway usually holds one address, so more addresses than gateways divide nothing further.",
    fix="State `gateways: 2` or more, and at most as many `addresses`, each once.",
)
def ceph_addresses_many(spec: ClusterSpec) -> Iterator[Finding]:
    """There are two gateways for each address to move between, a gateway for each address, and no address twice."""
    for name, tier in spec.storage.items():
        if tier.ceph is None or not tier.ceph.addresses:
            continue
        found, gateways = tier.ceph.addresses, tier.ceph.gateways
        loc, said = ("storage", name, "ceph", "addresses"), f"{len(found)} address{'es' * (len(found) != 1)}"
        if gateways < _PAIR:
            yield KeyFinding(
                message=f"storage.{name} has {said} that would move between {gateways} gateway",
                loc=loc,
                help=f"set gateways: {_PAIR}, or remove addresses",
            )
        elif len(found) > gateways:
            yield KeyFinding(
                message=f"storage.{name} has {said} and {gateways} gateways, each of which usually holds one",
                loc=loc,
                help=f"remove {len(found) - gateways} of addresses, or set gateways: {len(found)}",
            )
        for each in sorted({each for each in found if found.count(each) > 1}):
            yield KeyFinding(
                message=f"storage.{name} has the address {each} {found.count(each)} times",
                loc=loc,
                help=f"remove one {each} from addresses",
            )
