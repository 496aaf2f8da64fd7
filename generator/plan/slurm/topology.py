"""topology.yaml as data: the fabric's tree, NVLink's blocks, hosts that are in neither; one of them is the cluster's own."""

from collections.abc import Iterator
from typing import Any

from generator.plan.domains import domain_hosts
from generator.plan.draft import Draft
from generator.plan.hostlist import fold
from generator.plan.plan import Plan
from generator.plan.slurm.burst import burst_of
from generator.plan.slurm.records import Blocks, NamedBlock, TreeSwitch, WrittenBlocks
from generator.plan.slurm.topologies import BLOCK, FLAT, TREE, blocks_of, main_topology


def written_blocks(plan: Plan, blocks: Blocks) -> WrittenBlocks:
    """Name every block by its domain, with the digits of the envelope."""
    domains = sum(-(-group.max // span) for group in plan.groups.values() if (span := domain_hosts(plan, group.model)))
    digits = len(str(domains))
    rows = tuple(NamedBlock(name=f"nvlink{each.number:0{digits}d}", hosts=fold(each.hosts)) for each in blocks.blocks)
    return WrittenBlocks(blocks=rows, sizes=blocks.sizes)


def topologies(plan: Draft, switches: list[TreeSwitch]) -> list[dict[str, Any]]:
    """Return every topology, the cluster's own first. Without a compute fabric every host is as near as any other."""
    return sorted(_topologies(plan, switches), key=lambda each: not each["cluster_default"])


def tree_topology(switches: list[TreeSwitch], *, default: bool) -> dict[str, Any]:
    """Return the fabric's tree."""
    rows = [
        {"switch": each.name, **({"nodes": each.hosts} if each.hosts else {"children": each.children})}
        for each in switches
    ]
    kind: dict[str, Any] = {"tree": {"switches": rows}} if rows else {"flat": True}
    return {"topology": TREE, "cluster_default": default, **kind}


def block_topology(written: WrittenBlocks, *, default: bool) -> dict[str, Any]:
    """Return NVLink's blocks."""
    rows = [{"block": each.name, "nodes": each.hosts} for each in written.blocks]
    sizes = list(written.sizes)
    return {"topology": BLOCK, "cluster_default": default, "block": {"block_sizes": sizes, "blocks": rows}}


def _topologies(plan: Draft, switches: list[TreeSwitch]) -> Iterator[dict[str, Any]]:
    main, blocks = main_topology(plan), blocks_of(plan)
    yield tree_topology(switches, default=main == "tree")
    if blocks is not None:
        yield block_topology(written_blocks(plan, blocks), default=main == "block")
    if burst_of(plan) is not None:
        yield {"topology": FLAT, "cluster_default": False, "flat": True}
