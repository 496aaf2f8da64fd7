"""Services on control hosts that the spec names by address: switches use them out of band, and hosts in-band."""

from collections.abc import Iterable

from generator.plan.plan import Plan
from generator.plan.records import Host


def asked_by_hosts(plan: Plan, stated: Iterable[object]) -> tuple[str, ...]:
    """Return the addresses of stated resolvers or time sources for hosts: the in-band address of a control host that is stated by its management address, all others as stated.

    Hosts have no route to the management network, and switches have no other.
    """
    homes = {host.management: host.inband for host in _control(plan) if host.management and host.inband}
    return tuple(dict.fromkeys(homes.get(str(each), str(each)) for each in stated))


def outside_of_control(plan: Plan, stated: Iterable[object]) -> tuple[str, ...]:
    """Return the stated services that no control host is: what control hosts themselves depend on."""
    own = {address for host in _control(plan) for address in (host.management, host.inband)}
    return tuple(str(each) for each in stated if str(each) not in own)


def _control(plan: Plan) -> list[Host]:
    return plan.hosts_of.get("control", [])
