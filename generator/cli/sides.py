"""The two sides of a comparison: a spec, a rendered tree, or a plan.json, read to rows and, where there are any, to files."""

import zlib
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from pydantic import ValidationError

from generator.analysis.close import close
from generator.change.earlier_plan import open_earlier_plan
from generator.change.file_effects import documents as read_by_people
from generator.change.files import FileChange, TreeFiles, compare_files, devices_of, is_read, owner, renamed
from generator.change.formats import PLAN, PlanFileError, read_rows
from generator.change.label_forms import stated_label
from generator.change.lustre_targets import refuse_lost_targets
from generator.change.moved import moved
from generator.change.renames import renames_between
from generator.change.tables import PlanRows
from generator.cli.production import MIGRATION, Production
from generator.cli.say import say
from generator.cli.session import Session
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.plan.sections import INTERFACES, RESERVED_PORTS, SUBNET_LINKS, with_hardware
from generator.render.artifact import RenderError
from generator.render.backend import load_backends
from generator.render.encode import plain
from generator.render.templates import TemplateError
from generator.render.tree import MANIFEST
from generator.source.reading import ReadingError, read_regular
from generator.spec.base import defaults
from generator.spec.cabling import LabelSpec
from generator.spec.load import shown_name
from generator.verify.tree_files import MOST_BYTES, read_manifest

_LABEL = defaults(LabelSpec)
_HEAD_BYTES = 4096
_COME_TOO_LATE = frozenset({"placement-stands", "fabric-stands"})
"""Warnings of edits that a plan on a baseline does not follow: without them, it would report that nothing changes."""
_SPEC_KEY = "clustergen"
_ANEW = f"use the tree as it was rendered, or its {PLAN} alone, whose files are not compared"
_RENDERED_FROM = frozenset({INTERFACES, RESERVED_PORTS, SUBNET_LINKS})


class Side(Struct, frozen=True):
    """A plan as rows, with its files, if any, and the look of labels, which plans of early formats do not state."""

    plan: PlanRows
    files: TreeFiles | None = None
    label: LabelSpec = _LABEL


def is_spec(path: Path) -> bool:
    """Whether a path is a spec, not a rendered tree or a plan.json, which is JSON that begins with its format."""
    if path.is_dir():
        return False
    if not path.is_file():
        return path.suffix != ".json"
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    if f'"{_SPEC_KEY}"'.encode() in head:
        return True
    return path.suffix != ".json" and not (head.lstrip().startswith(b"{") and b'"format"' in head)


def read_sides(sessions: tuple[Session, Session], *, documents: bool) -> tuple[Side, Side]:
    """Read both sides; a spec is rendered in memory, so that files can be compared. With `documents`, those that people read, too.

    Problems of a spec are shown, and end the command.

    Raises PlanFileError: a file or directory that holds no plan that we read.
    """
    render = all(is_spec(session.path) or (session.path / MANIFEST).is_file() for session in sessions)
    only = () if documents else tuple(name for name in load_backends() if name not in read_by_people())
    old = _side(sessions[0], only if render else None)
    return old, _side(sessions[1], only if render else None, old)


def _side(session: Session, only: tuple[str, ...] | None, other: Side | None = None) -> Side:
    """Read a side, with the files of the backends `only` (all, where it names none); None: without files. `other` is the other side."""
    if is_spec(session.path):
        sections, files, label = _made(session, only, other)
        return Side(plain(sections), files, label)
    if session.path.is_dir():
        rows = _compared(session.path / PLAN)
        return Side(
            rows, None if only is None else tree_files(session.path, rows, only), _label(rows, session.path / PLAN)
        )
    rows = _compared(session.path)
    return Side(rows, label=_label(rows, session.path))


def _label(rows: PlanRows, file: Path) -> LabelSpec:
    """Return the look of labels that the plan in a file states."""
    try:
        return LabelSpec.model_validate(stated_label(rows) or {})
    except ValidationError:
        raise PlanFileError(
            f"{file} is not a complete plan: its `cabling.label` is not as clustergen writes it"
        ) from None


def _made(
    session: Session, only: tuple[str, ...] | None, other: Side | None
) -> tuple[dict[str, Any], TreeFiles | None, LabelSpec]:
    """Return the compared sections of the plan of a spec, its files, and the form of labels. The rest of the plan is freed before its rows are made."""
    plan, label = _planned(session)
    if only is None:
        return with_hardware(plan), None, label
    try:
        files = Production(plan, session.templates(), only, quiet=session.quiet, site=session.site())
        return with_hardware(plan), _rendered(files, _known(other, plan)), label
    except TemplateError as error:
        session.fail(error.document, [error.problem])


def _planned(session: Session) -> tuple[Plan, LabelSpec]:
    """Return the plan of a spec, without the model that it was made of, and the look of labels."""
    reading = replace(session, quiet=True)  # `validate` has the warnings that are of the spec alone
    plan, document = reading.plan_and_document()
    if not session.quiet:
        late = [each for each in plan.warnings if each.code in _COME_TOO_LATE]
        if late:
            session.show(document, late)
        _tell_baseline(reading, plan)
    label = plan.spec.cabling.label
    return close(plan), label


