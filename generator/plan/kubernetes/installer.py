"""How kubespray is to build the cluster: who takes which part, and variables that follow from the plan.

Hosts are reached, and reach each other, over the in-band segment. Without an address of its own the API is reached by a proxy on every host, which kubespray brings.
Names are asked for where they are served, not at a cache on the host: policies of a namespace know pods, and a host's own address is none. Resolvers of hosts are those of our own files.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from generator.catalog.chart import Chart, read_chart
from generator.plan.addressing.pods import NODE_PREFIX
from generator.plan.hosts.interfaces import BOND
from generator.plan.hosts.resolvers import resolvers_inband
from generator.plan.kubernetes.pod_network import kubespray_network
from generator.plan.kubernetes.workers import kubernetes_hosts
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.spec.scheduler import KubernetesSpec

API_PORT = 6443


class Installation(Struct, frozen=True):
    """An inventory's groups, and variables of all hosts."""

    kubespray: Chart
    control: tuple[Host, ...]
    etcd: tuple[Host, ...]
    workers: tuple[Host, ...]
    variables: Mapping[str, Any]


def installation(plan: Plan, kubernetes: KubernetesSpec) -> Installation | None:
    """Return the installation; none where hosts have no in-band address, or nobody is to control."""
    hosts = [host for host in kubernetes_hosts(plan) if host.inband]
    control = tuple(host for host in hosts if host.role == "control")
    if not control:
        return None
    kubespray = read_chart("kubespray")
    return Installation(
        kubespray=kubespray,
        control=control,
        etcd=control[: len(control) - 1 + len(control) % 2],
        workers=tuple(host for host in hosts if host.role == "compute"),
        variables=_variables(plan, kubernetes, kubespray, control[0]),
    )


def _variables(plan: Plan, kubernetes: KubernetesSpec, kubespray: Chart, control: Host) -> dict[str, Any]:
    bond = next(each for each in plan.interfaces_of[control.name] if each.name == BOND)
    cni = plan.kubernetes.cni if plan.kubernetes else ""
    found: dict[str, Any] = {
        "kube_version": kubespray.releases["kubernetes"],
        "container_manager": "containerd",
        "containerd_limit_mem_lock": "infinity",
        "kube_network_plugin": cni,
        "kube_pods_subnet": str(kubernetes.pods),
        "kube_network_node_prefix": NODE_PREFIX,
        "kube_service_addresses": str(kubernetes.services),
        "enable_nodelocaldns": False,
        "resolvconf_mode": "none",
        "helm_enabled": True,
        **kubespray_network(cni, bond.mtu_bytes, plan.peering),
    }
    if asked := resolvers_inband(plan):
        found["upstream_dns_servers"] = list(asked)
    return found | (_address(str(kubernetes.api_address)) if kubernetes.api_address else {})


def _address(address: str) -> dict[str, Any]:
    """Return kube-vip's variables: it answers for the address on the bond."""
    return {
        "kube_vip_enabled": True,
        "kube_vip_controlplane_enabled": True,
        "kube_vip_arp_enabled": True,
        "kube_proxy_strict_arp": True,
        "kube_vip_interface": BOND,
        "kube_vip_address": address,
        "loadbalancer_apiserver": {"address": address, "port": API_PORT},
    }
