"""BGP between hosts that run pods and the frontend leaves.

A host has one peer: the gateway of the in-band VLAN, an address that all leaves share, so its session is with the leaf of its active port, and after
a failover with the other. The leaf never opens sessions, it listens. All hosts have one AS number and leaves another that is the same on all of
them, so no host's file names a leaf. Leaves announce nothing to hosts: their default route leads to the same gateway.

The next hop of a pod's route is its host's address in a VLAN on every leaf, so an old route of a leaf to a host that has moved still works. There is
no graceful restart: a listener that keeps a session for it refuses the next connection of the same host (FRR from 10.4.2 on, commit aadfa2b22e). While an agent restarts, hosts reach its pods directly, and others must wait.

Only Kubernetes assigns a /24 to each host, so a leaf accepts any from each: root on a host can take over the pods of another, as in an overlay.
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
"""As in FRR's `datacenter` profile: routes of a failed host are removed within 9 s."""
RETRY_S = 5
"""The time until a host connects again. Cilium's default is 120 s, during which the leaf after a failover has the host's pods only over the fabric."""


def plan_peering(cluster: Cluster, vlans: Iterable[Vlan], access: Access) -> Peering | None:
    """Return the peering of hosts and leaves; None where leaves do not route pods."""
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
