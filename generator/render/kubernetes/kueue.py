"""Kueue: the tree, a flavor for each kind of host, a queue for each workspace."""

from collections.abc import Iterable, Iterator, Mapping

from generator.catalog.chart import read_chart
from generator.plan.kubernetes.gang_scheduling import DEFAULT_QUEUE, QUEUE, levels_of, trees
from generator.plan.kubernetes.kueue import counted, covered, kueue_configuration
from generator.plan.kubernetes.records import Quantity, Workspace
from generator.plan.kubernetes.workspaces import PRIORITIES
from generator.plan.mirrored import mirrored_chart
from generator.plan.plan import Plan
from generator.render.kubernetes.file import CRDS, ManifestFile, Thing, given, manifest, values_file
from generator.render.yaml_text import yaml_text
from generator.spec.scheduler import KubernetesSpec

API = "kueue.x-k8s.io/v1beta2"
_INSTALL = """\
helm upgrade --install {chart} {repository}/{chart} --version {version} --namespace {namespace} --create-namespace --values values.yaml
Every job and pod in a workspace's namespace waits for admission, with or without a queue name; other namespaces are not managed."""
_TOPOLOGIES = """\
The topology of switches (and NVLink domains) as node labels, widest level first. A job requests placement within one level by its label:
  kueue.x-k8s.io/podset-preferred-topology: {label}"""
_FLAVORS = "Hosts of a workspace that are alike; admitted jobs get these labels as their node selector."
_QUEUES = """\
Quota of each workspace: its installed hosts less what their kubelets reserve; it grows with the cluster. Jobs name the queue of their namespace:
  metadata.labels: {kueue.x-k8s.io/queue-name: jobs}
A job without a queue name is in the queue `default`, which is the same queue.
Rails are included: Kueue admits no job that requests a resource that is in no queue."""


def kueue_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield the trees, the flavors, and the queues."""
    made = trees(plan, kubernetes)
    objects = [
        manifest(API, "Topology", tree.name, spec={"levels": [{"nodeLabel": label} for label in tree.labels]})
        for tree in made
    ]
    header = _TOPOLOGIES.format(label=made[0].nearest)
    yield ManifestFile(path="kueue/topologies.yaml", header=header, proof=CRDS, documents=objects)
    values = {
        "managerConfig": {"controllerManagerConfigYaml": yaml_text(kueue_configuration(plan)).removeprefix("---\n")}
    }
    yield values_file("kueue", mirrored_chart(plan, read_chart("kueue")), _INSTALL, values)
    flavors = _flavors(plan, kubernetes)
    yield ManifestFile(path="kueue/flavors.yaml", header=_FLAVORS, proof=CRDS, documents=flavors)
    yield ManifestFile(path="kueue/queues.yaml", header=_QUEUES, proof=CRDS, documents=_queues(plan))


def _flavors(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[Thing]:
    for each in plan.workloads.workspaces:
        for flavor in each.flavors:
            topology = levels_of(plan, kubernetes, flavor).name
            spec = {"nodeLabels": dict(flavor.labels), "topologyName": topology}
            yield manifest(API, "ResourceFlavor", flavor.name, spec=spec)


def _queues(plan: Plan) -> Iterator[Thing]:
    """Yield the cohort, then every workspace's queue with the one that its namespace sees, then classes of jobs."""
    yield manifest(API, "Cohort", plan.name, spec={})
    for each in plan.workloads.workspaces:
        group = resource_group(covered(each), {flavor.name: counted(flavor) for flavor in each.flavors})
        yield manifest(API, "ClusterQueue", each.name, spec=queue_spec(each, plan.name, [group]))
        for name in (QUEUE, DEFAULT_QUEUE):
            yield manifest(API, "LocalQueue", name, each.name, spec={"clusterQueue": each.name})
    for priority in PRIORITIES:
        yield manifest(API, "WorkloadPriorityClass", priority.name, value=priority.value, description=priority.use)


def queue_spec(each: Workspace, cohort: str, groups: list[Thing]) -> Thing:
    """Return a queue of a workspace: its namespace, its preemption, and its quota."""
    return {
        **given(cohortName=cohort),
        "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": each.name}},
        "preemption": {"withinClusterQueue": "LowerPriority"},
        "resourceGroups": groups,
    }


def resource_group(covered: Iterable[str], flavors: Mapping[str, Mapping[str, Quantity]]) -> Thing:
    """Return what flavors have of the resources that a queue covers."""
    names = list(covered)
    return {
        "coveredResources": names,
        "flavors": [
            {
                "name": flavor,
                "resources": [{"name": name, "nominalQuota": str(resources.get(name, 0))} for name in names],
            }
            for flavor, resources in flavors.items()
        ],
    }
