"""Servers of boot files and their clients: each control host by its own addresses, only to the segments that the matrix allows.

A switch's folder holds its configuration with secrets filled in, so it is for that switch's address alone.
"""

from collections.abc import Iterator, Sequence

from generator.plan.access.records import Access
from generator.plan.hosts.configured import system_of
from generator.plan.hosts.records import Family
from generator.plan.hosts.setup import family_of
from generator.plan.plan import Plan
from generator.plan.provisioning.boot import starting_switches
from generator.plan.provisioning.machines import installs_of
from generator.plan.provisioning.places import places_of
from generator.plan.provisioning.records import Servers, Serving, WebServer
from generator.plan.records import Switch

_HOSTS = "inband/control"
_SWITCHES = ("https", "management/control")
"""The zone of the server, and the service for switches; that for hosts is in the spec."""
_USERS: dict[Family, str] = {"ubuntu": "www-data", "debian": "www-data", "redhat": "nginx"}
"""Whom each distribution's own nginx.conf has its workers run as."""


def serving_of(plan: Plan, servers: Servers) -> Serving | None:
    """Return the servers of boot files; None where there is no control host."""
    places = places_of(plan, servers)
    if not places.boot and not places.ztp:
        return None
    switches = tuple(switch for switch, _, _ in starting_switches(plan)) if places.ztp else ()
    return Serving(
        places=places,
        web=tuple(_web_servers(plan, servers, switches)),
        hosts=tuple(installs_of(plan, places)),
        switches=switches,
    )


def _web_servers(plan: Plan, servers: Servers, starting: Sequence[Switch]) -> Iterator[WebServer]:
    """Yield one for each control host; the URLs name the first, and the others serve the same for when it is away."""
    inband = {port.host: port for port in servers.inband}
    management = {port.host: port for port in servers.management}
    switches = tuple((switch.management, switch.name) for switch in starting)
    asking = _askers(plan.access, plan.site.services.boot, _HOSTS)
    hosts = {host.name: host for host in plan.hosts_of.get("control", [])}
    for host in dict.fromkeys((*inband, *management)):
        port = management.get(host) if _askers(plan.access, *_SWITCHES) else None
        yield WebServer(
            host=host,
            user=_USERS[family_of(system_of(plan, hosts[host]))],
            inband=inband[host].address if host in inband else "",
            management=port.address if port else "",
            names=_names(plan, port.label) if port else (),
            inband_names=_names(plan, inband[host].label)
            if plan.site.services.boot == "https" and host in inband
            else (),
            hosts=asking,
            switches=switches,
        )


def _names(plan: Plan, label: str) -> tuple[str, ...]:
    """Return a control host's name in a segment, whole and short."""
    return f"{label}.{plan.domain}", label


def _askers(access: Access, service: str, zone: str) -> tuple[str, ...]:
    """Return the prefixes of the zones that a flow allows to use a service of a zone."""
    zones = {flow.source for flow in access.flows if flow.to == zone and flow.service.name == service}
    return tuple(dict.fromkeys(prefix for name in sorted(zones) for prefix in access.zone[name].prefixes))
