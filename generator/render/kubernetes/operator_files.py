"""Helm values of the operators, and the Network Operator's own objects."""

from collections.abc import Iterator

from generator.catalog.chart import read_chart
from generator.plan.kubernetes.operators import operator_values
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
_FEATURES = ("nfd", "node-feature-discovery")
"""Keys by which charts bring Node Feature Discovery."""


def operator_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield the files of every operator that has something to do."""
    for name, values in operator_values(plan, kubernetes):
        chart, amd = read_chart(name), name == "amd-gpu-operator"
        brings = any(values.get(key, {}).get("enabled") for key in _FEATURES)
        after = "" if brings else _AFTER_OTHERS if amd else _AFTER_GPU
        registry = chart.repository.startswith("oci://")
        alias = "rocm" if amd else "nvidia"
        source = chart.repository if registry else alias
        header = _INSTALL if registry else _ADD + _INSTALL
        yield values_file(name, chart, header, values, after=after, alias=alias, source=source)
        if name == "network-operator":
            yield from network_operator_files(plan, chart)
