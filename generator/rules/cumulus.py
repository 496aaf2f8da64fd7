"""What the spec asks for and NVUE cannot be told without a switch at hand."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.rules import plan_warning
from generator.spec.checks.rule import Finding, KeyFinding


@plan_warning(
    title="SNMPv3 traps of a Cumulus switch",
    why="NVUE sends a trap of version 3 only with the engine ID of its receiver, which nobody but the receiver knows.",
    fix="Set `system snmp-server trap-destination` by hand with the receiver's engine ID, or leave `collectors` out and let them ask.",
)
def traps_need_engine(plan: Draft) -> Iterator[Finding]:
    """Where traps are asked for, no switch needs what is not known."""
    snmp = plan.spec.services.snmp
    mine = [switch.name for switch in plan.switches if switch.os == "cumulus"]
    if snmp and snmp.collectors and mine:
        count = f"{mine[0]} and {len(mine) - 1} more" if len(mine) > 1 else mine[0]
        yield KeyFinding(
            message=f"{count} can be asked by SNMP, and send no traps: NVUE wants the engine ID of each receiver",
            loc=("services", "snmp", "collectors"),
            help="set the trap destinations by hand, or leave collectors out",
        )
