"""Kubernetes as the plan records it."""

from dataclasses import dataclass

from generator.spec.scheduler import RailNetworksName


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
