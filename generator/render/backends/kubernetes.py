"""kubernetes: what the cluster's objects must know of the plan, to be applied with `kubectl apply --server-side -k`."""

from collections.abc import Iterable, Iterator

from generator.plan.plan import Plan
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.kubernetes.labels import node_list
from generator.render.kubernetes.pools import cidr_pool, rail_pools
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text

NAME = "kubernetes"
_CORE = Proof(Grade.SCHEMA, "Kubernetes OpenAPI (kubernetes-validate)")
_CRD = Proof(Grade.SCHEMA, "nv-ipam CRD (JSON Schema and CEL)")
_KUSTOMIZE = Proof(Grade.PARSED, "kubectl kustomize")
_LABELS = "node-labels.yaml"
_LABELS_HEADER = """\
Labels of every host that runs a kubelet. Server-side apply adds them to the nodes and owns nothing else of them:
  kubectl apply --server-side --field-manager=clustergen -f node-labels.yaml"""
_POOL_HEADER = """\
One rail's addresses as the IP plan has them: a pod that takes the rail of a host gets that host's own /31, whose even
address is the host's end and whose odd one is the leaf. So one pod of a host holds the rail at a time."""


def paths(plan: Plan) -> Iterable[str]:
    """Give the labels, a pool a rail, and the list of them."""
    if plan.spec.scheduler.kubernetes is None:
        return
    yield "kubernetes/kustomization.yaml"
    yield f"kubernetes/{_LABELS}"
    yield from (f"kubernetes/pools/{pool.name}.yaml" for pool in rail_pools(plan))


def render(plan: Plan, _templates: Templates) -> Iterator[Artifact]:
    """Print them; they name every host, so growth adds to them."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None:
        return
    pools = list(rail_pools(plan))
    kustomization = {
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "resources": [_LABELS, *(f"pools/{pool.name}.yaml" for pool in pools)],
    }
    labels = yaml_text(node_list(plan, kubernetes.topology_prefix), _LABELS_HEADER)
    yield Artifact("kubernetes/kustomization.yaml", yaml_text(kustomization), _KUSTOMIZE)
    yield Artifact(f"kubernetes/{_LABELS}", labels, _CORE)
    for pool in pools:
        yield Artifact(f"kubernetes/pools/{pool.name}.yaml", yaml_text(cidr_pool(pool), _POOL_HEADER), _CRD)
