"""The files of whoever builds the cluster."""

from collections.abc import Callable, Iterator, Mapping

from generator.plan.plan import Plan
from generator.render.kubernetes.file import ManifestFile
from generator.render.kubernetes.kubeadm import kubeadm_files
from generator.render.kubernetes.kubespray import kubespray_files
from generator.render.kubernetes.rke2 import rke2_files
from generator.spec.scheduler import KubernetesSpec

_FILES: Mapping[str, Callable[[Plan, KubernetesSpec], Iterator[ManifestFile]]] = {
    "kubespray": kubespray_files,
    "kubeadm": kubeadm_files,
    "rke2": rke2_files,
}


def installer_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Return the files of the installer that the spec names."""
    return _FILES[kubernetes.installer](plan, kubernetes)
