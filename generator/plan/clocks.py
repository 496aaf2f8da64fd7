"""Time sources of switches: those of the site, else the management ports of control hosts, which serve the cluster either way."""

from ipaddress import IPv4Network

from generator.plan.once import once
from generator.plan.plan import Plan


@once
def switch_clocks(plan: Plan) -> tuple[str, ...]:
    """Return the time sources of every switch; none where the spec names none and no control host has a management port."""
    if plan.site.services.ntp:
        return tuple(plan.site.services.ntp)
    zone = plan.access.zone.get("management/control")
    return tuple(str(each) for prefix in (zone.prefixes if zone else ()) for each in IPv4Network(prefix))
