"""How hosts become nodes: kubespray builds the cluster, or the first control host initialises it and all others join it with their own files.

Hosts are reached, and reach each other, over the in-band segment. Without its own address, the API is reached by a proxy on every host, which
kubespray installs. DNS queries go to the server, not to a cache on the host: network policies of a namespace match pods, not the host's address.
Resolvers of hosts are those of the rendered files.

Names in the API's certificate are those of the envelope, so that an additional control host changes no file. Labels are not set at joining: the
setter of a label owns it, and the list of labels (`node-labels.yaml`) could then not change it. Files have no token and no key: the token to join is
created on the first host and copied to the path that the host's file names.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from generator.catalog.chart import read_chart
from generator.plan.addressing.pods import NODE_PREFIX
from generator.plan.hosts.interfaces import BOND
from generator.plan.hosts.names import Names
from generator.plan.hosts.resolvers import resolvers_inband
from generator.plan.kubernetes.audit import audit_variables
from generator.plan.kubernetes.encryption import encryption_variables
from generator.plan.kubernetes.kubelet import kubelet_settings
from generator.plan.kubernetes.oidc import oidc_flags
from generator.plan.kubernetes.pod_network import kubespray_network
from generator.plan.kubernetes.workers import kubernetes_hosts
from generator.plan.mirrored import REGISTRIES, mirrored_chart
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.spec.scheduler import KubernetesSpec

API_PORT = 6443
RKE2_PORT = 9345
"""The port at which RKE2's servers let hosts join (docs.rke2.io, Requirements)."""
_ISSUER = "oidc-issuer-url"
CONTROL_TAINT = "node-role.kubernetes.io/control-plane"
"""The taint that keeps pods of users off control hosts (kubernetes.io, Well-Known Labels, Annotations and Taints)."""


class Installation(Struct, frozen=True, kw_only=True):
    """Who is in the cluster. `api_address` moves among the control hosts, and is empty where they share none; `mtu_bytes` is that of the bond."""

    control: tuple[Host, ...]
    workers: tuple[Host, ...]
    api_address: str
    mtu_bytes: int

    @property
    def first(self) -> Host:
        """The host that initialises the cluster."""
        return self.control[0]

    @property
    def etcd(self) -> tuple[Host, ...]:
        """An odd number of control hosts, which can always agree."""
        return self.control[: len(self.control) - 1 + len(self.control) % 2]

    @property
    def members(self) -> tuple[Host, ...]:
        """All hosts, the one that initialises the cluster first."""
        return (*self.control, *self.workers)

    @property
    def endpoint(self) -> str:
        """The address by which hosts reach the API (port 6443), or RKE2 to join (port 9345)."""
        return self.api_address or str(self.first.inband)


def installation(plan: Plan, kubernetes: KubernetesSpec) -> Installation | None:
    """Return the installation; None where hosts have no in-band address, or there is no control host."""
    hosts = [host for host in kubernetes_hosts(plan) if host.inband]
    control = tuple(host for host in hosts if host.role == "control")
    if not control:
        return None
    bond = next(each for each in plan.interfaces_of[control[0].name] if each.name == BOND)
    return Installation(
        control=control,
        workers=tuple(host for host in hosts if host.role == "compute"),
        api_address=str(kubernetes.api_address or ""),
        mtu_bytes=bond.mtu_bytes,
    )


def kubespray_variables(plan: Plan, kubernetes: KubernetesSpec, made: Installation) -> dict[str, Any]:
    """Return the variables of kubespray that follow from the plan."""
    cni = plan.kubernetes.cni if plan.kubernetes else ""
    found: dict[str, Any] = {
        "kube_version": read_chart("kubespray").releases["kubernetes"],
        "container_manager": "containerd",
        "containerd_limit_mem_lock": "infinity",
        "kube_network_plugin": cni,
        "kube_pods_subnet": str(kubernetes.pods),
        "kube_network_node_prefix": NODE_PREFIX,
        "kube_service_addresses": str(kubernetes.services),
        "enable_nodelocaldns": False,
        "resolvconf_mode": "none",
        "helm_enabled": True,
        **_kubelet_variables(plan),
        **kubespray_network(cni, made.mtu_bytes, plan.peering),
        **_oidc_variables(kubernetes),
        **audit_variables(kubernetes),
        **encryption_variables(plan, kubernetes),
    }
    found |= _mirror_variables(plan, cni)
    if asked := resolvers_inband(plan):
        found["upstream_dns_servers"] = list(asked)
    if made.api_address:
        found |= {
            "kube_vip_enabled": True,
            "kube_vip_controlplane_enabled": True,
            "kube_vip_arp_enabled": True,
            "kube_proxy_strict_arp": True,
            "kube_vip_interface": BOND,
            "kube_vip_address": made.api_address,
            "loadbalancer_apiserver": {"address": made.api_address, "port": API_PORT},
        }
    return found


