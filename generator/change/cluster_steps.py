"""Steps of what no single device has: the cluster's name, the numbers of accounts, and files of which nobody has stated what they do."""

from collections.abc import Iterable, Iterator, Sequence

from generator.change.files import FileChange
from generator.change.records import Change
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.change.touched import GRAVE

_ACCOUNTS = ("accounts", "account_groups")
_NUMBERS = frozenset({"uid", "gid"})
_COMPUTES = frozenset({"compute", "worker"})
_SLURM = "slurm"


def name_steps(old: PlanRows, new: PlanRows, changes: Iterable[Change]) -> Iterator[Step]:
    """Yield the step of a cluster that is called otherwise: `of` has both names, `join` the schedulers that know them.

    Slurm's jobs end first: its controllers do not start on the saved state of another cluster, and its database keeps what ran under the name that it ran by.
    """
    named = [
        field for change in changes if change.table == "cluster" for field in change.fields if field.name == "name"
    ]
    if not named:
        return
    parts = [
        {(row["scheduler"], row["host"]): row["part"] for row in plan.get("schedulers", ())} for plan in (old, new)
    ]
    stay = {key: part for key, part in parts[0].items() if key in parts[1]}
    daemons = {row["controller"] for row in old.get("daemons", ()) if row["scheduler"] == _SLURM}
    of_slurm = {host for scheduler, host in stay if scheduler == _SLURM} | daemons
    drained = {host for (scheduler, host), part in stay.items() if scheduler == _SLURM and part in _COMPUTES}
    schedulers = tuple(dict.fromkeys(scheduler for scheduler, _ in stay))
    yield Step(
        kind="name",
        devices=_in_order(old, of_slurm),
        of=(named[0].before, named[0].after),
        drain=_in_order(old, drained),
        undrain=_in_order(old, drained),
        leave=schedulers,
        join=schedulers,
    )


def owner_steps(old: PlanRows, changes: Sequence[Change]) -> Iterator[Step]:
    """Yield a step for all accounts whose number, or that of a group of theirs, is another: files keep the old one."""
    moved: dict[str, set[str]] = {table: set() for table in _ACCOUNTS}
    for change in changes:
        if change.table in moved and not change.whole and any(field.name in _NUMBERS for field in change.fields):
            moved[change.table].add(change.key[0])
    accounts, groups = (moved[table] for table in _ACCOUNTS)
    mine = [row for row in old.get("accounts", ()) if row["name"] in accounts or groups & set(row["groups"])]
    if accounts or groups:
        on = {group for row in mine for group in row["hosts"]}
        hosts = {row["name"] for row in old["hosts"] if row["group"] in on}
        names = dict.fromkeys(row["name"] for row in mine)
        yield Step(kind="owner", devices=_in_order(old, hosts), of=tuple(names or sorted(groups)))


def unknown_steps(files: Iterable[FileChange]) -> Iterator[Step]:
    """Yield a step for files of the whole cluster that interrupt whoever reads them: no device is known to."""
    found = tuple(file.path for file in files if file.kind in GRAVE and file.effect.interrupts and not file.devices)
    if found:
        yield Step(kind="unknown", devices=(), of=found)


def _in_order(plan: PlanRows, names: set[str]) -> tuple[str, ...]:
    return tuple(row["name"] for row in plan["hosts"] if row["name"] in names)
