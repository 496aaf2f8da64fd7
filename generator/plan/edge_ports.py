"""Layer 2 at the frontend's host ports: how much flooding one host may cause, and what its ports follow.

Rails in VLANs have no limit: a frame to a MAC address that the leaf has forgotten is flooded there, and dropping it would lose what the class is not to lose.
"""

from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort

STORM_PPS = 3000
"""Broadcasts, multicasts and frames to unknown addresses that a port takes in, each, packets a second: what NVIDIA's example has for multicast (NVUE reference,
Interface, storm-control). A host that looks for all others of a segment asks fewer."""
STORM_KBPS = STORM_PPS * 1518 * 8 // 1000
"""The same where a system counts kbit/s, for the longest frames of IEEE 802.3."""
FRONTEND = "frontend"
_UPLINK = "leaf_spine"


def edge_ports(plan: Plan, switch: Switch) -> list[SwitchPort]:
    """Return the ports of a leaf where hosts of the frontend are."""
    return [port for port in plan.ports_of[switch.name] if port.kind == "host_leaf" and port.fabric == FRONTEND]


def tracked_uplinks(plan: Plan, switch: Switch) -> tuple[str, ...]:
    """Return the uplinks without which a leaf's hosts of the frontend are better off on their other leaf; none where leaves have only each other.

    A bond whose ports take turns sees its own port alone: behind a leaf that has lost all of its uplinks a host would stay, and reach nobody.
    """
    if not edge_ports(plan, switch):
        return ()
    return tuple(port.interface for port in plan.ports_of[switch.name] if port.kind == _UPLINK)
