"""Steps that install another release of a scheduler: controllers first, then the hosts that jobs run on.

Jobs of Slurm run on while slurmd is replaced (SchedMD's Upgrade Guide); workers of Kubernetes are drained, a rack at a time. Hosts that are reinstalled
get the new release with their new system, in a later step: controllers have it by then. So do hosts that are replaced.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from generator.change.records import Change
from generator.change.release_turn import Turn, turn_of
from generator.change.renames import Renames
from generator.change.sequence import batch_of
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.plan.slurm.features import RELEASES, upgrades_from
from generator.plan.states import PLANNED

_TABLES = frozenset({"daemons", "kubernetes"})
"""Tables whose rows have the release of a scheduler."""
_COMPUTES = frozenset({"compute", "worker"})
_SLURM = "slurm"
_MINOR = re.compile(r"v?([0-9]+)\.([0-9]{1,3})(?![0-9])")


def released(changes: Iterable[Change]) -> tuple[str, ...]:
    """Return the schedulers that get another release."""
    found = (
        change.row["scheduler"]
        for change in changes
        if change.table in _TABLES and any(field.name == "version" for field in change.fields)
    )
    return tuple(dict.fromkeys(found))


def upgrades(
    old: PlanRows,
    new: PlanRows,
    changes: Sequence[Change],
    renames: Renames,
    founded: bool = False,
    reinstalled: Collection[str] = frozenset(),
) -> Iterator[Step]:
    """Yield the steps of each scheduler that gets another release; none of Kubernetes where it is `founded` by another step. `reinstalled` are hosts that get another system."""
    for scheduler in released(changes):
        parts = [
            {row["host"]: row["part"] for row in plan.get("schedulers", ()) if row["scheduler"] == scheduler}
            for plan in (old, new)
        ]
        stay = [row for row in old["hosts"] if row["name"] in parts[0].keys() & parts[1].keys()]
        first = tuple(row["name"] for row in stay if parts[0][row["name"]] not in _COMPUTES)
        others = [row for row in stay if row["name"] not in first]
        turn = turn_of(scheduler, old, new, changes) if _later(scheduler, old, new) else Turn(frozenset(), apart=False)
        later = set() if turn.apart else {*reinstalled}
        if scheduler == _SLURM:
            steps = _of_slurm(old, new, first, others, later, turn)
        elif not founded:
            kept = [row for row in others if row["name"] not in later | turn.replaced]
            steps = _of_kubernetes(first, kept, _minors(old, new))
        else:
            continue
        yield from (_under_earlier_names(step, renames) if turn.apart else step for step in steps)


def _under_earlier_names(step: Step, renames: Renames) -> Step:
    """Return a step from a tree of its own, with the names that its hosts still have."""
    before = {now: was for was, now in renames.devices.items()}
    if before.keys().isdisjoint(step.devices):
        return replace(step, apart=True)
    was, drain = (tuple(before.get(name, name) for name in names) for names in (step.devices, step.drain))
    return replace(step, apart=True, was=was, drain=drain, undrain=drain)


def _of_kubernetes(
    first: tuple[str, ...], others: Iterable[Mapping[str, str]], between: tuple[str, ...]
) -> Iterator[Step]:
    """Yield the steps of a new release of Kubernetes: control hosts, then workers a rack at a time; all of them first for each release `between`."""
    names = ("kubernetes",)
    if first:
        yield Step(kind="upgrade", devices=first, leave=names, join=names, of=between)
    batches: dict[str, tuple[str, ...]] = {}
    for row in others:
        batches[batch_of(row)] = (*batches.get(batch_of(row), ()), row["name"])
    for hosts in batches.values():
        yield Step(kind="upgrade", devices=hosts, drain=hosts, undrain=hosts, leave=names, join=names)


def _minors(old: PlanRows, new: PlanRows) -> tuple[str, ...]:
    """Return the minor releases of Kubernetes between two: none may be skipped (Kubernetes, Upgrading kubeadm clusters; RKE2, Manual Upgrades; kubespray, docs/operations/upgrades.md)."""
    found = [_MINOR.match(row["version"]) for plan in (old, new) for row in plan["kubernetes"]]
    if len(found) != 2 or not all(found):
        return ()
    (major, before), (later, after) = ((int(number) for number in each.groups()) for each in found if each)
    return tuple(f"{major}.{minor}" for minor in range(before + 1, after)) if major == later else ()


def _of_slurm(
    old: PlanRows,
    new: PlanRows,
    first: tuple[str, ...],
    others: Iterable[Mapping[str, str]],
    reinstalled: Collection[str],
    turn: Turn,
) -> Iterator[Step]:
    """Yield the step of another release of Slurm, with the releases on the way to it. Nobody joins an earlier one: daemons that are newer than their files stay.

    A run takes packages by the systems in the tree. So hosts that are `reinstalled` wait for that; if controllers are, which must come first, a tree with
    the earlier systems upgrades all. Hosts that are replaced wait for their new hardware, but for controllers.
    """
    before, after = _versions(old, new)
    names = (_SLURM,)
    kept = {row["name"] for row in new["hosts"]}
    logins = [row["name"] for row in old["hosts"] if row["role"] == "login" and row.get("state") != PLANNED]
    hosts = (*first, *(row["name"] for row in others), *(name for name in logins if name in kept))
    systems = tuple(name for name in hosts if name in reinstalled)
    if not {*first} & {*systems}:
        systems = tuple(name for name in hosts if name in {*systems} | turn.replaced - {*first})
        hosts = tuple(name for name in hosts if name not in systems)
    if after < before:
        yield Step(kind="upgrade", devices=hosts, leave=names, systems=systems)
    else:
        yield Step(kind="upgrade", devices=hosts, leave=names, join=names, of=_between(before, after), systems=systems)


def _later(scheduler: str, old: PlanRows, new: PlanRows) -> bool:
    """Return whether a release is installed: of Slurm none is for the files of an earlier one."""
    before, after = _versions(old, new) if scheduler == _SLURM else ("", "")
    return after >= before


def _versions(old: PlanRows, new: PlanRows) -> tuple[str, str]:
    before, after = (
        next(str(row["version"]) for row in plan["daemons"] if row["scheduler"] == _SLURM) for plan in (old, new)
    )
    return before, after


def _between(before: str, after: str) -> tuple[str, ...]:
    """Return the releases that have to run in turn before a release can be upgraded to a later one; none where a plan names one that is not known."""
    if not {before, after} <= {*RELEASES}:
        return ()
    way = [before]
    while way[-1] not in upgrades_from(after):
        way.append(max(each for each in RELEASES if way[-1] in upgrades_from(each)))
    return tuple(way[1:])
