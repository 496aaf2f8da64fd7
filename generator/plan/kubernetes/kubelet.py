"""Settings of all kubelets: exclusive processors for pods that request them, devices of one NUMA node, and resources reserved for the host.

A pod whose requests are its limits, in whole processors, has these exclusively (`static`). Rails, GPUs and processors each have a NUMA node, and
kubelet gives a pod, with all of its containers, those of one node where possible. This is only preferred (`best-effort`): the scheduler does not
consider NUMA nodes, so `restricted` would fail the pods of a job one after the other on a host with GPUs left at the far socket only. kubelet exits
on a host with more NUMA nodes than it supports, so it is off there (kubernetes.io, Control Topology Management Policies on a node).

A kubelet that ran under another policy starts when /var/lib/kubelet/cpu_manager_state is gone, from a drained host (the same, CPU Management Policies).
"""

from collections.abc import Mapping

from msgspec import Struct

from generator.plan.clients import client_roles
from generator.plan.hosts.configured import system_of
from generator.plan.hosts.setup import family_of
from generator.plan.kubernetes.workers import worker_groups
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.scheduled import COMPUTE

_RESOLVED = "/run/systemd/resolve/resolv.conf"
"""The servers of systemd-resolved: /etc/resolv.conf names its stub at 127.0.0.53, which does not exist in a pod's own network (systemd-resolved(8))."""
_MOST_NUMA_NODES = 8
_KUBE = (1, 2)
"""Hardware threads, and GiB, of kubelet and the container runtime (clustergen convention)."""
_SYSTEM = (3, 14)
"""The same of everything else that a host runs: its agents, exporters, mounts (clustergen convention)."""
_EVICTION_MIB = 100
"""Free memory at which kubelet ends pods, its own default on Linux (`memory.available`): no pod can have it either."""


class KubeletSettings(Struct, frozen=True, kw_only=True):
    """The settings of every kubelet: `policies` by the keys of its configuration; `kube` and `system` are reserved resources, as quantities of Kubernetes."""

    policies: Mapping[str, str]
    kube: Mapping[str, str]
    system: Mapping[str, str]


def kubelet_settings(plan: Plan) -> KubeletSettings:
    """Return the settings: they follow from the envelope, so that no host changes them."""
    many = any((group.entry.numa_nodes or 0) > _MOST_NUMA_NODES for group in worker_groups(plan))
    return KubeletSettings(
        policies={
            "cpuManagerPolicy": "static",
            "topologyManagerPolicy": "none" if many else "best-effort",
            "topologyManagerScope": "pod",
        },
        kube={"cpu": str(_KUBE[0]), "memory": f"{_KUBE[1]}Gi"},
        system={"cpu": str(_SYSTEM[0] + _client_threads(plan)), "memory": f"{_SYSTEM[1]}Gi"},
    )


def resolv_conf(plan: Plan, host: Host) -> str:
    """Return the file with the resolvers of CoreDNS and of pods with `dnsPolicy: Default`: installers choose it for some systems alone, or for the first host's."""
    return "/etc/resolv.conf" if family_of(system_of(plan, host)) == "redhat" else _RESOLVED


def reserved_threads(plan: Plan) -> int:
    """Count the hardware threads of a host that no pod can have."""
    return _KUBE[0] + _SYSTEM[0] + _client_threads(plan)


def reserved_mib() -> int:
    """Return the memory of a host that no pod can have, MiB."""
    return (_KUBE[1] + _SYSTEM[1]) * 1024 + _EVICTION_MIB


def _client_threads(plan: Plan) -> int:
    """Count the threads of the cores that clients of the storage have for themselves, where cores have most of them."""
    tiers = ((tier, plan.site.storage[tier.name]) for tier in plan.tiers)
    cores = sum(spec.client_cores or 0 for tier, spec in tiers if COMPUTE in client_roles(plan.groups.values(), tier))
    return cores * max(
        (group.entry.cpu.threads_per_core for group in worker_groups(plan) if group.entry.cpu), default=1
    )
