"""Helm values of the operators, each with its release, and the Network Operator's own objects."""

from collections.abc import Iterator

from generator.plan.kubernetes.operators import (
    Release,
    amd_operator_release,
    dra_driver_release,
    gpu_operator_release,
    network_operator_release,
)
from generator.plan.plan import Plan
from generator.render.kubernetes.file import ManifestFile, values_file
from generator.render.kubernetes.network_operator import network_operator_files
from generator.spec.scheduler import KubernetesSpec

_INSTALL = """\
helm upgrade --install {chart} {source}/{chart} --version {version} --namespace {namespace} --create-namespace --values values.yaml
What is not here stays as the chart has it.{after}"""
_ADD = "helm repo add {alias} {repository}\n"
_AFTER_GPU = " The GPU Operator comes first: it brings Node Feature Discovery."
_AFTER_OTHERS = " The other operators come first: one of them brings Node Feature Discovery."


def operator_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield the files of every operator that has something to do."""
    network = network_operator_release(plan)
    if network:
        yield _values("network-operator", network, "" if network.values["nfd"]["enabled"] else _AFTER_GPU)
        yield from network_operator_files(plan, network.chart)
    gpu = gpu_operator_release(plan, kubernetes)
    if gpu:
        yield _values("gpu-operator", gpu)
    amd = amd_operator_release(plan)
    if amd:
        after = "" if amd.values["node-feature-discovery"]["enabled"] else _AFTER_OTHERS
        yield _values("amd-gpu-operator", amd, after, "rocm")
    dra = dra_driver_release(plan, kubernetes)
    if dra:
        yield _values("dra-driver-nvidia-gpu", dra, _AFTER_GPU)


def _values(folder: str, release: Release, after: str = "", alias: str = "nvidia") -> ManifestFile:
    registry = release.chart.repository.startswith("oci://")
    header = _INSTALL if registry else _ADD + _INSTALL
    source = release.chart.repository if registry else alias
    return values_file(folder, release.chart, header, release.values, after=after, alias=alias, source=source)
