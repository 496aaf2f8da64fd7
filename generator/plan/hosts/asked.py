"""Services on control hosts that the spec names by address: switches ask them out of band, and hosts in-band."""

from collections.abc import Iterable

from generator.plan.plan import Plan
from generator.plan.records import Host


def asked_by_hosts(plan: Plan, stated: Iterable[object]) -> tuple[str, ...]:
    """Return what hosts ask of the stated resolvers or time sources: the in-band address of a control host that is named by its management address, all others as stated.

    Hosts have no way to the management network, which switches have nothing but.
    """
    homes = {host.management: host.inband for host in _control(plan) if host.management and host.inband}
    return tuple(dict.fromkeys(homes.get(str(each), str(each)) for each in stated))


def outside_of_control(plan: Plan, stated: Iterable[object]) -> tuple[str, ...]:
    """Return the stated services that no control host is: what control hosts themselves depend on."""
    own = {address for host in _control(plan) for address in (host.management, host.inband)}
    return tuple(str(each) for each in stated if str(each) not in own)


def _control(plan: Plan) -> list[Host]:
    return plan.hosts_of.get("control", [])
