"""The networks of rails: an object a rail, of the kind that the spec asks for, and the virtual functions behind it."""

import json
from collections.abc import Callable, Iterator, Mapping

from generator.catalog.chart import Chart
from generator.plan.kubernetes.rails import (
    FABRIC,
    NETWORK_NAMESPACE,
    is_routed,
    network_operator,
    rail_groups,
    rails,
)
from generator.plan.kubernetes.sharing import networks_kind
from generator.plan.kubernetes.workers import GROUP
from generator.plan.plan import Plan
from generator.render.kubernetes.file import Thing

_NVIDIA = "15b3"
"""PCI vendor of Mellanox."""
_MELLANOX = "mellanox.com/v1alpha1"
_SRIOV = "sriovnetwork.openshift.io/v1"
_PRIORITY = 99
"""Of a policy among others of its node: the lowest (its schema)."""


def networks(plan: Plan) -> Iterator[Thing]:
    """Yield the network of every rail."""
    chart = network_operator(plan)
    if chart is not None:
        yield from (_KINDS[networks_kind(plan)](plan, chart, rail) for rail in rails(plan))


def functions(plan: Plan) -> Iterator[Thing]:
    """Yield the virtual functions of every rail on every group; none where pods have rails otherwise."""
    chart = network_operator(plan)
    if chart is None or networks_kind(plan) != "sriov":
        return
    spec = plan.fabrics[FABRIC]
    for each in rail_groups(plan):
        for port in each.ports:
            yield {
                "apiVersion": _SRIOV,
                "kind": "SriovNetworkNodePolicy",
                "metadata": {"name": f"{each.group.name}-{port.rail}", "namespace": chart.namespace},
                "spec": {
                    "resourceName": port.rail,
                    "nodeSelector": {GROUP: each.group.name},
                    "nicSelector": {"vendor": _NVIDIA, "deviceID": port.nic_type, "rootDevices": [port.pci]},
                    "numVfs": plan.workloads.shares,
                    "priority": _PRIORITY,
                    "deviceType": "netdevice",
                    "isRdma": True,
                    **({"linkType": "eth", "mtu": spec.host_mtu_bytes} if is_routed(plan) else {"linkType": "ib"}),
                },
            }


def _ipam(plan: Plan, rail: str) -> dict[str, str]:
    if networks_kind(plan) == "host-device":
        found = {"poolName": rail, "poolType": "cidrpool"} if is_routed(plan) else {}
    else:
        found = {"poolName": rail, "poolType": "ippool"} if plan.workloads.pools else {}
    return {"ipam": json.dumps({"type": "nv-ipam", **found})} if found else {}


def _host_device(plan: Plan, _chart: Chart, rail: str) -> Thing:
    return _network(_MELLANOX, "HostDeviceNetwork", {"name": rail}, {"resourceName": rail, **_ipam(plan, rail)})


def _macvlan(plan: Plan, _chart: Chart, rail: str) -> Thing:
    spec = {"master": rail, "mode": "bridge", "mtu": plan.fabrics[FABRIC].host_mtu_bytes}
    return _network(_MELLANOX, "MacvlanNetwork", {"name": rail}, {**spec, **_ipam(plan, rail)})


def _ipoib(plan: Plan, _chart: Chart, rail: str) -> Thing:
    return _network(_MELLANOX, "IPoIBNetwork", {"name": rail}, {"master": rail, **_ipam(plan, rail)})


def _functions_of(plan: Plan, chart: Chart, rail: str) -> Thing:
    """Return the network of a rail's virtual functions. Their link follows that of the port; on Ethernet they are in the port's own VLAN, without a tag."""
    kind = "SriovNetwork" if is_routed(plan) else "SriovIBNetwork"
    spec = {"resourceName": rail, "linkState": "auto", **_ipam(plan, rail)}
    return _network(_SRIOV, kind, {"name": rail, "namespace": chart.namespace}, spec)


_KINDS: Mapping[str, Callable[[Plan, Chart, str], Thing]] = {
    "host-device": _host_device,
    "macvlan": _macvlan,
    "sriov": _functions_of,
    "ipoib": _ipoib,
}


def _network(version: str, kind: str, metadata: Thing, spec: Thing) -> Thing:
    spec = {"networkNamespace": NETWORK_NAMESPACE, **spec}
    return {"apiVersion": version, "kind": kind, "metadata": metadata, "spec": spec}
