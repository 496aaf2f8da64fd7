"""kubernetes: objects that depend on the plan, to be applied with `kubectl apply --server-side -k`."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

from generator.plan.kubernetes.rails import groups_without_rails
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.kubernetes.acceptance import acceptance_files
from generator.render.kubernetes.file import KUSTOMIZE, ManifestFile, TextFile, kustomization
from generator.render.kubernetes.labels import labels_file
from generator.render.kubernetes.launch import launch_files
from generator.render.kubernetes.node_health import HealthFile, node_health_files
from generator.render.kubernetes.operators import operator_files
from generator.render.kubernetes.other_capacity import other_capacity_files
from generator.render.kubernetes.pod_routing import pod_routing_files
from generator.render.kubernetes.pools import pool_files
from generator.render.kubernetes.slinky import slinky_files
from generator.render.kubernetes.tenants import workspace_files
from generator.render.kubernetes.transfer import TransferFile, transfer_files
from generator.render.kubernetes.volumes import volume_files
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text
from generator.spec.scheduler import KubernetesSpec

NAME = "kubernetes"
Files = Callable[[Plan, KubernetesSpec], Iterator[ManifestFile | TextFile]]
_HEADER = """\
All objects. Install the operators first (see each values.yaml), then:
  kubectl apply --server-side --field-manager=clustergen -k ."""
_NO_RAILS = """
The rails of {groups} are no networks of pods: a port is found by its PCI address, which no document gives for the model (or its maker is another)."""


def paths(plan: Plan) -> Iterable[str]:
    """Yield the list of all objects, the labels, a pool a rail, the operators' files, those of workspaces."""
    files = [file.path for file in _files(plan)]
    yield from (f"kubernetes/{path}" for path in (["kustomization.yaml", *files] if files else []))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them. Labels and pools name every host, so growth adds to them."""
    files = list(_files(plan))
    if files:
        listed = kustomization(file.path for file in files if file.applied)
        without = groups_without_rails(plan)
        header = _HEADER + (_NO_RAILS.format(groups=", ".join(without)) if without else "")
        yield Artifact("kubernetes/kustomization.yaml", yaml_text(listed, header), KUSTOMIZE)
    yield from (file.artifact(templates) for file in files)


def _files(plan: Plan) -> Iterator[TextFile | HealthFile | TransferFile]:
    kubernetes = plan.site.kubernetes
    if kubernetes is None:
        return
    yield labels_file(plan, kubernetes)
    yield from pool_files(plan, kubernetes)
    yield from operator_files(plan, kubernetes)
    yield from pod_routing_files(plan)
    if plan.workloads.workspaces:
        yield from _made_for(kubernetes.queues)(plan, kubernetes)
    yield from workspace_files(plan)
    yield from volume_files(plan)
    yield from other_capacity_files(plan, kubernetes)
    yield from slinky_files(plan)
    yield from acceptance_files(plan, kubernetes)
    yield from launch_files(plan, kubernetes)
    yield from transfer_files(plan, kubernetes)
    yield from node_health_files(plan, kubernetes)
    yield from _made_for(kubernetes.installer)(plan, kubernetes)


def _made_for(name: str) -> Files:
    """Return what makes the files of a queue or an installer, from the module of its name: a cluster has one of each."""
    files: Files = getattr(import_module(f"generator.render.kubernetes.{name}"), f"{name}_files")
    return files
