"""Labels of the hosts that are Kubernetes nodes: where each stands, and which switches it shares."""

from typing import Any

from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.slurm.tree import tiers_by_su

LABEL = "clustergen.dev"
"""Prefix of the labels that no other project has a name for."""
_ROLES = ("compute", "control")
_NVIDIA_TIERS = ("leaf", "spine", "core")


def kubernetes_hosts(plan: Plan) -> list[Host]:
    """Give the hosts that run a kubelet: workers and the control plane."""
    return [host for role in _ROLES for host in plan.hosts_of.get(role, [])]


def node_list(plan: Plan, topology_prefix: str) -> dict[str, Any]:
    """Give a List with one Node a host, bare but for its labels."""
    tiers = tiers_by_su(plan)
    nodes = [
        {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {"name": host.name, "labels": _labels(host, tiers.get(host.su, ()), topology_prefix)},
        }
        for host in kubernetes_hosts(plan)
    ]
    return {"apiVersion": "v1", "kind": "List", "items": nodes}


def tier_label(topology_prefix: str, tier: int) -> str:
    """Name the label of a tier, 0 the nearest (docs/reference/node-labels.md of NVIDIA/topograph, 1.0.0 and 0.5.0)."""
    if topology_prefix == "nvidia":
        return f"network.topology.nvidia.com/{_NVIDIA_TIERS[tier]}"
    return f"fabric.topograph.run/tier-{tier}"


def _labels(host: Host, tiers: tuple[str, ...], topology_prefix: str) -> dict[str, str]:
    labels = {tier_label(topology_prefix, tier): switch for tier, switch in enumerate(tiers)}
    labels |= {f"{LABEL}/role": host.role, f"{LABEL}/group": host.group, f"{LABEL}/rack": host.rack}
    if host.su is not None:
        labels[f"{LABEL}/su"] = f"{host.su + 1}"
    return labels