def _oidc_variables(kubernetes: KubernetesSpec) -> dict[str, Any]:
    """Return the identity provider by kubespray's names of the flags (roles/kubernetes/control-plane, kubeadm-config.v1beta4.yaml.j2)."""
    flags = oidc_flags(kubernetes)
    named = {f"kube_{name.replace('-', '_')}": value for name, value in flags.items() if name != _ISSUER}
    return {"kube_oidc_auth": True, "kube_oidc_url": flags[_ISSUER], **named} if flags else {}


def _mirror_variables(plan: Plan, cni: str) -> dict[str, Any]:
    """Return where images, files and the chart of Cilium come from, where the site has them. Cilium's program takes a whole repository (`--repository`)."""
    mirror, found = plan.site.services.mirror, dict[str, Any]()
    if mirror.registry:
        found["containerd_registries_mirrors"] = _mirrors(mirror.registry)
        if cni == "cilium":
            chart = mirrored_chart(plan, read_chart("cilium"))
            found["cilium_install_extra_flags"] = f"--repository {chart.repository}/{chart.chart}"
    if mirror.files:
        addresses = read_chart("kubespray").addresses
        found |= {name: f"{mirror.files}/{address.partition('://')[2]}" for name, address in addresses.items()}
    return found


def _mirrors(registry: str) -> list[dict[str, Any]]:
    """Return where containerd requests images (role container-engine/containerd, hosts.toml.j2), with no server except the site's.

    The template has no override_path for `server`, to which containerd then appends /v2: an image that one folder lacks is in no other folder either.
    """
    server, _, folder = registry.removeprefix("https://").partition("/")
    before = f"/{folder}" * bool(folder)
    places = {each: f"https://{server}/v2{before}/{each}" for each in REGISTRIES}
    return [
        {
            "prefix": each,
            "server": place,
            "mirrors": [{"host": place, "capabilities": ["pull", "resolve"], "override_path": True}],
        }
        for each, place in places.items()
    ]


def _kubelet_variables(plan: Plan) -> dict[str, Any]:
    """Return the kubelet's settings by kubespray's names of them; disk and processes that it keeps back stay its own."""
    kubelet = kubelet_settings(plan)
    kept = {"kube": kubelet.kube, "system": kubelet.system}
    return {
        "kubelet_config_extra_args": dict(kubelet.policies),
        **{f"{whose}_{name}_reserved": value for whose, each in kept.items() for name, value in each.items()},
    }


def api_names(plan: Plan, made: Installation) -> list[str]:
    """Return the names in the API's certificate: the shared address, then name and address of every control host of the envelope."""
    controls = Names(plan).envelope("control")
    shared = [made.api_address] if made.api_address else []
    return [*shared, *(word for each in controls for word in (each.names[0], each.address))]


def installer_facts(plan: Plan) -> Mapping[str, str]:
    """Return the facts for the role `kubernetes` where another installer than kubespray built the cluster (docs.rke2.io, Cluster Access)."""
    kubernetes = plan.kubernetes
    if kubernetes is None or kubernetes.installer == "kubespray":
        return {}
    found: dict[str, str] = {"kubernetes_installer": kubernetes.installer}
    if kubernetes.installer == "rke2":
        found["kubernetes_kubeconfig"] = "/etc/rancher/rke2/rke2.yaml"
        found["kubernetes_kubectl"] = "/var/lib/rancher/rke2/bin/kubectl"
    return found
