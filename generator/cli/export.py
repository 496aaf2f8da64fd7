"""clustergen export: the plan of a rendered tree in the form of another tool."""

from pathlib import Path

import click
from msgspec.structs import asdict

from generator.change.formats import PlanFileError
from generator.cli.one_file import replace_file
from generator.cli.output import TreeError, write_tree
from generator.cli.say import say, say_json
from generator.cli.session import make_session
from generator.exports.compare import compare
from generator.exports.export import Asked, ExportError
from generator.exports.formats import exports
from generator.exports.tree import plan_of
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.source.diagnostic import SpecError
from generator.source.document import Document

_KINDS = exports()


def _listed() -> str:
    return "\n".join(f"  {name:<14}{each.title}" for name, each in _KINDS.items())


@click.command("export", epilog=f"\b\nKinds:\n{_listed()}")
@click.argument("tree", type=click.Path(path_type=Path, exists=True))
@click.argument("kind", type=click.Choice(list(_KINDS)), metavar="KIND")
@click.option(
    "--output", "-o", type=click.Path(path_type=Path), metavar="PATH",
    help="File to write, or a new folder if the kind has several files; by default, a single file goes to standard output.",
)  # fmt: skip
@click.option(
    "--image", "images", multiple=True, metavar="SYSTEM=IMAGE",
    help="The image of a system in a lab: sonic, cumulus or eos for switches, linux for hosts. Repeatable.",
)  # fmt: skip
@click.option(
    "--fabric", "fabrics", multiple=True, metavar="NAME", help="Export the links of this fabric only. Repeatable."
)
@click.option(
    "--compare", "sources", multiple=True, type=click.Path(path_type=Path, exists=True), metavar="PATH",
    help="With kind netbox: report how an export of NetBox (files or folders, JSON or CSV) differs from the plan. Repeatable.",
)  # fmt: skip
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="The report of --compare.")
@click.pass_context
def command(
    ctx: click.Context,
    tree: Path,
    kind: str,
    output: Path | None,
    images: tuple[str, ...],
    fabrics: tuple[str, ...],
    sources: tuple[Path, ...],
    form: str,
) -> None:
    """Write the plan of a rendered tree in the form of another tool, or compare NetBox with it.

    TREE is a rendered directory or its plan.json.

    Exit 0 if the export is written or --compare finds no difference, 1 otherwise.
    """
    session = make_session(ctx, tree, ())
    try:
        plan = plan_of(tree)
        if sources:
            _compare(plan, kind, sources, form, quiet=session.quiet)
            return
        made = list(_KINDS[kind].files(plan, _asked(plan, images, fabrics)))
    except (ExportError, PlanFileError) as error:
        say(f"error: {error}", err=True)
        raise SystemExit(1) from None
    except SpecError as error:
        session.fail(Document("the sources", ""), error.problems)
    _write(made, output, folder=_KINDS[kind].folder, quiet=session.quiet)


def _asked(plan: Plan, images: tuple[str, ...], fabrics: tuple[str, ...]) -> Asked:
    if wrong := [each for each in images if not all(each.partition("="))]:
        raise click.UsageError(f"--image must be SYSTEM=IMAGE, such as linux=debian:13, and is {', '.join(wrong)}")
    if unknown := [each for each in fabrics if each not in plan.fabrics]:
        raise ExportError(f"the plan has no fabric {', '.join(unknown)}: it has {', '.join(plan.fabrics)}")
    return Asked(dict(each.partition("=")[::2] for each in images), fabrics)


def _write(made: list[Artifact], output: Path | None, *, folder: bool, quiet: bool) -> None:
    """Write one file in one step, several into a new folder."""
    if output is None:
        if folder:
            raise click.UsageError(f"this kind has {len(made)} files: name a new folder with -o")
        click.echo(made[0].content, nl=False)
        return
    try:
        if folder:
            _write_folder(made, output)
        else:
            _write_file(made[0].content, output)
    except (TreeError, OSError) as error:
        say(f"error: {error}", err=True)
        raise SystemExit(1) from None
    if not quiet:
        say(f"{len(made)} file{'s' if len(made) > 1 else ''} in {output}" if folder else f"wrote {output}")


def _write_folder(made: list[Artifact], output: Path) -> None:
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise TreeError(f"{output} exists, and an export replaces no folder: name a new one with -o")
    write_tree(made, output)


def _write_file(text: str, output: Path) -> None:
    if output.is_dir():
        raise TreeError(f"{output} is a folder, and this kind is one file: name a file with -o")
    replace_file(output, text)


def _compare(plan: Plan, kind: str, sources: tuple[Path, ...], form: str, *, quiet: bool) -> None:
    """Print every difference, and exit 1 where there is one."""
    if kind != "netbox":
        raise click.UsageError(f"--compare reads exports of NetBox: its kind is netbox, not {kind}")
    found = compare(plan, sources)
    if form == "json":
        report = {
            "compared": found.compared,
            "differences": [asdict(each) for each in found.differences],
            "remarks": found.remarks,
        }
        say_json(report)
    elif found.differences or not quiet:
        lines = [each.text for each in found.differences]
        lines += [f"note: {each}" for each in found.remarks]
        count = len(found.differences)
        said = f"{count} difference{'s' if count != 1 else ''}" if count else "no difference"
        say("\n".join([*lines, f"{said} in {found.compared} facts of netbox"]))
    if found.differences:
        raise SystemExit(1)
