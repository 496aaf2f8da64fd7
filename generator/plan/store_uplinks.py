"""Traffic of a storage tier over the uplinks of its leaves."""

from msgspec import Struct

from generator.plan.clients import uses
from generator.plan.plan import Plan
from generator.workload.tiers import TierNeed


class Crossing(Struct, frozen=True):
    """Leaves with hosts of a tier, their uplinks and what these carry, and the share of its clients' ports that is on other leaves."""

    leaves: int
    links: int
    uplink_gbs: float
    away: float


def crossing(plan: Plan, need: TierNeed) -> Crossing | None:
    """Return the traffic over the uplinks of a tier's fabric; None where it has no spines, or no client is on another leaf.

    Clients are assumed to read equally: a port on a leaf with hosts of the tier is served there.
    """
    group = {host.name: host.group for host in plan.hosts}
    tier = next(each for each in plan.tiers if each.name == need.name)
    clients = {host.name for host in plan.hosts if uses(tier, host)}
    ends = [
        (link.a.device, link.b.device) for link in plan.links if (link.fabric, link.kind) == (need.fabric, "host_leaf")
    ]
    leaves = {leaf for host, leaf in ends if group.get(host) == need.group}
    ports = [leaf for host, leaf in ends if host in clients]
    uplinks = [link for link in plan.links if link.kind == "leaf_spine" and link.a.device in leaves]
    away = sum(leaf not in leaves for leaf in ports) / len(ports) if ports else 0.0
    if not uplinks or not away:
        return None
    return Crossing(len(leaves), len(uplinks), sum(link.speed_gbps for link in uplinks) / 8, away)
