"""All that is served to hosts and switches that start for the first time, in one record."""

from dataclasses import dataclass

from generator.plan.plan import Plan
from generator.plan.provisioning.boot import starting_switches
from generator.plan.provisioning.installs import Install, installs_of
from generator.plan.provisioning.names import named_addresses
from generator.plan.provisioning.places import Places, places_of
from generator.plan.provisioning.servers import servers_of
from generator.plan.provisioning.web import WebServer, web_servers
from generator.plan.records import Switch


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """Where files are, who serves them, which hosts can be installed, which switches are told where their configuration is."""

    places: Places
    web: tuple[WebServer, ...]
    hosts: tuple[Install, ...]
    switches: tuple[Switch, ...]


def serving_of(plan: Plan) -> Serving | None:
    """Return who serves boot files; nothing where there is no control host."""
    servers = servers_of(plan, {each.address: each for each in named_addresses(plan)})
    places = places_of(plan, servers)
    if not places.boot and not places.ztp:
        return None
    return Serving(
        places=places,
        web=tuple(web_servers(plan, servers, places)),
        hosts=tuple(installs_of(plan, servers, places)),
        switches=tuple(switch for switch, _, _ in starting_switches(plan)) if places.ztp else (),
    )
