"""The history of a plan: renames and releases of a spec against its baseline. Events that are done stay in it, and are not repeated."""

import difflib
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from generator.change.earlier_plan import EarlierPlan
from generator.change.renames import Names, Renames, renames_of
from generator.model.room import place_name
from generator.plan.lineage import Event
from generator.source.diagnostic import Diagnostic, Note, Problems
from generator.source.rule import register
from generator.spec.cluster import ClusterSpec
from generator.spec.renames import pairs
from generator.spec.tenants import unfold

register(
    "rename-unknown",
    title="A rename of a name that the earlier plan does not have",
    stage="plan",
    why="With a misspelt old name, clustergen would remove the device and add another one.",
    fix="Use the name that the earlier plan has.",
)
register(
    "rename-taken",
    title="A rename to a name that is in use",
    stage="plan",
    why="Until the last file is installed, two devices would have one name.",
    fix="Choose another name, or free this name first, in a separate change.",
)
register(
    "rename-kind",
    title="A group renamed to a device, or a device to a group",
    stage="plan",
    why="A host group is renamed with all of its hosts, a device on its own.",
    fix="Write a group's name on both sides, or names of devices on both.",
)
register(
    "release-unknown",
    title="A release of a group that is not in the earlier plan",
    stage="plan",
    why="With a misspelt name, the places of the intended group would stay reserved.",
    fix="Use the name that the group had.",
)
register(
    "release-early",
    title="A release of a group with installed hosts",
    stage="plan",
    why="Their ports and addresses would be given to other hosts while they are in use.",
    fix="Remove the group in one change, and release it in the next.",
)
register(
    "rename-moves",
    title="Devices renamed and moved in one change",
    stage="plan",
    why="The steps of a change use one name for each device: a host that boots with a new name while its cables are moved would be found under neither name.",
    fix="Rename in one change, and move in the next.",
)


def history_of(spec: ClusterSpec) -> tuple[Event, ...]:
    """Return the history of a spec without a baseline."""
    return (*_renames(spec, spec.rename), *(Event("release", group) for group in sorted(spec.release)))


def _renames(spec: ClusterSpec, keys: Iterable[str]) -> list[Event]:
    """Return the entries in order: devices before groups, so that a host with its own rename does not get that of its group first."""
    events = [Event("rename", key, spec.rename[key]) for key in keys]
    return sorted(events, key=lambda event: (event.to in spec.hosts, event.of))


def go_on(baseline: EarlierPlan, spec: ClusterSpec) -> tuple[Event, ...]:
    """Apply the names of a spec to an earlier plan, and return its history with the new events.

    Raises SpecError: names that the earlier plan does not have, or has given to another.
    """
    racks = _renamed_racks(baseline, spec)
    if not spec.rename and not spec.release:
        baseline.rename(Renames(racks=racks))
        return tuple(baseline.history)
    names = Names(baseline.sections)
    problems = Problems([*_problems(baseline, spec, names), *_unreleasable(baseline, spec, names)])
    problems.stop_at_errors()
    fresh = {key for key, old, _ in pairs(spec.rename) if old in names.groups or old in names.devices}
    events = (*_renames(spec, fresh),)
    events += tuple(Event("release", group) for group in sorted(spec.release) if group in names.groups)
    baseline.rename(replace(renames_of(baseline.sections, events), racks=racks))
    return (*baseline.history, *events)


def _renamed_racks(baseline: EarlierPlan, spec: ClusterSpec) -> dict[str, str]:
    """Return the racks of an earlier plan that pins rename: a rack is identified by its place."""
    labels, racks = spec.pins.racks, {}
    for row in baseline.numbering if labels else ():
        if row["what"] == "rack":
            name = labels.get(place_name(spec.racks, row["row"], row["position"]), row["rack"])
            racks.update({row["rack"]: name} if name != row["rack"] else {})
    return racks


def refuse_both(baseline: EarlierPlan, moves: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Report a change that both renames devices and moves existing ones, even if moves are allowed."""
    found = next(iter(moves), None) if baseline.renames.devices or baseline.renames.groups else None
    if found is not None:
        yield Diagnostic(
            code="rename-moves",
            loc=("rename",),
            at_key=True,
            message="this change both renames and moves existing devices",
            notes=(Note(found.message, found.loc),),
            help="remove `rename` and the new names and move first, or rename first and keep the sizes",
        )


def _problems(baseline: EarlierPlan, spec: ClusterSpec, names: Names) -> Iterator[Diagnostic]:
    """Yield problems of renames against an earlier plan: the first of each entry."""
    done = {
        pair
        for event in baseline.history
        if event.what == "rename"
        for pair in zip(unfold(event.of), unfold(event.to), strict=False)
    }
    known = {**names.groups, **names.devices}
    reported = set()
    for key, old, new in pairs(spec.rename):
        group = old in names.groups
        if old not in known:
            found = None if (old, new) in done else _unknown(baseline, key, old, sorted(known))
        elif new in known:
            found = _taken(baseline, key, old, new)
        elif group is not (new in spec.hosts):
            found = _other_kind(key, old, new, group=group)
        else:
            found = None
        if found is not None and key not in reported:
            reported.add(key)
            yield found


def _unreleasable(baseline: EarlierPlan, spec: ClusterSpec, names: Names) -> Iterator[Diagnostic]:
    """Yield problems of releases: groups that the earlier plan does not have, or that still have hosts in it."""
    done = {event.of for event in baseline.history if event.what == "release"}
    there = [row["name"] for row in baseline.sections["hosts"] if row.get("group") in spec.release]
    groups = {row.get("group") for row in baseline.sections["hosts"]}
    for index, group in enumerate(spec.release):
        if group in groups:
            yield Diagnostic(
                code="release-early",
                loc=("release", index),
                message=f"{group} is to be released, but {baseline.source} has hosts of it, such as {there[0]}",
                help="first render without the group and remove its hosts in the order of `clustergen plan`; release it in a later change",
            )
        elif group not in names.groups and group not in done:
            near = difflib.get_close_matches(group, sorted(names.groups), 1, 0.6)
            yield Diagnostic(
                code="release-unknown",
                loc=("release", index),
                message=f"{group} is to be released, but {baseline.source} reserves nothing for a group of that name",
                help=f"did you mean {near[0]}?" if near else "remove the entry",
            )


def _unknown(baseline: EarlierPlan, key: str, old: str, known: list[str]) -> Diagnostic:
    near = difflib.get_close_matches(old, known, 1, 0.6)
    return Diagnostic(
        code="rename-unknown",
        loc=("rename", key),
        at_key=True,
        message=f"{old} is to be renamed, but {baseline.source} has no device or group of that name",
        help=f"did you mean {near[0]}?" if near else "remove the entry, or use a name that the earlier plan has",
    )


def _taken(baseline: EarlierPlan, key: str, old: str, new: str) -> Diagnostic:
    return Diagnostic(
        code="rename-taken",
        loc=("rename", key),
        message=f"{old} is to be renamed to {new}, but {baseline.source} already has a {new}",
        help="choose another name, or rename or remove {new} in an earlier change",
    )


def _other_kind(key: str, old: str, new: str, *, group: bool) -> Diagnostic:
    words = f"{old} is a host group, but {new} is not" if group else f"{old} is a device, but {new} is a host group"
    return Diagnostic(
        code="rename-kind",
        loc=("rename", key),
        message=words,
        help=f"call the group {new} in hosts" if group else "use the current name of the device",
    )
