"""`heal [WHAT...]`: repairs failed parts."""

from generator.twin.answer import Answer, TwinError
from generator.twin.command import Command
from generator.twin.commands.fail import MOST_PARTS, sorted_parts
from generator.twin.running import Running


def _heal(running: Running, *parts: str) -> Answer:
    bed = running.bed
    failed = bed.failed()
    if not failed:
        return Answer(command="heal", summary="nothing has failed")
    if whole := [part for part in parts if part not in failed]:
        raise TwinError(f"{', '.join(whole)} has not failed; failed: {', '.join(failed)}")
    wanted = parts or tuple(failed)
    bed.heal(**sorted_parts(running, wanted))
    seconds, faults = running.settle()
    state = (
        f"routes as designed after {seconds:.1f} s"
        if not faults
        else f"routes differ from the design after {seconds:.1f} s"
    )
    more = {"healed": list(wanted), "failed": bed.failed(), "seconds": round(seconds, 1)}
    return Answer(command=" ".join(("heal", *parts)), summary=f"{', '.join(wanted)} repaired; {state}", lines=running.notes(), faults=faults, more=more)  # fmt: skip


COMMAND = Command(
    name="heal",
    usage="heal [DEVICE|CABLE ...]",
    help="Repair what has failed, or these parts of it, and wait for the routes.",
    place=7,
    run=_heal,
    kinds=("part",) * MOST_PARTS,
)
