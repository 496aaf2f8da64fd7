"""Burst hosts: their tenants, and the owners of mounted data."""

from collections.abc import Iterator

from generator.spec.checks.burst_sources import source_match
from generator.spec.checks.rule import Finding, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.slurm import BurstSpec

_PLACE = ("scheduler", "slurm", "burst")


def _burst(spec: ClusterSpec) -> BurstSpec | None:
    return spec.scheduler.slurm.burst if spec.scheduler.slurm is not None else None


@spec_rule(
    title="Burst hosts for an unknown tenant",
    why="Slurm would allow the partition to an account that does not exist, and nobody else could use it.",
    fix="Use the name of a tenant or of an account in the spec.",
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
