"""The networks of rails: an object per rail, of the kind in the spec, and the virtual functions behind it."""

import json
from collections.abc import Iterator

from generator.catalog.chart import Chart
from generator.plan.kubernetes.rails import FABRIC, NETWORK_NAMESPACE, is_routed, rail_groups, rails
from generator.plan.kubernetes.sharing import networks_kind
from generator.plan.kubernetes.workers import GROUP
from generator.plan.plan import Plan
from generator.render.kubernetes.file import Thing, manifest

NVIDIA = "15b3"
"""PCI vendor of Mellanox."""
OPERATOR_API = "mellanox.com/v1alpha1"
_SRIOV = "sriovnetwork.openshift.io/v1"
_PRIORITY = 99
"""Of a policy among others of its node: the lowest (its schema)."""


def networks(plan: Plan, chart: Chart) -> Iterator[Thing]:
    """Yield the network of every rail, of the kind by which pods have it."""
    kind, routed = networks_kind(plan), is_routed(plan)
    for rail in rails(plan):
        spec: Thing = {"networkNamespace": NETWORK_NAMESPACE}
        if kind == "host-device":
            spec |= {"resourceName": rail, **_ipam(rail, "cidrpool" if routed else "")}
            yield manifest(OPERATOR_API, "HostDeviceNetwork", rail, spec=spec)
            continue
        ipam = _ipam(rail, "ippool" if plan.workloads.pools else "")
        if kind == "macvlan":
            spec |= {"master": rail, "mode": "bridge", "mtu": plan.fabrics[FABRIC].host_mtu_bytes, **ipam}
            yield manifest(OPERATOR_API, "MacvlanNetwork", rail, spec=spec)
        elif kind == "ipoib":
            yield manifest(OPERATOR_API, "IPoIBNetwork", rail, spec={**spec, "master": rail, **ipam})
        else:  # the link of virtual functions follows that of the port; on Ethernet they are in the port's own VLAN, without a tag
            spec |= {"resourceName": rail, "linkState": "auto", **ipam}
            yield manifest(_SRIOV, "SriovNetwork" if routed else "SriovIBNetwork", rail, chart.namespace, spec=spec)


def functions(plan: Plan, chart: Chart) -> Iterator[Thing]:
    """Yield the virtual functions of every rail on every group."""
    fabric = plan.fabrics[FABRIC]
    for each in rail_groups(plan):
        for port in each.ports:
            spec = {
                "resourceName": port.rail,
                "nodeSelector": {GROUP: each.group.name},
                "nicSelector": {"vendor": NVIDIA, "deviceID": port.nic_type, "rootDevices": [port.pci]},
                "numVfs": plan.workloads.shares,
                "priority": _PRIORITY,
                "deviceType": "netdevice",
                "isRdma": True,
                **({"linkType": "eth", "mtu": fabric.host_mtu_bytes} if is_routed(plan) else {"linkType": "ib"}),
            }
            name = f"{each.group.name}-{port.rail}"
            yield manifest(_SRIOV, "SriovNetworkNodePolicy", name, chart.namespace, spec=spec)


def _ipam(rail: str, pool: str) -> dict[str, str]:
    """Return the IPAM of a rail; empty where it has no addresses."""
    return {"ipam": json.dumps({"type": "nv-ipam", "poolName": rail, "poolType": pool})} if pool else {}
