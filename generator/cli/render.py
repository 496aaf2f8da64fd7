"""clustergen render: the whole tree, or a comparison with one."""

from collections.abc import Callable, Iterator
from pathlib import Path

import click

from generator.analysis.close import close
from generator.change.formats import PLAN
from generator.cli.completion import backends
from generator.cli.options import (
    allow_option,
    baseline_options,
    catalog_option,
    fresh_option,
    spec_argument,
    strict_option,
)
from generator.cli.output import TreeError, compare, write_tree
from generator.cli.production import MIGRATION, Production
from generator.cli.say import failed, say
from generator.cli.session import Session, make_session
from generator.plan.draft import Draft
from generator.render.artifact import Artifact, RenderError
from generator.render.backend import load_backends
from generator.render.templates import TemplateError, Templates
from generator.render.tree import MANIFEST, record
from generator.source.reading import ReadingError, read_regular
from generator.verify.tree_files import read_manifest

_PAGE = "docs/migration.md"
_LARGEST_PAGE = 256 * 1024 * 1024


@click.command("render")
@spec_argument
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The directory to write.")
@click.option("--check", is_flag=True, help="Compare with the directory and write nothing; exit 1 if they differ.")
@click.option(
    "--only", multiple=True, metavar="BACKEND", shell_complete=backends, help="Write only this output. Repeatable."
)
@click.option("--force", is_flag=True, help="Overwrite rendered files that were edited by hand.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Number of processes; by default chosen by the machine and the size of the plan.",
)
@strict_option
@allow_option
@baseline_options
@fresh_option("Plan without a baseline; by default a tree in the directory is the baseline.")
@click.option(
    "--accept-baseline",
    is_flag=True,
    help="Use --baseline although the directory holds another plan: existing devices may be renumbered.",
)
@catalog_option
@click.pass_context
def command(
    ctx: click.Context,
    spec: Path,
    output: Path,
    check: bool,
    only: tuple[str, ...],
    force: bool,
    jobs: int | None,
    strict: bool,
    fresh: bool,
    accept_baseline: bool,
    catalog: tuple[Path, ...],
) -> None:
    """Write the whole output tree of SPEC into a directory, or nothing at all.

    An earlier rendered tree is the baseline, and is replaced in one step; a directory with other files is refused.
    """
    unknown = [name for name in only if name not in load_backends()]
    if unknown:
        known = ", ".join(load_backends())
        raise click.BadParameter(f"there is no backend {unknown[0]!r}; known: {known}", param_hint="--only")
    session = make_session(ctx, spec, catalog, strict=strict)
    if fresh and session.baseline is not None:
        raise click.UsageError("--fresh plans without a baseline, and --baseline names one")
    if (output / PLAN).is_file() and not fresh and session.baseline is None:
        session.implied_baseline = output
    plan, templates = session.plan(), session.templates()
    if session.baseline is not None and not accept_baseline:
        from generator.cli.earlier import refuse_another  # noqa: PLC0415  (a first render has no baseline)

        refuse_another(session, plan, output)
    beside = () if only else tuple(migration_page(session, plan, templates))
    if check and not only and not beside:
        beside = standing_page(output)
    files = Production(close(plan), templates, only, jobs, quiet=session.quiet, beside=beside, site=session.site())
    try:
        if check:
            differences = compare(files, output, partial=bool(only))
            for difference in differences:
                say(difference)
            if differences:
                say(f"{len(differences)} differences; run `clustergen render {spec} -o {output}`", err=True)
                raise SystemExit(1)
            return
        count = write_tree(files, output, partial=bool(only), force=force, review=_review(session, output))
    except TemplateError as error:
        session.fail(error.document, [error.problem])
    except (TreeError, RenderError) as error:
        raise failed(str(error)) from None
    if not session.quiet:
        say(f"{count} files in {output}{_numbered_on(session, plan)}")


def _numbered_on(session: Session, plan: Draft) -> str:
    """Report that a plan continues from the existing tree, if that was not requested."""
    earlier = session.earlier
    if earlier is None or not earlier.implied or not earlier.outgrown:
        return ""
    return f", continuing the numbering of the plan that was there (generation {plan.lineage.generation}; --fresh renumbers)"


def migration_page(session: Session, plan: Draft, templates: Templates) -> Iterator[Artifact]:
    """Yield the page with the order of the migration, if anything moves."""
    if session.earlier is None or not session.allow_disruptive:
        return
    from generator.change.difference import difference  # noqa: PLC0415  (a render that moves nothing needs none)
    from generator.change.records import Kind  # noqa: PLC0415
    from generator.plan.sections import with_hardware  # noqa: PLC0415
    from generator.render.change.markdown import markdown  # noqa: PLC0415
    from generator.render.encode import plain  # noqa: PLC0415

    found = difference(session.earlier.sections, plain(with_hardware(plan)))
    if found.counts[Kind.EFFECT] or found.counts[Kind.REMOVED]:
        yield Artifact(_PAGE, markdown(found, templates, every=True))


def standing_page(output: Path) -> tuple[Artifact, ...]:
    """Return the page that a tree has of the migration to it, as it was rendered: a comparison finds nothing else where nothing moves anymore."""
    path = output / _PAGE
    try:
        entry = read_manifest(output / MANIFEST).get(_PAGE, {})
        text = read_regular(path, _LARGEST_PAGE).decode("utf-8")
    except (ReadingError, UnicodeDecodeError):
        return ()
    page = Artifact(_PAGE, text)
    return (page,) if entry == record(page, page.data, MIGRATION) else ()


def _review(session: Session, output: Path) -> Callable[[Path, Path], None] | None:
    """Return the function that compares both trees before they are exchanged: with a baseline, no warning is needed."""
    if session.baseline is not None or session.quiet or (session.earlier and session.earlier.outgrown):
        return None

    def warn(fresh: Path, target: Path) -> None:
        from generator.cli.earlier import warn_of_changes  # noqa: PLC0415  (the first render of a tree needs none)

        warn_of_changes(session.path, fresh, target, output)

    return warn
