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
"""What a MultiKueueConfig lists at most (its definition, Kueue 0.19)."""
AcceptanceKind = Literal["job", "mpi", "trainer", "appwrapper"]


CloudGroupName = Annotated[
    str, StringConstraints(strict=True, max_length=255, pattern=r"^[A-Za-z0-9][A-Za-z0-9._/-]*$")
]
"""A provider's group of hosts by name, or by its path."""


class CloudHostsSpec(SpecModel):
    """Hosts of a provider that a cluster autoscaler starts when jobs need them, and stops when none does."""

    count: Annotated[StrictInt, Field(ge=1, le=9999)]
    """Hosts at most."""
    node_groups: tuple[CloudGroupName, ...] = ()
    """Names of the provider's groups of such hosts, those to be used first at the front. By default the one that has the name of `name`."""
    name: Slug = "burst"
    """What they are called: the flavor of Kueue, and the value of the label `clustergen.dev/group` that the provider's template has to give them."""
    cpus: Count
    """Hardware threads of one."""
    memory_gib: Count
    """Its memory, GiB."""
    gpus: Annotated[StrictInt, Field(ge=0, le=16)] = 0
    """Its GPUs."""
    gpu_maker: Literal["nvidia", "amd"] = "nvidia"
    """Who made them: whose device plugin counts them."""
    ready_minutes: Annotated[StrictInt, Field(ge=1, le=240)] = 15
    """The longest that one takes from its order until it is a node, minutes; later, the autoscaler tries the next group."""
    idle_minutes: Annotated[StrictInt, Field(ge=1, le=10_080)] = 10
    """How long one idles before it is stopped, minutes."""


class WorkerClusterSpec(SpecModel):
    """Another Kubernetes that jobs may be sent to."""

    secret: ObjectName
    """The secret in Kueue's namespace that has the kubeconfig for it, under the key `kubeconfig`: its name, never what is in it."""
    cpus: Count
    """Hardware threads that jobs from here may have there together."""
    memory_gib: Count
    """Memory, GiB."""
    gpus: Annotated[StrictInt, Field(ge=0, le=100_000)] = 0
    """GPUs."""
    gpu_maker: Literal["nvidia", "amd"] = "nvidia"
    """Who made them."""


def _few(value: dict[str, WorkerClusterSpec]) -> dict[str, WorkerClusterSpec]:
    if len(value) > MOST_CLUSTERS:
        raise own_error(f"Kueue sends jobs to {MOST_CLUSTERS} clusters at most, and {len(value)} are named")
    return value


WorkerClusters = Annotated[dict[Slug, WorkerClusterSpec], AfterValidator(_few)]
"""Other clusters by name."""


class SlinkySpec(SpecModel):
    """Slurm in pods (Slinky): a Slurm of its own on hosts of Kubernetes, beside the one on hosts. It has the same tree, partition and names."""

    hosts: tuple[HostRange, ...] | None = None
    """Those of Kubernetes' hosts that it has, by name, range or group. By default all. Nothing else of Kubernetes uses their GPUs and rails."""
    namespace: Slug = "slurm"
    """Where its pods are."""
    key_secret: ObjectName = "slurm-auth-slurm"  # noqa: S105  (the name of a secret)
    """The secret of that namespace that has `slurm.key`: its name, never what is in it."""
    jwt_secret: ObjectName = "slurm-auth-jwt"  # noqa: S105  (likewise)
    """The one that has `jwt.key`."""
    storage_class: ObjectName | None = None
    """The class of the volume in which its controller keeps the queue. By default the cluster's own default class."""
