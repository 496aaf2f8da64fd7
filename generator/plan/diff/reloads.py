"""What schedulers' daemons have to be told of a change: restarts, and commands that need none, in their order."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from generator.plan.diff.files import FileChange
from generator.plan.diff.records import Change
from generator.plan.diff.tables import PlanRows
from generator.plan.slurm.reload import READ_AGAIN, RESTART, RESTART_HOST

_FOLDER = "slurm/"


@dataclass(frozen=True, slots=True)
class Reload:
    """A command, and the hosts that it runs on, one after the other. `restart`: a daemon ends and begins anew; jobs go on all the same."""

    scheduler: str
    command: str
    hosts: tuple[str, ...]
    restart: bool


def reloads(
    old: PlanRows, new: PlanRows, changes: Iterable[Change], files: Collection[FileChange] | None
) -> Iterator[Reload]:
    """Give the commands for hosts that come and go, and for files that daemons have to read again."""
    moved = {change.row["scheduler"] for change in changes if change.table == "schedulers"}
    if any(file.path.removeprefix(_FOLDER) in READ_AGAIN for file in files or () if file.path.startswith(_FOLDER)):
        moved.add("slurm")
    before = {row["scheduler"]: row for row in old.get("daemons", ())}
    for row in new.get("daemons", ()):
        name, controllers = row["scheduler"], tuple(row["controllers"])
        if name not in moved or not controllers or ("daemons" in old and name not in before):
            continue  # nothing is new, or all of it
        others = name in before and tuple(before[name]["controllers"]) != controllers
        commands = [RESTART, *(each for each in row["new_hosts"] if each != RESTART)] if others else row["new_hosts"]
        for command in commands:
            restart = command.startswith("systemctl restart ")
            yield Reload(name, command, controllers if restart else controllers[:1], restart)
        stay = _computing(old, name) & _computing(new, name)
        if others and stay:
            hosts = tuple(host["name"] for host in new["hosts"] if host["name"] in stay)
            yield Reload(name, RESTART_HOST, hosts, restart=True)


def _computing(plan: PlanRows, scheduler: str) -> set[str]:
    rows = (row for row in plan.get("schedulers", ()) if row["scheduler"] == scheduler)
    return {row["host"] for row in rows if row["part"] == "compute"}
