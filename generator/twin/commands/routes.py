"""`routes`: the kernel tables of every switch against the cables."""

from generator.plan.counts import counted
from generator.twin.answer import Answer
from generator.twin.command import Command
from generator.twin.running import Running


def _routes(running: Running) -> Answer:
    bed = running.bed
    faults = bed.differences()
    living = len(bed.switches) - len(bed.dead)
    state = "as the cables and the files say" if not faults else f"{counted(len(faults), 'route')} not as designed"
    summary = f"routes of {counted(living, 'switch', 'switches')}: {state}"
    return Answer(command="routes", summary=summary, faults=faults, more={"switches": living})


COMMAND = Command(
    name="routes",
    usage="routes",
    help="Compare the kernel tables of every switch with the cables: prefixes, and every equal path to each.",
    place=5,
    run=_routes,
)
