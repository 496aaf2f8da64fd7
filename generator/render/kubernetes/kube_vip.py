"""kube-vip as a static pod: the address of the API moves among control hosts."""

from generator.catalog.chart import read_chart
from generator.plan.kubernetes.bootstrap import Installation, kube_vip_settings
from generator.render.kubernetes.file import CORE, ManifestFile, manifest

_INSIDE = "/etc/kubernetes/admin.conf"
"""Where kube-vip looks for a kubeconfig, whose address it replaces by its own host's (`kubernetes`)."""


def kube_vip_file(path: str, header: str, made: Installation, kubeconfig: str) -> ManifestFile:
    """Return the pod; `kubeconfig` is the host's file by which control hosts reach the API."""
    image = read_chart("kubeadm").images["kubeVip"]
    container = {
        "name": "kube-vip",
        "image": f"{image.repository}/{image.image}:{image.version}",
        "args": ["manager"],
        "env": [{"name": name, "value": value} for name, value in kube_vip_settings(made).items()],
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
