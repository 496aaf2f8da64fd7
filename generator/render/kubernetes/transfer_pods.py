"""The objects of a Job that fills a tier: its pods, each on another host, with claims of file systems and the keys of object stores, and network policies to reach these."""

from collections.abc import Iterator

from generator.plan.kubernetes.gang_scheduling import HOSTNAME
from generator.plan.kubernetes.transfers import StoreDoor, TransferJob
from generator.plan.kubernetes.workers import LABEL
from generator.render.kubernetes import pods
from generator.render.kubernetes.file import Thing, given, manifest
from generator.render.yaml_text import Script

TRANSFER = f"{LABEL}/transfer"
"""The label of its pods."""
SECRET, CONFIGURATION = "rclone", "rclone.conf"
NOBODY = 65534
TRIES = 6
"""The Job's own default of `backoffLimit` (kubernetes.io, Jobs), here of each pod's index: since 1.33 for everybody."""
CONFIGURED = "/etc/rclone"
"""Where pods have that secret."""
_WRONG = 64
"""EX_USAGE (sysexits.h): neither rsync(1) nor rclone ends so."""


def transfer_objects(job: TransferJob, script: str) -> Iterator[Thing]:
    """Yield all of it."""
    yield from _policies(job)
    yield from pods.group(job)
    yield _job(job, script)


def _policies(job: TransferJob) -> Iterator[Thing]:
    """Yield the policy that lets the pods reach gateways of the cluster: the namespace only permits DNS and each other."""
    if job.doors:
        rules = [_rule(each) for each in job.doors]
        spec = {"podSelector": {"matchLabels": {TRANSFER: job.name}}, "policyTypes": ["Egress"], "egress": rules}
        yield manifest("networking.k8s.io/v1", "NetworkPolicy", job.name, job.workspace.name, spec=spec)


def _rule(door: StoreDoor) -> Thing:
    return {
        "to": [{"ipBlock": {"cidr": each}} for each in door.prefixes],
        "ports": [{"protocol": "TCP", "port": door.port}],
    }


def _job(job: TransferJob, script: str) -> Thing:
    """Return the Job: its program has a special exit status for a wrong folder, where no retry helps."""
    head = pods.pod_head(job)
    head["labels"] = {**head.get("labels", {}), TRANSFER: job.name}
    wrong = {"action": "FailJob", "onExitCodes": {"operator": "In", "values": [_WRONG]}}
    spec = {
        "completionMode": "Indexed",
        "completions": job.hosts,
        "parallelism": job.hosts,
        "backoffLimitPerIndex": TRIES,
        "podFailurePolicy": {"rules": [wrong]},
        **pods.suspended(job),
        "template": {"metadata": given(**head), "spec": _pod(job, script)},
    }
    return manifest("batch/v1", "Job", **pods.head(job), spec=spec)


def _pod(job: TransferJob, script: str) -> Thing:
    sides = {"from": job.feed.source, "to": job.feed.target}
    claims = {side: tier for side, tier in sides.items() if tier.mount}
    where = [
        {"name": side.upper(), "value": f"/{side}/" if side in claims else f"{tier.name}:"}
        for side, tier in sides.items()
    ]
    mounts: list[Thing] = [{"name": side, "mountPath": f"/{side}"} | given(readOnly=side == "from") for side in claims]
    volumes = [{"name": side, "persistentVolumeClaim": {"claimName": tier.name}} for side, tier in claims.items()]
    if job.feed.objects:
        where.append({"name": "RCLONE_CONFIG", "value": f"{CONFIGURED}/{CONFIGURATION}"})
        mounts.append({"name": "rclone", "mountPath": CONFIGURED, "readOnly": True})
        volumes.append({"name": "rclone", "secret": {"secretName": SECRET}})
    container = {
        "name": "copy",
        "image": job.image,
        "command": ["bash", "-c", Script(script), "copy"],
        "args": [],
        "env": [{"name": "FOLDER", "value": ""}, *where, {"name": "HOSTS", "value": str(job.hosts)}],
        **given(resources=given(requests=dict(job.requests))),
        "securityContext": {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}},
        "volumeMounts": mounts,
    }
    return {
        **pods.scheduler(job),
        "nodeSelector": dict(job.flavor.labels),
        "affinity": {"podAntiAffinity": _apart(job)},
        "restartPolicy": "Never",
        "automountServiceAccountToken": False,
        "securityContext": {
            "runAsNonRoot": True,
            "runAsUser": NOBODY,
            "runAsGroup": NOBODY,
            "seccompProfile": {"type": "RuntimeDefault"},
        },
        "containers": [container],
        "volumes": volumes,
    }


def _apart(job: TransferJob) -> Thing:
    """Keep the pods on separate hosts. Kueue chooses hosts without this, so where their requests do not separate them, it is only preferred: a pod would wait forever."""
    term = {"labelSelector": {"matchLabels": {TRANSFER: job.name}}, "topologyKey": HOSTNAME}
    if job.alone or job.gang.by != "kueue":
        return {"requiredDuringSchedulingIgnoredDuringExecution": [term]}
    return {"preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 100, "podAffinityTerm": term}]}
