"""All that is served to hosts and switches that start for the first time, in one record."""

from generator.plan.plan import Plan
from generator.plan.provisioning.boot import starting_switches
from generator.plan.provisioning.installs import installs_of
from generator.plan.provisioning.places import places_of
from generator.plan.provisioning.records import Servers, Serving
from generator.plan.provisioning.web import web_servers


def serving_of(plan: Plan, servers: Servers) -> Serving | None:
    """Return who serves boot files; nothing where there is no control host."""
    places = places_of(plan, servers)
    if not places.boot and not places.ztp:
        return None
    return Serving(
        places=places,
        web=tuple(web_servers(plan, servers, places)),
        hosts=tuple(installs_of(plan, places)),
        switches=tuple(switch for switch, _, _ in starting_switches(plan)) if places.ztp else (),
    )
