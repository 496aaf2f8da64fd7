"""The operators: Helm values of each, and the Network Operator's own objects: device plugins of ports, and settings of adapters."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from generator.catalog.chart import Chart, read_chart
from generator.plan.kubernetes.nics import (
    NET_NAME,
    READ_REQUEST_BYTES,
    SPECTRUM_X_VERSION,
    NicSetting,
    nic_names,
    nic_settings,
)
from generator.plan.kubernetes.operators import operator_images, operator_values
from generator.plan.kubernetes.rails import FABRIC, RESOURCE_PREFIX, RailGroup, RailPort, rail_groups
from generator.plan.kubernetes.sharing import asks_virtual_functions, networks_kind
from generator.plan.kubernetes.workers import GROUP
from generator.plan.mirrored import mirrored_chart
from generator.plan.plan import Plan
from generator.render.encode import plain
from generator.render.kubernetes.file import CRDS, ManifestFile, Thing, manifest, values_file
from generator.render.kubernetes.rail_networks import NVIDIA, OPERATOR_API, functions, networks
from generator.spec.scheduler import KubernetesSpec

_SETTINGS_API = "configuration.net.nvidia.com/v1alpha1"
_INSTALL = """\
{add}helm upgrade --install {chart} {source}/{chart} --version {version} --namespace {namespace} --create-namespace --values values.yaml
All other values are the chart's defaults.{after}"""
_AFTER_GPU = " The GPU Operator comes first: it brings Node Feature Discovery."
_AFTER_OTHERS = " The other operators come first: one of them brings Node Feature Discovery."
_SOURCES = {"amd-gpu-operator": ("rocm", _AFTER_OTHERS)}
"""The name of a chart's repository, and the preceding installation: NVIDIA's and the GPU Operator for all others."""
_FEATURES = ("nfd", "node-feature-discovery")
"""Keys by which charts bring Node Feature Discovery."""
_PLUGINS = ("cniPlugins", "multus", "ipoib")
"""What of `secondaryNetwork` a policy may have."""
_POLICIES = """\
Which components run, and which port of a host is which rail: the device plugin offers each rail as nvidia.com/railN, {count}."""
_WHOLE = """\
The port moves into the pod, and the host cannot use it meanwhile. """
_SHARED = """\
The host keeps the port, and {most} of its pods can use the rail at a time, each with {address}.
"""
_FUNCTIONS = """\
Virtual functions of every rail, created by the SR-IOV operator; enable SR-IOV and the IOMMU in the BIOS."""
_NETWORKS = """\
One network per rail: a pod lists the networks that it needs, and requests as many ports:
  metadata.annotations: {{k8s.v1.cni.cncf.io/networks: default/rail0,default/rail1}}
  resources.limits: {{nvidia.com/rail0: 1, nvidia.com/rail1: 1}}
{how}Network policies do not apply to it: routing instances or partitions
of the switches isolate tenants there."""
_CONFIGURATION = """\
Adapters of rails, as /etc/clustergen/roce.conf of the hosts and the switches have them. The operator's own defaults would mark notifications
with DSCP 4 and slow down senders on every priority, so firmware parameters override them. It changes firmware during a maintenance of the node."""
_NAMES = "Rails by PCI address, with the same names as in the hosts' udev rules."


