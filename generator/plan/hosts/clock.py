"""Time sources of a host: those of the site, else the control hosts, which serve the cluster in both cases.

A host without an in-band port has no route to the site: it uses the management ports of control hosts, if it has one itself.
"""

from msgspec import Struct

from generator.plan.hosts.asked import asked_by_hosts, outside_of_control
from generator.plan.hosts.names import Names
from generator.plan.plan import Plan
from generator.plan.records import Host

LOCAL_STRATUM = 10
"""The stratum of a control host's own clock where there is no better one (chrony's documentation of `local`: the usual value)."""


class Clock(Struct, frozen=True, kw_only=True):
    """The time of a host. `serves`: prefixes that it answers; `alone`: no source outside the cluster is known."""

    sources: tuple[str, ...]
    serves: tuple[str, ...]
    alone: bool


def clock_of(plan: Plan, names: Names, host: Host) -> Clock | None:
    """Return a host's time sources; None where there is none.

    Control hosts use those of the site. If the spec states no source, or only control hosts, they agree on a common time (chrony's `orphan`), even
    if it is not accurate. All others use the stated ones, or the control hosts.
    """
    site = _site(plan, host)
    control = [(name.names[1], name.address) for name in names.envelope("control")] if host.inband else []
    if not host.inband and host.management:
        control = [
            (name.names[1], name.address) for name in names.managers if not name.names[1].startswith(f"{host.name}-")
        ]
    serves = (*plan.access.pools, *plan.access.pools_ipv6) if host.role == "control" else ()
    sources = site or tuple(address for name, address in control if name != host.name)
    if not sources and not serves:
        return None
    return Clock(sources=sources, serves=serves, alone=bool(serves) and not site)


def _site(plan: Plan, host: Host) -> tuple[str, ...]:
    """Return the sources of the spec for a host: for a control host, those that are no control hosts."""
    stated = plan.site.services.ntp
    if host.role == "control":
        return outside_of_control(plan, stated)
    return asked_by_hosts(plan, stated) if host.inband else ()
