"""kubernetes: what the cluster's objects must know of the plan, to be applied with `kubectl apply --server-side -k`."""

from collections.abc import Iterable, Iterator

from generator.plan.kubernetes.rails import groups_without_rails
from generator.plan.kubernetes.records import SharedPool
from generator.plan.plan import Plan
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.kubernetes.acceptance_files import acceptance_files
from generator.render.kubernetes.file import CORE, CRDS, ManifestFile, TextFile
from generator.render.kubernetes.installers import installer_files
from generator.render.kubernetes.labels import node_list
from generator.render.kubernetes.node_health import HealthFile, node_health_files
from generator.render.kubernetes.operator_files import operator_files
from generator.render.kubernetes.other_capacity_files import other_capacity_files
from generator.render.kubernetes.pod_routing import pod_routing_files
from generator.render.kubernetes.pools import RailPool, cidr_pool, ip_pool, rail_pools
from generator.render.kubernetes.slinky_files import PlainFile, slinky_files
from generator.render.kubernetes.workspace_files import workspace_files
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text

NAME = "kubernetes"
_KUSTOMIZE = Proof(Grade.PARSED, "kubectl kustomize")
_HEADER = """\
All objects, once the operators are there (their values.yaml says how):
  kubectl apply --server-side --field-manager=clustergen -k ."""
_NO_RAILS = """
The rails of {groups} are no networks of pods: a port is found by its PCI address, which no document gives for the model (or its maker is another)."""
_LABELS = """\
Labels of every host that runs a kubelet. Server-side apply adds them to the nodes and owns nothing else of them:
  kubectl apply --server-side --field-manager=clustergen -f node-labels.yaml"""
_POOL = """\
One rail's addresses as the IP plan has them: a pod that takes the rail of a host gets that host's own /31, whose even
address is the host's end and whose odd one is the leaf. So one pod of a host holds the rail at a time."""

_SHARED = """\
One rail's addresses for pods that share it with their host: the upper half of {where}, where no host
of the envelope has an address. nv-ipam gives {block} of them to each host's pods."""


def paths(plan: Plan) -> Iterable[str]:
    """Yield the list of all objects, the labels, a pool a rail, the operators' files, those of workspaces."""
    yield from (f"kubernetes/{path}" for path in _paths(plan))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them. Labels and pools name every host, so growth adds to them."""
    files = list(_files(plan))
    if files:
        kustomization = {
            "apiVersion": "kustomize.config.k8s.io/v1beta1",
            "kind": "Kustomization",
            "resources": [file.path for file in files if file.applied],
        }
        without = groups_without_rails(plan)
        header = _HEADER + (_NO_RAILS.format(groups=", ".join(without)) if without else "")
        yield Artifact("kubernetes/kustomization.yaml", yaml_text(kustomization, header), _KUSTOMIZE)
    yield from (file.artifact(templates) for file in files)


def _paths(plan: Plan) -> list[str]:
    files = [file.path for file in _files(plan)]
    return ["kustomization.yaml", *files] if files else []


def _files(plan: Plan) -> Iterator[TextFile | PlainFile | HealthFile]:
    kubernetes = plan.site.kubernetes
    if kubernetes is None:
        return
    yield ManifestFile(
        path="node-labels.yaml", header=_LABELS, proof=CORE, documents=lambda: [node_list(plan, kubernetes)]
    )
    if kubernetes.rail_networks == "host-device":
        yield from (_pool(pool) for pool in rail_pools(plan))
    yield from (_shared(pool) for pool in plan.workloads.pools)
    yield from operator_files(plan, kubernetes)
    yield from pod_routing_files(plan)
    yield from workspace_files(plan, kubernetes)
    yield from other_capacity_files(plan, kubernetes)
    yield from slinky_files(plan)
    yield from acceptance_files(plan, kubernetes)
    yield from node_health_files(plan, kubernetes)
    yield from installer_files(plan, kubernetes)


def _pool(pool: RailPool) -> ManifestFile:
    return ManifestFile(path=f"pools/{pool.name}.yaml", header=_POOL, proof=CRDS, documents=lambda: [cidr_pool(pool)])


def _shared(pool: SharedPool) -> ManifestFile:
    header = _SHARED.format(where="its VLAN" if pool.gateway else "its prefix over IPoIB", block=pool.block)
    return ManifestFile(path=f"pools/{pool.rail}.yaml", header=header, proof=CRDS, documents=lambda: [ip_pool(pool)])