def operator_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield the files of every operator that has something to do."""
    for name, values in operator_values(plan, kubernetes):
        chart = mirrored_chart(plan, read_chart(name))
        alias, after = _SOURCES.get(name, ("nvidia", _AFTER_GPU))
        if any(values.get(key, {}).get("enabled") for key in _FEATURES):
            after = ""
        yield values_file(name, chart, _INSTALL, values, alias, after=after)
        if name == "network-operator":
            yield from _network_operator_files(plan, chart)


def _network_operator_files(plan: Plan, chart: Chart) -> Iterator[ManifestFile]:
    """Yield the policies and the networks of rails, then virtual functions, settings and names where there are any."""
    yield _file("policies", _policies_header(plan), _policies(plan, chart))
    yield _file("networks", _NETWORKS.format(how=_how(plan)), networks(plan, chart))
    if asks_virtual_functions(plan, FABRIC):
        yield _file("virtual-functions", _FUNCTIONS, functions(plan, chart))
    settings = [_configuration(chart, setting) for setting in nic_settings(plan)]
    if settings:
        yield _file("nic-configuration", _CONFIGURATION, settings)
    names = [_names(chart, each) for each in nic_names(plan)]
    if names:
        yield _file("nic-names", _NAMES, names)


def _file(name: str, header: str, documents: Iterable[Thing]) -> ManifestFile:
    return ManifestFile(path=f"network-operator/{name}.yaml", header=header, proof=CRDS, documents=documents)


def _policies_header(plan: Plan) -> str:
    if networks_kind(plan) == "sriov":
        return "Which components run. The SR-IOV operator offers virtual functions as nvidia.com/railN (virtual-functions.yaml)."
    return _POLICIES.format(
        count="one per host" if networks_kind(plan) == "host-device" else f"{plan.workloads.shares} per host"
    )


def _how(plan: Plan) -> str:
    if networks_kind(plan) == "host-device":
        return _WHOLE
    address = "an address of its own" if plan.workloads.pools else "a GUID of its own and no IP address"
    return _SHARED.format(most=plan.workloads.shares, address=address)


def _policies(plan: Plan, chart: Chart) -> Iterator[Thing]:
    """Yield the policy of the whole cluster, then one per group that maps ports to rails."""
    kind, named = networks_kind(plan), operator_images(plan)
    spec = {
        "nicConfigurationOperator": {
            "operator": _image(chart, "nicConfigurationOperator"),
            "configurationDaemon": _image(chart, "nicConfigurationDaemon"),
        },
        **({"nvIpam": {**_image(chart, "nvIpam"), "enableWebhook": False}} if "nvIpam" in named else {}),
        "secondaryNetwork": {name: _image(chart, name) for name in _PLUGINS if name in named},
    }
    yield manifest(OPERATOR_API, "NicClusterPolicy", "nic-cluster-policy", spec=spec)
    if kind == "sriov":  # the SR-IOV operator has its own device plugin
        return
    for each in rail_groups(plan):
        if kind == "host-device":
            plugin, key = "sriovDevicePlugin", "resourceList"
            ports = [
                _resource(port, selectors=[{"vendors": [NVIDIA], "pciAddresses": [port.pci], "isRdma": True}])
                for port in each.ports
            ]
        else:  # by its name on the host, which it keeps: the port stays there
            plugin, key, most = "rdmaSharedDevicePlugin", "configList", plan.workloads.shares
            ports = [
                _resource(port, rdmaHcaMax=most, selectors={"vendors": [NVIDIA], "ifNames": [port.rail]})
                for port in each.ports
            ]
        settings = {**_image(chart, plugin), "config": json.dumps({key: ports})}
        spec = {"nodeSelector": {GROUP: each.group.name}, plugin: settings}
        yield manifest(OPERATOR_API, "NicNodePolicy", each.group.name, spec=spec)


def _resource(port: RailPort, **chosen: Any) -> Thing:
    """Return a rail as a device plugin offers it, with the ports that are `chosen` for it."""
    return {"resourcePrefix": RESOURCE_PREFIX, "resourceName": port.rail, **chosen}


def _image(chart: Chart, name: str) -> Thing:
    image: Thing = plain(chart.images[name])
    return image


def _configuration(chart: Chart, setting: NicSetting) -> Thing:
    template: Thing = {
        "numVfs": setting.functions,
        "linkType": "Infiniband" if setting.infiniband else "Ethernet",
        "pciPerformanceOptimized": {"enabled": True, "maxReadRequest": READ_REQUEST_BYTES},
    }
    if setting.overlay:
        # Its RoCE settings are in it: the operator refuses roceOptimized together with them, and requires one virtual function.
        template |= {
            "numVfs": 1,
            "spectrumXOptimized": {
                "enabled": True,
                "version": SPECTRUM_X_VERSION,
                "overlay": setting.overlay,
                "multiplaneMode": "none",
                "numberOfPlanes": 1,
            },
        }
    elif setting.roce:
        qos = {"trust": "dscp", "pfc": setting.pfc, "tos": setting.roce.traffic_class}
        template["roceOptimized"] = {"enabled": True, "qos": qos}
    if setting.roce:
        template["rawNvConfig"] = [{"name": name, "value": value} for name, value in setting.firmware]
    if setting.ats_off:
        template["gpuDirectOptimized"] = {"enabled": True, "env": "Baremetal"}
    spec = {
        "nodeSelector": {GROUP: setting.group.name},
        "nicSelector": {"nicType": setting.nic_type, "pciAddresses": list(setting.pci)},
        "template": template,
    }
    return manifest(_SETTINGS_API, "NicConfigurationTemplate", setting.name, chart.namespace, spec=spec)


def _names(chart: Chart, each: RailGroup) -> Thing:
    spec = {
        "nodeSelector": {GROUP: each.group.name},
        "pfsPerNic": 1,
        "netDevicePrefix": NET_NAME,
        "railPciAddresses": [[port.pci] for port in each.ports],
    }
    return manifest(_SETTINGS_API, "NicInterfaceNameTemplate", each.group.name, chart.namespace, spec=spec)
