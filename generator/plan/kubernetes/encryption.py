"""How Secrets are encrypted in etcd (kubernetes.io, Encrypting Confidential Data at Rest). Keys are made where Kubernetes is installed, and are in no file of the tree.

RKE2 makes its key itself, and keeps it in etcd. kubespray makes one on the machine that runs it, in a folder beside the tree. For kubeadm a command
makes it on the first control host, in the folder of what control hosts share.
"""

from collections.abc import Mapping
from typing import Any

from generator.plan.plan import Plan
from generator.spec.scheduler import KubernetesSpec

ENCRYPTION_FILE = "/etc/kubernetes/pki/encryption.yaml"
"""Where kubeadm's API servers have their keys: they have this folder anyway."""
RKE2_TOKEN = "/etc/rancher/rke2/token"  # noqa: S105  (where it lies, not what it is)
"""The file of the token that authenticates RKE2's hosts to each other; the site creates it (32 random bytes), readable by root alone."""
KEY_NAME = "key"
"""The name of the key. It is stored before every value; kubespray gives the same (role kubernetes/control-plane, secrets_encryption.yaml.j2)."""
RELOAD = {"encryption-provider-config-automatic-reload": "true"}
"""API servers read the file again when it changes, so that keys are rotated without a restart (kubernetes.io, kube-apiserver)."""


def is_encrypted(kubernetes: KubernetesSpec) -> bool:
    """Whether the cluster's own keys encrypt Secrets."""
    return kubernetes.secrets_encryption != "none"


def encryption_flags(kubernetes: KubernetesSpec) -> Mapping[str, str]:
    """Return the flags of kubeadm's API servers; none where the site does it."""
    return {"encryption-provider-config": ENCRYPTION_FILE, **RELOAD} if is_encrypted(kubernetes) else {}


def key_folder(plan: Plan) -> str:
    """Return the folder on the machine that runs kubespray where it keeps the key that it makes."""
    return f"~/{plan.name}-kubespray"


def encryption_variables(plan: Plan, kubernetes: KubernetesSpec) -> dict[str, Any]:
    """Return the variables of kubespray. By default it would put the key beside its inventory, which is in the tree (kubespray_defaults, `credentials_dir`)."""
    if not is_encrypted(kubernetes):
        return {}
    return {
        "kube_encrypt_secret_data": True,
        "kube_encryption_algorithm": kubernetes.secrets_encryption,
        "credentials_dir": key_folder(plan),
        "kube_kubeadm_apiserver_extra_args": dict(RELOAD),
    }


def encryption_configuration(kubernetes: KubernetesSpec, key: str) -> dict[str, Any]:
    """Return the configuration with a word in the place of the key. Values that are not encrypted yet are read as they are (`identity`)."""
    keys = [{"name": KEY_NAME, "secret": key}]
    return {
        "apiVersion": "apiserver.config.k8s.io/v1",
        "kind": "EncryptionConfiguration",
        "resources": [
            {
                "resources": ["secrets"],
                "providers": [{kubernetes.secrets_encryption: {"keys": keys}}, {"identity": {}}],
            }
        ],
    }
