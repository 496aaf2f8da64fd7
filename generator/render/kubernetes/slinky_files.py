"""The files of Slurm in pods: its operator's values, and a folder that is applied by itself."""

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from generator.plan.kubernetes.records import SlurmInPods
from generator.plan.plan import Plan
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.kubernetes.file import CHART, CORE, CRDS, Documents, ManifestFile
from generator.render.kubernetes.slinky import (
    files_of,
    gres_lines,
    nccl_files,
    node_places,
    pod_topologies,
    slurm_objects,
)
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text

_VALUES = """\
helm upgrade --install {chart} {repository}/{chart} --version {version} --namespace {namespace} --create-namespace --values values.yaml
It looks at one namespace, and signs its webhook itself."""
_ALL = """\
When the operator is there, and after the cluster's own objects: kubectl apply --server-side --field-manager=clustergen-slurm -k .
Two secrets first, in namespace {space}: {key} with slurm.key, and {jwt} with jwt.key."""
_SLURM = """\
Slurm {release} in pods: a slurmd a host, under the host's name, with all of its GPUs and rails. Nothing else of Kubernetes is given these hosts."""
_NODES = "Which hosts have a slurmd in a pod, and where each is in topology.yaml."
_TREE = "The tree that Slurm on hosts has, of the hosts whose slurmd is in a pod."
_KUSTOMIZE = Proof(Grade.PARSED, "kubectl kustomize")
_SLURMCTLD = Proof(Grade.APPLIED, "slurmctld 26.05")
_GRES = "# Every slurmd is given its host's GPUs by these files; the set that it is of says how many.\n"


class PlainFile(Struct, frozen=True, kw_only=True):
    """A file of text that a map is made of."""

    path: str
    content: str
    proof: Proof = UNPROVEN
    applied: bool = False

    def artifact(self, _templates: Templates) -> Artifact:
        """Print it."""
        return Artifact(f"kubernetes/{self.path}", self.content, self.proof)


def slinky_files(plan: Plan) -> Iterator[ManifestFile | PlainFile]:
    """Yield the values, the objects, and the files that they are given."""
    made = plan.workloads.slinky
    if made is None:
        return
    yield _values(made)
    header = _ALL.format(space=made.spec.namespace, key=made.spec.key_secret, jwt=made.spec.jwt_secret)
    yield _file("kustomization.yaml", header, _KUSTOMIZE, lambda: [files_of(made)])
    yield _file("slurm.yaml", _SLURM.format(release=made.chart.releases["slurm"]), CRDS, partial(slurm_objects, made))
    yield _file("nodes.yaml", _NODES, CORE, partial(node_places, plan, made))
    topology = yaml_text(pod_topologies(plan, made), _TREE)
    yield PlainFile(path="slinky/topology.yaml", content=topology, proof=_SLURMCTLD)
    yield PlainFile(
        path="slinky/gres.conf", proof=_SLURMCTLD, content=_GRES + "".join(f"{line}\n" for line in gres_lines(made))
    )
    yield from (PlainFile(path=f"slinky/{name}", content=content) for name, content in nccl_files(made))


def _values(made: SlurmInPods) -> ManifestFile:
    chart, space = made.chart, made.spec.namespace
    values = {
        "crds": {"enabled": True},
        "certManager": {"enabled": False},
        "operator": {"namespaces": space},
        "webhook": {"namespaces": space},
    }
    header = _VALUES.format(
        chart=chart.chart, repository=chart.repository, version=chart.version, namespace=chart.namespace
    )
    return ManifestFile(
        path=f"{chart.chart}/values.yaml", header=header, proof=CHART, documents=lambda: [values], applied=False
    )


def _file(name: str, header: str, proof: Proof, documents: Documents) -> ManifestFile:
    return ManifestFile(path=f"slinky/{name}", header=header, proof=proof, documents=documents, applied=False)
