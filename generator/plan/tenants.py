"""Tenants on Ethernet: a routing instance each, where they share a compute fabric.

EVPN-VXLAN with a layer 3 VNI for each tenant (RFC 9136, section 4.4): a host port is in its tenant's instance, so nothing that one tenant
announces is ever in the tables of another. What belongs to no tenant stays in the default instance.
"""

from generator.model.cluster import Cluster
from generator.plan.addressing.records import Vrf
from generator.plan.infiniband.tenancy import plan_tenants
from generator.spec.tenants import vlan_of, vni_of

SHARED = "compute"
"""The fabric that tenants share port by port. Storage is shared by all clients; who may ask whom there is the matter of `access`."""

_DEVICE_NAME = 15


def plan_vrfs(cluster: Cluster) -> tuple[Vrf, ...]:
    """Return the instance of every tenant, by name, where the compute fabric is routed Ethernet."""
    shape = cluster.shapes.get(SHARED)
    if shape is None or shape.demand.spec.technology == "infiniband":
        return ()
    return tuple(
        Vrf(
            name=_device(name, vni_of(name, tenant)),
            tenant=name,
            fabric=SHARED,
            vni=vni_of(name, tenant),
            vlan=vlan_of(name, tenant),
        )
        for name, tenant in sorted(cluster.spec.tenants.items())
    )


def _device(tenant: str, vni: int) -> str:
    """Name an instance so that Linux takes it as a device (15 characters) and SONiC as a VRF (it begins with Vrf)."""
    name = f"Vrf-{tenant}"
    return name if len(name) <= _DEVICE_NAME else f"Vrf{vni}"


def tenant_by_host(cluster: Cluster) -> dict[str, str]:
    """Return the tenant of every host of the envelope that has one."""
    return {host: tenant.name for tenant in plan_tenants(cluster) for host in sorted(tenant.hosts)}
