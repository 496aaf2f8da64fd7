"""What keeps workspaces apart, and what each may do in its own.

Pod security is `baseline`: it and `restricted` alike refuse IPC_LOCK and host paths. RDMA needs neither: hosts let every service, and so the
container runtime and its pods, lock all memory (`DefaultLimitMEMLOCK` of systemd), and storage comes by volume claims. `restricted` only
warns, as launchers of MPI run their SSH servers as root.
"""

from msgspec import Struct

POD_SECURITY = (("enforce", "baseline"), ("warn", "restricted"))
DNS_NAMESPACE = "kube-system"
"""Where the cluster's names are served."""
DNS_PORTS = (("UDP", 53), ("TCP", 53))
SMALLEST = (("cpu", "1"), ("memory", "1Gi"))
"""What a container that asks for nothing is counted as: enough to start, little to lose. Only a default for requests: a `max` would become every
container's own limit, and its request with it. What the queue does not count gets no default: a request for it would keep the job out."""


class Priority(Struct, frozen=True):
    """A class of jobs: those of a higher value start first, and Kueue stops those of a lower one for them."""

    name: str
    value: int
    use: str


PRIORITIES = (
    Priority("urgent", 1000, "what must start now: it may stop what is lower"),
    Priority("standard", 500, "what names no class"),
    Priority("spare", 100, "what fills gaps, and may be stopped at any time"),
)
DEFAULT_PRIORITY = "standard"


_ALL = ("create", "delete", "get", "list", "patch", "update", "watch")
_READ = ("get", "list", "watch")
RIGHTS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("kueue.x-k8s.io", ("localqueues", "workloads"), _READ),
    ("kubeflow.org", ("mpijobs",), _ALL),
    ("trainer.kubeflow.org", ("trainjobs",), _ALL),
    ("resource.k8s.io", ("resourceclaims", "resourceclaimtemplates"), _ALL),
    ("resource.nvidia.com", ("computedomains",), _ALL),
)
"""What members of a workspace may do beyond the role `edit`, which knows the core's own kinds alone: API group, resources, verbs."""


def members(workspace: str) -> str:
    """Name the group of people whom the site's identity provider is to put into a workspace."""
    return f"workspace:{workspace}"
