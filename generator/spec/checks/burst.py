"""Burst hosts: their tenants, and the owners of mounted data."""

import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple

from generator.spec.checks.rule import Finding, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.slurm import BurstSpec
from generator.spec.storage import TierSpec

_PLACE = ("scheduler", "slurm", "burst")
_SERVER = r"\[[^\]]*\]|[^:,]+"


def _burst(spec: ClusterSpec) -> BurstSpec | None:
    return spec.scheduler.slurm.burst if spec.scheduler.slurm is not None else None


@spec_rule(
    title="Burst hosts for an unknown tenant",
    why="Slurm would allow the partition to an account that does not exist, and nobody else could use it.",
    fix="Use the name of a tenant or of an account in the spec.",
    names=("tenants", "scheduler.slurm.accounts"),
)
def burst_tenant_unknown(spec: ClusterSpec) -> Iterator[Finding]:
    """Who may run there exists, and accounts are kept."""
    burst, slurm = _burst(spec), spec.scheduler.slurm
    if burst is None or slurm is None or burst.tenants is None:
        return
    known = {*spec.tenants, *slurm.accounts}
    for index, name in enumerate(burst.tenants):
        if name not in known:
            yield Finding(
                message=f"burst hosts are for {name}, which is neither a tenant nor an account",
                loc=(*_PLACE, "tenants", index),
                help=f"use one of {', '.join(sorted(known))}" if known else "add it to `scheduler.slurm.accounts`",
            )


@spec_rule(
    title="Data of other tenants on burst hosts",
    why="Everybody whose jobs run on a burst host could read what is mounted there, and it leaves the site.",
    fix="Mount what belongs to the tenants of the burst hosts only.",
    names=("storage",),
)
def burst_data_of_others(spec: ClusterSpec) -> Iterator[Finding]:
    """Burst hosts mount known tiers, and only data of tenants whose jobs may run there. A tier without `tenants` has data of all."""
    burst = _burst(spec)
    if burst is None or burst.cloud is None:
        return
    allowed = set(spec.tenants if burst.tenants is None else burst.tenants)
    for path, mount in sorted(burst.cloud.mounts.items()):
        place = (*_PLACE, "cloud", "mounts", path)
        if mount.tier is not None and mount.tier not in spec.storage:
            yield Finding(
                message=f"burst hosts mount the tier {mount.tier}, and there is no such tier",
                loc=(*place, "tier"),
                help=f"use one of {', '.join(sorted(spec.storage))}" if spec.storage else "remove `tier`",
            )
        match = source_match(spec, mount.source) if spec.tenants else None
        if match is not None and (mount.tier != match.tier or mount.tenants is None) and not match.whole:
            claimed = f"is stated as the tier {mount.tier}" if mount.tier else "has no `tier`"
            stated_as = claimed if mount.tier != match.tier else "has no `tenants`"
            yield Finding(
                message=f"burst hosts mount {mount.source}, which has the path of the tier {match.tier}, and it {stated_as}",
                loc=place,
                help=f"state `tier: {match.tier}` and the `tenants` whose data it has, or mount another export",
            )
            continue
        stated = mount.tenants if mount.tenants is not None else (spec.tenants if mount.tier else ())
        owners = spec.tenants if match is not None and match.whole else stated
        others = sorted(set(owners) - allowed)
        if others:
            yield Finding(
                message=f"burst hosts mount {path} with data of {', '.join(others)}, whose jobs may not run there",
                loc=place,
                help=f"mount an export of {', '.join(sorted(allowed)) or 'nobody'} alone and state its `tenants`, or remove it",
            )


class Match(NamedTuple):
    """A tier that a source is, or is within."""

    tier: str
    whole: bool
    """All of the tier, on its own server: everybody's data."""


def source_match(spec: ClusterSpec, source: str) -> Match | None:
    """Return the tier of a source, by server and path. An unknown server may be a host of the cluster at another address: the path decides."""
    servers, path = _parts(source)
    found = []
    for name, tier in sorted(spec.storage.items()):
        if tier.kind == "local-nvme" or not (tier.source or tier.mount):
            continue
        theirs, root = _parts(tier.source) if tier.source else (set(), posixpath.normpath(tier.mount or "/"))
        within, above = _is_in(path, root), _is_in(root, path)
        ours = bool(servers & theirs) or (not tier.source and _serves(tier, servers))
        if (within or above) and (ours or not tier.source):
            found.append((not (ours and above), Match(tier=name, whole=ours and above)))
    return min(found)[1] if found else None


def _parts(source: str) -> tuple[set[str], str]:
    servers, _, path = source.rpartition(":")
    return {each.lower().rstrip(".") for each in re.findall(_SERVER, servers)}, posixpath.normpath(
        "/" + path.lstrip("/")
    )


def _is_in(path: str, folder: str) -> bool:
    return posixpath.commonpath([path, folder]) == folder


def _serves(tier: TierSpec, servers: set[str]) -> bool:
    """Whether one of the servers is of the tier's group, by name, or the address that a pair shares."""
    shared = str(tier.nfs.address) if tier.nfs is not None else ""
    return shared in servers or any(
        tier.hosts is not None and re.fullmatch(rf"{re.escape(tier.hosts)}\d+", each.partition(".")[0])
        for each in servers
    )
