"""The Network Operator's own objects: who hands out which port, and what adapters are set to."""

import json
from collections.abc import Iterator
from typing import Any

from generator.catalog.chart import Chart
from generator.plan.kubernetes.nics import (
    NET_NAME,
    READ_REQUEST_BYTES,
    NicNames,
    NicSetting,
    nic_names,
    nic_settings,
)
from generator.plan.kubernetes.rails import (
    RESOURCE_PREFIX,
    RailGroup,
    is_routed,
    network_operator,
    rail_groups,
)
from generator.plan.kubernetes.sharing import networks_kind
from generator.plan.kubernetes.workers import GROUP
from generator.plan.plan import Plan

Thing = dict[str, Any]
_NVIDIA = "15b3"
"""PCI vendor of Mellanox."""


def policies(plan: Plan) -> Iterator[Thing]:
    """Yield the policy of the whole cluster, then one a group that says which port is which rail."""
    chart = network_operator(plan)
    if chart is None:
        return
    kind = networks_kind(plan)
    pools = is_routed(plan) if kind == "host-device" else bool(plan.workloads.pools)
    yield _cluster_policy(chart, pools=pools, children=kind == "ipoib")
    for group in rail_groups(plan):
        if kind == "host-device":
            yield _node_policy(chart, group, "sriovDevicePlugin", {"resourceList": _whole_ports(group)})
        elif kind != "sriov":  # the SR-IOV operator brings a device plugin of its own
            shared = {"configList": _shared_ports(group, plan.workloads.shares)}
            yield _node_policy(chart, group, "rdmaSharedDevicePlugin", shared)


def configurations(plan: Plan) -> Iterator[Thing]:
    """Yield what the adapters on every group's rails are set to."""
    chart = network_operator(plan)
    if chart is not None:
        yield from (_configuration(chart, setting) for setting in nic_settings(plan))


def names(plan: Plan) -> Iterator[Thing]:
    """Yield the names of every group's rails."""
    chart = network_operator(plan)
    if chart is not None:
        yield from (_names(chart, each) for each in nic_names(plan))


def _image(chart: Chart, name: str) -> Thing:
    return chart.images[name].model_dump()


def _cluster_policy(chart: Chart, *, pools: bool, children: bool) -> Thing:
    ipam = {"nvIpam": {**_image(chart, "nvIpam"), "enableWebhook": False}} if pools else {}
    plugins = ("cniPlugins", "multus", *(["ipoib"] if children else []))
    return {
        "apiVersion": "mellanox.com/v1alpha1",
        "kind": "NicClusterPolicy",
        "metadata": {"name": "nic-cluster-policy"},
        "spec": {
            "nicConfigurationOperator": {
                "operator": _image(chart, "nicConfigurationOperator"),
                "configurationDaemon": _image(chart, "nicConfigurationDaemon"),
            },
            **ipam,
            "secondaryNetwork": {name: _image(chart, name) for name in plugins},
        },
    }


def _whole_ports(each: RailGroup) -> list[Thing]:
    return [
        {
            "resourcePrefix": RESOURCE_PREFIX,
            "resourceName": port.rail,
            "selectors": [{"vendors": [_NVIDIA], "pciAddresses": [port.pci], "isRdma": True}],
        }
        for port in each.ports
    ]


def _shared_ports(each: RailGroup, most: int) -> list[Thing]:
    """Return each rail by its name on the host, which it keeps: the port stays there."""
    return [
        {
            "resourcePrefix": RESOURCE_PREFIX,
            "resourceName": port.rail,
            "rdmaHcaMax": most,
            "selectors": {"vendors": [_NVIDIA], "ifNames": [port.rail]},
        }
        for port in each.ports
    ]


def _node_policy(chart: Chart, each: RailGroup, plugin: str, configuration: Thing) -> Thing:
    return {
        "apiVersion": "mellanox.com/v1alpha1",
        "kind": "NicNodePolicy",
        "metadata": {"name": each.group.name},
        "spec": {
            "nodeSelector": {GROUP: each.group.name},
            plugin: {**_image(chart, plugin), "config": json.dumps(configuration)},
        },
    }


def _configuration(chart: Chart, setting: NicSetting) -> Thing:
    template: Thing = {
        "numVfs": setting.functions,
        "linkType": "Infiniband" if setting.infiniband else "Ethernet",
        "pciPerformanceOptimized": {"enabled": True, "maxReadRequest": READ_REQUEST_BYTES},
    }
    if setting.roce:
        qos = {"trust": "dscp", "pfc": setting.pfc, "tos": setting.roce.traffic_class}
        template["roceOptimized"] = {"enabled": True, "qos": qos}
        template["rawNvConfig"] = [{"name": name, "value": value} for name, value in setting.firmware]
    if setting.ats_off:
        template["gpuDirectOptimized"] = {"enabled": True, "env": "Baremetal"}
    return {
        "apiVersion": "configuration.net.nvidia.com/v1alpha1",
        "kind": "NicConfigurationTemplate",
        "metadata": {"name": setting.name, "namespace": chart.namespace},
        "spec": {
            "nodeSelector": {GROUP: setting.group.name},
            "nicSelector": {"nicType": setting.nic_type, "pciAddresses": list(setting.pci)},
            "template": template,
        },
    }


def _names(chart: Chart, each: NicNames) -> Thing:
    return {
        "apiVersion": "configuration.net.nvidia.com/v1alpha1",
        "kind": "NicInterfaceNameTemplate",
        "metadata": {"name": each.group.name, "namespace": chart.namespace},
        "spec": {
            "nodeSelector": {GROUP: each.group.name},
            "pfsPerNic": 1,
            "netDevicePrefix": NET_NAME,
            "railPciAddresses": [[pci] for pci in each.pci],
        },
    }
