"""The files of room that is not in the hall: Kueue's, and the autoscaler's values."""

from collections.abc import Iterator
from functools import partial

from generator.plan.kubernetes.other_capacity import ELSEWHERE, CloudHosts, OtherClusters, cloud_hosts, other_clusters
from generator.plan.kubernetes.records import Workspace
from generator.plan.kubernetes.workers import GROUP
from generator.plan.plan import Plan
from generator.render.kubernetes.file import CHART, CRDS, ManifestFile
from generator.render.kubernetes.other_capacity import burst, elsewhere
from generator.spec.scheduler import KubernetesSpec

_BURST = """\
Hosts of a provider, by a queue of their own: Kueue lets a job in when the autoscaler has made room for all of it.
  metadata.labels: {{kueue.x-k8s.io/queue-name: {name}}}
The provider's template has to give its hosts the label {label}={name}; they have no rails, and are not in the tree."""
_ELSEWHERE = """\
Other clusters, by a queue of their own: Kueue makes the job in the first that lets it in, and brings its state back.
  metadata.labels: {{kueue.x-k8s.io/queue-name: {queue}}}
Kueue, the namespaces and their queues `{queue}` have to be there, too. Secrets, made by hand in kueue-system, with a kubeconfig under `kubeconfig`:
  {secrets}"""
_AUTOSCALER = """\
helm repo add autoscaler {repository}
helm upgrade --install {chart} autoscaler/{chart} --version {version} --namespace {namespace} --values values.yaml --values <yours>
Yours has the provider (cloudProvider) and what it asks for; where it takes other keys for its groups (Google, Cluster API), leave autoscalingGroups out.
{ready} minutes for a host to come, {idle} until an idle one goes; of several groups, the one with the highest number first."""


def other_capacity_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield what the spec asks for; only Kueue has checks."""
    hosts, others = cloud_hosts(kubernetes), other_clusters(kubernetes)
    spaces = plan.workloads.workspaces if hosts or others else ()
    if hosts and spaces and kubernetes.burst:
        yield _burst(hosts, spaces)
        yield _autoscaler(hosts, kubernetes.burst.ready_minutes, kubernetes.burst.idle_minutes)
    if others and spaces:
        yield _elsewhere(others, spaces)


def _burst(hosts: CloudHosts, spaces: tuple[Workspace, ...]) -> ManifestFile:
    header = _BURST.format(name=hosts.name, label=GROUP)
    return ManifestFile(path="kueue/burst.yaml", header=header, proof=CRDS, documents=partial(burst, hosts, spaces))


def _elsewhere(others: OtherClusters, spaces: tuple[Workspace, ...]) -> ManifestFile:
    secrets = ", ".join(f"{each.secret} ({each.name})" for each in others.clusters)
    header = _ELSEWHERE.format(queue=ELSEWHERE, secrets=secrets)
    return ManifestFile(
        path="kueue/elsewhere.yaml", header=header, proof=CRDS, documents=partial(elsewhere, others, spaces)
    )


def _autoscaler(hosts: CloudHosts, ready_minutes: int, idle_minutes: int) -> ManifestFile:
    chart = hosts.autoscaler
    header = _AUTOSCALER.format(
        repository=chart.repository,
        chart=chart.chart,
        version=chart.version,
        namespace=chart.namespace,
        ready=ready_minutes,
        idle=idle_minutes,
    )
    return ManifestFile(
        path=f"{chart.chart}/values.yaml",
        header=header,
        proof=CHART,
        documents=lambda: [dict(hosts.values)],
        applied=False,
    )
