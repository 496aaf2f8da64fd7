"""transfers: the job that fills a tier from another one, and the policy of its product for what returns."""

from collections.abc import Iterable, Iterator

from generator.plan.hosts.s3_stores import AUTHORITIES
from generator.plan.plan import Plan
from generator.plan.transfers import Feed, feeds, known_stores
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.encode import encode_escaped, indented
from generator.render.templates import Templates

NAME = "transfers"
_FILES = Proof(Grade.APPLIED, "sbatch and slurmd 22.05, with rsync")
_OBJECTS = Proof(Grade.PARSED, "bash -n")
_HSM = Proof(
    Grade.GRAMMAR,
    "lfs-hsm(1), lfs-find(1); Lustre Operations Manual, Hierarchical Storage Management: no program of Lustre ran",
)
_RULES = Proof(Grade.GRAMMAR, "IBM Storage Scale 6.0.1, Policy rules: syntax; mmapplypolicy command")
_LIFECYCLE = Proof(Grade.GRAMMAR, "Amazon S3 API, PutBucketLifecycleConfiguration")
_ENDS = {"lustre": "sh", "scale": "policy", "object": "json"}


def paths(plan: Plan) -> Iterable[str]:
    """Yield the job of each feed that has hosts, and its policy."""
    for feed in feeds(plan):
        if feed.movers:
            yield _job(feed)
        if feed.policy:
            yield _policy(feed)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them: they name tiers and no hosts, so growth leaves them alone."""
    for feed in feeds(plan):
        if feed.movers:
            form = "objects" if feed.objects else "files"
            stores = [tier.name for tier in (feed.source, feed.target) if tier.kind == "object"]
            values = {"feed": feed, "stores": stores, "known": known_stores(plan, feed), "authorities": AUTHORITIES}
            text = templates.render(f"transfer/{form}.sbatch.j2", **values)
            yield Artifact(_job(feed), text, _OBJECTS if feed.objects else _FILES)
        if feed.policy:
            yield _returns(feed, templates)


def _returns(feed: Feed, templates: Templates) -> Artifact:
    """Return the policy of a feed."""
    if feed.policy == "object":
        return Artifact(_policy(feed), indented(_lifecycle(feed), encode_escaped), _LIFECYCLE)
    if feed.policy == "scale":
        return Artifact(_policy(feed), templates.render("transfer/idle.policy.j2", feed=feed), _RULES)
    archive = f"{feed.source.mount}/.archive-{feed.target.name}"
    parameter = f"mdt.{feed.device if feed.metadata else '*'}-MDT*.hsm_control"
    text = templates.render("transfer/hsm.sh.j2", feed=feed, archive=archive, parameter=parameter)
    return Artifact(_policy(feed), text, _HSM)


def _lifecycle(feed: Feed) -> dict[str, object]:
    """Return the lifecycle of every bucket of an object store, as `put-bucket-lifecycle-configuration` takes it."""
    change = {"Days": feed.spec.idle_days, "StorageClass": feed.spec.storage_class}
    rule = {"ID": feed.name.replace("_", "-"), "Status": "Enabled", "Filter": {"Prefix": ""}, "Transitions": [change]}
    return {"Rules": [rule]}


def _job(feed: Feed) -> str:
    return f"slurm/transfer/{feed.name}.sbatch"


def _policy(feed: Feed) -> str:
    return f"storage/policies/{feed.name}.{_ENDS[feed.policy]}"
