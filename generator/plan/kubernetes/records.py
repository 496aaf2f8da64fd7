"""Kubernetes as the plan records it."""

from collections import Counter

from msgspec import Struct

from generator.plan.groups import Group
from generator.plan.records import Host
from generator.plan.slurm.records import Blocks
from generator.spec.kubernetes_jobs import SlinkySpec
from generator.spec.scheduler import RailNetworksName

Quantity = int | str


class KubernetesProfile(Struct, frozen=True, kw_only=True):
    """One row of `plan.json`: `pods` and `services` are prefixes, `api_address` is empty where hosts reach the API by themselves."""

    scheduler: str = "kubernetes"
    installer: str
    version: str
    cni: str
    pod_routing: str
    pods: str
    services: str
    api_address: str
    queues: str
    rail_networks: RailNetworksName
    gpu_driver: str
    mig: str
    topology_prefix: str
    node_health: str
    audit: bool
    secrets_encryption: str


class Peering(Struct, frozen=True, kw_only=True):
    """BGP between hosts and leaves. `hosts` are the source prefixes of sessions, `length` is that of a host's part of `pods`."""

    vlan: int
    gateway: str
    hosts: tuple[str, ...]
    pods: str
    length: int
    pod_asn: int
    leaf_asn: int


class SharedPool(Struct, frozen=True, kw_only=True):
    """The addresses of pods on a rail. `gateway` and `routes` are empty on InfiniBand, whose rails are flat."""

    rail: str
    subnet: str
    block: int
    gateway: str
    routes: tuple[str, ...]
    groups: tuple[str, ...]


class Flavor(Struct, frozen=True):
    """Equal hosts of a workspace, by the labels that choose them: `places` of the envelope. `resources` is what those in service have together."""

    name: str
    group: Group
    labels: tuple[tuple[str, str], ...]
    places: int
    together: int
    """The places in that unit, or NVLink domain, which has most of them."""
    resources: dict[str, Quantity]

    @property
    def spans(self) -> bool:
        """Whether its hosts share NVLink with others."""
        return bool(self.group.entry.nvlink_domain_hosts)


class Workspace(Struct, frozen=True):
    """A namespace, its members, and its hosts. `tenant` is empty where it has the whole cluster."""

    name: str
    tenant: str
    flavors: tuple[Flavor, ...]
    lent: tuple[tuple[str, int], ...] = ()
    """GPUs of a provider's hosts that its pods may have besides, by the resource that they are."""

    @property
    def covered(self) -> tuple[str, ...]:
        """Resources that a job may request: GPUs and rails of any flavor; processors and memory if documented for all hosts.

        Kueue admits no job that requests a resource that no group of its queue covers.
        """
        names = dict.fromkeys(name for flavor in self.flavors for name in flavor.resources)
        everywhere = set.intersection(*(set(flavor.resources) for flavor in self.flavors))
        return tuple(name for name in names if "/" in name or name in everywhere)

    @property
    def gpus(self) -> dict[str, int]:
        """GPUs of all its installed hosts, by the resource that they are."""
        found = Counter[str]()
        for flavor in self.flavors:
            found.update(
                {name: n for name, n in flavor.resources.items() if name.endswith("/gpu") and isinstance(n, int)}
            )
        return found

    @property
    def quota(self) -> dict[str, int]:
        """GPUs that its pods may use: its own, and those of a provider."""
        lent = dict(self.lent)
        return {name: self.gpus.get(name, 0) + lent.get(name, 0) for name in dict.fromkeys((*self.gpus, *lent))}


class WholeHost(Struct, frozen=True, kw_only=True):
    """Resources and settings of a pod that uses a whole host: its GPUs (`gpu_type` in Slurm), its rails, and the settings of NCCL."""

    gpu_type: str
    gpus: int
    gpu_resource: str
    rails: tuple[str, ...]
    nccl: tuple[tuple[str, str], ...]


class PodSet(Struct, frozen=True, kw_only=True):
    """Hosts of a group whose slurmd is in a pod: what each pod has, and the names of the hosts, of the envelope."""

    group: Group
    names: tuple[str, ...]
    whole: WholeHost


class SlurmInPods(Struct, frozen=True, kw_only=True):
    """The whole of it. `hosts` are those installed; `blocks` their NVLink domains, which jobs are placed by where every host is in one."""

    name: str
    spec: SlinkySpec
    partition: str
    times: tuple[tuple[str, str], ...] = ()
    """The default time of a job and the maximum, as keys of the partition."""
    hosts: tuple[Host, ...]
    sets: tuple[PodSet, ...]
    blocks: Blocks | None

    @property
    def by_blocks(self) -> bool:
        """Whether the cluster's own topology is the blocks."""
        return self.blocks is not None and not self.blocks.rest


class Workloads(Struct, frozen=True, kw_only=True):
    """The resources of Kubernetes and their workspaces."""

    shares: int = 1
    """The pods of a host that have a rail at a time."""
    pools: tuple[SharedPool, ...] = ()
    """The addresses of rails that pods share with their host."""
    workspaces: tuple[Workspace, ...] = ()
    """By name of the tenant, or the one of the whole cluster."""
    slinky: SlurmInPods | None = None
    """Slurm in pods, if stated and with a host."""
