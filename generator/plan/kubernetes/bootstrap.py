"""How hosts become nodes where kubespray does not see to it: the first control host initialises the cluster, all others join it by a file of their own.

Names in the API's certificate are those of the envelope, so that a control host more changes no file. Labels are not given at joining: whoever
sets a label owns it, and the one list of labels (`node-labels.yaml`) could then not change it. Files hold no token and no key: what lets a host
join is made on that first host and lies on the host, under the path that its file names.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from generator.plan.hosts.interfaces import BOND
from generator.plan.hosts.names import Names
from generator.plan.kubernetes.installer import API_PORT, installation
from generator.plan.kubernetes.pod_network import cilium_values
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.spec.scheduler import KubernetesSpec

RKE2_PORT = 9345
"""Where RKE2's servers let hosts join (docs.rke2.io, Requirements)."""
CONTROL_TAINT = "node-role.kubernetes.io/control-plane"
"""What keeps pods of users off control hosts (kubernetes.io, Well-Known Labels, Annotations and Taints)."""


class Bootstrap(Struct, frozen=True, kw_only=True):
    """The host that initialises the cluster (`first`), and those that join it. `endpoint` is the address by which hosts reach the API (port 6443), or RKE2 to join (port 9345)."""

    first: Host
    control: tuple[Host, ...]
    workers: tuple[Host, ...]
    endpoint: str
    names: tuple[str, ...]
    shared: str
    cni: Mapping[str, Any]

    @property
    def members(self) -> tuple[Host, ...]:
        """All hosts, the one that initialises the cluster first."""
        return (*self.control, *self.workers)


def bootstrap(plan: Plan, kubernetes: KubernetesSpec) -> Bootstrap | None:
    """Return how the cluster is bootstrapped; nothing where hosts have no in-band address, or there are no control hosts."""
    made = installation(plan, kubernetes)
    if made is None:
        return None
    first = made.control[0]
    shared = str(kubernetes.api_address) if kubernetes.api_address else ""
    bond = next(each for each in plan.interfaces_of[first.name] if each.name == BOND)
    controls = Names(plan).envelope("control")
    return Bootstrap(
        first=first,
        control=made.control,
        workers=made.workers,
        endpoint=shared or str(first.inband),
        names=(*([shared] if shared else []), *(word for each in controls for word in (each.names[0], each.address))),
        shared=shared,
        cni=cilium_values(bond.mtu_bytes, plan.peering),
    )


def kube_vip_settings(made: Bootstrap) -> Mapping[str, str]:
    """Return the environment of kube-vip: it answers for the shared address on the bond of the control host that leads."""
    return {
        "vip_arp": "true",
        "port": str(API_PORT),
        "vip_interface": BOND,
        "vip_subnet": "32",
        "cp_enable": "true",
        "cp_namespace": "kube-system",
        "vip_leaderelection": "true",
        "vip_leasename": "plndr-cp-lock",
        "vip_leaseduration": "5",
        "vip_renewdeadline": "3",
        "vip_retryperiod": "1",
        "address": made.shared,
    }


def installer_facts(plan: Plan) -> Mapping[str, str]:
    """Return what the role `kubernetes` is told where it is not kubespray that built the cluster (docs.rke2.io, Cluster Access)."""
    kubernetes = plan.kubernetes
    if kubernetes is None or kubernetes.installer == "kubespray":
        return {}
    found: dict[str, str] = {"kubernetes_installer": kubernetes.installer}
    if kubernetes.installer == "rke2":
        found["kubernetes_kubeconfig"] = "/etc/rancher/rke2/rke2.yaml"
        found["kubernetes_kubectl"] = "/var/lib/rancher/rke2/bin/kubectl"
    return found
