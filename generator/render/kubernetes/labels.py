"""Labels of the hosts that are Kubernetes nodes: their place, and the switches that they share."""

from collections.abc import Iterator

from generator.plan.domains import nvlink_domains
from generator.plan.kubernetes.gang_scheduling import domain_label, domain_name, tier_label
from generator.plan.kubernetes.workers import GROUP, LABEL, TENANT, kubernetes_hosts
from generator.plan.plan import Plan
from generator.plan.scheduled import COMPUTE
from generator.plan.states import MAINTENANCE
from generator.plan.tree import depth, tiers_by_su
from generator.render.kubernetes.file import CORE, ManifestFile, Thing, given, manifest
from generator.spec.scheduler import KubernetesSpec

_HEADER = """\
Labels of every host with a kubelet. Server-side apply adds them to the nodes and manages no other fields:
  kubectl apply --server-side --field-manager=clustergen -f node-labels.yaml"""


def labels_file(plan: Plan, kubernetes: KubernetesSpec) -> ManifestFile:
    """Return the List with one Node a host."""
    return ManifestFile(path="node-labels.yaml", header=_HEADER, proof=CORE, documents=_node_list(plan, kubernetes))


def _tiers(kubernetes: KubernetesSpec, path: tuple[str, ...], deep: int) -> Iterator[tuple[str, str]]:
    """Yield a label for every tier of a tree so deep: Kueue counts no node that lacks one, so a short path ends in its last name."""
    for tier in range(deep if path else 0):
        yield tier_label(kubernetes, tier), path[min(tier, len(path) - 1)]


def _node_list(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[Thing]:
    """Yield the nodes as one document, bare but for their labels; in maintenance, and on spare hosts, nothing starts."""
    tiers, deep, domains = tiers_by_su(plan), depth(plan), nvlink_domains(plan)
    nodes = []
    for host in kubernetes_hosts(plan):
        labels = dict(_tiers(kubernetes, tiers.get(host.su, ()) if host.role == COMPUTE else (), deep))
        if host.name in domains:
            labels[domain_label(kubernetes)] = domain_name(domains[host.name])
        labels |= {f"{LABEL}/role": host.role, GROUP: host.group, f"{LABEL}/rack": host.rack}
        if host.su is not None:
            labels[f"{LABEL}/su"] = f"{host.su + 1}"
        if tenant := plan.tenants.get(host.name):
            labels[TENANT] = tenant
        spare = host.name in plan.scheduled.spares
        if spare:
            labels[f"{LABEL}/spare"] = "true"
        held = given(unschedulable=spare or host.state == MAINTENANCE)
        nodes.append(manifest("v1", "Node", host.name, labels=labels, **given(spec=held)))
    yield {"apiVersion": "v1", "kind": "List", "items": nodes}
