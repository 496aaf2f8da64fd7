"""Running configurations of switches in the backups: who reads them, and what logs in to them."""

from generator.catalog.model import SwitchSystem
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.states import PLANNED

KEPT = "/var/lib/clustergen/switches"
"""Where the host that reads them has the last one of each."""
PART = "switches"


def reader_of(plan: Plan) -> Host | None:
    """Return the control host that reads configurations of switches: the first one, if the spec asks for it and a switch has any."""
    spec = plan.site.backups
    if spec is None or not spec.switches or not any(switch.os for switch in plan.switches):
        return None
    return next((host for host in plan.hosts_of.get("control", []) if host.state != PLANNED), None)


def logs_in(plan: Plan) -> bool:
    """Whether it logs in to some of them by SSH."""
    systems = sorted({switch.os for switch in plan.switches if switch.os})
    return reader_of(plan) is not None and any(plan.hardware.get(SwitchSystem, os).reached.user for os in systems)
