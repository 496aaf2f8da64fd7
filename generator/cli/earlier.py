"""The existing tree in the output directory: before it is replaced, print what changes for existing devices."""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from generator.change.cords import TABLE as CORDS
from generator.change.earlier_plan import open_earlier_plan
from generator.change.files import TreeFiles, compare_files, devices_of, renamed
from generator.change.formats import PLAN, PlanFileError, read_rows
from generator.change.label_forms import NewLabels
from generator.change.records import Kind
from generator.change.renames import renames_between
from generator.change.row_changes import row_changes
from generator.change.tables import PlanRows
from generator.cli.say import failed, say
from generator.cli.session import Session
from generator.cli.sides import tree_files
from generator.plan.plan import Plan
from generator.render.tree import MANIFEST
from generator.verify.tree_files import read_manifest


def warn_of_changes(spec: Path, fresh: Path, target: Path, shown: Path) -> None:
    """Warn on standard error where a new tree, whole but not yet at its place, changes records or files of devices that exist.

    `shown` is the target as the user wrote it. What only gains lines is growth, and no warning. An earlier plan that cannot be read is none of this function's business.
    """
    try:
        records, files, by_hand = _changed(fresh, target)
    except (PlanFileError, OverflowError):
        return
    if not records and not files:
        return
    say(
        f"warning: {shown} holds an earlier tree, of which {_counted(records, 'record')} and {_counted(files, 'file')} of devices "
        f"that exist change or go{by_hand}\n"
        f"help: `clustergen plan OLD {spec}` reports what that does, OLD being the earlier {PLAN}, for example from version control; "
        f"`clustergen render {spec} -o {shown} --baseline OLD` refuses what would change an existing device",
        err=True,
    )


def _by_hand(labels: NewLabels, cords: int) -> str:
    """Return the changes that no file of a device shows, and that somebody makes in the room."""
    found = [
        "all labels are replaced" if labels.every else "labels of cables, hosts and switches are replaced"
    ] * labels.places
    found += [f"{_counted(cords, 'power cord')} {'moves' if cords == 1 else 'move'}"] * bool(cords)
    return f"; {' and '.join(found)}" if found else ""


def refuse_another(session: Session, plan: Plan, output: Path) -> None:
    """End the run if the existing tree is neither the baseline nor a plan on it with the numbers of `plan`: two plans on one baseline renumber each other."""
    if session.earlier is None or not (output / PLAN).is_file():
        return
    try:
        there = open_earlier_plan(output)
    except PlanFileError as error:
        raise failed(f"{error}\nhelp: --accept-baseline replaces it") from None
    if session.earlier.continues(there, plan):
        return
    raise failed(
        f"the plan in {output} (generation {there.lineage.generation}) is not {session.earlier.source} "
        f"(generation {session.earlier.lineage.generation}), and what was added since would be renumbered\n"
        f"help: leave out --baseline to continue from the plan in the directory; --accept-baseline goes back to {session.earlier.source}, --fresh renumbers everything"
    )


def _changed(fresh: Path, target: Path) -> tuple[int, int, str]:
    """Count records that change or go, and files of devices of both trees that do more than gain lines; return with both what is changed by hand.

    A tree of a few backends only (`--only`) replaces those, and may have no plan.
    """
    paths = (target / PLAN, fresh / PLAN)
    if not paths[0].is_file():
        return 0, 0, ""
    old = read_rows(paths[0])
    partial = not paths[1].is_file()
    new = old if partial else read_rows(paths[1])
    files = _files(fresh, target, (old, new), partial=partial)
    if partial or _gains(*paths):
        return 0, files, ""
    found = row_changes(old, new)
    records = sum(1 for each in found.changes if each.kind is not Kind.ADDED)
    return records, files, _by_hand(found.labels, sum(1 for each in found.changes if each.table == CORDS))


def _files(fresh: Path, target: Path, plans: tuple[PlanRows, PlanRows], *, partial: bool) -> int:
    try:
        before, after = (tree_files(tree, plan) for tree, plan in zip((target, fresh), plans, strict=True))
    except PlanFileError:
        return 0
    there = before.digests
    if partial:
        renewed = set(_backends(fresh).values())
        there = {path: there[path] for path, backend in _backends(target).items() if backend in renewed}
    renames = renames_between(*plans)
    before = renamed(replace(before, digests=there, read=_reading(before)), renames)
    changes = compare_files(before, after, devices_of((renames.rows(plans[0]), plans[1])))
    return sum(1 for change in changes if change.devices and change.kind not in (None, Kind.ADDED))


def _reading(tree: TreeFiles) -> Callable[[str], bytes]:
    """Return what reads a file of the tree that is replaced, as empty where it is lost."""

    def read(path: str) -> bytes:
        try:
            return tree.read(path)
        except PlanFileError:
            return b""

    return read


def _backends(tree: Path) -> dict[str, str]:
    return {path: entry["backend"] for path, entry in read_manifest(tree / MANIFEST).items()}


def _gains(old: Path, new: Path) -> bool:
    """Return whether every line of the earlier plan is in the later one: most renders only add, and need no closer look."""
    lines = [{line.rstrip(b",") for line in path.read_bytes().splitlines()} for path in (old, new)]
    return lines[0] <= lines[1]


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
