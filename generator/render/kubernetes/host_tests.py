"""Acceptance of hosts that Kubernetes has: a job whose pods run, one on each host, what sbatch runs elsewhere.

The programs of the tests, and the files that name RDMA devices, are the host's: a pod takes the host's root, on the host's network. It takes all
GPUs of the host from the scheduler, so that it starts where no other pod has one, and none starts beside it.
"""

from collections.abc import Iterator

from generator.catalog.chart import read_chart
from generator.plan.acceptance.places import tested_hosts
from generator.plan.acceptance.runs import Run
from generator.plan.kubernetes.workers import gpu_resource
from generator.plan.mirrored import mirrored_chart
from generator.plan.plan import Plan
from generator.render.kubernetes.file import Thing, manifest

NAMESPACE = "clustergen-acceptance"
FOLDER = "/var/lib/clustergen/acceptance"
"""Where acceptance.yml places the tests on hosts."""
_HOSTNAME = "kubernetes.io/hostname"
_ROOT = "/host"
_KEPT_S = 604_800
"""How long a job that is over can be looked at."""
_LABEL = "clustergen.dev/acceptance"
_CHART = "node-problem-detector"
"""An image that the cluster already has: Debian's base (kubernetes/node-problem-detector@0012798b, Dockerfile), of which only chroot is used."""


def host_tests(plan: Plan, run: Run) -> Iterator[Thing]:
    """Yield the namespace, which admits privileged pods, and the job of a run."""
    labels = {"pod-security.kubernetes.io/enforce": "privileged"}
    yield manifest("v1", "Namespace", NAMESPACE, labels=labels)
    name = f"acceptance-{run.model}"
    count = len(run.hosts)
    spec = {
        "completionMode": "Indexed",
        "completions": count,
        "parallelism": count,
        "backoffLimitPerIndex": 0,
        "ttlSecondsAfterFinished": _KEPT_S,
        "template": {"metadata": {"labels": {_LABEL: run.model}}, "spec": _pod(plan, run)},
    }
    yield manifest("batch/v1", "Job", name, NAMESPACE, labels={_LABEL: run.model}, spec=spec)


def _pod(plan: Plan, run: Run) -> Thing:
    group = next(host.group for host in tested_hosts(plan) if host.name == run.hosts[0])
    image = mirrored_chart(plan, read_chart(_CHART)).images["detector"]
    mine = {"fieldRef": {"fieldPath": "spec.nodeName"}}
    environment = {"RUN": "by-hand", "PARTS": " ".join(run.parts), "AMONG": ",".join(run.hosts), "HOURS": "0"}
    expression = {"key": _HOSTNAME, "operator": "In", "values": list(run.hosts)}
    alone = {"labelSelector": {"matchLabels": {_LABEL: run.model}}, "topologyKey": _HOSTNAME}
    return {
        "restartPolicy": "Never",
        "hostNetwork": True,
        "hostPID": True,
        "automountServiceAccountToken": False,
        "affinity": {
            "nodeAffinity": {
                "requiredDuringSchedulingIgnoredDuringExecution": {
                    "nodeSelectorTerms": [{"matchExpressions": [expression]}]
                }
            },
            "podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [alone]},
        },
        "containers": [
            {
                "name": "tests",
                "image": f"{image.repository}/{image.image}:{image.version}",
                "command": ["chroot", _ROOT, "/bin/bash", f"{FOLDER}/run.sh"],
                "env": [
                    {"name": "HOST", "valueFrom": mine},
                    *({"name": key, "value": value} for key, value in environment.items()),
                ],
                "resources": {"limits": {gpu_resource(plan, plan.groups[group]): str(run.gpus)}},
                "securityContext": {"privileged": True},
                "volumeMounts": [{"name": "root", "mountPath": _ROOT}],
            }
        ],
        "volumes": [{"name": "root", "hostPath": {"path": "/", "type": "Directory"}}],
    }
