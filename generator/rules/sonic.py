"""What SONiC's own tables cannot hold."""

from collections.abc import Iterator

from generator.plan.access.lines import PortRange
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.plan.sonic import platform_of
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding

Kind = tuple[str, str, str]
"""Fabric, role and tenant of the hosts at a port: what decides its filter."""
_SHORTEST_USER = 4
_LONGEST_USER = 32
"""Length of an SNMP user's name (sonic-snmp of sonic-buildimage, the same in 202311 to 202511)."""


def _runs_sonic(plan: Plan) -> bool:
    return any(switch.os == "sonic" for switch in plan.switches)


@plan_rule(
    title="An SNMP user that SONiC does not take",
    why="SONiC takes names of 4 to 32 characters; a file with another one is refused when it is loaded.",
    fix="Give the user a name of 4 to 32 characters.",
)
def snmp_user_name(plan: Draft) -> Iterator[Finding]:
    """The user's name has a length that SONiC takes."""
    snmp = plan.spec.services.snmp
    if snmp and _runs_sonic(plan) and not _SHORTEST_USER <= len(snmp.user) <= _LONGEST_USER:
        yield Finding(
            message=f"SONiC takes SNMP users of {_SHORTEST_USER} to {_LONGEST_USER} characters, and {snmp.user} has {len(snmp.user)}",
            loc=("services", "snmp", "user"),
            help="choose a name of that length",
        )


@plan_warning(
    title="SNMP collectors that SONiC switches do not tell",
    why="SONiC's tables hold who may read by SNMPv3, but no receiver of SNMPv3 traps; those of other versions are neither authenticated nor encrypted.",
    fix="Poll those switches, or take their alarms from syslog or gNMI.",
)
def snmp_no_traps(plan: Draft) -> Iterator[Finding]:
    """No collector waits for traps that never come."""
    snmp = plan.spec.services.snmp
    count = sum(switch.os == "sonic" for switch in plan.switches)
    if snmp and snmp.collectors and count:
        yield Finding(
            message=f"{count} SONiC switches send no SNMPv3 traps: they can only be polled",
            loc=("services", "snmp", "collectors"),
            help="poll them, or set services.syslog or services.telemetry",
        )


@plan_warning(
    title="More port ranges than a switch's filters hold",
    why="A filter line with a range takes a range checker, of which the switch has few; lines that get none are not installed, and what they allow is dropped.",
    fix="Use whole protocols, single ports or equal ranges in `access`.",
)
def acl_ranges(plan: Draft) -> Iterator[Finding]:
    """The filters of every SONiC switch have no more different port ranges than its platform holds."""
    made: dict[Kind, set[tuple[str, PortRange]]] = {}
    said: set[tuple[str, frozenset[Kind]]] = set()
    for switch in plan.switches:
        platform = platform_of(plan, switch) if switch.os == "sonic" else None
        limit = platform.port_ranges if platform else None
        kinds = frozenset(_filtered(plan, switch)) if limit else frozenset()
        if not platform or not limit or (switch.model, kinds) in said:
            continue
        said.add((switch.model, kinds))
        for kind in kinds - set(made):
            made[kind] = _ranges(plan, kind)
        ranges = {each for kind in kinds for each in made[kind]}
        if len(ranges) > limit:
            yield KeyFinding(
                message=f"the filters of {switch.name} have {len(ranges)} different port ranges, and {platform.hwsku} holds {limit}",
                loc=("access",),
                help="allow whole protocols or single ports, or give rules the same ranges",
            )


def _filtered(plan: Plan, switch: Switch) -> Iterator[Kind]:
    """Yield the kinds of hosts at whose ports a leaf has filters."""
    for port in plan.reserved_of[switch.name] if switch.tier == "leaf" else ():
        if port.kind == "host_leaf" and (port.fabric != "compute" or len(switch.carries) > 1):
            yield port.fabric, port.role, port.tenant


def _ranges(plan: Plan, kind: Kind) -> set[tuple[str, PortRange]]:
    """Return the port ranges of a filter, those of the two ends apart; a single port takes none."""
    each = plan.port_filters[kind]
    return {
        (side, span)
        for line in (*each.lines, *each.lines_ipv6)
        for side, span in (("source", line.source_ports), ("destination", line.ports))
        if span and span[0] != span[1]
    }
