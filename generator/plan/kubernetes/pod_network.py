"""What Calico and Cilium are told of the network of pods: an overlay over the in-band segment, or pods' addresses as they are and a peer.

Where leaves route, hosts are neighbours in one VLAN: Cilium has them reach each other's pods directly, Calico by the gateway. Pods have their own
addresses among themselves, with Cilium also towards hosts of Kubernetes; all others they ask with their host's (masquerade; Calico: towards every host), so who has
no rule for pods answers as ever.
"""

from typing import Any

from generator.plan.addressing.pods import NODE_PREFIX, ROUTES_A_HOST
from generator.plan.kubernetes.records import Peering

VXLAN_BYTES = 50
"""What VXLAN adds to a packet of IPv4 (RFC 7348, section 5)."""


def kubespray_network(cni: str, mtu_bytes: int, peering: Peering | None) -> dict[str, Any]:
    """Return kubespray's variables, for packets of the bond's size."""
    if cni == "cilium":
        return _cilium_by_kubespray(mtu_bytes, peering)
    return _calico_tunnel(mtu_bytes) if peering is None else _calico_routed(mtu_bytes, peering)


def cilium_values(mtu_bytes: int, peering: Peering | None) -> dict[str, Any]:
    """Return the values of Cilium's chart: it is told the bond's size, and leaves room for VXLAN itself."""
    routing: dict[str, Any] = {"tunnelProtocol": "vxlan"}
    if peering:
        routing = {
            "routingMode": "native",
            "autoDirectNodeRoutes": True,
            "ipv4NativeRoutingCIDR": peering.pods,
            "bgpControlPlane": {"enabled": True},
        }
    return {"MTU": mtu_bytes, **routing, "ipam": {"mode": "kubernetes"}}


def _cilium_by_kubespray(mtu_bytes: int, peering: Peering | None) -> dict[str, Any]:
    """Kubespray 2.31.0 has no variable for native routing: `cilium_tunnel_mode: disabled` ends its agents (its issue 13267), so the chart is told by itself."""
    found: dict[str, Any] = {"cilium_tunnel_mode": "vxlan", "cilium_mtu": str(mtu_bytes)}
    if peering is None:
        return found
    return found | {
        "cilium_enable_bgp_control_plane": True,
        "cilium_native_routing_cidr": peering.pods,
        "cilium_auto_direct_node_routes": True,
        "cilium_extra_values": {"routingMode": "native"},
    }


def _calico_tunnel(mtu_bytes: int) -> dict[str, Any]:
    """Packets of pods leave room for VXLAN in those of the bond."""
    return {
        "calico_network_backend": "vxlan",
        "calico_vxlan_mode": "Always",
        "calico_mtu": mtu_bytes,
        "calico_veth_mtu": mtu_bytes - VXLAN_BYTES,
    }


def _calico_routed(mtu_bytes: int, peering: Peering) -> dict[str, Any]:
    """A host keeps to blocks of its own: addresses that it borrowed from another's would be announced one by one, which leaves do not take."""
    return {
        "calico_network_backend": "bird",
        "calico_ipip_mode": "Never",
        "calico_vxlan_mode": "Never",
        "calico_mtu": mtu_bytes,
        "calico_veth_mtu": mtu_bytes,
        "calico_pool_blocksize": NODE_PREFIX,
        "calico_ipam_strictaffinity": True,
        "calico_ipam_maxblocksperhost": ROUTES_A_HOST,
        "nat_outgoing": True,
        "global_as_num": str(peering.pod_asn),
        "peer_with_router": True,
        "peers": [{"router_id": peering.gateway, "as": str(peering.leaf_asn), "scope": "global"}],
    }
