"""Logs of BMCs: where each may send them, by the protocols of Redfish's EventDestination (DMTF DSP8010, since EventDestination v1.9.0).

The access matrix lets BMCs reach the management addresses of control hosts alone, so a collector at another address is none of theirs.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.plan.hosts.certificates import has_tls
from generator.plan.hosts.logs import TLS_PORT, collectors_of, listens_plainly
from generator.plan.plan import Plan

_UDP_PORT = 514
"""RFC 5426, section 3.3."""


def bmc_log_facts(plan: Plan) -> Mapping[str, Any]:
    """Return what the role `redfish` reads of collectors: of each its name, and the protocols that it takes with their URI, the best first; nothing where BMCs have none."""
    protocols = [("SyslogTLS", TLS_PORT)] if has_tls(plan) else []
    protocols += [("SyslogUDP", _UDP_PORT)] if listens_plainly(plan) else []
    collectors = [
        {"collector": host.name, "offers": _offers(host.management, protocols)}
        for host in collectors_of(plan)
        if host.management in map(str, plan.site.services.syslog)
    ]
    return {"bmc_logs": collectors} if collectors and any(host.bmc for host in plan.hosts) else {}


def _offers(address: str, protocols: Sequence[tuple[str, int]]) -> list[dict[str, str]]:
    return [{"protocol": name, "destination": f"syslog://{address}:{port}"} for name, port in protocols]
