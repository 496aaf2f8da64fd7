"""clustergen render: the whole tree, or a comparison with one."""

from pathlib import Path

import click

from generator.cli.options import catalog_option, spec_argument, strict_option
from generator.cli.output import TreeError, compare, write_tree
from generator.cli.production import Production
from generator.cli.session import make_session
from generator.render.artifact import RenderError
from generator.render.backend import load_backends


@click.command("render")
@spec_argument
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The directory to write.")
@click.option("--check", is_flag=True, help="Compare with the directory and write nothing; exit 1 where they differ.")
@click.option("--only", multiple=True, metavar="BACKEND", help="Only this output. Repeatable.")
@click.option("--force", is_flag=True, help="Overwrite files of ours that were changed by hand.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Processes that share the work; else what the machine and the plan's size are worth.",
)
@strict_option
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
    catalog: tuple[Path, ...],
) -> None:
    """Write everything that SPEC stands for into a directory: whole, or not at all.

    An earlier tree of ours is replaced in one step; a directory with other files is refused.
    """
    unknown = [name for name in only if name not in load_backends()]
    if unknown:
        known = ", ".join(load_backends())
        raise click.BadParameter(f"there is no backend {unknown[0]!r}; known: {known}", param_hint="--only")
    session = make_session(ctx, spec, catalog, strict=strict)
    files = Production(session.plan(), session.templates(), only, jobs, quiet=session.quiet)
    try:
        if check:
            differences = compare(files, output, partial=bool(only))
            for difference in differences:
                click.echo(difference)
            if differences:
                click.echo(f"{len(differences)} differences; run `clustergen render {spec} -o {output}`", err=True)
                raise SystemExit(1)
            return
        count = write_tree(files, output, partial=bool(only), force=force)
    except (TreeError, RenderError) as error:
        click.echo(f"error: {error}", err=True)
        raise SystemExit(1) from None
    if not session.quiet:
        click.echo(f"{count} files in {output}")
