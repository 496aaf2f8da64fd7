"""Layer 2 at the frontend's host ports: the limit of flooding by one host, and the uplinks that its ports track.

Rails in VLANs have no limit: a frame to a MAC address that the leaf has forgotten is flooded there, and dropping it would lose packets of a lossless class.
"""

from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort

STORM_PPS = 3000
"""Broadcasts, multicasts and frames to unknown addresses that a port accepts, each, packets a second: the value of NVIDIA's example for multicast (NVUE reference,
Interface, storm-control). A host that resolves all others of a segment sends fewer."""
STORM_KBPS = STORM_PPS * 1518 * 8 // 1000
"""The same where a system counts kbit/s, for the longest frames of IEEE 802.3."""
FRONTEND = "frontend"
_UPLINK = "leaf_spine"


def edge_ports(plan: Plan, switch: Switch) -> list[SwitchPort]:
    """Return the ports of a leaf where hosts of the frontend are."""
    return [port for port in plan.ports_of[switch.name] if port.kind == "host_leaf" and port.fabric == FRONTEND]


def tracked_uplinks(plan: Plan, switch: Switch) -> tuple[str, ...]:
    """Return the uplinks of a leaf that host ports of the frontend track, so that hosts move to their other leaf if all fail; empty where leaves have only each other.

    An active-backup bond only sees its own port: behind a leaf without uplinks a host would stay, and reach nothing.
    """
    if not edge_ports(plan, switch):
        return ()
    return tuple(port.interface for port in plan.ports_of[switch.name] if port.kind == _UPLINK)
