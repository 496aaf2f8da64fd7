"""difference: the complete comparison of two plans, the entry point of this package."""

from collections.abc import Collection, Mapping

from msgspec import Struct

from generator.change.cables import CableWork, cable_work
from generator.change.cluster_steps import (
    account_steps,
    copied_first,
    egress_steps,
    export_steps,
    mount_steps,
    name_steps,
    unknown_steps,
)
from generator.change.compare import unstated
from generator.change.cords import NewPower, with_cords
from generator.change.costs import ChangeCost, change_cost
from generator.change.file_effects import FileEffect
from generator.change.file_steps import file_steps, gain_steps, gaining, interrupted
from generator.change.files import FileChange, followed
from generator.change.label_forms import NewLabels
from generator.change.order import migration
from generator.change.parts import Part, bill_difference
from generator.change.readdressed import with_addresses
from generator.change.records import Change, Kind
from generator.change.release_turn import in_turn_of_releases
from generator.change.releases import upgrades
from generator.change.reloads import Reload, reloads
from generator.change.rename_steps import rename_steps
from generator.change.renames import Renames
from generator.change.replaced import with_hands
from generator.change.row_changes import row_changes
from generator.change.schedulers import handovers, in_turn, one_by_one, renewals
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.change.taken_over import TakenOver, taken_over
from generator.change.touched import GRAVE, Drain, Joins, drains, joins, touched
from generator.change.trunks import with_trunks
from generator.change.waits import with_waits

_WHOLE = frozenset({"host", "switch", "release", "leave", "found", "rename", "files", "export"})
"""Kinds of steps after which devices have all of their new files."""


_NEW = frozenset({"add", "limits"})
"""Kinds of steps that touch no existing device: additions to hosts are made with the stages that add devices."""


class Difference(Struct, frozen=True, kw_only=True, dict=True):
    """The comparison of two plans. `old` has the names of `new`; `files` is None where files were not compared; `unsaid` lists sections that one plan lacks."""

    old: PlanRows
    new: PlanRows
    renames: Renames
    changes: tuple[Change, ...]
    cables: tuple[CableWork, ...]
    parts: tuple[Part, ...]
    hosts: tuple[str, ...]
    switches: tuple[Drain, ...]
    joins: tuple[Joins, ...]
    reloads: tuple[Reload, ...]
    steps: tuple[Step, ...]
    files: tuple[FileChange, ...] | None
    unsaid: tuple[str, ...]
    power: NewPower = NewPower()
    """Power strips and cords that are added, moved, removed or relabelled."""
    labels: NewLabels = NewLabels()
    """Labels that are replaced because all of the site get another form."""
    taken: tuple[TakenOver, ...] = ()
    """Addresses that move from one existing device to another: on a baseline such a change is refused."""
    cost: ChangeCost | None = None
    """Pieces to buy at the prices of `new`; None where it has none."""

    @property
    def counts(self) -> Mapping[Kind, int]:
        """Changes by kind: rows of the plan, and files of devices."""
        found = dict.fromkeys(Kind, 0)
        for change in self.changes:
            found[change.kind] += 1
        for file in self.files or ():
            if file.kind is not None:
                found[file.kind] += 1
        return found


def difference(old: PlanRows, new: PlanRows, files: Collection[FileChange] | None = None) -> Difference:
    """Compare two plans; `files` are the changed files of their trees, under the later names."""
    found = row_changes(old, new)
    old, renames, changes, labels, power = found.old, found.renames, found.changes, found.labels, found.power
    files = None if files is None else followed(files, rows=bool(changes))
    switches = drains(old, touched(old, new, changes))
    renewed = tuple(renewals(old, new, changes))
    felt = interrupted(files or ())
    reinstalled = {name for name, effect in felt.items() if effect is FileEffect.REINSTALL}
    anew = tuple(rename_steps(old, new, changes, felt.keys(), reinstalled))
    loaded = {name for step in renewed for name in step.switches} | {name for step in anew for name in step.devices}
    steps = (
        *anew,
        *migration(old, new, changes, felt.keys() - loaded),
        *in_turn(list(one_by_one(old, renewed, felt.keys())), list(handovers(old, new, changes))),
        *upgrades(old, new, changes, renames, any(step.kind == "found" for step in renewed), reinstalled),
        *name_steps(old, new, changes),
        *account_steps(old, changes),
        *export_steps(old, new),
        *(() if files is None else mount_steps(old, changes, felt.keys())),
        *egress_steps(old, new, changes),
        *unknown_steps(files or ()),
    )
    if anew:  # devices are removed while schedulers still have all names
        steps = (*(step for step in steps if step.kind == "leave"), *(step for step in steps if step.kind != "leave"))
    steps = in_turn_of_releases(copied_first(steps), old, new, changes)
    steps = tuple(with_trunks(with_hands(steps, old, changes, renames), old, changes))
    done = {name for step in steps if step.kind in _WHOLE for name in (*step.devices, *step.out)}
    done -= reinstalled - {name for step in steps for name in (*step.replaced, *step.installed)}
    steps += tuple(file_steps(old, felt, done))
    if any(step.kind not in _NEW for step in steps):
        done |= felt.keys()
        steps += tuple(gain_steps(old, gaining(files or ()), done))
    steps = tuple(with_waits(with_cords(with_addresses(steps, changes), power, old["hosts"]), old))
    drained = {renames.devices.get(name, name) for step in steps for name in step.drain}
    parts = tuple(bill_difference(old, new)) if changes else ()
    was = {now: before for step in anew for before, now in zip(step.was, step.devices, strict=True)}
    return Difference(
        old=old,
        new=new,
        renames=renames,
        changes=changes,
        cables=tuple(cable_work(old, new, changes, relabelled=labels.places)),
        labels=labels,
        parts=parts,
        cost=change_cost(parts, old, new),
        hosts=tuple(was.get(row["name"], row["name"]) for row in old["hosts"] if row["name"] in drained),
        switches=switches,
        joins=tuple(joins(changes)),
        reloads=tuple(reloads(old, new, changes, files, renames)),
        steps=steps,
        files=files,
        power=power,
        unsaid=unstated(old, new),
        taken=tuple(taken_over(old, new)) if any(_readdressed(change) for change in changes) else (),
    )


def _readdressed(change: Change) -> bool:
    return change.table == "addresses" and change.kind in GRAVE
