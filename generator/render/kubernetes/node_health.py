"""node-problem-detector on every group's hosts, and the rules that turn its conditions into a taint."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from msgspec import Struct

from generator.catalog.chart import Chart, read_chart
from generator.catalog.exporter import Metric
from generator.plan.kubernetes.health import TAINT, NodeHealth, node_health
from generator.plan.kubernetes.operators import DCGM_COUNTERS, measures_gpus
from generator.plan.kubernetes.workers import GROUP, LABEL
from generator.plan.mirrored import mirrored_chart
from generator.plan.monitoring.dcgm import gpu_fields
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.encode import encode_escaped, indented
from generator.render.health import GOOD_RUNS, group_program
from generator.render.kubernetes.file import CORE, CRDS, ManifestFile, Thing
from generator.render.kubernetes.monitors import FOLDER, PROGRAM, health_monitor
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text
from generator.spec.scheduler import KubernetesSpec

_NAME = "node-problem-detector"
_EXECUTABLE = 0o555
_MONITOR = "health.json"
_HOST = "/host"
"""Where the pod sees the host's files; its programs run there, as the image has neither the driver's nor chrony's."""
_KEPT = "/run/clustergen-health"
_DIGEST = f"{LABEL}/configuration"
"""Digest of the pod's configuration: it is only read at the start, so a changed one restarts the pod."""
_HEADER = """\
node-problem-detector {version}: conditions of nodes, which `kubectl describe node` shows and schedulers can use.
A condition is cleared after {runs} good checks in a row; its message ends with the next step. XIDs count until the host reboots. After a reset of the GPU:
kubectl --namespace {namespace} exec POD -- {folder}/{program} --clear, for the pod of the host."""
_RULES = """\
Unhealthy nodes get no new jobs (taint {taint}); healthy ones do again. The Node Readiness Controller
{version} does it (kubernetes-sigs/node-readiness-controller), which is installed first. Who drains or repairs a node is the site's choice."""
_COUNTERS = """\
The counters that alerts are about, as the hosts' own dcgm-exporter has them elsewhere: without them the operator's measures its default ones."""


class DetectorFile(Struct, frozen=True, kw_only=True):
    """The detector's objects, with the health program of each group."""

    cluster: str
    chart: Chart
    health: tuple[NodeHealth, ...]
    path: str = "node-health/detector.yaml"
    applied: bool = True

    def artifact(self, templates: Templates) -> Artifact:
        """Print them."""
        chart = self.chart
        things = list(_account(chart))
        for each in self.health:
            program = group_program(templates, self.cluster, (check.line for check in each.checks))
            things.extend(_detector(chart, each, program))
        header = _HEADER.format(
            version=chart.version, namespace=chart.namespace, runs=GOOD_RUNS, folder=FOLDER, program=PROGRAM
        )
        comment = "".join(f"# {line}\n" for line in header.splitlines())
        return Artifact(f"kubernetes/{self.path}", comment + "".join(map(yaml_text, things)), CORE)


class CountersFile(Struct, frozen=True):
    """Metrics of dcgm-exporter, under the key that the GPU Operator expects (its controllers/object_controls.go)."""

    fields: Mapping[str, Metric]
    path: str = "gpu-operator/dcgm-counters.yaml"
    applied: bool = True

    def artifact(self, templates: Templates) -> Artifact:
        """Print it."""
        text = templates.render("monitoring/counters.csv.j2", counters=self.fields)
        metadata = {"name": DCGM_COUNTERS, "namespace": read_chart("gpu-operator").namespace}
        thing = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": {"dcgm-metrics.csv": text}}
        return Artifact(f"kubernetes/{self.path}", yaml_text(thing, _COUNTERS), CORE)


HealthFile = ManifestFile | DetectorFile | CountersFile


def node_health_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[HealthFile]:
    """Yield the counters of GPUs where an operator counts them, the detector, and the rules where nodes are to be tainted."""
    if measures_gpus(plan, kubernetes):
        yield CountersFile(fields=gpu_fields(plan))
    health = tuple(node_health(plan))
    if not health:
        return
    yield DetectorFile(cluster=plan.name, chart=mirrored_chart(plan, read_chart(_NAME)), health=health)
    if kubernetes.node_health == "quarantine":
        header = _RULES.format(taint=TAINT, version=read_chart(_NAME).releases["node-readiness-controller"])
        yield ManifestFile(path="node-health/quarantine.yaml", header=header, proof=CRDS, documents=_rules(health))


