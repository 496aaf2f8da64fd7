"""Tenants on Ethernet: a routing instance each, where they share a compute fabric, and on a storage fabric if stated.

EVPN-VXLAN with a layer 3 VNI for each tenant (RFC 9136, section 4.4): a host port is in its tenant's instance, so nothing that one tenant
announces is ever in the tables of another. Hosts without a tenant stay in the default instance on compute. Storage serves all tenants: there, hosts
without a tenant are in a separate instance, as NVIDIA requires of services that instances share (CumulusNetworks/docs 5.15, VRF Route Leaking), and
`leaks.py` has the leaked routes.
"""

from collections.abc import Iterator

from generator.catalog.model import SwitchSystem
from generator.model.cluster import Cluster
from generator.plan.addressing.records import Vrf
from generator.plan.infiniband.tenancy import plan_tenants
from generator.spec.tenants import SHARED_VLAN, SHARED_VNI, vlan_of, vni_of

SHARED = "compute"
"""The fabric that tenants share port by port."""
FRONTEND = "frontend"
"""The fabric on which a tenant has its own segments."""
SERVED = "storage"
"""The fabric on which some serve all tenants."""
INSTANCES = "instances"
SHARED_VRF = "Vrf_shared"
"""The instance of hosts without a tenant on `SERVED`. No tenant's instance has this name: names of tenants have no underscore."""

_DEVICE_NAME = 15


def plan_vrfs(cluster: Cluster) -> tuple[Vrf, ...]:
    """Return the instance of every tenant, by fabric and name, where the fabric is routed Ethernet; behind those of a served fabric the shared one."""
    shape = cluster.shapes.get(SHARED)
    shared = shape is not None and shape.demand.spec.technology != "infiniband"
    found = list(_instances(cluster, SHARED)) if shared else []
    if frontend_home(cluster) == FRONTEND:
        found += (vrf for vrf in _instances(cluster, FRONTEND) if vrf.vlans)
    if served(cluster):
        found += _instances(cluster, SERVED)
        found.append(Vrf(name=SHARED_VRF, tenant="", fabric=SERVED, vni=SHARED_VNI, vlan=SHARED_VLAN))
    return tuple(found)


def served(cluster: Cluster) -> bool:
    """Whether tenants have instances on the storage fabric; `rules/tenancy.py` refuses it where that has no such thing."""
    shape = cluster.shapes.get(SERVED)
    if not cluster.spec.tenants or shape is None or shape.carrier:
        return False
    spec = shape.demand.spec
    return spec.tenancy == INSTANCES and spec.technology != "infiniband" and spec.host_links == "routed"


def frontend_home(cluster: Cluster) -> str:
    """Name the fabric whose leaves are the frontend's: its own, or compute where that carries it."""
    compute = cluster.spec.fabrics.compute
    return SHARED if compute and FRONTEND in compute.carries else FRONTEND


def _instances(cluster: Cluster, fabric: str) -> Iterator[Vrf]:
    """Yield every tenant's instance on a fabric, with the tenant's segments where these leaves have them."""
    own: dict[str, list[int]] = {}
    for segment in cluster.spec.segments.values() if fabric == frontend_home(cluster) else ():
        own.setdefault(segment.tenant or "", []).append(segment.vlan)
    reserved = _reserved(cluster)
    for name, tenant in sorted(cluster.spec.tenants.items()):
        vni = vni_of(name, tenant)
        yield Vrf(
            name=_device(name, vni),
            tenant=name,
            fabric=fabric,
            vni=vni,
            vlan=vlan_of(name, tenant, reserved),
            vlans=tuple(sorted(own.get(name, ()))),
        )


def _reserved(cluster: Cluster) -> frozenset[int]:
    """Return the VLAN ids that the system of any switch keeps for itself: a tenant has one id on all leaves."""
    systems = {switch.os for switch in cluster.switches if switch.os}
    ranges = (cluster.catalog.get(SwitchSystem, name).reserved_vlans for name in systems)
    return frozenset(vlan for each in ranges if each for vlan in each.ids)


def _device(tenant: str, vni: int) -> str:
    """Name an instance so that Linux takes it as a device (15 characters) and SONiC as a VRF (it begins with Vrf)."""
    name = f"Vrf-{tenant}"
    return name if len(name) <= _DEVICE_NAME else f"Vrf{vni}"


def tenant_by_host(cluster: Cluster) -> dict[str, str]:
    """Return the tenant of every host of the envelope that has one."""
    return {host: tenant.name for tenant in plan_tenants(cluster) for host in sorted(tenant.hosts)}
