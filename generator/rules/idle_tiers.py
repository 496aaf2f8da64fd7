"""Keys of storage tiers that are stated where nothing follows from them."""

from collections.abc import Iterator

from generator.catalog.chart import driver_of
from generator.plan.clients import uses_in
from generator.plan.draft import Draft
from generator.plan.hosts.mounts import filesystem_of, source_of
from generator.plan.kubernetes.workers import worker_groups
from generator.plan.records import Tier
from generator.plan.stores import served_tiers
from generator.rules.idle import REMOVE, Idle, stated
from generator.spec.cache_kinds import cache_kind
from generator.spec.storage import TierSpec

_OF_SERVERS = ("capacity_tb", "read_gbs", "write_gbs", "files", "growth", "protection", "failure_domain")
"""Keys of a tier that speak of its servers."""
_IN_SPACE = {"nfs", "lustre"}
"""Caches in the room of the local tier."""


def idle_tiers(plan: Draft) -> Iterator[Idle]:
    """Yield those of every tier."""
    for tier in plan.tiers:
        spec = plan.spec.storage[tier.name]
        for *keys, why, fix in (*_mounted(plan, tier, spec), *_in_pods(plan, tier, spec), *_cached(plan, spec)):
            yield ("storage", tier.name, *keys), why, fix
    yield from _unsized(plan)


def _mounted(plan: Draft, tier: Tier, spec: TierSpec) -> Iterator[tuple[str, ...]]:
    for key in stated(spec, *_OF_SERVERS) if spec.kind == "local-nvme" else ():
        yield key, "a local tier has no servers, and is what the drives of each host are", REMOVE
    for key in stated(spec, "options") if spec.scale else ():
        yield key, "Storage Scale mounts its file systems by itself", REMOVE
    unknown = spec.kind == "parallel" and not (filesystem_of(spec) and source_of(plan, tier))
    for key in stated(spec, "options") if unknown and not spec.scale else ():
        why = "hosts have no mount unit until it is known what they mount"
        yield key, why, "state source and product of the tier, or remove it"


def _unsized(plan: Draft) -> Iterator[Idle]:
    """Keys that only count where a tier's hosts are sized: quotas are held against its capacity, and groups of hosts are made of its domains."""
    for served in served_tiers(plan):
        spec = served.need.spec
        keys = [] if spec.ceph or spec.quotas else ["protection"]
        if not (spec.nfs or spec.scale or (spec.lustre and spec.lustre.pairs)):
            keys.append("failure_domain")
        for key in stated(spec, *keys) if not served.need.designed else ():
            why = "nothing is stated that the tier must hold or carry, and no workload needs it, so its hosts are not sized"
            yield ("storage", served.need.name, key), why, "state capacity_tb of the tier, or remove it"


def _in_pods(plan: Draft, tier: Tier, spec: TierSpec) -> Iterator[tuple[str, ...]]:
    """Volumes of a driver, and the cores of a client that jobs of Kubernetes do not get."""
    of_kubernetes = {group.name for group in worker_groups(plan)}
    reached = [
        group
        for group in plan.groups.values()
        if (group.name in of_kubernetes or group.role == "control") and uses_in(tier, role=group.role, group=group.name)
    ]
    if not any(group.name in of_kubernetes for group in reached):
        for key in stated(spec, "client_cores"):
            yield key, "no worker of Kubernetes mounts the tier", REMOVE
    driver = driver_of(spec.product)
    if spec.volumes is None or driver is None or plan.spec.scheduler.kubernetes is None:
        return
    if not reached:
        yield "volumes", "no host of Kubernetes mounts the tier", "add compute to its clients, or remove it"
        return
    for key in stated(spec.volumes, "parameters") if not driver.makes else ():
        yield "volumes", key, f"{driver.driver} makes no volumes, and mounts the whole file system", REMOVE
    for key in stated(spec.volumes, "secret", "secret_namespace") if not driver.secret_uses else ():
        yield "volumes", key, f"a class of volumes of {driver.driver} names no secret", REMOVE


def _cached(plan: Draft, spec: TierSpec) -> Iterator[tuple[str, ...]]:
    caches = spec.caches
    if caches is None:
        return
    kinds = {cache_kind(plan.spec.storage[name]) for name in caches.tiers if name in plan.spec.storage}
    for key in stated(caches, "lustre_release") if "lustre" not in kinds else ():
        yield "caches", key, "no tier of Lustre is cached", REMOVE
    for key in stated(caches, "free_percent") if not kinds & _IN_SPACE else ():
        yield "caches", key, "the cache of Storage Scale is on devices of its own", REMOVE
