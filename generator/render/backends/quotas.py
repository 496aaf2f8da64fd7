"""quotas: the program that creates what tenants have on a tier, and limits it."""

from collections.abc import Iterable, Iterator, Mapping

from generator.plan.plan import Plan
from generator.plan.quotas import Quotas, tier_quotas
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.templates import Templates

NAME = "quotas"
_PROOFS: Mapping[str, Proof] = {
    "lustre": Proof(Grade.GRAMMAR, "lfs-project(1), lfs-setquota(1): no program of Lustre ran"),
    "scale": Proof(Grade.GRAMMAR, "IBM Storage Scale 5.2.3, mmsetquota command: no program of IBM ran"),
    "xfs": Proof(Grade.PARSED, "xfs_quota 6.1, on an XFS file system: projects are set, and limits read"),
    "rgw": Proof(Grade.GRAMMAR, "Ceph documentation, Admin Guide: no radosgw-admin ran"),
}


def paths(plan: Plan) -> Iterable[str]:
    """Yield the program of each tier that has quotas."""
    yield from (_path(each) for each in tier_quotas(plan))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them: they name tenants, and no hosts."""
    for each in tier_quotas(plan):
        text = templates.render(f"quotas/{each.limiter}.sh.j2", of=each)
        yield Artifact(_path(each), text, _PROOFS[each.limiter])


def _path(each: Quotas) -> str:
    return f"storage/quotas/{each.tier.name}.sh"
