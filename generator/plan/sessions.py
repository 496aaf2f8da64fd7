"""Limits of prefixes from a BGP peer: twice its number in the envelope, and a few.

So neither a new host nor a manually added route takes a session down: one above its limit stays down until it is cleared. A peer with more is
foreign, or leaks routes. Filters come first: the limit counts accepted prefixes. EVPN has none: FRR has no such command there, and its routes follow
the MAC addresses of hosts.
"""

from collections.abc import Collection, Iterator

from msgspec import Struct

from generator.model.cluster import Cluster
from generator.model.device import TIERS
from generator.model.planes import envelope_switches
from generator.plan.addressing.host_links import ROUTED
from generator.plan.addressing.numbers import overlaid
from generator.plan.addressing.pods import ROUTES_A_HOST, pod_filters, pod_hosts
from generator.plan.edge import SiteUplink, site_routes

_OOB_PREFIXES = 2
"""Prefixes of an out-of-band leaf: its part of the management VLAN and of the BMCs'."""
_ROOM = 8
_BELOW = ("LEAVES", "PEERS")
"""Peer groups whose members announce only their own prefixes; all others announce those of the fabric."""


class PrefixLimits(Struct, frozen=True, kw_only=True):
    """Numbers of prefixes of one address family: of a leaf, and of all switches of the fabric, in the envelope."""

    leaf: int
    fabric: int

    def of(self, group: str) -> int:
        """Return the limit of a peer group's sessions."""
        return 2 * (self.leaf if group in _BELOW else self.fabric) + _ROOM


def plan_limits(
    cluster: Cluster, pools: Collection[str], uplinks: Collection[SiteUplink]
) -> Iterator[tuple[str, PrefixLimits]]:
    """Yield the limits of every fabric that has switches, by its name; `pools` are those of routed fabrics, `uplinks` those to the site."""
    yield from (
        (name, _limits(cluster, pools, name, site_routes(uplinks, name)))
        for name, shape in cluster.shapes.items()
        if not shape.carrier
    )


def _limits(cluster: Cluster, pools: Collection[str], fabric: str, site: int) -> PrefixLimits:
    """Return the limits of a fabric's sessions, for IPv4 and IPv6 alike; `site`: routes that may come from outside."""
    shape = cluster.shapes[fabric]
    carried = (fabric, *shape.demand.spec.carries)
    routed = [each for each in carried if each in ROUTED and each in pools]
    rails = sum(_rails(cluster, each) for each in routed)
    tunnels = 0 if overlaid(cluster).isdisjoint(carried) else 1
    pods = ROUTES_A_HOST * pod_hosts(cluster) if pod_filters(cluster, carried) else 0
    leaf = 1 + tunnels + rails + (_OOB_PREFIXES if fabric == "oob" else 0)
    switches = envelope_switches(shape)
    upper = sum(len(switches.of(tier)) for tier in TIERS if tier != "leaf")
    return PrefixLimits(leaf=leaf + pods + site, fabric=len(switches.of("leaf")) * leaf + upper + pods + site)


def _rails(cluster: Cluster, fabric: str) -> int:
    """Count the rails that a leaf may serve: those of its hosts."""
    return max(len(member.ports) for member in cluster.shapes[fabric].demand.members)
