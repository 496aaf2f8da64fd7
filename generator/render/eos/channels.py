"""Port-channels to hosts: one a host, an Ethernet segment where the host has another leaf, too."""

from generator.plan.edge_ports import edge_ports, tracked_uplinks
from generator.plan.lags import FALLBACK_SECONDS, RECOVERY_SECONDS
from generator.plan.plan import Plan
from generator.plan.records import Lag, Switch
from generator.render.eos import Section, Sections, stated

_TRACKED = "UPLINKS"
_BRIDGING = (
    "switchport",
    "spanning_tree_portfast",
    "spanning_tree_bpduguard",
    "loop_protection",
    "storm_control",
    "access_group_in",
    "ipv6_access_group_in",
)
"""Keys of members that a port-channel gets, too. Members keep them: one without LACP for some time becomes a separate port (fallback individual)."""


def channel_sections(plan: Plan, switch: Switch, ports: list[Section]) -> Sections:
    """Return the port-channels of a leaf, and make `ports` of hosts their members; single ports of the frontend follow the uplinks, too.

    Without spines no uplink is tracked: the pair has only itself.
    """
    lags = plan.lags_of[switch.name]
    rows = {row["name"]: row for row in ports}
    uplinks = tracked_uplinks(plan, switch)
    channels = [_channel(lag, rows, tracked=bool(uplinks)) for lag in lags]
    for lag in lags:
        for member in lag.members:
            rows[member] |= {"channel_group": {"id": lag.number, "mode": "active"}, "lacp_timer": {"mode": "fast"}}
    grouped = {member for lag in lags for member in lag.members}
    downstream = (
        [port.interface for port in edge_ports(plan, switch) if port.interface not in grouped] if uplinks else []
    )
    uplinks = uplinks if downstream or any(lag.segment for lag in lags) else ()
    for names, direction in ((uplinks, "upstream"), (downstream, "downstream")):
        for name in names:
            rows[name]["link_tracking"] = {"direction": direction, "groups": [_TRACKED]}
    groups = [{"name": _TRACKED, "recovery_delay": RECOVERY_SECONDS}] if uplinks else []
    return stated({"port_channel_interfaces": channels, "link_tracking_groups": groups})


def _channel(lag: Lag, rows: dict[str, Section], *, tracked: bool) -> Section:
    first = rows[lag.members[0]]
    return {
        "name": f"Port-Channel{lag.number}",
        "description": lag.host,
        "shutdown": False,
        **{key: first[key] for key in _BRIDGING if key in first},
        "lacp_fallback_mode": "individual",
        "lacp_fallback_timeout": FALLBACK_SECONDS,
        **(_segment(lag, tracked=tracked) if lag.segment else {}),
    }


def _segment(lag: Lag, *, tracked: bool) -> Section:
    """Return the segment. The leaves of one find each other by a route target that is the name they have in LACP (RFC 7432, section 7.6)."""
    segment = {
        "identifier": _grouped(lag.segment, ":"),
        "redundancy": "all-active",
        "designated_forwarder_election": {"algorithm": "preference", "preference_value": lag.preference},
        "route_target": lag.system_mac,
    }
    tracking = {"direction": "downstream", "groups": [_TRACKED]} if tracked else {}
    return stated(
        {"evpn_ethernet_segment": segment, "lacp_id": _grouped(lag.system_mac, "."), "link_tracking": tracking}
    )


def _grouped(octets: str, between: str) -> str:
    """Write octets in fours of digits, as EOS does."""
    digits = octets.replace(":", "")
    return between.join(digits[start : start + 4] for start in range(0, len(digits), 4))
