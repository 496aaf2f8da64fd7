"""`scheduler`: who starts jobs."""

from ipaddress import IPv4Network
from typing import Annotated, Literal

from pydantic import AfterValidator, StringConstraints

from generator.spec.base import Address4, Prefix4, SpecModel, own_error
from generator.spec.slurm import SlurmSpec
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


def _some(value: tuple[str, ...]) -> tuple[str, ...]:
    if not value:
        raise own_error("a Kubernetes without hosts runs nothing; name its hosts, or remove the key: then it has all")
    return value


class KubernetesSpec(SpecModel):
    """Kubernetes. Its control plane runs on the hosts of role `control`."""

    hosts: Annotated[tuple[HostRange, ...], AfterValidator(_some)] | None = None
    """Compute hosts that are its workers, by name or range (`gpu05`, `gpu[05-08]`), or a whole group by its name; those yet to come may be named.
    Slurm then has all others, and moving a host is a change of this list: `clustergen plan` says who is drained. By default all; where Slurm is
    there too, both then name every compute host, and who runs what on which is left to the site."""
    topology_prefix: Literal["topograph", "nvidia"] = "topograph"
    """Label names for the network topology: topograph 1.0's (`fabric.topograph.run`) or the older NVIDIA ones."""
    cni: Literal["calico", "cilium"] | None = None
    """Who joins pods, by VXLAN over the in-band segment. By default Calico where at most 50 hosts of the envelope run pods, else Cilium: beyond
    that, Calico asks for its Typha, which hosts' firewalls have no door for."""
    pods: Prefix4 = IPv4Network("100.64.0.0/11")
    """Addresses of pods (RFC 6598, which sites do not route), a /24 for each host of the envelope."""
    services: Prefix4 = IPv4Network("100.96.0.0/16")
    """Addresses of services."""
    api_address: Address4 | None = None
    """An address of the control hosts' part of the in-band segment that moves among them (kube-vip): where people reach the API. Hosts themselves
    need none."""
    queues: Literal["kueue", "volcano", "kai"] = "kueue"
    """Who lets jobs in and keeps them together: Kueue, Volcano, or KAI Scheduler. All are given the same tree."""
    gpu_driver: Literal["host", "operator"] = "host"
    """Whose NVIDIA driver runs: the one of the hosts' image, or the GPU Operator's container, which GDRCopy then comes with."""
    mig: Literal["none", "single", "mixed"] = "none"
    """How divided GPUs (MIG) are offered to pods: not at all, as GPUs of one size, or each size by a name of its own."""
    acceptance_image: ContainerImage | None = None
    """The image of acceptance jobs: one with PyTorch that knows the GPUs. By default NVIDIA's of 25.04 for its GPUs, and no jobs for others'."""


class SchedulerSpec(SpecModel):
    """The schedulers; both may be given."""

    slurm: SlurmSpec | None = None
    """Write Slurm's files."""
    kubernetes: KubernetesSpec | None = None
    """Write Kubernetes' files."""
