"""GPUDirect Storage: file systems that NVIDIA's documents list, hosts with GPUs, ports with RDMA, and packages."""

from collections.abc import Iterator

from generator.plan.clients import is_client
from generator.plan.draft import Draft
from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.gds import gds_tiers, is_nfs, section_of
from generator.plan.hosts.tuning import has_nvidia_gpus
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding
from generator.spec.storage import TierSpec

_LISTED = "Lustre, IBM Storage Scale, WEKA, BeeGFS, NFS over RDMA, and XFS and ext4 on local drives"
_PACKAGES = ("nvidia-gds", "nvidia-fs")


def _why_not(tier: TierSpec) -> str:
    if tier.kind == "local-nvme":
        return f"the file system {tier.filesystem} on local drives is not listed"
    if is_nfs(tier):
        return "NFS over TCP is copied through main memory (options have neither rdma nor proto=rdma)"
    if tier.kind == "object":
        return "an object store is no file system"
    return f"its file system ({tier.product or tier.filesystem or 'no product is stated'}) is not listed"


@plan_rule(
    title="GPUDirect Storage of a tier that does not have it",
    why="The library reads into memory of GPUs only what NVIDIA's documents list; everything else it copies through main memory.",
    fix="Remove `gds`, or use a tier of a product that is listed.",
)
def gds_unlisted(plan: Draft) -> Iterator[Finding]:
    """Tiers with `gds` have a file system of NVIDIA's list."""
    for name, tier in plan.spec.storage.items():
        if tier.gds and section_of(tier) is None:
            yield Finding(
                message=f"storage.{name} has gds, and {_why_not(tier)}",
                loc=("storage", name, "gds"),
                help=f"remove gds; NVIDIA lists {_LISTED}",
            )


@plan_rule(
    title="GPUDirect Storage without GPUs that have it",
    why="It is a path into the memory of NVIDIA's GPUs, on hosts that mount the tier.",
    fix="Add the role of hosts with these GPUs to `clients`, or remove `gds`.",
)
def gds_without_gpus(plan: Draft) -> Iterator[Finding]:
    """A host with GPUs of NVIDIA is a client."""
    for tier in plan.tiers:
        spec = plan.spec.storage[tier.name]
        if not spec.gds or section_of(spec) is None:
            continue
        if not any(has_nvidia_gpus(plan, host) and is_client(tier, host) for host in configured_hosts(plan)):
            yield Finding(
                message=f"storage.{tier.name} has gds, and no host with GPUs of NVIDIA mounts it (clients: {', '.join(tier.clients)})",
                loc=("storage", tier.name, "gds"),
                help="remove gds, or add the role of hosts with these GPUs to clients",
            )


@plan_rule(
    title="GPUDirect Storage over a fabric without RDMA",
    why="The NIC writes into the memory of the GPU by RDMA.",
    fix="Put the tier on a fabric with technology roce or infiniband, or remove `gds`.",
)
def gds_without_rdma(plan: Draft) -> Iterator[Finding]:
    """The fabric of a tier with `gds` is RoCE or InfiniBand."""
    for tier in plan.tiers:
        spec, fabric = plan.spec.storage[tier.name], plan.fabrics.get(tier.fabric)
        if spec.gds and section_of(spec) and fabric and fabric.technology == "ethernet":
            yield Finding(
                message=f"storage.{tier.name} has gds, and is reached over {tier.fabric}, which is ethernet without RDMA",
                loc=("storage", tier.name, "gds"),
                help="set fabric to one with technology roce or infiniband, or remove gds",
            )


@plan_warning(
    title="GPUDirect Storage that nothing installs",
    why="The library and the kernel module nvidia-fs are in NVIDIA's repository, not in that of the distribution. Without them, programs copy through main memory.",
    fix="Add NVIDIA's repository or your mirror of it, and `nvidia-gds` to the packages of the group.",
)
def gds_not_installed(plan: Draft) -> Iterator[Finding]:
    """Groups that use it list a package of it."""
    groups = dict.fromkeys(host.group for host in configured_hosts(plan) if any(gds_tiers(plan, host)))
    for group in groups:
        if not any(package.startswith(_PACKAGES) for package in plan.groups[group].packages):
            yield KeyFinding(
                message=f"hosts.{group} reads tiers by GPUDirect Storage, and none of its packages is nvidia-gds",
                loc=("hosts", group),
                help=f"add packages: [nvidia-gds] to hosts.{group} if its image has it not",
            )
