"""Renames as changes and as steps: renamed devices, and the order in which schedulers, files and neighbours get the new names."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from generator.change.images import images
from generator.change.records import Change, FieldChange, Kind
from generator.change.renames import Renames
from generator.change.replaced import exchanged, systems
from generator.change.sequence import batch_of
from generator.change.stand_ins import apart
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.change.work import pushes

TABLE = "names"
"""The table of renamed devices: each has a row under its new name."""
_RELABEL = "the rack, its devices, PDUs, cords and the ends of their cables get new labels; nothing moves"
_WHY = {
    "hosts": "schedulers and clients identify a host by its name: it leaves them, reboots with its new name, and returns",
    "switches": "its file is reloaded; neighbours describe their ports by it",
}


def named(old: PlanRows, new: PlanRows, renames: Renames) -> Iterator[Change]:
    """Yield a change for each renamed device or rack of both plans; `old` has the later names."""
    was = {after: before for before, after in renames.devices.items()}
    there = {row["name"] for section in _WHY for row in new[section]}
    for section, why in _WHY.items():
        for row in old[section]:
            name = row["name"]
            if name in was and name in there:
                field = FieldChange("name", was[name], name, effect=True, why=why)
                yield Change(Kind.EFFECT, TABLE, (name,), {"name": was[name]}, {"name": name}, (field,))
    for before, after in renames.racks.items():
        field = FieldChange("name", before, after, effect=False, why=_RELABEL)
        yield Change(Kind.IN_PLACE, "racks", (after,), {"name": before}, {"name": after}, (field,))


def rename_steps(
    old: PlanRows,
    new: PlanRows,
    changes: Sequence[Change],
    loads: Collection[str] = frozenset(),
    installed: Collection[str] = frozenset(),
) -> Iterator[Step]:
    """Yield the steps of renamed hosts, compute hosts a rack at a time and all others one by one, and of switches, no two redundant ones together.

    `was` has the earlier names, and so has `drain` of a host's own step, as the schedulers have no others yet. Of the switches, those of `loads` are out of
    service while they load their files: hosts without another path are drained, under the names that they have by then. Hosts of `installed` get
    another system in the same step: the files of the new one do not work on the old. Switches that get a new system, another release or new hardware are
    renamed in that step and have none here.
    """
    was: Mapping[str, str] = {change.key[0]: change.fields[0].before for change in changes if change.table == TABLE}
    if not was:
        return
    parts = [{(row["scheduler"], row["host"]) for row in plan.get("schedulers", ())} for plan in (old, new)]
    stay = sorted(parts[0] & parts[1])
    batches: dict[str, tuple[str, ...]] = {}
    for row in old["hosts"]:
        if row["name"] in was:
            batches[batch_of(row)] = (*batches.get(batch_of(row), ()), row["name"])
    for hosts in batches.values():
        known = tuple(was[name] for name in hosts)
        of = tuple(dict.fromkeys(scheduler for scheduler, host in stay if host in hosts))
        again = tuple(name for name in hosts if name in installed)
        yield Step(
            kind="rename", devices=hosts, was=known, drain=known, undrain=hosts, leave=of, join=of, installed=again
        )
    others = exchanged(changes).keys() | systems(changes) | images(changes).keys()
    switches = {row["name"] for row in old["switches"]} & was.keys() - others
    for step in pushes(old, switches, loads):
        yield replace(step, kind="rename", was=tuple(was[name] for name in step.devices))
    for names in apart(old, [row for row in old["switches"] if row["name"] in switches - set(loads)]):
        yield Step(kind="rename", devices=names, was=tuple(was[name] for name in names))
