"""The files of those who use the cluster: their queues, their namespaces, their volumes."""

from collections.abc import Iterator
from functools import partial

from generator.plan.kubernetes.records import Workspace
from generator.plan.kubernetes.storage import volume_classes, whole_volumes
from generator.plan.plan import Plan
from generator.render.kubernetes.file import CORE, CRDS, ManifestFile
from generator.render.kubernetes.kai import kai_queues, kai_topologies
from generator.render.kubernetes.kueue import flavors, queues, topologies
from generator.render.kubernetes.tenants import admission, namespace, priority_classes
from generator.render.kubernetes.volcano import tree, volcano_queues
from generator.render.kubernetes.volumes import storage_classes, volumes
from generator.spec.scheduler import KubernetesSpec

_TOPOLOGIES = """\
The tree of switches (and NVLink domains) as labels of nodes, the widest first. A job asks to stay together by one of them:
  kueue.x-k8s.io/podset-preferred-topology: {label}"""
_FLAVORS = "Equal hosts of a workspace; jobs that are let in get these labels as their node selector."
_QUEUES = """\
What each workspace has, of the hosts that are installed: growth raises it. Jobs name the queue of their namespace:
  metadata.labels: {kueue.x-k8s.io/queue-name: jobs}
Rails count as well: Kueue lets nothing in that asks for what no queue covers."""
_HYPERNODES = "The tree of switches (and NVLink domains); the lowest choose hosts by label, so a new host changes none."
_VOLCANO = "What each workspace may take, of the hosts that are installed: growth raises it."
_KAI_TOPOLOGIES = """\
The tree of switches (and NVLink domains) as labels of nodes, the widest first. A job asks to stay together by one of them, and starts when all
of its pods can:
  metadata.annotations: {{kai.scheduler/topology: {name}, kai.scheduler/topology-preferred-placement: {label}, kai.scheduler/batch-min-member: "2"}}"""
_KAI_QUEUES = """\
What each workspace has, of the hosts that are installed: growth raises it. Jobs name the queue of their namespace, and the scheduler:
  metadata.labels: {kai.scheduler/queue: <namespace>}; spec.template.spec.schedulerName: kai-scheduler"""
_NAMESPACE = """\
Members are the people whom the identity provider puts into the group workspace:{name}.
Pods that use RDMA ask for no capability: the hosts let every pod lock its memory, so `baseline` lets them in; with IPC_LOCK it would not.
Quotas of GPUs have the prefix requests., without which the API server takes them and counts nothing.
Network policies hold on the pods' own network alone: rails pass them by, and are parted by routing instances or partitions."""
_PRIORITIES = "Classes of pods. They stop nobody by themselves: that is the queues' to decide."
_ADMISSION = """\
A tenant's pods start on its own hosts only: a port of another tenant's host is in another routing instance, or partition."""
_CLASSES = """\
Tiers that a driver provides volumes of. nfs.csi.k8s.io is csi-driver-nfs of kubernetes-csi; volumes of no-provisioner are made by hand.
Parallel file systems are mounted by the hosts; the driver of one has a class where the spec names what it asks for. Secrets are made by hand."""
_VOLUMES = """\
A whole file system each, for the claim of its name in the namespace: storageClassName and volumeName as here, ReadWriteMany, 1Gi.
What a pod may do in it is a matter of its user ids: nothing parts workspaces in it."""


def workspace_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield queues by the scheduler that has them, then namespaces, then what is the whole cluster's."""
    spaces = plan.workloads.workspaces
    if spaces:
        yield from _queue_files(plan, kubernetes)
        yield from (_namespace_file(each) for each in spaces)
        yield ManifestFile(path="priorities.yaml", header=_PRIORITIES, proof=CORE, documents=priority_classes)
    if any(each.tenant for each in spaces):
        yield ManifestFile(path="admission.yaml", header=_ADMISSION, proof=CORE, documents=admission)
    if any(volume_classes(plan)):
        yield ManifestFile(
            path="storage-classes.yaml", header=_CLASSES, proof=CORE, documents=partial(storage_classes, plan)
        )
    if any(whole_volumes(plan)):
        yield ManifestFile(path="volumes.yaml", header=_VOLUMES, proof=CORE, documents=partial(volumes, plan))


def _queue_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    if kubernetes.queues == "kai":
        yield from _kai_files(plan, kubernetes)
        return
    if kubernetes.queues == "volcano":
        made = partial(tree, plan, kubernetes)
        if any(made()):
            yield ManifestFile(path="volcano/hypernodes.yaml", header=_HYPERNODES, proof=CRDS, documents=made)
        queues_of = partial(volcano_queues, plan)
        yield ManifestFile(path="volcano/queues.yaml", header=_VOLCANO, proof=CRDS, documents=queues_of)
        return
    label = next(iter(topologies(plan, kubernetes)))["spec"]["levels"][-2:][0]["nodeLabel"]
    header = _TOPOLOGIES.format(label=label)
    yield ManifestFile(
        path="kueue/topologies.yaml", header=header, proof=CRDS, documents=partial(topologies, plan, kubernetes)
    )
    yield ManifestFile(
        path="kueue/flavors.yaml", header=_FLAVORS, proof=CRDS, documents=partial(flavors, plan, kubernetes)
    )
    yield ManifestFile(path="kueue/queues.yaml", header=_QUEUES, proof=CRDS, documents=partial(queues, plan))


def _kai_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield KAI's files."""
    trees = partial(kai_topologies, plan, kubernetes)
    first = next(iter(trees()))
    label = first["spec"]["levels"][-2:][0]["nodeLabel"]
    header = _KAI_TOPOLOGIES.format(name=first["metadata"]["name"], label=label)
    yield ManifestFile(path="kai/topologies.yaml", header=header, proof=CRDS, documents=trees)
    queues_of = partial(kai_queues, plan)
    yield ManifestFile(path="kai/queues.yaml", header=_KAI_QUEUES, proof=CRDS, documents=queues_of)


def _namespace_file(each: Workspace) -> ManifestFile:
    return ManifestFile(
        path=f"workspaces/{each.name}.yaml",
        header=_NAMESPACE.format(name=each.name),
        proof=CORE,
        documents=partial(namespace, each),
    )
