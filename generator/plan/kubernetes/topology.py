"""The tree that schedulers of Kubernetes keep a job together by: labels of nodes, from the widest tier down to the host.

It is the tree that Slurm has. Hosts of NVLink domains that span hosts are kept together by domain first. A domain may reach into two scalable
units, so for such hosts it stands where the unit stands for the others.
"""

from msgspec import Struct

from generator.plan.groups import Group
from generator.spec.scheduler import KubernetesSpec

HOSTNAME = "kubernetes.io/hostname"
_NVIDIA_TIERS = ("leaf", "spine", "core")


class Levels(Struct, frozen=True):
    """A tree by the labels of its levels, the widest first. `name` is what flavors call it by."""

    name: str
    labels: tuple[str, ...]


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


def fabric_levels(kubernetes: KubernetesSpec, tiers: int) -> Levels:
    """Return the tree of hosts that are NVLink domains of their own; `tiers` counts the switches above a host."""
    return Levels("fabric", (*(tier_label(kubernetes, tier) for tier in reversed(range(tiers))), HOSTNAME))


def nvlink_levels(kubernetes: KubernetesSpec, tiers: int) -> Levels:
    """Return the tree of hosts that share NVLink domains."""
    above = (tier_label(kubernetes, tier) for tier in reversed(range(1, tiers)))
    return Levels("nvlink", (*above, domain_label(kubernetes), HOSTNAME))


def levels_of(kubernetes: KubernetesSpec, group: Group, tiers: int) -> Levels:
    """Return the tree that a group's hosts are in."""
    make = nvlink_levels if group.entry.nvlink_domain_hosts else fabric_levels
    return make(kubernetes, tiers)
