"""Lustre targets that an earlier plan has: their names and indices are written on them, so no later plan may change them or leave one out.

A target of a host that was only planned is not formatted yet. A tier that is removed as a whole is allowed: its drives keep their contents.
"""

from collections.abc import Collection, Iterator

from generator.change.earlier_plan import EarlierPlan
from generator.change.lustre_served import Served, served_before, served_by
from generator.plan.draft import Draft
from generator.plan.hosts.lustre import Numbered
from generator.source.diagnostic import Diagnostic, Note
from generator.source.rule import register
from generator.source.span import Loc

register(
    "lustre-renamed",
    title="Another name for a Lustre file system that exists",
    stage="plan",
    why="The name is written on every target and in the configuration logs. A rename rewrites the logs of all targets (tunefs.lustre(8), --writeconf), with all clients and servers stopped.",
    fix="Keep the name. If the targets were renamed by hand, or never formatted, render with --allow-disruptive.",
)
register(
    "lustre-target-lost",
    title="A Lustre target that exists and would not be served",
    stage="plan",
    why="What is on a target is lost to the file system without it: stripes of files on an object target, directories on a metadata target. Its index does not change after it is formatted.",
    fix="Keep the target. If it was emptied and deactivated (lfs_migrate(1), lfs-migrate(1), lctl-del_ost(8)), or never formatted, render with --allow-disruptive.",
)
_FEW = 3


def refuse_lost_targets(plan: Draft, baseline: EarlierPlan) -> Iterator[Diagnostic]:
    """Report the file systems of an earlier plan that would get another name or fewer targets, even if that is allowed.

    Raises PlanFileError: the earlier plan is not as it was written; ValueError: it has tiers that clustergen did not write.
    """
    if not any(tier.get("lustre") for tier in baseline.storage.values()):
        return
    now = {each.group: each for each in served_by(plan)}
    names = {each.fsname: each for each in now.values()}
    for was in served_before(baseline):
        here = now.get(was.group)
        if here and here.fsname != was.fsname:
            yield _renamed(was, here, baseline.source)
        elif here:
            yield from _lost(plan, was, here, baseline.source)
        elif there := names.get(was.fsname):
            yield _on_other_hosts(was, there, baseline.source)


def _renamed(was: Served, here: Served, source: str) -> Diagnostic:
    stated = here.lustre.fsname is not None
    place: Loc = ("storage", here.tier, "lustre")
    return Diagnostic(
        code="lustre-renamed",
        loc=(*place, "fsname") if stated else place,
        at_key=not stated,
        message=f"{source} has the Lustre file system {was.fsname} on {len(was.targets)} targets of {was.group}, and it would be called {here.fsname}",
        help=f"set fsname: {was.fsname} in storage.{here.tier}.lustre",
    )


def _on_other_hosts(was: Served, there: Served, source: str) -> Diagnostic:
    return Diagnostic(
        code="lustre-target-lost",
        loc=("storage", there.tier, "hosts"),
        message=f"{source} has {len(was.targets)} targets of {was.fsname} on {was.group}, and {there.group} would serve a file system of that name: targets of the same names, without what is on them",
        help=f"set hosts: {was.group}, or give the new file system another name and copy the files",
    )


def _lost(plan: Draft, was: Served, here: Served, source: str) -> Iterator[Diagnostic]:
    """Yield a problem for each edit that leaves targets out: fewer hosts, fewer metadata hosts, fewer object targets, or hosts in another order."""
    lustre, place = here.lustre, ("storage", here.tier, "lustre")
    lost = [each for each in was.targets.values() if each.name not in here.targets]
    away = [each for each in lost if each.ordinal not in here.hosts]
    if away:
        yield _of_hosts(plan, was, away, source)
    for kind, key, value in (("mdt", "metadata_hosts", was.lustre.metadata_hosts), ("ost", "osts", was.lustre.osts)):
        these = [each for each in lost if each.kind == kind and each.ordinal in here.hosts]
        if these:
            stated = key in lustre.model_fields_set
            yield Diagnostic(
                code="lustre-target-lost",
                loc=(*place, key) if stated else place,
                at_key=not stated,
                message=f"{source} has {_count(these)} that would not be served with {key}: {getattr(lustre, key)}",
                notes=(Note(_first(these, was), ()),),
                help=f"set {key}: {value}, or {_EMPTIED[key]}",
            )
    moved = [
        each
        for name, each in was.targets.items()
        if name in here.targets and here.hosts[each.ordinal] != was.hosts[each.ordinal]
    ]
    if moved:
        new = "; ".join(
            f"{each.name}: {was.hosts[each.ordinal]} becomes {here.hosts[each.ordinal]}" for each in moved[:_FEW]
        )
        yield Diagnostic(
            code="lustre-target-lost",
            loc=("hosts", here.group),
            at_key=True,
            message=f"{source} has {_count(moved)} on other hosts of {here.group}: indices follow the order of the hosts, and the drives do not",
            notes=(Note(new + _more(moved), ()),),
            help="keep the order of the hosts, or rename them with `rename`",
        )


_EMPTIED = {
    "metadata_hosts": "move the directories off them (lfs migrate -m), deactivate them on the MGS (lctl conf_param NAME.mdc.active=0), and add --allow-disruptive",
    "osts": "move the files off them (lfs_migrate), remove them on the MGS (lctl del_ost), and add --allow-disruptive",
}


def _of_hosts(plan: Draft, was: Served, away: Collection[Numbered], source: str) -> Diagnostic:
    hosts = list(dict.fromkeys(was.hosts[each.ordinal] for each in away))
    retired = any(each.name in hosts for each in plan.retired)
    root = any(each.ordinal == 0 for each in away)
    few = f"{', '.join(hosts[:_FEW])}{_more(hosts)}"
    return Diagnostic(
        code="lustre-target-lost",
        loc=("states", "retired") if retired else ("hosts", was.group),
        at_key=True,
        message=f"{source} has {_count(away)} of {was.fsname} on {few}, which would be {'retired' if retired else 'removed'}",
        notes=(Note(_first(away, was), ()),),
        help=f"keep {was.hosts[0]}: it has the management target and the root of the file system"
        if root
        else f"keep the hosts, or {_EMPTIED['osts']}",
    )


def _count(targets: Collection[Numbered]) -> str:
    return f"{len(targets)} target{'s' if len(targets) != 1 else ''}"


def _first(targets: Collection[Numbered], was: Served) -> str:
    few = "; ".join(f"{each.name} on {was.hosts[each.ordinal]}" for each in [*targets][:_FEW])
    return few + _more(targets)


def _more(things: Collection[object]) -> str:
    return f"; and {len(things) - _FEW} more" if len(things) > _FEW else ""
