"""Quotas of tenants on storage tiers, in the units of each product's tools."""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.hosts.lustre import file_systems
from generator.plan.hosts.scale import scale_clusters
from generator.plan.kubernetes.storage import volume_classes
from generator.plan.plan import Plan
from generator.plan.records import Tier
from generator.spec.checks.quotas import limiter_of
from generator.spec.quotas import QuotaSpec, project_of

_TERA = 1000**4
_KIB = 1024


class Quota(Struct, frozen=True, kw_only=True):
    """A tenant on a tier: the number of its project, and its limits; 0 is none (lfs-setquota(1), xfs_quota(8), mmsetquota)."""

    tenant: str
    project: int
    folder: str
    kib: int
    files: int
    group: str
    """The tenant's group of the directory, to which its folder belongs; empty where none is stated."""

    @property
    def bytes(self) -> int:
        """The same limit in bytes."""
        return self.kib * _KIB


class Quotas(Struct, frozen=True, kw_only=True):
    """A tier with quotas: what limits, and what its tools call the file system."""

    tier: Tier
    limiter: str
    device: str
    each: tuple[Quota, ...]

    @property
    def grouped(self) -> bool:
        """Whether folders belong to groups of the directory."""
        return any(quota.group for quota in self.each)


def tier_quotas(plan: Plan) -> Iterator[Quotas]:
    """Yield the tiers that have quotas, by name."""
    for tier in plan.tiers:
        stated = plan.site.storage[tier.name]
        if stated.quotas:
            yield Quotas(
                tier=tier,
                limiter=limiter_of(stated),
                device=_device(plan, tier),
                each=tuple(_quota(plan, tier, tenant, quota) for tenant, quota in stated.quotas.items()),
            )


def _quota(plan: Plan, tier: Tier, tenant: str, quota: QuotaSpec) -> Quota:
    directory = plan.site.services.directory
    return Quota(
        tenant=tenant,
        project=project_of(tenant),
        folder=f"{tier.mount}/{tenant}" if tier.mount else "",
        kib=round(quota.tb * _TERA / _KIB) if quota.tb else 0,
        files=quota.files or 0,
        group=(directory.tenants.get(tenant, "") if directory else "") if tier.mount else "",
    )


def _device(plan: Plan, tier: Tier) -> str:
    """Return the name of a tier's file system, where hosts of ours serve it."""
    lustre, scale = file_systems(plan).get(tier.name), scale_clusters(plan).get(tier.name)
    return lustre.fsname if lustre else scale.device if scale else ""


def class_limits(plan: Plan, tenant: str) -> dict[str, str]:
    """Return the limits of a tenant's claims by storage class, under the keys of ResourceQuota."""
    found, classes = {}, {each.name for each in volume_classes(plan)}
    for name, tier in plan.site.storage.items():
        quota = tier.quotas.get(tenant)
        if quota and quota.tb and name in classes:
            found[f"{name}.storageclass.storage.k8s.io/requests.storage"] = str(round(quota.tb * _TERA))
    return found
