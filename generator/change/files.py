"""Files of two trees: added, removed, with added lines only, or rewritten."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from generator.change.file_effects import FileEffect, rule_of
from generator.change.records import Kind
from generator.change.renames import Renames
from generator.change.tables import PlanRows

_OF_DEVICES = ("hosts/", "switches/", "ansible/inventory/host_vars/")
_OF_GROUPS = "host_groups/"
_OF_GROUP = "ansible/inventory/group_vars/"
_MOST_PLACES = 10_000_000
"""The most hosts times shared files: several times that of 65,536 hosts."""


class FileChange(Struct, frozen=True):
    """A file that differs. `how` is added, gains (no line is lost), rewritten or removed; `devices` are those that have it.

    A file that hosts of a group share is one file, with all of these hosts. `kind` is set for files of devices that are in both plans, and for those
    of the whole cluster whose change is in no row of the plan. `effect` is that of placing it, `why` its reason.
    """

    path: str
    how: str
    devices: tuple[str, ...]
    kind: Kind | None
    effect: FileEffect = FileEffect.NOTHING
    why: str = ""


class TreeFiles(Struct, frozen=True):
    """The files of a tree: digests by path, the group of each host, and the readers of files of devices."""

    digests: Mapping[str, str]
    groups: Mapping[str, str]
    read: Callable[[str], bytes]
    called: frozenset[str] = frozenset()
    """Other names of groups of hosts in its files."""

    def shared(self) -> dict[str, list[str]]:
        """Return the files that hosts share, by group."""
        found: dict[str, list[str]] = {}
        for path in self.digests:
            if _is_shared(path):
                found.setdefault(path.split("/", 2)[1], []).append(path)
        return found

    def devices(self) -> set[str]:
        """Return the devices with files in it."""
        return set(self.groups) | set(map(owner, self.digests))

    def places(self, like: "TreeFiles") -> dict[str, str]:
        """Return the location of each file by its path: a file of a group by the path that it would have for each host.

        A file of a group that is the same, and shared, in the tree `like` is left out.

        Raises OverflowError: hosts share more files than clustergen writes.
        """
        places = {path: path for path in self.digests if not _is_shared(path)}
        shared = self.shared()
        if sum(len(shared.get(group, ())) for group in self.groups.values()) > _MOST_PLACES:
            raise OverflowError
        for host, group in self.groups.items():
            for path in shared.get(group, ()):
                own = f"hosts/{host}/{path.split('/', 2)[2]}"
                same = like.groups.get(host) == group and like.digests.get(path) == self.digests[path]
                if own not in places and not (same and own not in like.digests):
                    places[own] = path
        return places


def renamed(tree: TreeFiles, renames: Renames) -> TreeFiles:
    """Return the tree with its files under the paths of the later names; their contents stay."""
    if not renames:
        return tree
    places = {renames.path(path): path for path in tree.digests}
    return TreeFiles(
        {place: tree.digests[path] for place, path in places.items()},
        {renames.devices.get(host, host): renames.groups.get(group, group) for host, group in tree.groups.items()},
        lambda place: tree.read(places[place]),
        frozenset(name.rstrip("0123456789") for name in renames.devices),
    )


def _is_shared(path: str) -> bool:
    return path.startswith(_OF_GROUPS) and path.count("/") > 1


def compare_files(old: TreeFiles, new: TreeFiles, stay: set[str]) -> Iterator[FileChange]:
    """Compare two trees; `stay` names the devices of both. Raises OverflowError: hosts share more files than clustergen writes."""
    before, after = old.places(new), new.places(old)
    groups = frozenset(name.rstrip("0123456789") for name in (*old.groups, *new.groups)) | old.called
    found: dict[tuple[str, str], list[str]] = {}
    for path in {*before, *after}:
        was, now = before.get(path, ""), after.get(path, "")
        if old.digests.get(was) != new.digests.get(now) and not _only_shared(old, new, was, now, owner(path) in stay):
            found.setdefault((was, now), []).append(path)
    for (was, now), paths in sorted(found.items(), key=lambda each: min(each[1])):
        devices = tuple(sorted(device for path in paths if (device := owner(path)))) or _group(now or was, old, new)
        how = "rewritten" if was and now else "removed" if was else "added"
        lines = (old.read(was), new.read(now)) if was and now and is_read(was) and is_read(now) else None
        if lines and gains(*lines):
            how = "gains"
        change = FileChange(now or was, how, devices, None)
        yield _judged(change, lines, groups) if not devices or stay & set(devices) else change


def _judged(change: FileChange, lines: tuple[bytes, bytes] | None, groups: frozenset[str]) -> FileChange:
    """Return a change with its effect; a file that follows rows of the plan has none. `lines` are those before and after, for files that are in both."""
    path, how, devices = change.path, change.how, change.devices
    rule = rule_of(path)
    before, after = lines or (None, None)
    effect = rule.effect if how == "removed" and rule.removed else rule.between(before, after, groups)
    if effect is None:
        return replace(change, effect=rule.effect, why=rule.why) if rule.rows else change
    if effect is FileEffect.NOTHING and not devices:
        return change
    grows = how in ("added", "gains")
    if how == "removed":
        kind = Kind.REMOVED
    elif effect.interrupts and not (grows and rule.grows):
        kind = Kind.EFFECT
    else:
        kind = Kind.ADDED if grows else Kind.IN_PLACE
        effect = FileEffect.RELOAD if effect.interrupts else effect
    return FileChange(path, how, devices, kind, effect, (how == "removed" and rule.removed) or rule.why)


def followed(files: Iterable[FileChange], *, rows: bool) -> tuple[FileChange, ...]:
    """Return files so that those that follow `rows` of the plan have an effect if no row shows the change."""
    return tuple(
        replace(file, kind=Kind.IN_PLACE)
        if file.kind is None and file.effect is not FileEffect.NOTHING and not rows
        else file
        for file in files
    )


def _group(path: str, old: TreeFiles, new: TreeFiles) -> tuple[str, ...]:
    """Return the hosts of a group that are in both plans, for the group's variables."""
    name = path.removeprefix(_OF_GROUP).removesuffix(".yml") if path.startswith(_OF_GROUP) else ""
    return tuple(host for host, group in old.groups.items() if name and name == group == new.groups.get(host))


def _only_shared(old: TreeFiles, new: TreeFiles, was: str, now: str, stays: bool) -> bool:
    """Whether a file of an added or removed host is one of its group that both trees have."""
    place = now or was
    alone = not stays and not (was and now)
    return alone and _is_shared(place) and place in old.digests and place in new.digests


def owner(path: str) -> str:
    """Return the device that has a file; empty for files of the whole cluster."""
    for folder in _OF_DEVICES:
        if path.startswith(folder):
            return path.removeprefix(folder).partition("/")[0].removesuffix(".yml")
    return ""


def is_read(path: str) -> bool:
    """Return whether the content of a file is compared: not where rows of the plan have all of it."""
    return not rule_of(path).rows


def gains(before: bytes, after: bytes) -> bool:
    """Return whether every line still exists in order, with any lines between. A comma added to the last row of a list is no change."""
    return _lines(before) <= _lines(after)


def _lines(data: bytes) -> Counter[bytes]:
    return Counter(line.rstrip(b",") for line in data.splitlines())


def devices_of(plans: Iterable[PlanRows]) -> set[str]:
    """Name the devices that are in all of the plans."""
    found = [{row["name"] for part in ("hosts", "switches") for row in plan[part]} for plan in plans]
    return set.intersection(*found)
