"""Kubernetes as the plan records it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.plan.groups import Group
from generator.spec.scheduler import RailNetworksName

if TYPE_CHECKING:
    from generator.plan.kubernetes.slinky import SlurmInPods  # it is made from the rest of the plan

Quantity = int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class KubernetesProfile:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Peering:
    """What both sides are configured by. `hosts` are the prefixes from which sessions come, `length` is that of a host's part of `pods`."""

    vlan: int
    gateway: str
    hosts: tuple[str, ...]
    pods: str
    length: int
    pod_asn: int
    leaf_asn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPool:
    """The addresses of pods on a rail. `gateway` and `routes` are empty on InfiniBand, whose rails are flat."""

    rail: str
    subnet: str
    block: int
    gateway: str
    routes: tuple[str, ...]
    groups: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flavor:
    """Equal hosts of a workspace, by the labels that choose them: `places` of the envelope. `resources` is what those in service have together."""

    name: str
    group: Group
    labels: tuple[tuple[str, str], ...]
    places: int
    together: int
    """The places in that unit, or NVLink domain, which has most of them."""
    resources: dict[str, Quantity]


@dataclass(frozen=True, slots=True)
class Workspace:
    """A namespace, who works there, and on which hosts. `tenant` is empty where it has the whole cluster."""

    name: str
    tenant: str
    flavors: tuple[Flavor, ...]
    lent: tuple[tuple[str, int], ...] = ()
    """GPUs of a provider's hosts that its pods may have besides, by the resource that they are."""

    @property
    def covered(self) -> tuple[str, ...]:
        """What a job may ask for: GPUs and rails of any flavor; processors and memory where all hosts' documents give them.

        Kueue admits no job that asks for something else (a resource that no group of its queue covers).
        """
        names = dict.fromkeys(name for flavor in self.flavors for name in flavor.resources)
        everywhere = set.intersection(*(set(flavor.resources) for flavor in self.flavors))
        return tuple(name for name in names if "/" in name or name in everywhere)

    @property
    def gpus(self) -> dict[str, int]:
        """GPUs of all its installed hosts, by the resource that they are."""
        found: dict[str, int] = {}
        for flavor in self.flavors:
            for name, count in flavor.resources.items():
                if name.endswith("/gpu") and isinstance(count, int):
                    found[name] = found.get(name, 0) + count
        return found

    @property
    def quota(self) -> dict[str, int]:
        """GPUs that its pods may have: its own, and what a provider lends."""
        lent = dict(self.lent)
        return {name: self.gpus.get(name, 0) + lent.get(name, 0) for name in dict.fromkeys((*self.gpus, *lent))}


@dataclass(frozen=True, slots=True, kw_only=True)
class Workloads:
    """What Kubernetes hands out, and to whom."""

    shares: int = 1
    """The pods of a host that have a rail at a time."""
    pools: tuple[SharedPool, ...] = ()
    """The addresses of rails that pods share with their host."""
    workspaces: tuple[Workspace, ...] = ()
    """By name of the tenant, or the one of the whole cluster."""
    slinky: "SlurmInPods | None" = None
    """Slurm in pods, where it is asked for and has a host."""
