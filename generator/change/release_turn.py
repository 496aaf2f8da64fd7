"""The turn of another release of a scheduler: before every step that installs this release on a host, as controllers refuse newer hosts.

slurmdbd is upgraded first, then slurmctld, then slurmd and the commands (https://slurm.schedmd.com/upgrades.html, Upgrade Procedure). A kubelet must not be
newer than the API server (https://kubernetes.io/releases/version-skew-policy/).
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from generator.change.records import Change
from generator.change.replaced import renewed
from generator.change.step import Step, StepKind
from generator.change.tables import PlanRows
from generator.plan.states import PLANNED

_KIND: StepKind = "upgrade"
_NAMES = "names"
_SLURM = "slurm"


class Turn(Struct, frozen=True):
    """How a release stands to the rest of a change.

    `replaced` are hosts that get it with their new hardware. `apart`: other hosts get it only with a name or a part that they do not have yet, or the cluster
    or hosts would not work under the new tree, so the release comes first, from a tree in which nothing else differs.
    """

    replaced: frozenset[str]
    apart: bool


def turn_of(scheduler: str, old: PlanRows, new: PlanRows, changes: Sequence[Change]) -> Turn:
    """Return the turn of a scheduler's release."""
    before, after = (_hosts(scheduler, plan) for plan in (old, new))
    renamed = {change.key[0] for change in changes if change.table == _NAMES}
    replaced = frozenset(renewed(changes)) & before & after
    joined = after - before
    moved = bool(replaced) and any(_changes(changes, "hosts", "inband"))
    return Turn(replaced, bool(joined or renamed & after or moved or any(_changes(changes, "cluster", "name"))))


def _hosts(scheduler: str, plan: PlanRows) -> set[str]:
    """Return the hosts that have programs of a scheduler: of Slurm also those where users log in."""
    found = {row["host"] for row in plan.get("schedulers", ()) if row["scheduler"] == scheduler}
    if scheduler == _SLURM:
        found |= {row["name"] for row in plan["hosts"] if row["role"] == "login" and row.get("state") != PLANNED}
    return found


def _changes(changes: Iterable[Change], table: str, field: str) -> Iterable[Change]:
    return (change for change in changes if change.table == table and field in {each.name for each in change.fields})


def in_turn_of_releases(
    steps: Sequence[Step], old: PlanRows, new: PlanRows, changes: Sequence[Change]
) -> tuple[Step, ...]:
    """Return steps with those of releases before all others if they are `apart`, and else before the first host that is replaced."""
    found = [*(step for step in steps if step.apart), *(step for step in steps if not step.apart)]
    for scheduler in dict.fromkeys(name for step in found if step.kind == _KIND for name in step.join):
        mine = [step for step in found if step.kind == _KIND and step.join == (scheduler,) and not step.apart]
        replaced = turn_of(scheduler, old, new, changes).replaced
        place = next((n for n, step in enumerate(found) if step.kind == "host" and replaced & {*step.devices}), None)
        if mine and place is not None:
            found = [*found[:place], *mine, *(step for step in found[place:] if step not in mine)]
    return tuple(found)
