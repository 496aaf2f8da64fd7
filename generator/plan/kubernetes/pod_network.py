"""Pod network of Calico and Cilium: an overlay over the in-band segment, or native routing with a BGP peer.

Where leaves route, hosts are neighbours in one VLAN: with Cilium they reach each other's pods directly, with Calico over the gateway. Pods use their
own addresses among themselves, with Cilium also towards hosts of Kubernetes; to all others they use their host's (masquerade; Calico: towards every
host), so no other destination needs a rule for pods.
"""

from typing import Any

from generator.plan.addressing.pods import NODE_PREFIX, ROUTES_A_HOST
from generator.plan.kubernetes.records import Peering

VXLAN_BYTES = 50
"""Overhead of VXLAN on a packet of IPv4, bytes (RFC 7348, section 5)."""


def kubespray_network(cni: str, mtu_bytes: int, peering: Peering | None) -> dict[str, Any]:
    """Return kubespray's variables, for packets of the bond's size."""
    if cni == "cilium":
        return _cilium_by_kubespray(mtu_bytes, peering)
    return _calico_tunnel(mtu_bytes) if peering is None else _calico_routed(mtu_bytes, peering)


def cilium_values(mtu_bytes: int, peering: Peering | None) -> dict[str, Any]:
    """Return the values of Cilium's chart: it gets the MTU of the bond, and subtracts VXLAN itself."""
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
    """Kubespray 2.31.0 has no variable for native routing: `cilium_tunnel_mode: disabled` ends its agents (its issue 13267), so the chart's values are set directly."""
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
    """The MTU of pods is that of the bond without VXLAN."""
    return {
        "calico_network_backend": "vxlan",
        "calico_vxlan_mode": "Always",
        "calico_mtu": mtu_bytes,
        "calico_veth_mtu": mtu_bytes - VXLAN_BYTES,
    }


def _calico_routed(mtu_bytes: int, peering: Peering) -> dict[str, Any]:
    """A host only uses its own blocks: addresses borrowed from another's would be announced one by one, which leaves do not accept."""
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
