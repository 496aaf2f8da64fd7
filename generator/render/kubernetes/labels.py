"""Labels of the hosts that are Kubernetes nodes: where each stands, and which switches it shares."""

from typing import Any

from generator.plan.domains import nvlink_domains
from generator.plan.kubernetes.topology import domain_label, domain_name, tier_label
from generator.plan.kubernetes.workers import GROUP, LABEL, TENANT, kubernetes_hosts
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.states import MAINTENANCE
from generator.plan.tree import tiers_by_su
from generator.spec.scheduler import KubernetesSpec


def node_list(plan: Plan, kubernetes: KubernetesSpec) -> dict[str, Any]:
    """Return a List with one Node a host, bare but for its labels; in maintenance nothing starts on it."""
    tiers, domains = tiers_by_su(plan), nvlink_domains(plan)
    nodes = []
    for host in kubernetes_hosts(plan):
        labels = {tier_label(kubernetes, tier): switch for tier, switch in enumerate(tiers.get(host.su, ()))}
        if host.name in domains:
            labels[domain_label(kubernetes)] = domain_name(domains[host.name])
        labels |= _own_labels(host, plan.tenants.get(host.name, ""))
        held = {"spec": {"unschedulable": True}} if host.state == MAINTENANCE else {}
        nodes.append({"apiVersion": "v1", "kind": "Node", "metadata": {"name": host.name, "labels": labels}, **held})
    return {"apiVersion": "v1", "kind": "List", "items": nodes}


def _own_labels(host: Host, tenant: str) -> dict[str, str]:
    labels = {f"{LABEL}/role": host.role, GROUP: host.group, f"{LABEL}/rack": host.rack}
    if host.su is not None:
        labels[f"{LABEL}/su"] = f"{host.su + 1}"
    return labels | ({TENANT: tenant} if tenant else {})
