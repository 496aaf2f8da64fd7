"""Slurm in pods: its operator's values, and a folder that is applied by itself.

The operator makes Slurm of a controller, its REST API, a set of slurmds for each group, and each host's place in the tree.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from generator.catalog.chart import ChartImage, read_chart
from generator.plan.hostlist import fold
from generator.plan.kubernetes.records import PodSet, SlurmInPods
from generator.plan.kubernetes.workers import GROUP, LABEL
from generator.plan.mirrored import mirrored_chart
from generator.plan.plan import Plan
from generator.plan.slurm.topologies import BLOCK, TREE
from generator.plan.slurm.topology import block_topology, tree_topology, written_blocks
from generator.plan.slurm.tree import switch_tree
from generator.plan.tree import tiers_by_su
from generator.render.artifact import Grade, Proof
from generator.render.kubernetes.file import (
    CORE,
    CRDS,
    KUSTOMIZE,
    ManifestFile,
    TextFile,
    Thing,
    given,
    kustomization,
    manifest,
    values_file,
)
from generator.render.kubernetes.pods import SHARED_MOUNT, SHARED_VOLUME, host_limits, rail_annotation
from generator.render.yaml_text import yaml_text

Images: TypeAlias = Mapping[str, ChartImage]
_CHART = "slurm-operator"
_API = "slinky.slurm.net/v1beta1"
_IN_PODS = f"{LABEL}/slurm"
_PLACE = "topology.slinky.slurm.net/spec"
_FILES = "slurm-files"
"""The map of files that slurmctld hands to every slurmd."""
_NCCL = "/etc/nccl.conf"
_STATE = "4Gi"
"""Size of the volume for the queue: that of the operator's own chart."""
_VALUES = """\
helm upgrade --install {chart} {repository}/{chart} --version {version} --namespace {namespace} --create-namespace --values values.yaml
It looks at one namespace, and signs its webhook itself."""
_ALL = """\
When the operator is there, and after the cluster's own objects: kubectl apply --server-side --field-manager=clustergen-slurm -k .
First create two secrets in namespace {space}: {key} with slurm.key, and {jwt} with jwt.key."""
_SLURM = """\
Slurm {release} in pods: one slurmd per host, with the host's name and all of its GPUs and rails. Kubernetes runs no other jobs on these hosts."""
_NODES = "Hosts with a slurmd in a pod, and the place of each in topology.yaml."
_TREE = "The topology as in Slurm on hosts, for the hosts whose slurmd is in a pod."
_SLURMCTLD = Proof(Grade.APPLIED, "slurmctld 26.05")
_GRES = "# These files list the GPUs of a slurmd's host; its set defines their number.\n"


def slinky_files(plan: Plan) -> Iterator[ManifestFile | TextFile]:
    """Yield the values, the objects, and their files."""
    made = plan.workloads.slinky
    if made is None:
        return
    chart, space = mirrored_chart(plan, read_chart(_CHART)), made.spec.namespace
    values = {
        "crds": {"enabled": True},
        "certManager": {"enabled": False},
        "operator": {"namespaces": space},
        "webhook": {"namespaces": space},
    }
    yield values_file(chart.chart, chart, _VALUES, values)
    header = _ALL.format(space=space, key=made.spec.key_secret, jwt=made.spec.jwt_secret)
    yield _file("kustomization.yaml", header, KUSTOMIZE, [_list(made)])
    yield _file("slurm.yaml", _SLURM.format(release=chart.releases["slurm"]), CRDS, _objects(made, chart.images))
    yield _file("nodes.yaml", _NODES, CORE, _places(plan, made))
    topology = yaml_text(_topologies(plan, made), _TREE)
    yield TextFile(path="slinky/topology.yaml", content=topology, proof=_SLURMCTLD)
    yield TextFile(path="slinky/gres.conf", content=_GRES + "".join(_gres_lines(made)), proof=_SLURMCTLD)
    for each in made.sets:
        if each.whole.nccl:
            content = "".join(f"{name}={value}\n" for name, value in each.whole.nccl)
            yield TextFile(path=f"slinky/{_nccl_map(each)}.conf", content=content)


def _file(name: str, header: str, proof: Proof, documents: Iterable[Thing]) -> ManifestFile:
    return ManifestFile(path=f"slinky/{name}", header=header, proof=proof, documents=documents, applied=False)


def _topologies(plan: Plan, made: SlurmInPods) -> list[dict[str, Any]]:
    """Return topology.yaml: the one that Slurm on hosts would have of these hosts."""
    found = [tree_topology(switch_tree(plan, made.hosts), default=not made.by_blocks)]
    if made.blocks is not None:
        found.append(block_topology(written_blocks(plan, made.blocks), default=made.by_blocks))
    return sorted(found, key=lambda each: not each["cluster_default"])


