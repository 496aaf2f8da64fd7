"""The needs of storage in the access matrix: clients and servers of tiers, pairs, and object stores of the site."""

from collections.abc import Iterator

from generator.model.cluster import Cluster
from generator.plan.access.directory import server_zone
from generator.plan.access.records import Need, Zone
from generator.plan.access.services import https_at
from generator.plan.addressing.segments import INBAND
from generator.plan.clients import client_roles
from generator.plan.records import Tier
from generator.plan.tiers import plan_tiers
from generator.spec.s3 import endpoint_of
from generator.spec.scale import ScaleSpec


def _nfs(options: str) -> tuple[str, ...]:
    """Return what NFS 4 needs: its own port, and over RDMA port 20049, which on Ethernet travels as RoCE (RFC 8267)."""
    return ("nfs", "nfs-rdma", "rocev2") if "rdma" in options.replace("=", ",").split(",") else ("nfs",)


def _lnet(cluster: Cluster, fabric: str) -> tuple[str, ...]:
    """Return what LNet needs on a fabric: its acceptor's port over TCP (Lustre Operations Manual, accept_port); over RoCE v2 only RDMA, including its connection manager.

    On InfiniBand none of it is IP: partitions control access.
    """
    of_it = {"ethernet": ("lnet",), "roce": ("rocev2",), "infiniband": ()}
    return of_it[cluster.spec.fabrics.given()[fabric].technology]


def storage_needs(cluster: Cluster) -> Iterator[Need]:
    """Yield the connections of each tier: from clients to servers, which are hosts of the role of their group, and between servers."""
    serving = {group.name: group.role for group in cluster.groups}
    for tier in plan_tiers(cluster):
        if not tier.fabric or cluster.spec.storage[tier.name].s3:
            continue
        segment = INBAND if tier.fabric == "frontend" else "storage"
        if cluster.spec.storage[tier.name].nfs is not None:
            yield from _pair(tier)
        if (store := cluster.spec.storage[tier.name].ceph) is not None:
            moving = ("vrrp",) if store.addresses else ()
            own = ("ceph-mon", "ceph", https_at(store.port), *moving)
            yield Need(f"{segment}/storage", f"{segment}/storage", own, f"storage.{tier.name}: daemons of the store")
        roles = client_roles(cluster.groups, tier)
        for role in roles:
            client, server = f"{segment}/{role}", f"{segment}/{serving.get(tier.group, 'storage')}"
            if tier.kind == "nfs":
                yield Need(client, server, _nfs(cluster.spec.storage[tier.name].options or ""), f"storage.{tier.name}")
            elif (ceph := cluster.spec.storage[tier.name].ceph) is not None:
                yield Need(
                    client,
                    server,
                    (https_at(ceph.port),),
                    f"storage.{tier.name}: buckets",
                )
            elif (scale := cluster.spec.storage[tier.name].scale) is not None:
                yield from _scale(cluster, tier, scale, segment, role, roles)
            else:  # servers of parallel file systems call their clients too: locks, evictions (Lustre's port 988, WEKA's own)
                services = _lnet(cluster, tier.fabric) if cluster.spec.storage[tier.name].lustre else ("any",)
                yield Need(client, server, services, f"storage.{tier.name}")
                yield Need(server, client, services, f"storage.{tier.name}")
                if cluster.spec.storage[tier.name].beegfs:  # they register with management, and copy to their buddies
                    yield Need(server, server, services, f"storage.{tier.name}")


def site_store_needs(cluster: Cluster, zones: tuple[Zone, ...]) -> Iterator[Need]:
    """Yield the connections to object stores of the site: from their clients, and from control hosts, which create buckets and probe endpoints."""
    for tier in plan_tiers(cluster):
        store = cluster.spec.storage[tier.name].s3
        for host, port in map(endpoint_of, store.endpoints if store else ()):
            zone = server_zone(cluster, zones, host).partition("@")[0]
            for role in sorted({*client_roles(cluster.groups, tier), "control"}):
                yield Need(f"{INBAND}/{role}", zone, (https_at(port),), f"storage.{tier.name}: buckets")


def _pair(tier: Tier) -> Iterator[Need]:
    """Yield the needs of a pair that exports NFS: each host sends heartbeats to the other on two networks, and powers it off by its BMC."""
    why = f"storage.{tier.name}: hosts of the pair"
    for zone in (f"{INBAND}/storage", "management/storage"):
        yield Need(zone, zone, ("corosync",), why)
    yield Need(
        "management/storage",
        "bmc",
        ("https",),
        f"storage.{tier.name}: a host of the pair powers the other one off (Redfish)",
    )


def _scale(
    cluster: Cluster, tier: Tier, scale: ScaleSpec, segment: str, role: str, roles: tuple[str, ...]
) -> Iterator[Need]:
    """Yield the needs of a client of Storage Scale: daemons of all nodes reach each other, and servers run commands on clients by SSH."""
    why, client, server = f"storage.{tier.name}", f"{segment}/{role}", f"{segment}/storage"
    roce = scale.verbs and cluster.spec.fabrics.given()[tier.fabric].technology == "roce" if tier.fabric else False
    services = ("scale", "rocev2") if roce else ("scale",)
    others = (f"{segment}/{each}" for each in roles)
    for other in dict.fromkeys((server, *others)):
        yield Need(client, other, services, why)
        yield Need(other, client, services, why)
    yield Need(server, server, services, why)
    yield Need(f"{INBAND}/storage", f"{INBAND}/{role}", ("ssh",), why)
    yield Need(f"{INBAND}/storage", f"{INBAND}/storage", ("ssh",), why)
