"""Tiers that are filled from others: hosts that copy, and a path with enough bandwidth."""

from collections.abc import Iterator, Mapping

from generator.plan.draft import Draft
from generator.plan.transfer_paths import feed_path
from generator.plan.transfers import Feed, feeds
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding
from generator.workload.figure import rounded

_WORDS = {
    "source_reads": "{0} reads",
    "source_ports": "ports of the copying hosts to {0} carry",
    "source_uplinks": "uplinks to {0} carry",
    "target_writes": "{1} writes",
    "target_ports": "ports of the copying hosts to {1} carry",
    "target_uplinks": "uplinks to {1} carry",
}


@plan_rule(
    title="A transfer between tiers without hosts to copy",
    why="The job runs on compute hosts of Slurm that are clients of both tiers, or with `scheduler.kubernetes.transfer_image` in pods on such hosts of Kubernetes; that of a tenant on its own hosts.",
    fix="Add `compute` to the clients of both tiers, state `transfer_image`, or lower `hosts`; larger tenants use more hosts with `sbatch --nodes`.",
)
def transfer_without_hosts(plan: Draft) -> Iterator[Finding]:
    """As many hosts of Slurm, or of Kubernetes, as copy are in service and use both tiers."""
    for feed in feeds(plan):
        for most, whose in _copying(feed):
            if feed.spec.hosts > most:
                hidden = "" if most else next((f"; {each}" for each in _hidden(feed)), "")
                yield KeyFinding(
                    message=f"hosts: {feed.spec.hosts} of the transfer from {feed.source.name} to {feed.target.name}, and {most} compute host{'s' * (most != 1)} {whose} use{'s' * (most == 1)} both{hidden}",
                    loc=("storage", feed.source.name, "feeds", feed.target.name),
                    help=f"set hosts: {most}" if most else _remedy(feed),
                )


def _copying(feed: Feed) -> Iterator[tuple[int, str]]:
    """Yield for each scheduler that copies the hosts of its smallest tenant, with that tenant; for Slurm also if there are none."""
    if feed.in_pods:
        yield _smallest(
            feed, {tenant: count for tenant, (_, count) in feed.alike.items()}, "of one group on Kubernetes"
        )
    if feed.movers or not feed.in_pods:
        yield _smallest(feed, feed.shares if feed.tenants else {"": len(feed.movers)}, "of Slurm")


def _smallest(feed: Feed, counts: Mapping[str, int], whose: str) -> tuple[int, str]:
    most, tenant = min(((count, name) for name, count in counts.items()), default=(0, ""))
    return most, (f"{whose} of the tenant {tenant}" if tenant else f"{whose} of tenants") if feed.tenants else whose


def _hidden(feed: Feed) -> Iterator[str]:
    """Yield why pods on hosts of Kubernetes do not see a tier."""
    yield from (each.hidden for each in feed.seen if each.hidden and feed.workers)


def _remedy(feed: Feed) -> str:
    """Return the fix that adds hosts to a feed: of Slurm, or of Kubernetes if it has some that use both tiers."""
    both = feed.source, feed.target
    if not feed.workers and all("compute" in tier.clients for tier in both) and any(tier.apart for tier in both):
        return "give Slurm compute hosts of a model with ports on the fabrics of both"
    if not feed.workers:
        return "add compute to the clients of both, and scheduler.slurm"
    steps = [each.help for each in feed.seen if each.hidden]
    if not feed.image and not any(tier.kind == "local-nvme" for tier in (feed.source, feed.target)):
        program = "rclone" if feed.objects else "rsync"
        steps.append(f"set scheduler.kubernetes.transfer_image to an image with {program}")
    return f"{', and '.join(steps)}, or give hosts to Slurm" if steps else "give tenants hosts that use both"


@plan_warning(
    title="A transfer between tiers that pods do not run",
    why="Pods of one job see a tier as a claim that all of them have (NFS, parallel file systems with `volumes`), or as buckets. Volumes of local drives are each on one host, and pod security refuses paths of hosts.",
    fix="State `volumes` for the tier, submit the job to Slurm, or remove `transfer_image` where no tier has `feeds`.",
)
def transfer_not_in_pods(plan: Draft) -> Iterator[Finding]:
    """Who states an image for transfers has feeds, and pods see their tiers."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None or not kubernetes.transfer_image:
        return
    place = ("scheduler", "kubernetes", "transfer_image")
    found = list(feeds(plan))
    if not found:
        yield Finding(
            message="transfer_image has no effect: no tier has feeds", loc=place, help="remove it, or add feeds"
        )
    for feed in found:
        if reason := next((each for each in feed.seen if each.hidden and feed.workers and feed.movers), None):
            yield KeyFinding(
                message=f"Slurm alone copies from {feed.source.name} to {feed.target.name}: {reason.hidden}",
                loc=("storage", feed.source.name, "feeds", feed.target.name),
                help=f"{reason.help}, or submit it to Slurm",
            )


@plan_rule(
    title="A transfer between tiers that its path cannot carry",
    why="A transfer takes as long as its slowest part: reading, writing, ports of the copying hosts, uplinks. Other jobs use them as well, so this is the least time.",
    fix="Copy on more hosts, allow more hours, or serve the slower tier by more hosts.",
)
def transfer_too_slow(plan: Draft) -> Iterator[Finding]:
    """Every known part of a transfer's path has the stated rate."""
    for feed in feeds(plan):
        path = feed_path(plan, feed)
        if not path.needed or not path.carried or path.needed.value <= path.carried.value * (1 + 1e-9):
            continue
        names = feed.source.name, feed.target.name
        slow = min(path.carried.inputs, key=lambda each: path.carried.inputs[each] if path.carried else 0)
        spec, most = feed.spec, path.carried.value
        hours = float(spec.hours or 0) * path.needed.value / most
        copies = f"{spec.hosts} hosts x " if feed.everywhere and spec.hosts > 1 else ""
        yield Finding(
            message=f"{copies}{rounded(float(spec.tb or 0))} TB from {names[0]} to {names[1]} in {rounded(float(spec.hours or 0))} h are {rounded(path.needed.value)} GB/s, and "
            f"{_WORDS[slow].format(*names)} {rounded(most)} at most",
            loc=("storage", names[0], "feeds", names[1], "hours"),
            help=f"set hours: {_up(hours)}"
            + (", or copy on more hosts" if slow.endswith("_ports") and not feed.everywhere else ""),
        )


def _up(hours: float) -> str:
    """Return hours of two more digits, rounded up: a smaller number would be refused again."""
    return f"{-(-hours * 100 // 1) / 100:g}"
