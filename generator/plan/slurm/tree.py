"""The tree of switches as Slurm writes it: each with the hosts, or the switches, below it."""

from collections.abc import Iterable

from generator.plan.hostlist import fold
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.slurm.records import TreeSwitch
from generator.plan.tree import tiers_by_su


def switch_tree(plan: Plan, hosts: Iterable[Host]) -> list[TreeSwitch]:
    """Return every switch that has one of `hosts` below it, the lowest tier first."""
    paths = tiers_by_su(plan)
    below: list[dict[str, dict[str, None]]] = []
    for host in hosts:
        path = paths.get(host.su, ())
        below += [{} for _ in path[len(below) :]]
        for switches, child, name in zip(below, (host.name, *path), path, strict=False):
            switches.setdefault(name, {})[child] = None
    return [
        TreeSwitch(name=name, hosts=fold(children)) if tier == 0 else TreeSwitch(name=name, children=fold(children))
        for tier, switches in enumerate(below)
        for name, children in switches.items()
    ]
