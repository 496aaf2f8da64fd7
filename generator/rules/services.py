"""Services of switches, and SNMP: routes to them, and support by their systems."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network

from generator.plan.addressing.pools import PINNED_OOB
from generator.plan.draft import Draft
from generator.plan.hosts.logs import COLLECTORS
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding

_SHORTEST_USER, _LONGEST_USER = 4, 32
"""Length of an SNMP user's name (sonic-snmp of sonic-buildimage, the same in 202311 to 202511)."""


def out_of_band(plan: Draft) -> list[IPv4Network]:
    """Return the pools of the out-of-band network."""
    return [IPv4Network(layout.prefix) for layout in plan.layouts if layout.pool in {"oob", *PINNED_OOB.values()}]


@plan_warning(
    title="Log collectors at addresses without a collector",
    why="Control hosts collect logs where services.syslog names their addresses. No other address of the cluster has a listener, so logs that are sent there are lost.",
    fix="Name the management address of a control host, or a collector of the site.",
)
def syslog_nobody_listens(plan: Draft) -> Iterator[Finding]:
    """Every collector within the cluster's pools is the address of a control host."""
    pools = [IPv4Network(layout.prefix) for layout in plan.layouts]
    listening = {address for host in plan.hosts_of.get(COLLECTORS, []) for address in (host.management, host.inband)}
    for number, address in enumerate(plan.spec.services.syslog):
        if _inside(address, pools) and str(address) not in listening:
            yield Finding(
                message=f"no log collector listens at {address}: no control host has this address",
                loc=("services", "syslog", number),
                help="name a control host's management address: ip/addresses.csv has them",
            )


def _inside(address: IPv4Address | str, pools: list[IPv4Network]) -> bool:
    return isinstance(address, IPv4Address) and any(address in pool for pool in pools)


@plan_rule(
    title="An SNMP user name that SONiC refuses",
    why="SONiC accepts names of 4 to 32 characters, and refuses to load a file with any other.",
    fix="Give the user a name of 4 to 32 characters.",
)
def snmp_user_name(plan: Draft) -> Iterator[Finding]:
    """The user's name has a length that SONiC takes."""
    snmp = plan.spec.services.snmp
    if snmp and _of(plan, "sonic") and not _SHORTEST_USER <= len(snmp.user) <= _LONGEST_USER:
        yield Finding(
            message=f"SONiC accepts SNMP user names of {_SHORTEST_USER} to {_LONGEST_USER} characters, and {snmp.user} has {len(snmp.user)}",
            loc=("services", "snmp", "user"),
            help="choose a name of that length",
        )


@plan_warning(
    title="SNMP collectors to which SONiC switches send no traps",
    why="SONiC can be configured with SNMPv3 readers, but not with receivers of SNMPv3 traps; traps of other versions are neither authenticated nor encrypted.",
    fix="Poll those switches, or take their alarms from syslog or gNMI.",
)
def snmp_no_traps(plan: Draft) -> Iterator[Finding]:
    """No collector waits for traps that never come."""
    snmp = plan.spec.services.snmp
    count = len(_of(plan, "sonic"))
    if snmp and snmp.collectors and count:
        yield Finding(
            message=f"{count} SONiC switches send no SNMPv3 traps: they can only be polled",
            loc=("services", "snmp", "collectors"),
            help="poll them, or set services.syslog or services.telemetry",
        )


@plan_warning(
    title="SNMPv3 traps of a Cumulus switch",
    why="NVUE sends a trap of version 3 only with the engine ID of its receiver, which only the receiver has.",
    fix="Set `system snmp-server trap-destination` by hand with the receiver's engine ID, or remove `collectors` and have the collectors poll.",
)
def traps_need_engine(plan: Draft) -> Iterator[Finding]:
    """Where traps are stated, every switch has a known engine id."""
    snmp = plan.spec.services.snmp
    mine = _of(plan, "cumulus")
    if snmp and snmp.collectors and mine:
        count = f"{mine[0]} and {len(mine) - 1} more" if len(mine) > 1 else mine[0]
        yield KeyFinding(
            message=f"{count} can be polled by SNMP, and send no traps: NVUE needs the engine ID of each receiver",
            loc=("services", "snmp", "collectors"),
            help="set the trap destinations by hand, or leave collectors out",
        )


def _of(plan: Draft, system: str) -> list[str]:
    return [switch.name for switch in plan.switches if switch.os == system]
