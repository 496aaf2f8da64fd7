"""clustergen plan: what a change does to the floor."""

from pathlib import Path

import click
from msgspec.structs import replace

from generator.change.difference import Difference, difference
from generator.change.formats import PlanFileError
from generator.change.records import Kind
from generator.cli.options import baseline_options, catalog_option, format_option, fresh_option
from generator.cli.output import TreeError, write_tree
from generator.cli.say import failed, say
from generator.cli.session import Session, make_session
from generator.cli.sides import Side, changed_files, is_spec, read_sides
from generator.data import data_dir
from generator.plan.read_back import CONTRADICT, contradicts
from generator.render.change.as_json import as_json
from generator.render.change.markdown import markdown
from generator.render.change.text import text
from generator.render.change.work_order import KIND
from generator.render.change.work_order import work_order as order_files
from generator.render.templates import Templates
from generator.render.tree import MANIFEST
from generator.spec.cabling import LabelSpec

CHANGES = 4
"""The exit code where something that exists changes."""


@click.command("plan")
@click.argument("old", type=click.Path(path_type=Path, readable=False))
@click.argument("new", type=click.Path(path_type=Path, readable=False))
@format_option("text", "json", "markdown", help="For a terminal, for programs, or as a comment on a pull request.")
@click.option("--all", "every", is_flag=True, help="A line for each change: nothing folded, nothing left out.")
@click.option(
    "--fail-on",
    multiple=True,
    type=click.Choice([str(kind) for kind in Kind]),
    help="Exit 4 only if there is a change of this kind. Repeatable.",
)
@click.option("--files", is_flag=True, help="List every file that changes, including documents for people.")
@click.option(
    "--work-order",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write what technicians need for this change: a sheet for each rack, labels, pulls.",
)
@baseline_options
@fresh_option(
    "Plan NEW without a baseline; by default OLD is its baseline, if OLD is a tree or a plan.json and NEW is a spec."
)
@catalog_option
@click.pass_context
def command(
    ctx: click.Context,
    old: Path,
    new: Path,
    form: str,
    every: bool,
    fail_on: tuple[str, ...],
    files: bool,
    work_order: Path | None,
    fresh: bool,
    catalog: tuple[Path, ...],
) -> None:
    """Report what a change does: devices, cables, addresses, sessions, hosts to drain, parts to buy, and in which order.

    OLD and NEW are each a spec, a rendered directory, or a plan.json, also of an earlier release. --baseline is the plan that NEW keeps:
    by default OLD, if it is a tree or a plan.json and NEW is a spec.

    Exit 0 if there are no changes or only additions, 4 if something existing changes or is removed, 1 for a problem.
    """
    session = make_session(ctx, new, catalog)
    if fresh and session.baseline is not None:
        raise click.UsageError("--fresh plans without a baseline, and --baseline names one")
    if not fresh and is_spec(new) and not is_spec(old):
        session.implied_baseline, session.preview = old, session.baseline is None
    sessions = (replace(session, path=old, baseline=None, allow_disruptive=False), session)
    try:
        found, sides = _compared(sessions, documents=files)
        if not files and not any(found.counts.values()):  # documents are many, and the first answer is mostly enough
            quiet = (replace(sessions[0], quiet=True), replace(sessions[1], quiet=True))
            found, sides = _compared(quiet, documents=True)
        if work_order is not None:
            count = write_order(found, sides[1].label, work_order)
            if not session.quiet:
                say(f"{count} files in {work_order}", err=True)
    except (PlanFileError, TreeError) as error:
        raise failed(str(error)) from None
    except CONTRADICT as error:
        given = [str(path) for path in (old, new) if not is_spec(path)]
        if not given:
            raise
        raise failed(f"{' or '.join(given)} {contradicts(error)}") from None
    if form == "json":
        click.echo(as_json(found), nl=False)
    elif not session.quiet:
        printed = {"text": text, "markdown": markdown}[form]
        click.echo(printed(found, Templates(data_dir("templates")), every=every, files=files), nl=False)
    if _fails(found, fail_on):
        raise SystemExit(CHANGES)


def _compared(sessions: tuple[Session, Session], *, documents: bool) -> tuple[Difference, tuple[Side, Side]]:
    """Return the difference of both sides, and the sides; with `documents`, also of files that people read."""
    sides = read_sides(sessions, documents=documents)
    return difference(sides[0].plan, sides[1].plan, changed_files(*sides)), sides


def write_order(found: Difference, label: LabelSpec, target: Path) -> int:
    """Write the work order, whole or not at all. Return the number of files.

    Raises TreeError: the directory holds something else, a rendered tree for example, or cannot be written.
    """
    manifest = target / MANIFEST
    if manifest.is_file() and f'"holds": "{KIND}"' not in manifest.read_text(encoding="utf-8", errors="replace"):
        raise TreeError(
            f"{target} has files that are not of a work order: name an empty or new directory with --work-order"
        )
    return write_tree(order_files(found, Templates(data_dir("templates")), label), target)


def _fails(found: Difference, fail_on: tuple[str, ...]) -> bool:
    wanted = fail_on or (Kind.IN_PLACE, Kind.EFFECT, Kind.REMOVED)
    return any(found.counts[Kind(kind)] for kind in wanted)