def _compared(path: Path) -> PlanRows:
    """Read a plan without the sections that only a tree is rendered from: they are half of it."""
    return {name: rows for name, rows in read_rows(path).items() if name not in _RENDERED_FROM}


def _tell_baseline(session: Session, plan: Draft) -> None:
    """Report on standard error that the tree is the baseline, if that makes a difference and was not requested; or that the given one is not the tree's plan."""
    earlier = session.earlier
    if earlier is None:
        if session.implied_baseline and (there := open_earlier_plan(session.implied_baseline)).name != plan.name:
            say(
                f"note: {shown_name(session.path)} is the spec of {plan.name}, and {there.source} is the plan of {there.name}; `clustergen render` onto it refuses "
                "that without --fresh (baseline-of-another)",
                err=True,
            )
        return
    if not earlier.implied:
        if session.implied_baseline and not earlier.continues(
            there := open_earlier_plan(session.implied_baseline), plan
        ):
            say(
                f"note: {earlier.source} (generation {earlier.lineage.generation}) is the baseline, and the plan in {session.implied_baseline} (generation "
                f"{there.lineage.generation}) is another; `clustergen render` onto it refuses that without --accept-baseline",
                err=True,
            )
        return
    lost = next(refuse_lost_targets(plan, earlier), None)
    if not earlier.outgrown and lost is None:
        return
    does = ["moves existing devices"] if earlier.outgrown and any(moved(plan, earlier.renamed_sections)) else []
    does += [f"changes Lustre targets that exist ({lost.code})"] if lost else []
    refused = f"; it {' and '.join(does)}, which `clustergen render` refuses without --allow-disruptive" if does else ""
    say(
        f"note: {shown_name(session.path)} is planned on {earlier.source}, as generation {plan.lineage.generation}{refused}; --fresh plans it without a baseline",
        err=True,
    )


def tree_files(tree: Path, plan: PlanRows, only: tuple[str, ...] = ()) -> TreeFiles:
    """Return the files of a rendered tree by its manifest. `plan` has the groups of hosts, `only` names backends.

    Raises PlanFileError: its manifest cannot be read or is not as it was written; later, so is a file that the manifest lists.
    """
    try:
        entries = ((path, entry, entry["backend"]) for path, entry in read_manifest(tree / MANIFEST).items())
        listed = ((path, entry) for path, entry, by in entries if by != MIGRATION and (not only or by in only))
        digests = {path: entry["sha256"] for path, entry in listed}
    except ReadingError as error:
        raise PlanFileError(f"{tree / MANIFEST} {error.reason}: {_ANEW}") from None
    groups = {row["name"]: row.get("group", "") for row in plan["hosts"]}
    return TreeFiles(digests, groups, partial(_read, tree))


def _read(tree: Path, path: str) -> bytes:
    try:
        return read_regular(tree / path, MOST_BYTES)
    except ReadingError as error:
        raise PlanFileError(f"{tree / path} {error.reason}, and {MANIFEST} lists it: {_ANEW}") from None


def _known(other: Side | None, plan: Plan) -> TreeFiles | None:
    """Return the files that those of a plan are compared with, by its names."""
    if other is None or other.files is None:
        return None
    names: PlanRows = plain({"history": plan.history, "hosts": plan.hosts, "switches": plan.switches})
    return renamed(other.files, renames_between(other.plan, names))


def _rendered(production: Production, known: TreeFiles | None) -> TreeFiles:
    """Render a side. Of the `known` side, files of devices that it has not come as a whole: they are listed, and not made; and equal files are not kept."""
    digests: dict[str, str] = {}
    kept: dict[str, bytes] = {}
    there = known.digests if known else {}
    if known:
        devices = known.devices()
        production = replace(production, listed=lambda path: owner(path) not in devices)

    def keep(path: str, data: bytes | bytearray, _mode: int) -> tuple[str, str, bytes | None]:
        digest = sha256(data).hexdigest()
        compared = there.get(path) != digest and is_read(path) and not production.listed(path)
        return path, digest, zlib.compress(data, 1) if compared else None

    def read(path: str) -> bytes:
        return zlib.decompress(kept[path]) if path in kept or not known else known.read(path)

    try:
        for path, digest, packed in production.each(keep):
            if path != MANIFEST:
                digests[path] = digest
            if packed is not None:
                kept[path] = packed
    except TemplateError:
        raise  # its text and line are shown
    except RenderError as error:
        raise PlanFileError(str(error)) from None
    groups = {host.name: host.group for host in production.plan.hosts}
    return TreeFiles(digests, groups, read)


def changed_files(old: Side, new: Side) -> list[FileChange] | None:
    """Compare the files of both sides, where both have some."""
    if old.files is None or new.files is None:
        return None
    try:
        renames = renames_between(old.plan, new.plan)
        before = renamed(old.files, renames)
        return list(compare_files(before, new.files, devices_of((renames.rows(old.plan), new.plan))))
    except OverflowError:
        raise PlanFileError(
            "a side has more files of hosts than clustergen writes: pass a tree as it was rendered"
        ) from None
