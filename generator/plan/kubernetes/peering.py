"""BGP between hosts that run pods and the frontend leaves.

A host has one peer: the gateway of the in-band VLAN, an address that all leaves share, so it speaks with the leaf that its bond leads to, and
after a failover with the other. The leaf never calls, it listens. All hosts have one AS number and leaves another that is the same on all of
them, so no host's file names a leaf. Hosts are told nothing: their default route leads to the same gateway. The next hop of a pod's route is its host's address in a VLAN that
reaches every leaf, so what a leaf still knows of a host that has moved leads there, too.

There is no graceful restart: a listener that keeps a session for it refuses the next call of the same host (FRR from 10.4.2 on, commit aadfa2b22e). While
an agent restarts, hosts reach its pods directly, and all others wait.

Only Kubernetes knows which host has which /24, so a leaf accepts any from each: who is root on a host can take the pods of another, as in an overlay.
"""

from collections.abc import Iterable
from ipaddress import IPv4Network, collapse_addresses

from msgspec import Struct

from generator.model.cluster import Cluster
from generator.plan.access.records import Access
from generator.plan.addressing.pods import NODE_PREFIX, POD_ROLES, routed_pods
from generator.plan.addressing.records import Vlan
from generator.plan.addressing.segments import INBAND
from generator.plan.kubernetes.records import Peering
from generator.plan.plan import Plan
from generator.plan.records import Switch

KEEPALIVE_S = 3
HOLD_S = 9
"""FRR's `datacenter` profile has them, too: a host that is gone is forgotten within 9 s."""
RETRY_S = 5
"""How soon a host calls again. Cilium would take 120 s, in which a leaf that a bond has come to knows the host's pods across the fabric alone."""


def plan_peering(cluster: Cluster, vlans: Iterable[Vlan], access: Access) -> Peering | None:
    """Return the peering of hosts and leaves; nothing where leaves do not route pods."""
    kubernetes = cluster.spec.scheduler.kubernetes
    pods = routed_pods(cluster)
    inband = next((vlan for vlan in vlans if vlan.name == INBAND and vlan.fabric == "frontend"), None)
    if kubernetes is None or pods is None or inband is None:
        return None
    zones = (zone for zone in access.zones if zone.segment == INBAND and zone.role in POD_ROLES)
    every = collapse_addresses(IPv4Network(prefix) for zone in zones for prefix in zone.prefixes)
    return Peering(
        vlan=inband.vlan,
        gateway=inband.gateway,
        hosts=tuple(map(str, every)),
        pods=str(pods),
        length=NODE_PREFIX,
        pod_asn=kubernetes.pod_asn,
        leaf_asn=kubernetes.leaf_asn,
    )


class Listener(Struct, frozen=True, kw_only=True):
    """A leaf's side of it: `sessions` is how many hosts may call it, those of the envelope that are cabled to it."""

    peering: Peering
    sessions: int


def listener(plan: Plan, switch: Switch) -> Listener | None:
    """Return the peering of a leaf that is a gateway of the in-band VLAN and has ports for hosts that run pods; nothing for all others."""
    found = plan.peering
    if found is None or (switch.name, found.vlan) not in plan.gateways:
        return None
    callers = {
        port.peer for port in plan.reserved_of[switch.name] if port.vlan == found.vlan and port.role in POD_ROLES
    }
    return Listener(peering=found, sessions=len(callers)) if callers else None
