"""Routing values common to all systems, so that switches of different makers interoperate."""

from generator.plan.records import Switch

MAX_PATHS = 128
"""Equal paths that a switch uses at most: the most that NVUE takes (its reference, multipaths ebgp: 1 to 128)."""
START_HOLD_S = 30
ESTABLISH_S = 15
"""After a start, BGP selects and announces routes once all peers have sent theirs, or after 30 s; it does not wait for peers without a session within 15 s. The times are those
that NVIDIA's guide has for spines and cores (CumulusNetworks/docs 5.15, Optional BGP Configuration: BGP PIC)."""
RESTART_MINUTES = 5
"""A session that was over its limit of prefixes is retried after this time. Our choice: the alert has been seen by then, and no manual reset is needed."""
ONE_HOP = 1
"""Hops to a neighbour on the link (RFC 5082)."""
IPV6_GROUP = "-IPV6"
"""Suffix of the names of peer groups for IPv6 between link-local addresses, in addition to a numbered underlay of IPv4."""
GATEWAY_MAC = "02:00:00:c1:00:01"
"""The MAC of gateways that all leaves share: locally administered, so that it meets no virtual router of the site (RFC 5798 has its own)."""
POD_GROUP = "PODS"
"""The peer group of hosts that run pods, and what filters their routes go by."""
NOTHING = "NOTHING"
"""The route-map that denies all announcements."""
AFTER_PODS = 40
"""The number of the route-map entry that permits the site's routes: after those for the switch's own, the fabric's and the pods' routes."""
TRANSIT = ("spine", "core")
"""Tiers whose switches pass on what they learn."""


def own_prefixes(switch: Switch) -> list[str]:
    """The prefixes that a switch originates in BGP: its loopback, then its networks."""
    return [f"{switch.loopback}/32", *switch.networks]


def own_prefixes_ipv6(switch: Switch) -> list[str]:
    """The same in IPv6, where the spec has it."""
    return [f"{switch.loopback_ipv6}/128", *switch.networks_ipv6] if switch.loopback_ipv6 else []


def announces_all(switch: Switch) -> bool:
    """Whether a switch passes on what it learns: spines and cores do, leaves never."""
    return switch.tier in TRANSIT