def _account(chart: Chart) -> Iterator[Thing]:
    name = {"name": _NAME, "namespace": chart.namespace}
    yield {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": name}
    yield {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": _NAME},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": f"system:{_NAME}"},
        "subjects": [{"kind": "ServiceAccount", **name}],
    }


def _detector(chart: Chart, each: NodeHealth, program: str) -> Iterator[Thing]:
    metadata = {"name": f"{_NAME}-{each.group}", "namespace": chart.namespace}
    texts = {_MONITOR: indented(health_monitor(each), encode_escaped), PROGRAM: program}
    yield {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": texts}
    digest = sha256("".join(texts.values()).encode()).hexdigest()
    labels = {"app": _NAME, GROUP: each.group}
    yield {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {**metadata, "labels": labels},
        "spec": {
            "selector": {"matchLabels": labels},
            "template": {
                "metadata": {"labels": labels, "annotations": {_DIGEST: digest}},
                "spec": _pod(chart, each, metadata["name"]),
            },
        },
    }


def _pod(chart: Chart, each: NodeHealth, configuration: str) -> Thing:
    """Return the pod: on the host's network, whose ports it looks at, and privileged for the kernel's log and the host's programs."""
    image = chart.images["detector"]
    logs = ["/config/kernel-monitor.json", "/config/readonly-monitor.json"]
    return {
        "nodeSelector": {GROUP: each.group},
        "serviceAccountName": _NAME,
        "hostNetwork": True,
        "priorityClassName": "system-node-critical",
        "tolerations": [{"operator": "Exists"}],
        "containers": [
            {
                "name": _NAME,
                "image": f"{image.repository}/{image.image}:{image.version}",
                "command": [
                    f"/{_NAME}",
                    "--logtostderr",
                    f"--config.system-log-monitor={','.join(logs)}",
                    f"--config.custom-plugin-monitor={FOLDER}/{_MONITOR}",
                ],
                "env": [
                    {"name": "NODE_NAME", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}},
                    {"name": "CLUSTERGEN_ROOT", "value": _HOST},
                    {"name": "CLUSTERGEN_ENTER", "value": f"chroot {_HOST}"},
                    {"name": "CLUSTERGEN_KEPT", "value": _KEPT},
                ],
                # includes the host's programs while they run, mainly nvidia-smi
                "resources": {"requests": {"cpu": "10m", "memory": "80Mi"}, "limits": {"memory": "512Mi"}},
                "securityContext": {"privileged": True},
                "volumeMounts": [
                    {"name": "kmsg", "mountPath": "/dev/kmsg", "readOnly": True},
                    {"name": "clustergen", "mountPath": FOLDER, "readOnly": True},
                    # a mount that comes later is seen, too
                    {"name": "host", "mountPath": _HOST, "readOnly": True, "mountPropagation": "HostToContainer"},
                    {"name": "kept", "mountPath": _KEPT},
                ],
            }
        ],
        "volumes": [
            {"name": "kmsg", "hostPath": {"path": "/dev/kmsg"}},
            {"name": "clustergen", "configMap": {"name": configuration, "defaultMode": _EXECUTABLE}},
            {"name": "host", "hostPath": {"path": "/"}},
            {"name": "kept", "hostPath": {"path": _KEPT, "type": "DirectoryOrCreate"}},
        ],
    }


def _rules(health: Iterable[NodeHealth]) -> Iterator[Thing]:
    """Yield a rule for each group; a node without a condition counts as healthy, as a missing detector would otherwise stop the cluster."""
    for each in health:
        stopping = [condition for condition in each.conditions if condition.stops]
        if stopping:
            yield {
                "apiVersion": "readiness.node.x-k8s.io/v1alpha1",
                "kind": "NodeReadinessRule",
                "metadata": {"name": each.group},
                "spec": {
                    "conditions": [
                        {"type": condition.type, "requiredStatus": "False", "defaultStatus": "False"}
                        for condition in stopping
                    ],
                    "enforcementMode": "continuous",
                    "nodeSelector": {"matchLabels": {GROUP: each.group}},
                    "taint": {"key": TAINT, "effect": "NoSchedule"},
                },
            }
