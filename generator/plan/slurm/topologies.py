"""Topology for placing jobs in Slurm: the tree of the compute fabric, the blocks of NVLink domains, or neither."""

from collections.abc import Sequence
from typing import Literal

from generator.plan.domains import domain_hosts, nvlink_domains
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.scheduled import slurm_hosts
from generator.plan.slurm.features import knows
from generator.plan.slurm.records import Block, Blocks
from generator.plan.slurm.release import release_of

TREE, BLOCK, FLAT = "compute", "nvlink", "burst"
"""Names of the topologies of topology.yaml."""


def blocks_of(plan: Plan, chosen: Sequence[Host] | None = None) -> Blocks | None:
    """Return the NVLink domains of Slurm's hosts, or of chosen ones, where they span hosts.

    Base size and multiples are NVIDIA's for NVL72 (topograph, models/nvl72.yaml: 18, 36, 72): the domain, then twice that, as far as the
    envelope goes, so that growth changes none.
    """
    hosts, domains = slurm_hosts(plan) if chosen is None else chosen, nvlink_domains(plan)
    found: dict[int, list[str]] = {}
    for host in hosts:
        if host.name in domains:
            found.setdefault(domains[host.name], []).append(host.name)
    if not found:
        return None
    spans = [(group, span) for group in plan.groups.values() if (span := domain_hosts(plan, group.model))]
    base = min(span for _, span in spans)
    most = sum(-(-group.max // span) for group, span in spans)
    return Blocks(
        blocks=tuple(Block(number=number, hosts=tuple(names)) for number, names in sorted(found.items())),
        sizes=tuple(base << level for level in range(most.bit_length())),
        rest=tuple(host.name for host in hosts if host.name not in domains),
    )


def main_topology(plan: Draft) -> Literal["block", "tree"]:
    """Return the topology of the whole cluster: blocks if every host is in one and the release supports them as they are, else the tree."""
    blocks, version = blocks_of(plan), release_of(plan)
    if plan.spec.scheduler.slurm is None or blocks is None or blocks.rest or not knows(version, "block-sizes"):
        return "tree"
    whole = all(len(block.hosts) >= blocks.sizes[0] for block in blocks.blocks)
    return "block" if whole or knows(version, "small-blocks") else "tree"


def topology_of(plan: Draft, names: Sequence[str]) -> str:
    """Name the topology of a partition of some hosts, where the release takes one that is not the cluster's own."""
    slurm, blocks = plan.spec.scheduler.slurm, blocks_of(plan)
    if slurm is None or blocks is None or not names or not knows(release_of(plan), "topology-yaml"):
        return ""
    wanted = TREE if set(names) & set(blocks.rest) else BLOCK
    return "" if wanted == (BLOCK if main_topology(plan) == "block" else TREE) else wanted


def has_imex(plan: Plan) -> bool:
    """Whether jobs need a channel of IMEX: GPUs of several hosts that reach each other's memory over NVLink."""
    return any(domain_hosts(plan, host.model) for host in slurm_hosts(plan))
