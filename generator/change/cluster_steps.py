"""Steps that concern no single device: the cluster's name, numbers of accounts, connections that are closed, and files whose effect is not stated."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.change.files import FileChange
from generator.change.records import Change, Kind
from generator.change.step import Step, StepKind
from generator.change.tables import PlanRows
from generator.change.touched import GRAVE
from generator.change.waits import mounts, nfs_servers
from generator.plan.sections import CHOICES

_ACCOUNTS = frozenset({"accounts", "account_groups"})
_COMPUTES = frozenset({"compute", "worker"})
_SLURM = "slurm"


def name_steps(old: PlanRows, new: PlanRows, changes: Iterable[Change]) -> Iterator[Step]:
    """Yield the step of a renamed cluster: `of` has both names, `join` the schedulers that use them.

    Slurm's jobs end first: its controllers do not start on the saved state of another cluster, and its database keeps old jobs under the old name.
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


def account_steps(old: PlanRows, changes: Sequence[Change]) -> Iterator[Step]:
    """Yield one step for all accounts whose number, or that of one of their groups, changes, as files keep the old one; and one for those whose home changes.

    The accounts must not be in use: usermod(8) changes neither if an account has processes.
    """
    found: dict[str, set[str]] = {}
    for change in changes:
        if change.table in _ACCOUNTS and not change.whole:
            for field in change.fields:
                found.setdefault(f"{change.table} {field.name}", set()).add(change.key[0])
    owners = found.get("accounts uid", set()) | found.get("accounts gid", set())
    groups, homes = found.get("account_groups gid", set()), found.get("accounts home", set())
    rows = old.get("accounts", ())
    owners |= {row["name"] for row in rows if groups & set(row["groups"])}
    if owners or groups:
        yield _account_step("owner", old, owners, groups)
    if homes:
        yield _account_step("home", old, homes, set())


def _account_step(kind: StepKind, old: PlanRows, accounts: set[str], groups: set[str]) -> Step:
    mine = [row for row in old.get("accounts", ()) if row["name"] in accounts]
    on = {group for row in mine for group in row["hosts"]}
    hosts = {row["name"] for row in old["hosts"] if row["group"] in on}
    return Step(
        kind=kind, devices=_in_order(old, hosts), of=tuple(row["name"] for row in mine) or tuple(sorted(groups))
    )


def mount_steps(old: PlanRows, changes: Iterable[Change], felt: Collection[str]) -> Iterator[Step]:
    """Yield the step of hosts whose mount of a tier changes and is in none of their files; hosts in `felt` have steps for their files."""
    for change in changes:
        tier = change.before
        if change.table != "tiers" or change.kind not in GRAVE or tier is None or not (tier["group"] and tier["mount"]):
            continue
        if change.whole or any(field.effect for field in change.fields):
            names = tuple(row["name"] for row in old["hosts"] if mounts(tier, row) and row["name"] not in felt)
            if names:
                yield Step(kind="mount", devices=names, drain=names, undrain=names, of=(tier["mount"],))


def export_steps(old: PlanRows, new: PlanRows) -> Iterator[Step]:
    """Yield a step for each NFS tier whose file system changes, because a pair exports it, no longer exports it, or uses another device: its files are copied.

    If only the address of a pair changes, its clients mount it again: each keeps the address that the name had when it mounted the tier (nfs(5), `addr`).
    Clients that leave are gone by then, unless a server leaves: its files are copied first (`copied_first`).
    """
    before, after = _exported(old), _exported(new)
    stay = {row["name"] for row in new["hosts"]}
    for tier in (row for row in old["tiers"] if row["name"] in before.keys() & after.keys()):
        was, now = before[tier["name"]], after[tier["name"]]
        if was.hosts and was != now:  # without a host it was not exported
            clients = tuple(row["name"] for row in old["hosts"] if mounts(tier, row))
            names = tuple(name for name in clients if name in stay)
            copied = (was.hosts, was.device) != (now.hosts, now.device)
            yield Step(
                kind="export",
                devices=tuple(dict.fromkeys(name for name in (*was.hosts, *now.hosts, *names) if name in stay)),
                was=was.hosts,
                of=(tier["mount"], now.device) if copied else (tier["mount"],),
                drain=names if stay.issuperset(was.hosts) else clients,
                undrain=names,
            )


def copied_first(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return steps in which no server leaves before its files are copied."""
    for number, step in enumerate(steps):
        exports = [each for each in steps[number:] if each.kind == "export" and {*each.was} & {*step.devices}]
        if step.kind == "leave" and exports:
            others = [each for each in steps[number:] if each not in exports]
            return (*steps[:number], *exports, *copied_first(others))
    return tuple(steps)


class _Export(NamedTuple):
    """The hosts that export an NFS tier of ours, and the device and the address of a pair."""

    hosts: tuple[str, ...]
    device: str
    address: str


def _exported(plan: PlanRows) -> dict[str, _Export]:
    """Return who exports each NFS tier of ours; a change of the group has its own steps."""
    stated = plan.get(CHOICES, {}).get("site", {}).get("storage", {})
    found: dict[str, _Export] = {}
    for tier in plan["tiers"]:
        spec = stated.get(tier["name"], {})
        if tier["kind"] == "nfs" and tier["group"] and not spec.get("source"):
            pair = spec.get("nfs") or {}
            found[tier["name"]] = _Export(nfs_servers(plan, tier), pair.get("device", ""), pair.get("address", ""))
    return found


def egress_steps(old: PlanRows, new: PlanRows, changes: Iterable[Change]) -> Iterator[Step]:
    """Yield the step of hosts that may no longer ask outside of the cluster what they could: `of` are the zones and what each loses; empty where all is closed that is not stated."""
    if "egress" not in new:
        return
    hosts = tuple(row["name"] for row in old["hosts"])
    if "egress" not in old:
        yield Step(kind="egress", devices=hosts)
        return
    stay = {row["name"] for row in new["zones"]}
    gone = {Kind.REMOVED, Kind.EFFECT}
    lost = [each for each in changes if each.table == "egress" and each.kind in gone and each.key[0] in stay]
    of = tuple(dict.fromkeys(f"{change.key[2]} ({change.key[1]})" for change in lost))
    zones = {str(change.key[0]).partition("/")[2].partition("@")[0] for change in lost}
    mine = tuple(row["name"] for row in old["hosts"] if zones & {row["role"], ""})
    if of and mine:
        yield Step(kind="egress", devices=mine, of=of)


def unknown_steps(files: Iterable[FileChange]) -> Iterator[Step]:
    """Yield a step for files of the whole cluster that interrupt their readers, which are not known."""
    found = tuple(file.path for file in files if file.kind in GRAVE and file.effect.interrupts and not file.devices)
    if found:
        yield Step(kind="unknown", devices=(), of=found)


def _in_order(plan: PlanRows, names: set[str]) -> tuple[str, ...]:
    return tuple(row["name"] for row in plan["hosts"] if row["name"] in names)
