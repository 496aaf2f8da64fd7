"""What every system's routing shares, so that switches of different makers meet as if they were of one."""

from generator.plan.records import Switch

MAX_PATHS = 128
"""Equal paths that a switch uses at most: the most that NVUE takes (its reference, multipaths ebgp: 1 to 128)."""
START_HOLD_S = 30
ESTABLISH_S = 15
"""After a start BGP chooses and announces once all peers have told all, or after 30 s; who has no session within 15 s is not waited for. The times are those
that NVIDIA's guide has for spines and cores (CumulusNetworks/docs 5.15, Optional BGP Configuration: BGP PIC)."""
RESTART_MINUTES = 5
"""A session that was over its limit of prefixes is tried again after so long. A choice: who is on call has seen the alert, and nobody has to clear it by hand."""
ONE_HOP = 1
"""Hops to a neighbour on the link (RFC 5082)."""
IPV6_GROUP = "-IPV6"
"""What a peer group's name ends in that carries IPv6 between link-local addresses, beside a numbered underlay of IPv4."""
GATEWAY_MAC = "02:00:00:c1:00:01"
"""The MAC of gateways that all leaves share: locally administered, so that it meets no virtual router of the site (RFC 5798 has its own)."""
POD_GROUP = "PODS"
"""The peer group of hosts that run pods, and what filters their routes go by."""
NOTHING = "NOTHING"
"""The route-map that lets nothing out."""
AFTER_PODS = 40
"""The number of the route-map entry that lets the site's routes into the fabric: behind what is one's own, the fabric's and the pods'."""
_TRANSIT = ("spine", "core")


def own_prefixes(switch: Switch) -> list[str]:
    """What a switch itself brings into BGP: its loopback, then what it serves."""
    return [f"{switch.loopback}/32", *switch.networks]


def own_prefixes_ipv6(switch: Switch) -> list[str]:
    """The same in IPv6, where the spec has it."""
    return [f"{switch.loopback_ipv6}/128", *switch.networks_ipv6] if switch.loopback_ipv6 else []


def announces_all(switch: Switch) -> bool:
    """Whether a switch passes on what it learns: spines and cores do, leaves never."""
    return switch.tier in _TRANSIT
