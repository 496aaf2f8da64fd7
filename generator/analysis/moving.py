"""Explanations of addresses that move between the gateways of an object store, by the address or by the name of the store."""

from generator.plan.hosts.balancers import balancers
from generator.plan.hosts.gateways import S3
from generator.plan.plan import Plan
from generator.source.span import Loc

RULE = "the n-th address is usually on the n-th gateway; if it fails, the next one in turn takes over, by the priority of each for the address"


def moving_lines(plan: Plan, name: str) -> tuple[list[str], Loc] | None:
    """Return what a moving address is, or the addresses of a store's name, with their place in the spec."""
    for balancer in balancers(plan).values():
        loc: Loc = ("storage", balancer.tier, "ceph", "addresses")
        turns = {
            each: sorted(
                ((turn.priority, host.name) for host in balancer.hosts for turn in host.turns if turn.address == each),
                reverse=True,
            )
            for each in balancer.addresses
        }
        lines = {
            each: f"{each} moves between the gateways of storage.{balancer.tier}: {', then '.join(host for _, host in order)}"
            for each, order in turns.items()
        }
        if name in lines:
            said = f"{balancer.name} has it; HAProxy there passes connections to port {balancer.port} on to a gateway that answers"
            return [lines[name], said], (*loc, balancer.addresses.index(name))
        if name in {balancer.name, f"{S3}{balancer.tier}"}:
            return list(lines.values()), loc
    return None
