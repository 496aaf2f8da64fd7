"""The files of the operators: Helm values of a named release, and the Network Operator's own objects."""

from collections.abc import Iterator
from functools import partial

from generator.plan.kubernetes.nics import nic_names, nic_settings
from generator.plan.kubernetes.operators import (
    Release,
    amd_operator_release,
    dra_driver_release,
    gpu_operator_release,
    network_operator_release,
)
from generator.plan.kubernetes.rails import FABRIC
from generator.plan.kubernetes.sharing import asks_virtual_functions, networks_kind
from generator.plan.plan import Plan
from generator.render.kubernetes.file import CHART, CRDS, Documents, ManifestFile
from generator.render.kubernetes.network_operator import configurations, names, policies
from generator.render.kubernetes.rail_networks import functions, networks
from generator.spec.scheduler import KubernetesSpec

_INSTALL = """\
helm upgrade --install {chart} {source} --version {version} --namespace {namespace} --create-namespace --values values.yaml
What is not here stays as the chart has it.{after}"""
_ADD = "helm repo add {alias} {repository}\n"
_AFTER_GPU = " The GPU Operator comes first: it brings Node Feature Discovery."
_AFTER_OTHERS = " The other operators come first: one of them brings Node Feature Discovery."
_POLICIES = """\
Which components run, and which port of a host is which rail: the device plugin offers each as nvidia.com/railN, {count}."""
_WHOLE = """\
The port moves into the pod and the host does without it meanwhile. """
_SHARED = """\
The host keeps the port, and {most} of its pods can have the rail at a time, each with {address}.
"""
_FUNCTIONS = """\
Virtual functions of every rail, which the SR-IOV operator makes; the BIOS must let it (SR-IOV, IOMMU)."""
_NETWORKS = """\
A network a rail: a pod names those that it wants, and asks for as many ports:
  metadata.annotations: {{k8s.v1.cni.cncf.io/networks: default/rail0,default/rail1}}
  resources.limits: {{nvidia.com/rail0: 1, nvidia.com/rail1: 1}}
{how}Network policies do not reach it: what parts tenants there is the switches'
routing instances, or partitions."""
_CONFIGURATION = """\
Adapters of rails, as /etc/clustergen/roce.conf of the hosts and the switches have them. The operator's own defaults would mark notifications
with DSCP 4 and slow senders down on every priority, so firmware parameters say otherwise. It changes firmware under a maintenance of the node."""
_NAMES = "Rails by PCI address: the names that the hosts' own udev rules give, so both agree."


def operator_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield the files of both operators, where they have something to do."""
    network = network_operator_release(plan)
    if network:
        yield _values("network-operator", network, "" if network.values["nfd"]["enabled"] else _AFTER_GPU)
        yield _objects("policies", _policies_header(plan), partial(policies, plan))
        yield _objects("networks", _NETWORKS.format(how=_how(plan)), partial(networks, plan))
        if asks_virtual_functions(plan, FABRIC):
            yield _objects("virtual-functions", _FUNCTIONS, partial(functions, plan))
        if any(nic_settings(plan)):
            yield _objects("nic-configuration", _CONFIGURATION, partial(configurations, plan))
        if any(nic_names(plan)):
            yield _objects("nic-names", _NAMES, partial(names, plan))
    gpu = gpu_operator_release(plan, kubernetes)
    if gpu:
        yield _values("gpu-operator", gpu)
    amd = amd_operator_release(plan)
    if amd:
        yield _values(
            "amd-gpu-operator", amd, "" if amd.values["node-feature-discovery"]["enabled"] else _AFTER_OTHERS, "rocm"
        )
    dra = dra_driver_release(plan, kubernetes)
    if dra:
        yield _values("dra-driver-nvidia-gpu", dra, _AFTER_GPU)


def _policies_header(plan: Plan) -> str:
    if networks_kind(plan) == "sriov":
        return "Which components run. The SR-IOV operator offers virtual functions as nvidia.com/railN (virtual-functions.yaml)."
    return _POLICIES.format(
        count="one a host" if networks_kind(plan) == "host-device" else f"{plan.workloads.shares} a host"
    )


def _how(plan: Plan) -> str:
    if networks_kind(plan) == "host-device":
        return _WHOLE
    address = "an address of its own" if plan.workloads.pools else "a GUID of its own and no IP address"
    return _SHARED.format(most=plan.workloads.shares, address=address)


def _values(folder: str, release: Release, after: str = "", alias: str = "nvidia") -> ManifestFile:
    chart = release.chart
    registry = chart.repository.startswith("oci://")
    header = ("" if registry else _ADD.format(alias=alias, repository=chart.repository)) + _INSTALL.format(
        chart=chart.chart,
        source=f"{chart.repository if registry else alias}/{chart.chart}",
        version=chart.version,
        namespace=chart.namespace,
        after=after,
    )
    return ManifestFile(
        path=f"{folder}/values.yaml",
        header=header,
        proof=CHART,
        documents=lambda: [dict(release.values)],
        applied=False,
    )


def _objects(name: str, header: str, documents: Documents) -> ManifestFile:
    return ManifestFile(path=f"network-operator/{name}.yaml", header=header, proof=CRDS, documents=documents)
