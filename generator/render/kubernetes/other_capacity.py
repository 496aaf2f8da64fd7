"""Capacity outside of the cluster: Kueue's queues for hosts of a provider and for other clusters, and the autoscaler's values.

Each queue has an admission check that a job passes before it starts.
"""

from collections.abc import Iterable, Iterator, Mapping

from generator.catalog.chart import read_chart
from generator.plan.kubernetes.other_capacity import ELSEWHERE, autoscaler_values, burst_capacity, capacity_of_others
from generator.plan.kubernetes.records import Quantity, Workspace
from generator.plan.kubernetes.workers import GPU_RESOURCES, GROUP
from generator.plan.mirrored import mirrored_chart
from generator.plan.plan import Plan
from generator.render.kubernetes.file import CRDS, ManifestFile, Thing, given, manifest, values_file
from generator.render.kubernetes.kueue import API, queue_spec, resource_group
from generator.spec.kubernetes_jobs import CloudHostsSpec, WorkerClusterSpec
from generator.spec.scheduler import KubernetesSpec

_GROUP = "kueue.x-k8s.io"
_BURST = """\
Hosts of a cloud provider, through a separate queue: Kueue admits a job once the autoscaler has provided hosts for all of it.
  metadata.labels: {{kueue.x-k8s.io/queue-name: {name}}}
The provider's template must set the label {label}={name} on these hosts. They have no rails and are not in the topology."""
_ELSEWHERE = """\
Other clusters, through a separate queue: Kueue creates the job in the first cluster that admits it, and reports its state here.
  metadata.labels: {{kueue.x-k8s.io/queue-name: {queue}}}
Kueue, the namespaces and their queues `{queue}` must exist there as well. Create these secrets in kueue-system, each with a kubeconfig under `kubeconfig`:
  {secrets}"""
_AUTOSCALER = """\
{add}helm upgrade --install {chart} {source}/{chart} --version {version} --namespace {namespace} --values values.yaml --values <yours>
Yours has the provider (cloudProvider) and what it asks for; where it takes other keys for its groups (Google, Cluster API), leave autoscalingGroups out.
{ready} minutes for a host to come, {idle} until an idle one goes; of several groups, the one with the highest number first."""


def other_capacity_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield the files that the spec needs; only Kueue has admission checks."""
    spaces, hosts, clusters = plan.workloads.workspaces, kubernetes.burst, sorted(kubernetes.clusters.items())
    if hosts and spaces:
        chart = mirrored_chart(plan, read_chart("cluster-autoscaler"))
        header = _BURST.format(name=hosts.name, label=GROUP)
        objects = _burst(hosts, chart.releases["provisioning_class"], spaces)
        yield ManifestFile(path="kueue/burst.yaml", header=header, proof=CRDS, documents=objects)
        ready, idle = hosts.ready_minutes, hosts.idle_minutes
        yield values_file(
            chart.chart, chart, _AUTOSCALER, autoscaler_values(hosts), "autoscaler", ready=ready, idle=idle
        )
    if clusters and spaces:
        secrets = ", ".join(f"{each.secret} ({name})" for name, each in clusters)
        header = _ELSEWHERE.format(queue=ELSEWHERE, secrets=secrets)
        objects = _other_clusters(kubernetes.clusters, spaces)
        yield ManifestFile(path="kueue/elsewhere.yaml", header=header, proof=CRDS, documents=objects)


def _burst(hosts: CloudHostsSpec, provisioning_class: str, spaces: Iterable[Workspace]) -> Iterator[Thing]:
    """Yield the flavor of a provider's hosts, the check that orders them, and the queue of each workspace."""
    name = hosts.name
    yield manifest(API, "ResourceFlavor", name, spec={"nodeLabels": {GROUP: name}})
    asked: Thing = {
        "provisioningClassName": provisioning_class,
        "podSetMergePolicy": "IdenticalWorkloadSchedulingRequirements",
        **given(managedResources=[GPU_RESOURCES[hosts.gpu_maker]] if hosts.gpus else []),
    }
    yield manifest(API, "ProvisioningRequestConfig", name, spec=asked)
    yield _check(name, "provisioning-request", "ProvisioningRequestConfig")
    for each in spaces:
        yield from _queue(each, name, burst_capacity(hosts))


def _other_clusters(clusters: Mapping[str, WorkerClusterSpec], spaces: Iterable[Workspace]) -> Iterator[Thing]:
    """Yield the clusters with their secrets' names, the check that sends jobs there, and the queue of each workspace: all borrow from one cohort."""
    for name in sorted(clusters):
        source = {"kubeConfig": {"locationType": "Secret", "location": clusters[name].secret}}
        yield manifest(API, "MultiKueueCluster", name, spec={"clusterSource": source})
    yield manifest(API, "MultiKueueConfig", ELSEWHERE, spec={"clusters": sorted(clusters)})
    yield _check(ELSEWHERE, "multikueue", "MultiKueueConfig")
    yield manifest(API, "ResourceFlavor", ELSEWHERE, spec={})
    resources = capacity_of_others(clusters)
    cohort = {"resourceGroups": [resource_group(resources, {ELSEWHERE: resources})]}
    yield manifest(API, "Cohort", ELSEWHERE, spec=cohort)
    for each in spaces:
        yield from _queue(each, ELSEWHERE, dict.fromkeys(resources, 0), cohort=ELSEWHERE)


def _queue(each: Workspace, name: str, resources: Mapping[str, Quantity], cohort: str = "") -> Iterator[Thing]:
    """Yield a queue with one flavor, behind the check of that name, and what its namespace sees of it."""
    queue = f"{each.name}.{name}"
    spec = queue_spec(each, cohort, [resource_group(resources, {name: resources})])
    checks = {"admissionChecks": [{"name": name}]}
    yield manifest(API, "ClusterQueue", queue, spec=spec | {"admissionChecksStrategy": checks})
    yield manifest(API, "LocalQueue", name, each.name, spec={"clusterQueue": queue})


def _check(name: str, controller: str, kind: str) -> Thing:
    parameters = {"apiGroup": _GROUP, "kind": kind, "name": name}
    spec = {"controllerName": f"{_GROUP}/{controller}", "parameters": parameters}
    return manifest(API, "AdmissionCheck", name, spec=spec)
