"""Slurm in pods as objects of its operator: a controller, its REST API, a set of slurmds for each group, and where each host is in the tree."""

from collections.abc import Iterator
from typing import Any

from generator.plan.hostlist import fold
from generator.plan.kubernetes.rails import NETWORK_NAMESPACE, rail_resource
from generator.plan.kubernetes.records import PodSet, SlurmInPods
from generator.plan.kubernetes.workers import GROUP, LABEL
from generator.plan.plan import Plan
from generator.plan.slurm.topologies import BLOCK, TREE
from generator.plan.slurm.topology import block_topology, tree_topology, written_blocks
from generator.plan.slurm.tree import switch_tree
from generator.plan.tree import tiers_by_su
from generator.render.kubernetes.file import Thing

_API = "slinky.slurm.net/v1beta1"
_IN_PODS = f"{LABEL}/slurm"
_PLACE = "topology.slinky.slurm.net/spec"
FILES = "slurm-files"
"""The map of files that slurmctld hands to every slurmd."""
_SHARED_MEMORY = "/dev/shm"  # noqa: S108  (in the pod: what NCCL shares between processes)
_NCCL = "/etc/nccl.conf"
_STATE = "4Gi"
"""Room for the queue: what the operator's own chart asks for."""


def pod_topologies(plan: Plan, made: SlurmInPods) -> list[dict[str, Any]]:
    """Return topology.yaml: the one that Slurm on hosts would have of these hosts."""
    found = [tree_topology(switch_tree(plan, made.hosts), default=not made.by_blocks)]
    if made.blocks is not None:
        found.append(block_topology(written_blocks(plan, made.blocks), default=made.by_blocks))
    return sorted(found, key=lambda each: not each["cluster_default"])


def node_places(plan: Plan, made: SlurmInPods) -> Iterator[Thing]:
    """Yield every host as a node with its place: the operator tells it to Slurm when the host's slurmd registers."""
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
        metadata: Thing = {"name": host.name, "labels": {_IN_PODS: "pods"}}
        yield {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": metadata | ({"annotations": {_PLACE: ",".join(places)}} if places else {}),
        }


def slurm_objects(made: SlurmInPods) -> Iterator[Thing]:
    """Yield the namespace, which lets privileged pods in (slurmd makes cgroups), and all that the operator makes Slurm of."""
    labels = {"pod-security.kubernetes.io/enforce": "privileged"}
    yield {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": made.spec.namespace, "labels": labels}}
    yield _controller(made)
    rest = {"controllerRef": {"name": made.name}, "replicas": 1, "slurmrestd": {"image": _image(made, "slurmrestd")}}
    yield _thing(made, "RestApi", made.name, rest)
    for each in made.sets:
        yield _thing(made, "NodeSet", each.group.name, _set(made, each))


def files_of(made: SlurmInPods) -> Thing:
    """Return the list of all, with Slurm's and NCCL's files as maps."""
    space = made.spec.namespace
    maps = [{"name": FILES, "namespace": space, "files": ["topology.yaml", "gres.conf"]}]
    maps += [
        {"name": _nccl_map(each), "namespace": space, "files": [f"nccl.conf={_nccl_map(each)}.conf"]}
        for each in made.sets
        if each.nccl
    ]
    return {
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "resources": ["slurm.yaml", "nodes.yaml"],
        "configMapGenerator": maps,
        "generatorOptions": {"disableNameSuffixHash": True},
    }


def gres_lines(made: SlurmInPods) -> Iterator[str]:
    """Yield gres.conf's lines. slurmctld takes no AutoDetect for hosts that come by themselves, so device files are named: a pod has all of them."""
    for each in made.sets:
        if each.gpus:
            files = fold(f"/dev/nvidia{index}" for index in range(each.gpus))
            yield f"NodeName={fold(each.names)} Name=gpu Type={each.gpu_type} File={files} Flags=nvidia_gpu_env"


def nccl_files(made: SlurmInPods) -> Iterator[tuple[str, str]]:
    """Yield every set's nccl.conf with its name."""
    for each in made.sets:
        if each.nccl:
            yield f"{_nccl_map(each)}.conf", "".join(f"{name}={value}\n" for name, value in each.nccl)


def _controller(made: SlurmInPods) -> Thing:
    storage = {"storageClassName": made.spec.storage_class} if made.spec.storage_class else {}
    spec = {
        "clusterName": f"{made.name}-pods",
        "slurmKeyRef": {"name": made.spec.key_secret, "key": "slurm.key"},
        "jwtKeyRef": {"name": made.spec.jwt_secret, "key": "jwt.key"},
        "slurmctld": {"image": _image(made, "slurmctld")},
        "reconfigure": {"image": _image(made, "slurmctld")},
        "logfile": {"image": _image(made, "logfile")},
        "configFileRefs": [{"name": FILES}],
        "extraConf": f"GresTypes=gpu\nPartitionName={made.partition} Nodes=ALL Default=YES MaxTime=INFINITE State=UP",
        "persistence": {
            "enabled": True,
            "accessModes": ["ReadWriteOnce"],
            "resources": {"requests": {"storage": _STATE}},
            **storage,
        },
    }
    return _thing(made, "Controller", made.name, spec)


def _set(made: SlurmInPods, each: PodSet) -> Thing:
    limits = {each.gpu_resource: str(each.gpus)} if each.gpus else {}
    limits |= {rail_resource(rail): "1" for rail in each.rails}
    mounts: list[Thing] = [{"name": "shared", "mountPath": _SHARED_MEMORY}]
    volumes: list[Thing] = [{"name": "shared", "emptyDir": {"medium": "Memory"}}]
    if each.nccl:
        mounts.append({"name": "nccl", "mountPath": _NCCL, "subPath": "nccl.conf"})
        volumes.append({"name": "nccl", "configMap": {"name": _nccl_map(each)}})
    networks = ",".join(f"{NETWORK_NAMESPACE}/{rail}" for rail in each.rails)
    return {
        "controllerRef": {"name": made.name},
        "scalingMode": "DaemonSet",
        **({"extraConf": f"Gres=gpu:{each.gpu_type}:{each.gpus}"} if each.gpus else {}),
        "partition": {"enabled": False},
        "slurmd": {
            "image": _image(made, "slurmd"),
            **({"resources": {"limits": limits}} if limits else {}),
            "volumeMounts": mounts,
        },
        "logfile": {"image": _image(made, "logfile")},
        "template": {
            **({"metadata": {"annotations": {"k8s.v1.cni.cncf.io/networks": networks}}} if networks else {}),
            "spec": {"nodeSelector": {GROUP: each.group.name, _IN_PODS: "pods"}, "volumes": volumes},
        },
    }


def _nccl_map(each: PodSet) -> str:
    return f"nccl-{each.group.name}"


def _image(made: SlurmInPods, name: str) -> str:
    image = made.chart.images[name]
    return f"{image.repository}/{image.image}:{image.version}"


def _thing(made: SlurmInPods, kind: str, name: str, spec: Thing) -> Thing:
    return {
        "apiVersion": _API,
        "kind": kind,
        "metadata": {"name": name, "namespace": made.spec.namespace},
        "spec": spec,
    }