def _places(plan: Plan, made: SlurmInPods) -> Iterator[Thing]:
    """Yield every host as a node with its place: the operator sets it in Slurm when the host's slurmd registers."""
    tiers, block = tiers_by_su(plan), {}
    if made.blocks is not None:
        written = written_blocks(plan, made.blocks)
        block = {
            host: name.name
            for each, name in zip(made.blocks.blocks, written.blocks, strict=True)
            for host in each.hosts
        }
    for host in made.hosts:
        path = tiers.get(host.su, ())
        places = [f"{TREE}:{path[0]}"] if path else []
        places += [f"{BLOCK}:{block[host.name]}"] if host.name in block else []
        annotations = {_PLACE: ",".join(places)} if places else {}
        yield manifest("v1", "Node", host.name, labels={_IN_PODS: "pods"}, annotations=annotations)


def _objects(made: SlurmInPods, images: Images) -> Iterator[Thing]:
    """Yield the namespace, which admits privileged pods (slurmd makes cgroups), and the objects from which the operator makes Slurm."""
    labels = {"pod-security.kubernetes.io/enforce": "privileged"}
    yield manifest("v1", "Namespace", made.spec.namespace, labels=labels)
    yield manifest(_API, "Controller", made.name, made.spec.namespace, spec=_controller(made, images))
    rest = {"controllerRef": {"name": made.name}, "replicas": 1, "slurmrestd": _image(images, "slurmrestd")}
    yield manifest(_API, "RestApi", made.name, made.spec.namespace, spec=rest)
    for each in made.sets:
        yield manifest(_API, "NodeSet", each.group.name, made.spec.namespace, spec=_set(made, each, images))


def _list(made: SlurmInPods) -> Thing:
    """Return the list of all, with Slurm's and NCCL's files as maps."""
    space = made.spec.namespace
    maps = [{"name": _FILES, "namespace": space, "files": ["topology.yaml", "gres.conf"]}]
    maps += [
        {"name": _nccl_map(each), "namespace": space, "files": [f"nccl.conf={_nccl_map(each)}.conf"]}
        for each in made.sets
        if each.whole.nccl
    ]
    return kustomization(("slurm.yaml", "nodes.yaml"), maps)


def _gres_lines(made: SlurmInPods) -> Iterator[str]:
    """Yield gres.conf's lines. slurmctld takes no AutoDetect for hosts that come by themselves, so device files are named: a pod has all of them."""
    for each in made.sets:
        if each.whole.gpus:
            files = fold(f"/dev/nvidia{index}" for index in range(each.whole.gpus))
            yield f"NodeName={fold(each.names)} Name=gpu Type={each.whole.gpu_type} File={files} Flags=nvidia_gpu_env\n"


def _controller(made: SlurmInPods, images: Images) -> Thing:
    times = " ".join(f"{key}={value}" for key, value in made.times)
    return {
        "clusterName": f"{made.name}-pods",
        "slurmKeyRef": {"name": made.spec.key_secret, "key": "slurm.key"},
        "jwtKeyRef": {"name": made.spec.jwt_secret, "key": "jwt.key"},
        "slurmctld": _image(images, "slurmctld"),
        "reconfigure": _image(images, "slurmctld"),
        "logfile": _image(images, "logfile"),
        "configFileRefs": [{"name": _FILES}],
        "extraConf": f"GresTypes=gpu\nPartitionName={made.partition} Nodes=ALL Default=YES {times} State=UP",
        "persistence": {
            "enabled": True,
            "accessModes": ["ReadWriteOnce"],
            "resources": {"requests": {"storage": _STATE}},
            **given(storageClassName=made.spec.storage_class),
        },
    }


def _set(made: SlurmInPods, each: PodSet, images: Images) -> Thing:
    limits = host_limits(each.whole)
    mounts, volumes = [SHARED_MOUNT], [SHARED_VOLUME]
    if each.whole.nccl:
        mounts.append({"name": "nccl", "mountPath": _NCCL, "subPath": "nccl.conf"})
        volumes.append({"name": "nccl", "configMap": {"name": _nccl_map(each)}})
    return {
        "controllerRef": {"name": made.name},
        "scalingMode": "DaemonSet",
        **({"extraConf": f"Gres=gpu:{each.whole.gpu_type}:{each.whole.gpus}"} if each.whole.gpus else {}),
        "partition": {"enabled": False},
        "slurmd": {
            **_image(images, "slurmd"),
            **given(resources=given(limits=limits)),
            "volumeMounts": mounts,
        },
        "logfile": _image(images, "logfile"),
        "template": {
            **given(metadata=given(annotations=rail_annotation(each.whole.rails))),
            "spec": {"nodeSelector": {GROUP: each.group.name, _IN_PODS: "pods"}, "volumes": volumes},
        },
    }


def _nccl_map(each: PodSet) -> str:
    return f"nccl-{each.group.name}"


def _image(images: Images, name: str) -> Thing:
    image = images[name]
    return {"image": f"{image.repository}/{image.image}:{image.version}"}
