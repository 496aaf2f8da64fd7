"""The tree that schedulers of Kubernetes keep a job together by: labels of nodes, from the widest tier down to the host.

It is the tree that Slurm has. Hosts of NVLink domains that span hosts are kept together by domain first. A domain may reach into two scalable
units, so for such hosts it stands where the unit stands for the others.
"""

from msgspec import Struct

from generator.plan.groups import Group
from generator.plan.plan import Plan
from generator.plan.tree import depth
from generator.spec.scheduler import KubernetesSpec

HOSTNAME = "kubernetes.io/hostname"
_NVIDIA_TIERS = ("leaf", "spine", "core")


class Levels(Struct, frozen=True):
    """A tree by the labels of its levels, the widest first. `name` is what flavors call it by."""

    name: str
    labels: tuple[str, ...]

    @property
    def nearest(self) -> str:
        """The label of the lowest switch or domain; the host's own without a fabric."""
        return self.labels[-2:][0]


def tier_label(kubernetes: KubernetesSpec, tier: int) -> str:
    """Name the label of a tier, 0 the nearest (docs/reference/node-labels.md of NVIDIA/topograph, 1.0.0 and 0.5.0)."""
    if kubernetes.topology_prefix == "nvidia":
        return f"network.topology.nvidia.com/{_NVIDIA_TIERS[tier]}"
    return f"fabric.topograph.run/tier-{tier}"


def domain_label(kubernetes: KubernetesSpec) -> str:
    """Name the label of an NVLink domain (the same documents)."""
    if kubernetes.topology_prefix == "nvidia":
        return "network.topology.nvidia.com/accelerator"
    return "accelerator.topograph.run/domain"


def domain_name(number: int) -> str:
    """Name an NVLink domain, numbered from 1 for the whole cluster."""
    return f"nvl{number}"


def levels_of(kubernetes: KubernetesSpec, group: Group, tiers: int) -> Levels:
    """Return the tree that a group's hosts are in; `tiers` counts the switches above a host."""
    spans = bool(group.entry.nvlink_domain_hosts)
    above = (tier_label(kubernetes, tier) for tier in reversed(range(int(spans), tiers)))
    domain = [domain_label(kubernetes)] if spans else []
    return Levels("nvlink" if spans else "fabric", (*above, *domain, HOSTNAME))


def trees(plan: Plan, kubernetes: KubernetesSpec) -> list[Levels]:
    """Return the trees that hosts of workspaces are in."""
    tiers = depth(plan)
    groups = (flavor.group for each in plan.workloads.workspaces for flavor in each.flavors)
    return list(dict.fromkeys(levels_of(kubernetes, group, tiers) for group in groups))
