"""RKE2's configuration, a file for each host, and the values of its Cilium. Its ingress would use ports 80 and 443 of every host, so it is off."""

import re
from collections.abc import Iterator

from generator.catalog.chart import read_chart
from generator.plan.kubernetes.audit import audit_flags
from generator.plan.kubernetes.bootstrap import CONTROL_TAINT, RKE2_PORT, Installation, api_names, installation
from generator.plan.kubernetes.encryption import RKE2_TOKEN
from generator.plan.kubernetes.kubelet import kubelet_settings, resolv_conf
from generator.plan.kubernetes.oidc import oidc_flags
from generator.plan.kubernetes.pod_network import cilium_values
from generator.plan.mirrored import REGISTRIES
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import UNPROVEN
from generator.render.kubernetes.api_server import audit_policy
from generator.render.kubernetes.file import ManifestFile, Thing, given, manifest
from generator.render.kubernetes.kube_vip import kube_vip_file
from generator.render.yaml_text import yaml_text
from generator.spec.scheduler import KubernetesSpec

_POLICY = "/etc/rancher/rke2/audit-policy.yaml"
_BEFORE = "rke2-server starts"
_CONFIG = """\
/etc/rancher/rke2/config.yaml of {host}, for RKE2 {version}. {order}
  systemctl enable --now rke2-{kind}
{token} contains the token that all hosts share, readable by root only. Node labels are in ../../node-labels.yaml."""
_FIRST = """\
The first control host: it starts before all others. If it is lost and reinstalled while
another control host runs, add `server: https://ADDRESS:{port}` with the in-band address of that one before it starts: without it, RKE2 founds another cluster."""
_NEXT = "A further control host: one at a time, after {first}."
_WORKER = "A compute host, after {first} is ready."
_CNI = """\
/var/lib/rancher/rke2/server/manifests/rke2-cilium-config.yaml of every control host, before it starts.
The MTU is that of the bond; Cilium subtracts the overhead of the overlay."""
_REGISTRIES = """\
/etc/rancher/rke2/registries.yaml of every host, before RKE2 starts: images of each registry are requested from the site's, and from no other."""
_KUBE_VIP = """\
/var/lib/rancher/rke2/agent/pod-manifests/kube-vip.yaml of every control host, before it starts; kube-vip serves {address}."""


def rke2_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield a file for each host, the values of Cilium, and kube-vip where the API has its own address."""
    made = installation(plan, kubernetes)
    if made is None:
        return
    server, kubelet = _server(plan, kubernetes, made), _kubelet(plan)
    for host in made.members:
        joins = {} if host is made.first else {"server": f"https://{made.endpoint}:{RKE2_PORT}"}
        own: Thing = {"node-name": host.name, "node-ip": host.inband, "token-file": RKE2_TOKEN}
        own |= {"disable-default-registry-endpoint": True} if plan.site.services.mirror.registry else {}
        own |= {"resolv-conf": resolv_conf(plan, host), "kubelet-arg": kubelet}
        configuration = joins | own | (server if host in made.control else {})
        yield _file(f"rke2/{host.name}/config.yaml", _header(made, host), configuration)
    values = yaml_text(cilium_values(made.mtu_bytes, plan.peering)).removeprefix("---\n")
    cilium = manifest(
        "helm.cattle.io/v1", "HelmChartConfig", "rke2-cilium", "kube-system", spec={"valuesContent": values}
    )
    yield _file("rke2/rke2-cilium-config.yaml", _CNI, cilium)
    if kubernetes.audit:
        yield audit_policy("rke2/audit-policy.yaml", _POLICY, _BEFORE)
    if registry := plan.site.services.mirror.registry:
        yield _file("rke2/registries.yaml", _REGISTRIES, _registries(registry))
    if made.api_address:
        header = _KUBE_VIP.format(address=made.api_address)
        yield kube_vip_file(plan, "rke2/kube-vip.yaml", header, made, "/etc/rancher/rke2/rke2.yaml")


def _file(path: str, header: str, document: Thing) -> ManifestFile:
    return ManifestFile(path=path, header=header, proof=UNPROVEN, documents=[document], applied=False)


def _registries(registry: str) -> Thing:
    """Return the registries of containerd (docs.rke2.io, Private Registry Configuration): the source goes before the name of each."""
    server, _, folder = registry.removeprefix("https://").partition("/")
    before = f"{folder}/" * bool(folder)
    return {
        "mirrors": {
            each: {"endpoint": [f"https://{server}"], "rewrite": {"^(.*)$": f"{before}{each}/$1"}}
            for each in REGISTRIES
        }
    }


def _header(made: Installation, host: Host) -> str:
    control = host in made.control
    text = _FIRST if host is made.first else _NEXT if control else _WORKER
    order = text.format(first=made.first.name, port=RKE2_PORT)
    kind = "server" if control else "agent"
    return _CONFIG.format(host=host.name, version=read_chart("rke2").version, order=order, kind=kind, token=RKE2_TOKEN)


def _kubelet(plan: Plan) -> list[str]:
    """Return the kubelet's settings as its flags, whose names are those of its configuration with dashes (kubernetes.io, kubelet)."""
    kubelet = kubelet_settings(plan)
    policies = {
        re.sub("[A-Z]", lambda each: f"-{each[0].lower()}", key): kubelet.policies[key] for key in kubelet.policies
    }
    kept = {"kube-reserved": kubelet.kube, "system-reserved": kubelet.system}
    return [
        *(f"{flag}={value}" for flag, value in policies.items()),
        *(f"{flag}={','.join(f'{name}={value}' for name, value in each.items())}" for flag, each in kept.items()),
    ]


def _server(plan: Plan, kubernetes: KubernetesSpec, made: Installation) -> Thing:
    """Return the additional settings of control hosts. RKE2 always encrypts Secrets, whatever `secrets-encryption` says (pkg/rke2/rke2.go)."""
    flags = {**oidc_flags(kubernetes), **audit_flags(kubernetes)}
    return {
        "tls-san": api_names(plan, made),
        "node-taint": [f"{CONTROL_TAINT}=true:NoSchedule"],
        "cni": "cilium",
        "ingress-controller": "none",
        "cluster-cidr": str(kubernetes.pods),
        "service-cidr": str(kubernetes.services),
        "secrets-encryption": True,
        "secrets-encryption-provider": kubernetes.secrets_encryption,
        **given(**{"audit-policy-file": _POLICY if kubernetes.audit else ""}),
        **given(**{"kube-apiserver-arg": [f"{name}={value}" for name, value in flags.items()]}),
    }
