"""kube-vip as a static pod: the address of the API moves among control hosts."""

from generator.catalog.chart import read_chart
from generator.plan.hosts.interfaces import BOND
from generator.plan.kubernetes.bootstrap import API_PORT, Installation
from generator.plan.mirrored import mirrored_chart
from generator.plan.plan import Plan
from generator.render.kubernetes.file import CORE, ManifestFile, manifest

_INSIDE = "/etc/kubernetes/admin.conf"
"""Where kube-vip looks for a kubeconfig, whose address it replaces by its own host's (`kubernetes`)."""
_SETTINGS = {
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
}
"""Its environment: it answers on the bond of the control host that leads."""


def kube_vip_file(plan: Plan, path: str, header: str, made: Installation, kubeconfig: str) -> ManifestFile:
    """Return the pod; `kubeconfig` is the host's file by which control hosts reach the API."""
    settings = {**_SETTINGS, "address": made.api_address}
    image = mirrored_chart(plan, read_chart("kubeadm")).images["kubeVip"]
    container = {
        "name": "kube-vip",
        "image": f"{image.repository}/{image.image}:{image.version}",
        "args": ["manager"],
        "env": [{"name": name, "value": value} for name, value in settings.items()],
        "securityContext": {"capabilities": {"add": ["NET_ADMIN", "NET_RAW"], "drop": ["ALL"]}},
        "volumeMounts": [{"name": "kubeconfig", "mountPath": _INSIDE, "readOnly": True}],
    }
    spec = {
        "hostNetwork": True,
        "hostAliases": [{"ip": "127.0.0.1", "hostnames": ["kubernetes"]}],
        "priorityClassName": "system-node-critical",
        "containers": [container],
        "volumes": [{"name": "kubeconfig", "hostPath": {"path": kubeconfig}}],
    }
    pod = manifest("v1", "Pod", "kube-vip", "kube-system", spec=spec)
    return ManifestFile(path=path, header=header, proof=CORE, documents=[pod], applied=False)
