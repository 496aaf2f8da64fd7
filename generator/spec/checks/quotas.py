"""Quotas of tenants: known tenants, and products that support them."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.quotas import project_of
from generator.spec.storage import TierSpec

LUSTRE, SCALE, XFS, RGW = "lustre", "scale", "xfs", "rgw"
LEAST_TB = 1024 / 1000**4
"""1 KiB, in which tools count."""


def limiter_of(tier: TierSpec) -> str:
    """Name what limits tenants on a tier; empty where nothing is known that does."""
    product = tier.product.lower()
    if tier.kind == "object":
        return RGW if "ceph" in product or "rgw" in product else ""
    if tier.kind == "nfs":
        ours = tier.source is None and (tier.nfs is None or tier.nfs.filesystem == "xfs")
        return XFS if ours else ""
    if tier.kind == "parallel" and (tier.lustre or product == LUSTRE):
        return LUSTRE
    return SCALE if tier.scale else ""


@spec_rule(
    title="A quota of somebody who is no tenant",
    why="Folders and accounts are called like tenants.",
    fix="Name a tenant of `tenants`.",
    names=("tenants",),
)
def quota_tenant(spec: ClusterSpec) -> Iterator[Finding]:
    """Who has a quota is a tenant."""
    for name, tier in spec.storage.items():
        for tenant in tier.quotas:
            if tenant not in spec.tenants:
                known = f"use one of {', '.join(sorted(spec.tenants))}" if spec.tenants else "add it to tenants"
                yield KeyFinding(
                    message=f"storage.{name} has a quota of {tenant}, which is not a tenant",
                    loc=("storage", name, "quotas", tenant),
                    help=known,
                )


@spec_rule(
    title="A quota on a tier that cannot have one",
    why="Quotas are set with the tools of the product: Lustre (projects), Storage Scale (filesets), XFS (projects, below NFS that hosts of the cluster export), Ceph RGW (users).",
    fix="Remove `quotas`, and set them with the tools of the product.",
    absent=("storage.*",),
)
def quota_unsupported(spec: ClusterSpec) -> Iterator[Finding]:
    """Tiers with quotas have a product whose tools are known."""
    for name, tier in spec.storage.items():
        if tier.quotas and not limiter_of(tier):
            what = tier.product or tier.kind
            if tier.nfs and tier.nfs.filesystem != "xfs":
                what = f"NFS on {tier.nfs.filesystem}"
            elif tier.kind == "nfs" and tier.source:
                what = f"NFS of {tier.source}"
            yield KeyFinding(
                message=f"storage.{name} is {what}, and no tool is known here that limits tenants on it",
                loc=("storage", name, "quotas"),
                help="remove quotas",
            )


@spec_rule(
    title="A quota without a limit",
    why="It would limit nothing. Tools count data in KiB, and 0 is no limit to them.",
    fix="State `tb`, `files` or both; `tb` is at least 1 KiB.",
)
def quota_empty(spec: ClusterSpec) -> Iterator[Finding]:
    """Every quota limits something."""
    for name, tier in spec.storage.items():
        for tenant, quota in tier.quotas.items():
            place = ("storage", name, "quotas", tenant)
            if quota.tb is None and quota.files is None:
                yield KeyFinding(
                    message=f"the quota of {tenant} on storage.{name} has neither tb nor files",
                    loc=place,
                    help="add tb or files",
                )
            if quota.tb is not None and quota.tb < LEAST_TB:
                yield Finding(
                    message=f"the quota of {tenant} on storage.{name} is less than 1 KiB: {quota.tb:g} TB",
                    loc=(*place, "tb"),
                    help="state tb in TB (10^12 bytes), or remove it",
                )


@spec_rule(
    title="A quota for a user's home directory",
    why="A tenant's folder is called like the tenant. Where home directories are, a user of that name has the same folder, which is then limited, and is the tenant's.",
    fix="Rename the tenant or the account, or limit tenants on another tier.",
)
def quota_of_home(spec: ClusterSpec) -> Iterator[Finding]:
    """No tenant with a quota has the name of an account whose home directory is on the tier."""
    for name, tier in spec.storage.items():
        for tenant in tier.quotas if tier.mount == spec.users.home else ():
            if tenant in spec.users.accounts:
                yield KeyFinding(
                    message=f"{tier.mount}/{tenant} is the folder of the tenant {tenant}, and the home directory of the account {tenant}",
                    loc=("storage", name, "quotas", tenant),
                    notes=(Note("the account", ("users", "accounts", tenant)),),
                    help="rename the tenant or the account, or remove the quota",
                )


@spec_rule(
    title="Two tenants with one project",
    why="The number of a project follows from the tenant's name. Two tenants with the same number share their limits.",
    fix="Rename one of the tenants.",
)
def quota_projects(spec: ClusterSpec) -> Iterator[Finding]:
    """On tiers that count by projects, each tenant has its own number."""
    for name, tier in spec.storage.items():
        first: dict[int, str] = {}
        for tenant in tier.quotas if limiter_of(tier) in {LUSTRE, XFS} else ():
            other = first.setdefault(project_of(tenant), tenant)
            if other != tenant:
                yield KeyFinding(
                    message=f"the tenants {other} and {tenant} have the same project on storage.{name}: {project_of(tenant)}",
                    loc=("storage", name, "quotas", tenant),
                    notes=(Note("here first", ("storage", name, "quotas", other)),),
                    help=f"rename {tenant} or {other}",
                )
