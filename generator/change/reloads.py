"""Commands for daemons of schedulers after a change: restarts and reloads, in their order."""

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

from generator.change.files import FileChange
from generator.change.records import Change
from generator.change.releases import released
from generator.change.renames import Renames
from generator.change.tables import PlanRows
from generator.plan.slurm.reload import READ_AGAIN, RESTART, RESTART_HOST

_FOLDER = "slurm/"


class Reload(Struct, frozen=True):
    """A command, and the hosts that it runs on, one after the other. `restart`: a daemon is restarted; jobs continue."""

    scheduler: str
    command: str
    hosts: tuple[str, ...]
    restart: bool


def reloads(
    old: PlanRows, new: PlanRows, changes: Iterable[Change], files: Collection[FileChange] | None, renames: Renames
) -> Iterator[Reload]:
    """Yield the commands for hosts that are added, removed or renamed, and for files that daemons have to read again."""
    changes = list(changes)
    moved = {change.row["scheduler"] for change in changes if change.table == "schedulers"}
    called = set(renames.devices.values())
    moved |= {row["scheduler"] for row in new.get("schedulers", ()) if row["host"] in called}
    if any(file.path.removeprefix(_FOLDER) in READ_AGAIN for file in files or () if file.path.startswith(_FOLDER)):
        moved.add("slurm")
    moved -= set(released(changes))  # its steps restart its daemons
    if any(change.table == "cluster" and any(field.name == "name" for field in change.fields) for change in changes):
        moved.discard("slurm")  # so does the step of a new cluster name
    before, after = _controllers(old), _controllers(new)
    of_new_hosts = {row["scheduler"]: row["new_hosts"] for row in new.get("daemons", ())}
    for name, controllers in after.items():
        if name not in moved or ("daemons" in old and name not in before):
            continue  # no change, or a new scheduler
        others = name in before and (before[name] != controllers or not called.isdisjoint(controllers))
        commands = (
            [RESTART, *(each for each in of_new_hosts[name] if each != RESTART)] if others else of_new_hosts[name]
        )
        for command in commands:
            restart = command.startswith("systemctl restart ")
            yield Reload(name, command, controllers if restart else controllers[:1], restart)
        stay = _computing(old, name) & _computing(new, name)
        if others and stay:
            hosts = tuple(host["name"] for host in new["hosts"] if host["name"] in stay)
            yield Reload(name, RESTART_HOST, hosts, restart=True)


def _controllers(plan: PlanRows) -> dict[str, tuple[str, ...]]:
    """Return the controllers of each scheduler, the first one first."""
    found: dict[str, tuple[str, ...]] = {}
    for row in plan.get("daemons", ()):
        found[row["scheduler"]] = (*found.get(row["scheduler"], ()), row["controller"])
    return found


def _computing(plan: PlanRows, scheduler: str) -> set[str]:
    rows = (row for row in plan.get("schedulers", ()) if row["scheduler"] == scheduler)
    return {row["host"] for row in rows if row["part"] == "compute"}
