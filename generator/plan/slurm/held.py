"""Hosts that Slurm gives no jobs: those in maintenance and those that are planned.

`DownNodes` leaves the `NodeName` lines as they are (slurm.conf(5), DOWN NODE CONFIGURATION), so a host's state is in separate lines.
"""

from collections.abc import Iterator

from generator.plan.hostlist import fold
from generator.plan.plan import Plan
from generator.plan.scheduled import slurm_hosts
from generator.plan.slurm.records import Held
from generator.plan.states import MAINTENANCE, PLANNED, in_state


def held(plan: Plan) -> Iterator[Held]:
    """Yield the hosts in maintenance, then those that are planned."""
    compute = tuple(slurm_hosts(plan))
    away, coming = in_state(compute, MAINTENANCE), in_state(compute, PLANNED)
    if away:
        yield Held(
            hosts=fold(away),
            state="DRAIN",
            reason="clustergen: maintenance",
            why="In maintenance: jobs end, and none begins. slurmctld remembers it: back in service, `scontrol update NodeName=... State=RESUME`.",
        )
    if coming:
        yield Held(
            hosts=fold(coming),
            state="FUTURE",
            reason="clustergen: planned",
            why="Planned: not there yet, so nobody asks for them. slurmctld takes them in when it is restarted without this line.",
        )
