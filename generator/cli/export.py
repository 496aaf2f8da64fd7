"""clustergen export: the plan of a rendered tree in the form of another tool."""

import os
from pathlib import Path

import click

from generator.adopt.survey import Survey
from generator.change.formats import PlanFileError
from generator.cli.one_file import replace_file
from generator.cli.options import format_option
from generator.cli.output import TreeError, reason, write_tree
from generator.cli.say import failed, say, say_json
from generator.cli.session import make_session
from generator.exports.compare import compare
from generator.exports.export import Asked, ExportError
from generator.exports.formats import exports
from generator.exports.nautobot.answers import survey_of
from generator.exports.nautobot.client import Client
from generator.exports.nautobot.kinds import kinds
from generator.exports.nautobot.load import Loaded, load
from generator.exports.netbox.answers import netbox_survey
from generator.exports.tree import plan_of
from generator.plan.plan import Plan
from generator.plan.read_back import contradicts
from generator.render.artifact import Artifact
from generator.source.diagnostic import SpecError
from generator.source.document import Document
from generator.verify.reach import BROKEN

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
    "--compare", "sources", multiple=True, metavar="PATH|URL",
    help="Report how NetBox or Nautobot differs from the plan. With kind netbox: files or folders of its export (JSON or CSV), repeatable. With kind nautobot: its address, such as https://nautobot.example.net, as for --load.",
)  # fmt: skip
@click.option(
    "--load", "url", metavar="URL",
    help="With kind nautobot: create what is missing in the Nautobot at this address. The API token comes from NAUTOBOT_TOKEN; it is sent over https only, or to this machine.",
)  # fmt: skip
@format_option("text", "json", help="The report of --compare.")
@click.pass_context
def command(
    ctx: click.Context,
    tree: Path,
    kind: str,
    output: Path | None,
    images: tuple[str, ...],
    fabrics: tuple[str, ...],
    sources: tuple[str, ...],
    url: str | None,
    form: str,
) -> None:
    """Write the plan of a rendered tree in the form of another tool, load it into Nautobot, or compare NetBox or Nautobot with it.

    TREE is a rendered directory or its plan.json.

    Exit 0 if the export is written, --load loads everything, or --compare finds no difference; 1 otherwise.
    """
    session = make_session(ctx, tree, ())
    try:
        plan = plan_of(tree)
        made = _made(plan, kind, _asked(plan, images, fabrics), tree)
        if sources:
            _compare(plan, _read(plan, kind, sources), kind, form, quiet=session.quiet)
            return
        if url:
            _load(plan, kind, url, quiet=session.quiet)
            return
    except (ExportError, PlanFileError) as error:
        raise failed(str(error)) from None
    except SpecError as error:
        session.fail(Document("the sources", ""), error.problems)
    _write(made, output, folder=_KINDS[kind].folder, quiet=session.quiet)


def _asked(plan: Plan, images: tuple[str, ...], fabrics: tuple[str, ...]) -> Asked:
    if wrong := [each for each in images if not all(each.partition("="))]:
        raise click.UsageError(f"--image must be SYSTEM=IMAGE, such as linux=debian:13, and is {', '.join(wrong)}")
    if unknown := [each for each in fabrics if each not in plan.fabrics]:
        raise ExportError(f"the plan has no fabric {', '.join(unknown)}: it has {', '.join(plan.fabrics)}")
    return Asked(dict(each.partition("=")[::2] for each in images), fabrics)


def _made(plan: Plan, kind: str, asked: Asked, tree: Path) -> list[Artifact]:
    """Return the files of a kind. A plan that was changed is found here, as it is only read whole by what writes it."""
    try:
        return list(_KINDS[kind].files(plan, asked))
    except BROKEN as error:
        raise PlanFileError(f"{tree} {contradicts(error)}") from None


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
        raise failed(f"{error if isinstance(error, TreeError) else reason(error, output)}") from None
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


def _read(plan: Plan, kind: str, sources: tuple[str, ...]) -> Survey:
    """Return the facts of the tool of a kind."""
    match kind:
        case "netbox":
            if missing := [each for each in sources if not Path(each).exists()]:
                raise click.UsageError(
                    f"--compare of kind netbox reads files or folders, and {', '.join(missing)} does not exist"
                )
            return netbox_survey([Path(each) for each in sources])
        case "nautobot":
            if len(sources) > 1:
                raise click.UsageError("--compare of kind nautobot reads one Nautobot: name one address")
            return survey_of(_client(sources[0]), plan.name)
    raise click.UsageError(f"--compare reads NetBox or Nautobot: its kind is netbox or nautobot, not {kind}")


def _client(url: str) -> Client:
    token = os.environ.get("NAUTOBOT_TOKEN", "")
    if not token.isascii() or not token.isprintable() or not token:
        raise ExportError(
            "NAUTOBOT_TOKEN has no API token: create one in Nautobot under your user's API tokens, and export it"
        )
    return Client(url, token)


def _load(plan: Plan, kind: str, url: str, *, quiet: bool) -> None:
    """Load kind after kind, print what was done, and exit 1 where something was refused."""
    if kind != "nautobot":
        raise click.UsageError(f"--load writes into Nautobot: its kind is nautobot, not {kind}")
    done: list[Loaded] = []
    for each in load(_client(url), kinds(plan)):
        done.append(each)
        if not quiet:
            say(f"{each.kind}: {each.created} created, {each.existing} existing, {each.changed} of them changed")
        for text in each.refused:
            say(f"error: {each.kind}: {text}", err=True)
    refused = sum(len(each.refused) for each in done)
    if not quiet:
        created, changed = (sum(getattr(each, what) for each in done) for what in ("created", "changed"))
        say(f"{created} objects created, {changed} changed, {refused} refused")
    if refused:
        raise SystemExit(1)


def _compare(plan: Plan, survey: Survey, kind: str, form: str, *, quiet: bool) -> None:
    """Print every difference, and exit 1 where there is one."""
    found = compare(plan, survey, kind)
    if form == "json":
        report = {
            "compared": found.compared,
            "differences": [each.record for each in found.differences],
            "remarks": found.remarks,
        }
        say_json(report)
    elif found.differences or not quiet:
        lines = [each.text for each in found.differences]
        lines += [f"note: {each}" for each in found.remarks]
        count = len(found.differences)
        said = f"{count} difference{'s' if count != 1 else ''}" if count else "no difference"
        say("\n".join([*lines, f"{said} in {found.compared} facts of {kind}"]))
    if found.differences:
        raise SystemExit(1)
