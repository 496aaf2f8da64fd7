"""Values of the operators' Helm charts: those that follow from the plan, and no others."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.plan.kubernetes.rails import FABRIC, is_routed, rail_groups
from generator.plan.kubernetes.sharing import asks_virtual_functions, networks_kind
from generator.plan.kubernetes.workers import gpu_of_group, worker_groups
from generator.plan.monitoring.dcgm import XID_WINDOW_MS
from generator.plan.monitoring.jobs import monitoring_hosts, watches_gpus
from generator.plan.plan import Plan
from generator.spec.scheduler import KubernetesSpec

Values = dict[str, Any]
_OPERATED_ROOT = "/run/nvidia/driver"
"""Where the GPU Operator's driver is on a host (`hostPaths.driverInstallDir` of its chart)."""
_RUNTIMES: Mapping[str, Values] = {
    "rke2": {"env": [{"name": "CONTAINERD_SOCKET", "value": "/run/k3s/containerd/containerd.sock"}]}
}
"""Settings of the container toolkit by installer: RKE2 has its own containerd (docs.rke2.io, GPU Operators)."""
DCGM_COUNTERS = "clustergen-dcgm-counters"
"""The ConfigMap with what dcgm-exporter measures."""


def operator_values(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[tuple[str, Values]]:
    """Yield every operator that has something to do, by the name of its chart, with the values that it is installed with."""
    if rail_groups(plan):
        yield "network-operator", _network_operator(plan)
    if runs_gpu_operator(plan):
        yield "gpu-operator", _gpu_operator(plan, kubernetes)
    if _has_gpus(plan, "amd"):
        yield "amd-gpu-operator", _amd_operator(plan)
    if any(group.entry.nvlink_domain_hosts for group in worker_groups(plan)):
        yield "dra-driver-nvidia-gpu", _dra_driver(kubernetes)


def _network_operator(plan: Plan) -> Values:
    """Return the Network Operator's values.

    Adapters' firmware changes under a maintenance of the node, so the maintenance operator comes with it. The SR-IOV operator comes where pods
    have virtual functions. Node Feature Discovery runs once in a cluster: the GPU Operator brings it where it is installed, and its worker looks at network
    classes, too.
    """
    return {
        "nfd": {"enabled": not runs_gpu_operator(plan), "deployNodeFeatureRules": True},
        "sriovNetworkOperator": {"enabled": asks_virtual_functions(plan, FABRIC)},
        "maintenanceOperator": {"enabled": True},
        "maintenance-operator-chart": {"operatorConfig": {"deploy": True}},
    }


def operator_images(plan: Plan) -> tuple[str, ...]:
    """Return which images the Network Operator's policies name, by their keys in the catalog. The SR-IOV operator brings a device plugin of its own."""
    kind = networks_kind(plan)
    pools = is_routed(plan) if kind == "host-device" else bool(plan.workloads.pools)
    plugins = {"host-device": ["sriovDevicePlugin"], "sriov": []}.get(kind, ["rdmaSharedDevicePlugin"])
    return (
        *("nicConfigurationOperator", "nicConfigurationDaemon", "cniPlugins", "multus"),
        *(["ipoib"] if kind == "ipoib" else []),
        *(["nvIpam"] if pools else []),
        *plugins,
    )


def _gpu_operator(plan: Plan, kubernetes: KubernetesSpec) -> Values:
    """Return the values of NVIDIA's GPU Operator.

    Drivers are the hosts' own unless the spec says otherwise: hosts run persistenced and Fabric Manager from there. What loads beside a driver
    in the operator's pods (GDRCopy) comes with the operator's driver alone. GPUDirect RDMA goes by DMA-BUF, which the open kernel modules have,
    so nvidia-peermem (`driver.rdma`) stays off. If its exporter is scraped, it is at a host port that the firewall permits, with the counters of the
    alerts. If the hosts' own exporter is scraped, the operator's is off, as GPUs of a host have one engine of DCGM.
    """
    operated = kubernetes.gpu_driver == "operator"
    driver = {"kernelModuleType": "open", "rdma": {"enabled": False}} if operated else {}
    counted = bool(monitoring_hosts(plan)) and watches_gpus(plan)
    window = [{"name": "DCGM_EXPORTER_XID_COUNT_WINDOW_SIZE", "value": str(XID_WINDOW_MS)}]
    asked = {"hostNetwork": True, "config": {"name": DCGM_COUNTERS}, "env": window} if counted and operated else {}
    return {
        "nfd": {"enabled": True},
        "driver": {"enabled": operated, **driver},
        "toolkit": {"enabled": True, **_RUNTIMES.get(kubernetes.installer, {})},
        "gdrcopy": {"enabled": operated},
        "mig": {"strategy": kubernetes.mig},
        "migManager": {"enabled": kubernetes.mig != "none"},
        "dcgmExporter": {"enabled": operated or not counted, **asked, "serviceMonitor": {"enabled": False}},
    }


def measures_gpus(plan: Plan, kubernetes: KubernetesSpec) -> bool:
    """Whether control hosts scrape the operator's dcgm-exporter: if the operator has the driver, the hosts' own cannot run."""
    return (
        runs_gpu_operator(plan)
        and kubernetes.gpu_driver == "operator"
        and bool(monitoring_hosts(plan))
        and watches_gpus(plan)
    )


def _amd_operator(plan: Plan) -> Values:
    """Return the values of AMD's GPU Operator: the device plugin, the labeller and the exporter of metrics.

    The driver is that of the hosts' image: one of the operator's own would be built into an image in a registry of the site's. So its kernel module
    manager and its remediation workflows are off. Node Feature Discovery is installed with another operator.
    """
    return {
        "node-feature-discovery": {"enabled": not runs_gpu_operator(plan) and not rail_groups(plan)},
        "kmm": {"enabled": False, "watch": False},
        "remediation": {"enabled": False, "installCRDs": False},
        "deviceConfig": {
            "spec": {
                "driver": {"enable": False},
                "devicePlugin": {"enableDevicePlugin": True, "enableNodeLabeller": True},
                "metricsExporter": {"enable": True, "prometheus": {"serviceMonitor": {"enable": False}}},
            }
        },
    }


def _dra_driver(kubernetes: KubernetesSpec) -> Values:
    """Return the DRA driver's values: it makes compute domains, and leaves GPUs to the device plugin (both at once it refuses)."""
    return {
        "nvidiaDriverRoot": "/" if kubernetes.gpu_driver == "host" else _OPERATED_ROOT,
        "resources": {"gpus": {"enabled": False}, "computeDomains": {"enabled": True}},
    }


def runs_gpu_operator(plan: Plan) -> bool:
    """Whether any host of the envelope that computes has a GPU of NVIDIA's."""
    return _has_gpus(plan, "nvidia")


def _has_gpus(plan: Plan, maker: str) -> bool:
    return any((gpu := gpu_of_group(plan, group)) and gpu.vendor_kind == maker for group in worker_groups(plan))
