"""kube-vip as a static pod: the address of the API moves among control hosts."""

from collections.abc import Iterable

from generator.catalog.chart import read_chart
from generator.plan.kubernetes.bootstrap import Bootstrap, kube_vip_settings
from generator.render.kubernetes.file import CORE, ManifestFile, Thing

_INSIDE = "/etc/kubernetes/admin.conf"
"""Where kube-vip looks for a kubeconfig, whose address it replaces by its own host's (`kubernetes`)."""


def kube_vip_file(path: str, header: str, made: Bootstrap, kubeconfig: str) -> ManifestFile:
    """Return the pod; `kubeconfig` is the host's file by which control hosts reach the API."""
    return ManifestFile(path=path, header=header, proof=CORE, documents=lambda: _pod(made, kubeconfig), applied=False)


def _pod(made: Bootstrap, kubeconfig: str) -> Iterable[Thing]:
    image = read_chart("kubeadm").images["kubeVip"]
    yield {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "kube-vip", "namespace": "kube-system"},
        "spec": {
            "hostNetwork": True,
            "hostAliases": [{"ip": "127.0.0.1", "hostnames": ["kubernetes"]}],
            "priorityClassName": "system-node-critical",
            "containers": [
                {
                    "name": "kube-vip",
                    "image": f"{image.repository}/{image.image}:{image.version}",
                    "args": ["manager"],
                    "env": [{"name": name, "value": value} for name, value in kube_vip_settings(made).items()],
                    "securityContext": {"capabilities": {"add": ["NET_ADMIN", "NET_RAW"], "drop": ["ALL"]}},
                    "volumeMounts": [{"name": "kubeconfig", "mountPath": _INSIDE, "readOnly": True}],
                }
            ],
            "volumes": [{"name": "kubeconfig", "hostPath": {"path": kubeconfig}}],
        },
    }
