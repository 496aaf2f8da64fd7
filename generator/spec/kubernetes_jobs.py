"""`scheduler.kubernetes`: what it is asked to run beside the cluster's own queues: acceptance jobs, burst, Slurm in pods."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictInt, StringConstraints

from generator.spec.base import Count, Slug, SpecModel, own_error
from generator.spec.tenants import HostRange

ContainerImage = Annotated[
    str,
    StringConstraints(
        strict=True,
        max_length=250,
        pattern=r"^[a-z0-9][a-z0-9._/-]*(:[0-9]+/[a-z0-9._/-]+)?(:[A-Za-z0-9._-]+)?(@sha256:[0-9a-f]{64})?$",
    ),
]
"""A container image as a pod names it."""
ObjectName = Annotated[str, StringConstraints(strict=True, max_length=200, pattern=r"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$")]
"""The name of an object of Kubernetes, such as a secret."""
MOST_CLUSTERS = 20
"""The most clusters of a MultiKueueConfig (its definition, Kueue 0.19)."""
AcceptanceKind = Literal["job", "mpi", "trainer", "appwrapper"]


CloudGroupName = Annotated[
    str, StringConstraints(strict=True, max_length=255, pattern=r"^[A-Za-z0-9][A-Za-z0-9._/-]*$")
]
"""A provider's group of hosts by name, or by its path."""


class CloudHostsSpec(SpecModel):
    """Hosts that a cluster autoscaler starts at a cloud provider when jobs need them, and stops when they are idle."""

    count: Annotated[StrictInt, Field(ge=1, le=9999)]
    """Maximum number of hosts."""
    node_groups: tuple[CloudGroupName, ...] = ()
    """Node groups of the provider, in order of preference. By default the one with the name in `name`."""
    name: Slug = "burst"
    """Their name: the flavor of Kueue, and the value of the label `clustergen.dev/group`, which the provider's template must set."""
    cpus: Count
    """Hardware threads of a host."""
    memory_gib: Count
    """Memory of a host, GiB."""
    gpus: Annotated[StrictInt, Field(ge=0, le=16)] = 0
    """GPUs of a host."""
    gpu_maker: Literal["nvidia", "amd"] = "nvidia"
    """Vendor of the GPUs, whose device plugin counts them."""
    ready_minutes: Annotated[StrictInt, Field(ge=1, le=240)] = 15
    """Maximum time from the request of a host until it is a node, minutes; after that, the autoscaler tries the next group."""
    idle_minutes: Annotated[StrictInt, Field(ge=1, le=10_080)] = 10
    """Idle time after which a host is stopped, minutes."""


class WorkerClusterSpec(SpecModel):
    """Another Kubernetes cluster that jobs may be sent to."""

    secret: ObjectName
    """Name of the secret in Kueue's namespace with its kubeconfig, under the key `kubeconfig`. The spec never contains the kubeconfig itself."""
    cpus: Count
    """Hardware threads that all jobs from this cluster may use there together."""
    memory_gib: Count
    """Memory that they may use, GiB."""
    gpus: Annotated[StrictInt, Field(ge=0, le=100_000)] = 0
    """GPUs that they may use."""
    gpu_maker: Literal["nvidia", "amd"] = "nvidia"
    """Vendor of the GPUs."""


def _few(value: dict[str, WorkerClusterSpec]) -> dict[str, WorkerClusterSpec]:
    if len(value) > MOST_CLUSTERS:
        raise own_error(f"Kueue sends jobs to {MOST_CLUSTERS} clusters at most, and {len(value)} are named")
    return value


WorkerClusters = Annotated[dict[Slug, WorkerClusterSpec], AfterValidator(_few)]
"""Other clusters by name."""


def _some(value: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if value == ():
        raise own_error(
            "Slurm in pods without hosts runs nothing; list its hosts, or remove the key so that it has all hosts of Kubernetes"
        )
    return value


class SlinkySpec(SpecModel):
    """Slurm in pods (Slinky): a separate Slurm on hosts of Kubernetes. It has the same topology, partition and names as Slurm on hosts."""

    hosts: Annotated[tuple[HostRange, ...] | None, AfterValidator(_some)] = None
    """The hosts of Kubernetes that it uses, by name, range or group. By default all. Nothing else on Kubernetes uses their GPUs and rails."""
    namespace: Slug = "slurm"
    """Namespace of its pods."""
    key_secret: ObjectName = "slurm-auth-slurm"  # noqa: S105  (the name of a secret)
    """Name of the secret in that namespace with `slurm.key`. The spec never contains the key itself."""
    jwt_secret: ObjectName = "slurm-auth-jwt"  # noqa: S105  (likewise)
    """Name of the secret in that namespace with `jwt.key`."""
    storage_class: ObjectName | None = None
    """Storage class of the volume in which its controller keeps the queue. By default the cluster's default class."""
