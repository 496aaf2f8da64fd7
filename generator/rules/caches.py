"""Caches on local drives: hosts that have both sides, a system with the program, and drives that fit."""

import re
from collections.abc import Iterator

from generator.catalog.model import Host as HostModel
from generator.plan.clients import lacks_port
from generator.plan.draft import Draft
from generator.plan.hosts.caches import caching_tiers
from generator.plan.hosts.configured import configured_hosts, system_of
from generator.plan.hosts.mounts import cached_tiers
from generator.plan.hosts.scale import scale_clusters
from generator.plan.records import Tier
from generator.rules import plan_rule
from generator.spec.cache_kinds import cache_kind
from generator.spec.checks.rule import Finding, KeyFinding

_SYSTEMS = {"ubuntu-22.04", "ubuntu-24.04", "debian-12", "debian-13", "rhel-9", "rocky-9"}
"""Systems with the package: packages.ubuntu.com (universe), packages.debian.org, and Red Hat Enterprise Linux 9, Managing file systems, Getting started with FS-Cache. The
kernel of Debian has CONFIG_CACHEFILES and CONFIG_NFS_FSCACHE (6.12, its configuration); those of the others were not read."""
_PART = r"/dev/(mapper/|md/|disk/by-part|.*-part[0-9]+$)"
"""What may be smaller than a drive."""
_MOST_TB = 4.0
"""The largest drive that caches Storage Scale; the smallest has 4 GB (IBM Storage Scale, Local read-only cache, read through a page that quotes it)."""


@plan_rule(
    title="A cache that no host has",
    why="A host caches what it mounts, on drives that it has: it is a client of both tiers, and the catalog lists drives of its model.",
    fix="Add the role to `clients` of both tiers, and use a host model with local drives.",
)
def cache_nowhere(plan: Draft) -> Iterator[Finding]:
    """Every cached tier is cached on a host."""
    found = {
        (tier.name, name)
        for host in plan.hosts
        for tier in caching_tiers(plan, host)
        for name in cached_tiers(plan, host)
    }
    for tier in plan.tiers:
        caches = plan.spec.storage[tier.name].caches
        for index, name in enumerate(caches.tiers if caches else ()):
            other = plan.spec.storage.get(name)
            if other is None or not cache_kind(other) or tier.kind != "local-nvme" or (tier.name, name) in found:
                continue
            both = sorted({*tier.clients} & {*other.clients})
            why = (
                _no_host(plan, next(each for each in plan.tiers if each.name == name), both)
                if both
                else f"clients of {tier.name} are {', '.join(tier.clients)}, and those of {name} {', '.join(other.clients)}"
            )
            yield Finding(
                message=f"storage.{tier.name} caches {name}, and no host mounts both: {why}",
                loc=("storage", tier.name, "caches", "tiers", index),
                help=f"add a role with local drives to clients of both, or remove {name} from caches",
            )


def _no_host(plan: Draft, tier: Tier, roles: list[str]) -> str:
    """Return why no host of these roles caches a tier: no port leads there, or no drives of its model are known."""
    groups = [group for group in plan.cluster.groups if group.role in roles]
    models = {g.model.model for g in groups if g.name not in tier.apart and not g.model.local_nvme}
    far = [lacks_port(tier, group.name) for group in groups if group.name in tier.apart]
    if models or not far:
        far.append(f"no document lists local drives of {', '.join(sorted(models)) or 'any of their hosts'}")
    return "; ".join(far)


@plan_rule(
    title="A cache on hosts whose system lacks the program",
    why="The package cachefilesd is in the archives of Debian 12 and 13, Ubuntu 22.04 and 24.04, and Red Hat Enterprise Linux 9; no document that was found lists it for another one.",
    fix="Give the hosts one of these systems, or remove `caches`.",
)
def cache_system(plan: Draft) -> Iterator[Finding]:
    """Hosts with a cache have a system with cachefilesd."""
    seen = {(host.group, system_of(plan, host), tier.name) for host in configured_hosts(plan) if cached_tiers(plan, host, "nfs") for tier in caching_tiers(plan, host)}  # fmt: skip
    for group, system, name in sorted(seen):
        if system not in _SYSTEMS:
            yield KeyFinding(
                message=f"{group} has {system}, for which no document lists cachefilesd, and storage.{name} is a cache there",
                loc=("storage", name, "caches"),
                help=f"set hosts.{group}.os to one of {', '.join(sorted(_SYSTEMS))}, or remove caches",
            )


@plan_rule(
    title="A drive that is too large to cache Storage Scale",
    why="IBM: a device of the local read-only cache has 4 GB to 4 TB.",
    fix="Name a partition of a larger drive.",
)
def cache_drive(plan: Draft) -> Iterator[Finding]:
    """Whole drives of the hosts' model are within the sizes."""
    groups = {each.group for cluster in scale_clusters(plan).values() for each in cluster.caches}
    for tier in plan.tiers:
        caches = plan.spec.storage[tier.name].caches
        hosts = [host for host in plan.hosts if host.group in groups and tier in caching_tiers(plan, host)]
        for model in dict.fromkeys(host.model for host in hosts):
            entry = plan.catalog.get(HostModel, model)
            sizes = [drive.size_tb for drive in entry.local_nvme]
            if not sizes or min(sizes) <= _MOST_TB:
                continue
            for index, device in enumerate(caches.devices if caches else ()):
                if not re.match(_PART, device):
                    yield Finding(
                        message=f"{device} of {entry.title} has {min(sizes):g} TB, and a cache of Storage Scale 4 TB at most",
                        loc=("storage", tier.name, "caches", "devices", index),
                        help="name a partition of it: /dev/disk/by-partlabel/...",
                    )
